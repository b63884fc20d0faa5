package io.fabrictwin.ingest.parse.nccl.ras;

import io.fabrictwin.ingest.parse.EventContext;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.InputName;
import io.fabrictwin.ingest.parse.Line;
import io.fabrictwin.ingest.parse.LineRecord;
import io.fabrictwin.ingest.parse.LogTime;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.nccl.words.CommunicatorId;
import io.fabrictwin.model.event.CommunicationFailed;
import io.fabrictwin.model.event.CommunicatorHealthObserved;
import io.fabrictwin.model.event.CommunicatorInitialized;
import io.fabrictwin.model.event.CommunicatorProgressObserved;
import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.event.JobStarted;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.JobId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads a report in text, line by line: the table of groups, then a block for each communicator that is not well. */
final class RasReport {
    private static final DeviceId UNKNOWN_HOST = new DeviceId("unknown");

    private static final Pattern VERSION = Pattern.compile("NCCL version (\\d\\S*).*");
    private static final Pattern SUMMARY = Pattern.compile("\\s*\\d+(?:-\\d+)?(?:\\s+\\d+(?:-\\d+)?){3}\\s+(\\d{1,9})");
    private static final Pattern GROUP = Pattern.compile(
            "\\s*(\\d{1,9})\\s+(\\d+)\\s+\\S+\\s+\\S+\\s+(\\d{1,9})(?:-\\d+)?\\s+\\d+\\s+([A-Z]+)\\s+([A-Z]+)");
    private static final Pattern BLOCK = Pattern.compile("#(\\d{1,9})-\\d+ \\(([0-9a-f]{1,16})\\) ([A-Z]+).*");
    private static final Pattern COUNTS =
            Pattern.compile("\\s*Communicator ranks have different (?:(\\w+) )?operation counts.*");
    private static final Pattern LAUNCHED =
            Pattern.compile("\\s*\\d+ ranks? ha(?:s|ve) launched up to operation (\\d{1,18}).*");
    private static final Pattern RANK =
            Pattern.compile("\\s*Rank (\\d{1,9}) -- GPU (\\d{1,9}) managed by process \\d+ on node (\\S+).*");
    private static final Pattern PROCESS =
            Pattern.compile("\\s*(?:\\[([0-9: -]{19})\\] ([A-Z_]+): )?(Process \\d+ on node (\\S+) managing .*)");

    private final EventContext context;
    private final JobId job;
    private final Map<String, Group> groups = new HashMap<>();
    private final List<Integer> missing = new ArrayList<>();
    private @Nullable Group group;
    private @Nullable String communicator;
    private String error = "";
    private @Nullable String operation;
    private @Nullable Long launched;
    private boolean isTableOfGroups;

    /** A row of the table: communicators that are alike. */
    private record Group(int rankCount, String status) {}

    RasReport(Input input) {
        context = input.context();
        job = new JobId(InputName.plain(input));
    }

    void read(Line line, Sink sink) {
        LineRecord record = new LineRecord(line, context);
        try {
            readText(line.text(), record);
        } catch (IllegalArgumentException e) {
            record.refuse(RejectCode.BAD_VALUE, String.valueOf(e.getMessage()));
        }
        record.tell(sink);
    }

    private void readText(String text, LineRecord line) {
        Matcher version = VERSION.matcher(text);
        Matcher block = BLOCK.matcher(text);
        Matcher member = RANK.matcher(text);
        Matcher process = PROCESS.matcher(text);
        Matcher row = GROUP.matcher(text);
        Matcher summary = SUMMARY.matcher(text);
        if (version.matches()) {
            line.add(meta -> new JobStarted(meta, job, null, "NCCL " + version.group(1)));
        } else if (block.matches()) {
            readBlock(block, line);
        } else if (member.matches()) {
            readRank(Integer.parseInt(member.group(1)), member.group(2), member.group(3), line);
        } else if (process.matches()) {
            readProcess(process, line);
        } else if (isTableOfGroups && row.matches()) {
            readGroup(row, line);
        } else if (!isTableOfGroups && summary.matches()) {
            line.add(meta -> new JobStarted(meta, job, Integer.valueOf(summary.group(1)), null));
        } else {
            readOther(text, line);
        }
    }

    private void readOther(String text, LineRecord line) {
        Matcher counts = COUNTS.matcher(text);
        Matcher ranks = LAUNCHED.matcher(text);
        if (counts.matches()) {
            String counted = counts.group(1);
            operation = counted == null || counted.equals("collective") ? null : counted;
            launched = null;
            line.recognise();
        } else if (ranks.matches()) {
            launched = Long.valueOf(ranks.group(1));
            line.recognise();
        } else if (text.contains("Group") && text.contains("Comms")) {
            isTableOfGroups = true;
            line.recognise();
        } else if (text.contains(" ranks have status ") || text.contains("different status")) {
            launched = null;
            line.unread("the status of some ranks");
        } else if (communicator != null && text.startsWith("  ") && !text.isBlank()) {
            line.unread("a sentence on a communicator");
        } else if (isHeading(text)) {
            line.recognise();
        }
    }

    private static boolean isHeading(String text) {
        return text.startsWith("Job summary")
                || text.startsWith("Communicators...")
                || text.startsWith("CUDA runtime")
                || text.startsWith("Errors")
                || text.startsWith("Warnings")
                || text.startsWith("====")
                || text.contains("per node")
                || text.contains("Processes");
    }

    private void readGroup(Matcher row, LineRecord line) {
        int rankCount = Integer.parseInt(row.group(3));
        String status = row.group(4);
        groups.put(row.group(1), new Group(rankCount, status));
        String name = "group " + row.group(1);
        line.add(meta -> new CommunicatorHealthObserved(meta, job, name, rankCount, status, row.group(5), List.of()));
    }

    private void readBlock(Matcher block, LineRecord line) {
        group = groups.get(block.group(1));
        communicator = CommunicatorId.ofHex(block.group(2));
        error = block.group(3);
        operation = null;
        launched = null;
        missing.clear();
        addHealth(line);
    }

    private void addHealth(LineRecord line) {
        String named = communicator;
        Group known = group;
        if (named != null) {
            String found = error;
            List<Integer> silent = List.copyOf(missing);
            line.add(meta -> new CommunicatorHealthObserved(
                    meta,
                    job,
                    named,
                    known == null ? null : Integer.valueOf(known.rankCount()),
                    known == null ? null : known.status(),
                    found,
                    silent));
        }
    }

    private void readRank(int rank, String gpu, String host, LineRecord line) {
        String named = communicator;
        Group known = group;
        if (named == null) {
            line.unread("a rank of a communicator that is not told");
            return;
        }
        DeviceId device = new DeviceId(host);
        if (known != null) {
            line.add(meta -> new CommunicatorInitialized(meta, job, named, rank, known.rankCount(), device, gpu, null));
        }
        Long reached = launched;
        String counted = operation;
        if (reached != null) {
            line.add(meta ->
                    new CommunicatorProgressObserved(meta, job, named, rank, device, counted, reached, null, null));
        } else if (error.equals("INCOMPLETE")) {
            missing.add(rank);
            addHealth(line);
        }
        line.recognise();
    }

    /** A process that does not answer, in a block or as an event of its own. */
    private void readProcess(Matcher process, LineRecord line) {
        String time = process.group(1);
        String event = process.group(2) == null ? "peer-silent" : word(process.group(2));
        line.at(time == null ? null : LogTime.before(time));
        line.add(meta ->
                failure(meta, job, event, process.group(4), process.group(3).strip()));
    }

    static CommunicationFailed failure(EventMeta meta, JobId job, String kind, @Nullable String peer, String message) {
        return new CommunicationFailed(meta, job, UNKNOWN_HOST, null, kind, null, peer, message, null, null, null);
    }

    /** {@code PEER_DEAD} as a kind of failure. */
    static String word(String event) {
        return event.toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
