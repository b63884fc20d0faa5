package io.fabrictwin.ingest.parse.nccl;

import io.fabrictwin.ingest.parse.LineRecord;
import io.fabrictwin.model.event.JobStarted;
import io.fabrictwin.model.event.JobTuned;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads which library runs and how it is set. */
final class Library {
    private static final Pattern VERSION =
            Pattern.compile("(NCCL|RCCL) version ?:? ?(\\d+(?:\\.\\d+)+(?:[+-](?:(?!NCCL|RCCL)\\S)*)?)");
    private static final Pattern SETTING = Pattern.compile("(\\w+) set (?:by environment )?to ?(.*?)\\.?\\s*");
    private static final Pattern SETTING_START = Pattern.compile("\\w+ set\\b.*");
    /** {@code NET/OFI Setting X environment variable to V}, also behind a sentence of its own. */
    private static final Pattern PLUGIN_SETTING =
            Pattern.compile(".*\\bSetting (\\w+) environment variable to (\\S.*?)\\s*", Pattern.CASE_INSENSITIVE);

    private static final Pattern PLUGIN = Pattern.compile("NET/OFI Initializing (aws-ofi-\\w+ \\S+|aws-ofi-\\w+)\\s*");
    private static final Pattern PROVIDER = Pattern.compile(
            "NET/OFI Selected [Pp]rovider is (\\S+?),?(?: fabric is \\S+)?(?: \\(found (\\d+) nics\\))?\\s*");
    private static final Pattern PROTOCOL = Pattern.compile("NET/OFI Using transport protocol (\\w+).*");
    private static final Pattern DISTANCE = Pattern.compile("(?:NET/\\w+ ?: )?GPU Direct RDMA (Enabled|Disabled) .*");
    private static final String QUEUE_PAIRS_SETTING = "NCCL_IB_QPS_PER_CONNECTION";
    private static final String NETWORK = "Using network ";

    private final JobState state;

    Library(JobState state) {
        this.state = state;
    }

    void readVersions(String text, LineRecord line) {
        Matcher version = VERSION.matcher(text);
        while (version.find()) {
            String library = version.group(1) + " " + version.group(2);
            line.recognise();
            if (state.isNew("library " + library)) {
                line.add(meta -> new JobStarted(meta, state.job(), null, library));
            }
        }
    }

    static boolean isSetting(String text) {
        return text.startsWith("NCCL_")
                || text.startsWith("RCCL_")
                || text.startsWith("OFI_")
                || text.startsWith("UCX_");
    }

    /** {@code NCCL_IB_QPS_PER_CONNECTION set by environment to 4.} */
    void readSetting(String text, LineRecord line) {
        Matcher setting = SETTING.matcher(text);
        if (setting.matches()) {
            tune(setting.group(1), setting.group(2), line);
        } else if (SETTING_START.matcher(text).matches()) {
            line.torn("a setting");
        }
    }

    /** The network that all ranks go over: sockets on a cluster with RDMA are a finding by themselves. */
    boolean readNetwork(String text, LineRecord line) {
        if (text.startsWith(NETWORK)) {
            tune("network", text.substring(NETWORK.length()), line);
            return true;
        }
        if (DISTANCE.matcher(text).matches()) {
            line.unread("GPU Direct of a NIC");
            return true;
        }
        return false;
    }

    /** What the plugin for libfabric, EFA and Slingshot tells. */
    void readPlugin(String text, LineRecord line) {
        Matcher setting = PLUGIN_SETTING.matcher(text);
        Matcher plugin = PLUGIN.matcher(text);
        Matcher provider = PROVIDER.matcher(text);
        Matcher protocol = PROTOCOL.matcher(text);
        if (setting.matches()) {
            tune(setting.group(1), setting.group(2), line);
        } else if (plugin.matches()) {
            tune("network plugin", plugin.group(1), line);
        } else if (provider.matches()) {
            tune("libfabric provider", provider.group(1), line);
            if (provider.group(2) != null) {
                tune("libfabric NICs per host", provider.group(2), line);
            }
        } else if (protocol.matches()) {
            tune("libfabric transport protocol", protocol.group(1), line);
        }
    }

    private void tune(String setting, String value, LineRecord line) {
        boolean isQueuePairs = setting.equals(QUEUE_PAIRS_SETTING) && value.matches("\\d{1,4}");
        line.add(meta -> new JobTuned(meta, state.job(), isQueuePairs ? Integer.valueOf(value) : null, setting, value));
    }
}
