package io.fabrictwin.ingest.parse.nccl;

import io.fabrictwin.ingest.parse.LineRecord;
import io.fabrictwin.ingest.parse.infiniband.Guid;
import io.fabrictwin.ingest.parse.nccl.words.BusId;
import io.fabrictwin.model.event.GpuDiscovered;
import io.fabrictwin.model.event.GpuNicPathDiscovered;
import io.fabrictwin.model.event.NicDiscovered;
import io.fabrictwin.model.id.DeviceId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads a host's inside as the library sees it: the tree of its PCIe devices, the paths in it, and the search over them. */
final class SystemGraph {
    private static final double BITS_PER_GIGABYTE = 8e9;

    private static final Pattern CPU = Pattern.compile("CPU/(?:[0-9a-fA-F]+-)?(\\d{1,4}) \\(.*");
    private static final Pattern LEAF =
            Pattern.compile("\\s*\\+ \\w+\\[([0-9.]+)\\] - (GPU|NET)/(\\S+) \\(([^)]*)\\).*");
    private static final Pattern CARD = Pattern.compile("([0-9a-fA-F]{1,16})/(\\d{1,4})/([0-9.]+).*");
    private static final Pattern PATHS = Pattern.compile("(GPU|NET)/(\\S+?) ?:(.*)");
    private static final Pattern PATH =
            Pattern.compile("(GPU|NET|CPU|PCI|NVS|NIC)/(\\S+) \\(\\d{1,4}/([0-9.]+)/(\\w+)\\)");
    private static final Pattern SEARCH = Pattern.compile("Pattern (\\d{1,3}), .*");
    private static final Pattern SEARCHED = Pattern.compile("(\\d{1,6}) :((?: (?:GPU|NET|NVS)/\\S+)+)\\s*");
    private static final Pattern SEARCHED_RANK = Pattern.compile("GPU/(?:[0-9a-fA-F]+-)?(\\d{1,9})(?= |$)");
    private static final int RING_PATTERN = 4;

    private final JobState state;
    private final Channels channels;
    private final Map<String, Integer> cpuByThread = new HashMap<>();
    private final Map<String, Integer> patternByThread = new HashMap<>();

    SystemGraph(JobState state, Channels channels) {
        this.state = state;
        this.channels = channels;
    }

    /** Reads the message if it is of this kind. */
    boolean read(Message message, LineRecord line) {
        String text = message.text();
        if (text.startsWith("CPU/")) {
            Matcher cpu = CPU.matcher(text);
            if (cpu.matches()) {
                cpuByThread.put(message.threadKey(), Integer.valueOf(cpu.group(1)));
            }
        } else if (text.startsWith("+ ")) {
            readLeaf(message, line);
        } else if (text.startsWith("GPU/") || (text.startsWith("NET/") && text.contains(" :GPU/"))) {
            readPaths(message, line);
        } else if (text.startsWith("Pattern ")) {
            Matcher search = SEARCH.matcher(text);
            if (search.matches()) {
                patternByThread.put(message.threadKey(), Integer.valueOf(search.group(1)));
            }
        } else if (!text.isEmpty() && Character.isDigit(text.charAt(0)) && text.indexOf(" : ") > 0) {
            readSearched(message, line);
        } else {
            return false;
        }
        line.recognise();
        return true;
    }

    private void readLeaf(Message message, LineRecord line) {
        Matcher leaf = LEAF.matcher(message.text());
        String host = message.host();
        if (!leaf.matches() || host == null) {
            return;
        }
        Integer cpu = cpuByThread.get(message.threadKey());
        if (leaf.group(2).equals("GPU")) {
            String gpu = BusId.normal(leaf.group(3));
            if (state.isNew(host + " " + gpu + " " + cpu)) {
                line.add(meta -> new GpuDiscovered(meta, new DeviceId(host), gpu, null, null, cpu, null));
            }
            return;
        }
        Matcher card = CARD.matcher(leaf.group(4));
        String nic = nic(host, leaf.group(3));
        if (nic == null || !card.matches()) {
            line.unread("a NIC that was not named before");
            return;
        }
        // The number is the GUID with its bytes in the order of the machine.
        long reversed = Long.reverseBytes(Long.parseUnsignedLong(card.group(1), 16));
        String guid = reversed == 0 ? null : Guid.name(Long.toHexString(reversed));
        long bitsPerSecond = bits(card.group(3));
        int port = Integer.parseInt(card.group(2));
        if (state.isNew(host + " " + nic + " " + guid + " " + cpu)) {
            line.add(meta ->
                    new NicDiscovered(meta, new DeviceId(host), nic, null, guid, cpu, port, bitsPerSecond, null));
        }
    }

    private void readPaths(Message message, LineRecord line) {
        Matcher paths = PATHS.matcher(message.text());
        String host = message.host();
        if (host == null || !paths.matches() || !paths.group(1).equals("GPU")) {
            return;
        }
        String gpu = BusId.normal(paths.group(2));
        Matcher path = PATH.matcher(paths.group(3));
        while (path.find()) {
            String nic = path.group(1).equals("NET") ? nic(host, path.group(2)) : null;
            String kind = path.group(4);
            long bitsPerSecond = bits(path.group(3));
            if (nic != null && state.isNew(host + " " + gpu + " " + nic + " " + kind + bitsPerSecond)) {
                line.add(meta -> new GpuNicPathDiscovered(
                        meta, new DeviceId(host), gpu, nic, kind, bitsPerSecond == 0 ? null : bitsPerSecond));
            } else if (path.group(1).equals("NET") && nic == null) {
                line.unread("a path to a NIC that was not named before");
            }
        }
    }

    /** {@code 0 : NET/3 GPU/0 GPU/1 NET/2}: a channel as the search laid it, the GPUs by rank. */
    private void readSearched(Message message, LineRecord line) {
        Matcher searched = SEARCHED.matcher(message.text());
        Integer pattern = patternByThread.get(message.threadKey());
        if (!searched.matches() || pattern == null || pattern != RING_PATTERN) {
            line.unread("a channel that is no ring, as the search laid it");
            return;
        }
        List<Integer> ranks = new ArrayList<>();
        Matcher rank = SEARCHED_RANK.matcher(searched.group(2));
        while (rank.find()) {
            ranks.add(Integer.valueOf(rank.group(1)));
        }
        if (ranks.size() < 2) {
            line.unread("a ring of one rank");
            return;
        }
        channels.planned(message, Integer.parseInt(searched.group(1)), ranks, line);
    }

    private @Nullable String nic(String host, String index) {
        String digits = index.substring(index.lastIndexOf('-') + 1);
        return digits.matches("\\d{1,6}") ? state.nic(host, Integer.parseInt(digits)) : null;
    }

    private static long bits(String gigabytes) {
        return Math.round(Double.parseDouble(gigabytes) * BITS_PER_GIGABYTE);
    }
}
