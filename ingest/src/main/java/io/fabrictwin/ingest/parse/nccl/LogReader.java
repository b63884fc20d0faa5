package io.fabrictwin.ingest.parse.nccl;

import io.fabrictwin.ingest.parse.EventContext;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.InputName;
import io.fabrictwin.ingest.parse.Line;
import io.fabrictwin.ingest.parse.LogTime;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.model.event.ChannelConnected;
import io.fabrictwin.model.event.CollectiveLaunched;
import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.event.CommunicationFailed;
import io.fabrictwin.model.event.CommunicatorInitialized;
import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.JobStarted;
import io.fabrictwin.model.event.JobTuned;
import io.fabrictwin.model.event.NicSelected;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.JobId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the lines of one log, in order. */
final class LogReader {
    /** Errors are told by lines without a host too; they must not be lost. */
    private static final DeviceId UNKNOWN_HOST = new DeviceId("unknown");

    private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-9;?]*[A-Za-z]");

    private static final Pattern VERSION =
            Pattern.compile("(NCCL|RCCL) version ?:? ?(\\d+(?:\\.\\d+)+(?:[+-](?:(?!NCCL|RCCL)\\S)*)?)");
    /** A version stands alone in its line, behind nothing but launchers' marks. */
    private static final Pattern VERSION_LINE = Pattern.compile(
            "(?:\\s*(?:\\[?\\d{4}-\\d{2}-\\d{2}[T ][0-9:.,Z+\\-]+\\]?:?"
                    + "|\\[\\d+,\\d+\\]<\\w+>:|\\[(?:rank|default)?\\d+\\]:?|\\([^)]*\\)|[\\w.\\-]+:))*\\s*(?:NCCL|RCCL) version .*");

    private static final Pattern SETTING =
            Pattern.compile("((?:NCCL|RCCL)_\\w+) set (?:by environment )?to ?(.*?)\\.?\\s*");
    private static final Pattern SETTING_START = Pattern.compile("(?:NCCL|RCCL)_\\w+ set\\b.*");
    private static final String QUEUE_PAIRS_SETTING = "NCCL_IB_QPS_PER_CONNECTION";

    private static final Pattern MEMBER = Pattern.compile(
            "(?:\\[Rank \\d{1,9}\\] )?(?:\\w+ )?comm (0x[0-9a-fA-F]{1,16}) rank (\\d{1,9}) n[rR]anks (\\d{1,9})(?= |$)(.*)");
    private static final Pattern MEMBER_START = Pattern.compile("(?:\\[Rank \\d{1,9}\\] )?ncclComm\\w* comm\\b.*");
    private static final Pattern BUS = Pattern.compile(" busId ([0-9a-fA-F:.]+)");
    private static final Pattern GPU_INDEX = Pattern.compile(" cudaDev (\\d{1,9})\\b");
    private static final Pattern IDENTITY = Pattern.compile(" commId (0x[0-9a-fA-F]+)");
    private static final Pattern PHASE = Pattern.compile(" - (Init|Abort|Destroy) (START|COMPLETE)\\b");

    private static final Pattern NIC_LIST = Pattern.compile("NET/IB\\w* ?: Using(?: |$)(.*)");
    private static final Pattern NIC = Pattern.compile(
            "\\[(\\d{1,9})\\] ?([A-Za-z0-9_.+\\-]+):(\\d{1,9})/([A-Za-z][A-Za-z0-9]*)(?:/SHARP)?(?=[\\s,;}]|$)");
    private static final Pattern MERGED_NIC = Pattern.compile("\\[(\\d{1,9})\\]=\\{([^}]*)\\}");
    private static final Pattern NIC_DETAIL = Pattern.compile(
            "NET/IB\\w* ?: \\[(\\d{1,9})\\] ([A-Za-z0-9_.+\\-]+):[A-Za-z0-9_]+:(\\d{1,9})/([A-Za-z][A-Za-z0-9]*) provider=.*");

    private static final Pattern CHANNEL = Pattern.compile(
            "Channel (\\d{1,9})(?:/(?:\\d{1,9}|Shared))? : (\\d{1,9})\\[[^\\]]*\\]"
                    + " -> (\\d{1,9})\\[[^\\]]*\\](?: \\[(?:send|receive)\\])? via (.+?)(?: comm (0x[0-9a-fA-F]+) nRanks \\d+)?\\s*");
    private static final Pattern RING = Pattern.compile("Channel \\d+(?:/\\d+)?\\s*:?[\\s\\d]*");
    private static final Pattern TRANSPORT =
            Pattern.compile("(?:P2P|SHM|NET|COLLNET|CollNet|NVLS|MNNVL|C2C|GIN|IPC)\\b.*");
    private static final Pattern NETWORK =
            Pattern.compile("(NET/.*?)/(\\d{1,9})(?:\\(\\d+\\))?(/GDRDMA(?:\\([^)]*\\))?)?(?:/\\S+)?");

    private static final Pattern COLLECTIVE = Pattern.compile(
            "(\\w+): opCount ([0-9a-fA-F]{1,16}) sendbuff \\S+ recvbuff \\S+ count (\\d{1,19}) datatype (\\d{1,9})"
                    + "(?: op \\S+)?(?: root \\S+)? comm (0x[0-9a-fA-F]+)\\b.*");
    private static final Pattern COLLECTIVE_START = Pattern.compile("\\w+: opCount\\b.*");
    private static final Map<String, CollectiveOperation> OPERATIONS = Map.ofEntries(
            Map.entry("allreduce", CollectiveOperation.ALL_REDUCE),
            Map.entry("allgather", CollectiveOperation.ALL_GATHER),
            Map.entry("reducescatter", CollectiveOperation.REDUCE_SCATTER),
            Map.entry("alltoall", CollectiveOperation.ALL_TO_ALL),
            Map.entry("alltoallv", CollectiveOperation.ALL_TO_ALL),
            Map.entry("broadcast", CollectiveOperation.BROADCAST),
            Map.entry("bcast", CollectiveOperation.BROADCAST),
            Map.entry("reduce", CollectiveOperation.REDUCE),
            Map.entry("gather", CollectiveOperation.GATHER),
            Map.entry("scatter", CollectiveOperation.SCATTER),
            Map.entry("send", CollectiveOperation.SEND),
            Map.entry("recv", CollectiveOperation.RECEIVE));
    /** Bytes of an element by NCCL's number of its type: int8, uint8, int32, uint32, int64, uint64, half, float, double,
     * bfloat16, fp8 e4m3, fp8 e5m2. */
    private static final int[] TYPE_BYTES = {1, 1, 4, 4, 8, 8, 2, 4, 8, 2, 1, 1};

    private static final Pattern WATCHDOG = Pattern.compile("(?:\\[(?:rank|default)?(\\d{1,9})\\]:)?\\s*\\[[EWIFC]"
            + "(?:(\\d{3,4}) (\\d{2}:\\d{2}:\\d{2}\\.\\d{1,9}))?[^\\[\\]]*ProcessGroupNCCL\\.cpp:\\d+\\] ");
    private static final Pattern WATCHDOG_RANK = Pattern.compile("\\bRank (\\d{1,9})\\]");

    private final EventContext context;
    private final JobId job;
    private final LineCutter cutter = new LineCutter();
    private final Communicators communicators = new Communicators();

    /** What came of a line so far. */
    private final class Findings {
        private final Line line;
        private final List<FabricEvent> events = new ArrayList<>(2);
        private @Nullable Long timeNs;
        private @Nullable RejectCode code;
        private String reason = "";
        private boolean isOurs;

        Findings(Line line) {
            this.line = line;
        }

        EventMeta meta() {
            return context.meta(line.record(), events.size(), timeNs);
        }

        void torn(String what) {
            refuse(RejectCode.MALFORMED, "the line holds only a part of " + what);
        }

        void refuse(RejectCode code, String reason) {
            if (this.code == null) {
                this.code = code;
                this.reason = reason;
            }
        }

        void tell(Sink sink) {
            RejectCode refusal = code;
            if (!events.isEmpty()) {
                sink.accepted(line.record(), line.place(), List.copyOf(events));
            } else if (refusal != null) {
                boolean isCut = refusal == RejectCode.MALFORMED && !line.isTerminated();
                sink.rejected(line.record(), line.place(), isCut ? RejectCode.TRUNCATED : refusal, reason, line.raw());
            } else if (isOurs) {
                sink.accepted(line.record(), line.place(), List.of());
            } else {
                sink.ignored(line.record(), line.place());
            }
        }
    }

    LogReader(Input input) {
        this.context = input.context();
        this.job = new JobId(InputName.plain(input));
    }

    void read(Line line, Sink sink) {
        String text = line.text();
        if (!text.contains("CCL")) {
            sink.ignored(line.record(), line.place());
            return;
        }
        if (text.indexOf('\u001b') >= 0) {
            text = COLOUR.matcher(text).replaceAll("");
        }
        Findings findings = new Findings(line);
        try {
            // A carriage return starts the line again: a message may stand behind a progress bar.
            for (String part : text.indexOf('\r') < 0 ? new String[] {text} : text.split("\r")) {
                readPart(part, findings);
            }
        } catch (IllegalArgumentException | ArithmeticException e) {
            findings.refuse(RejectCode.BAD_VALUE, String.valueOf(e.getMessage()));
        }
        findings.tell(sink);
    }

    private void readPart(String part, Findings findings) {
        LineCutter.Cut cut = cutter.cut(part);
        if (cut.messages().isEmpty()) {
            if (cut.isTorn()) {
                findings.torn("a message");
            } else if (part.contains("ProcessGroupNCCL.cpp:")) {
                readWatchdog(part, findings);
            } else if (VERSION_LINE.matcher(part).matches()) {
                findings.timeNs = LogTime.before(part);
                readVersions(part, findings);
            }
            return;
        }
        findings.isOurs = true;
        findings.timeNs = LogTime.before(cut.prefix());
        for (Message message : cut.messages()) {
            if (message.isFact()) {
                readMessage(message, findings);
            }
        }
    }

    private void readVersions(String text, Findings findings) {
        Matcher version = VERSION.matcher(text);
        while (version.find()) {
            findings.isOurs = true;
            findings.events.add(new JobStarted(findings.meta(), job, null, version.group(1) + " " + version.group(2)));
        }
    }

    private void readMessage(Message message, Findings findings) {
        String text = message.text();
        if (message.isWarning() || Failures.isAsyncEvent(text)) {
            readFailure(message, findings);
        } else if (text.startsWith("Channel ")) {
            readChannel(message, findings);
        } else if (COLLECTIVE_START.matcher(text).matches()) {
            readCollective(message, findings);
        } else if (text.startsWith("NET/IB")) {
            readNics(message, findings);
        } else if (text.startsWith("NCCL version") || text.startsWith("RCCL version")) {
            readVersions(text, findings);
        } else if (text.startsWith("NCCL_") || text.startsWith("RCCL_")) {
            readSetting(text, findings);
        } else if (text.contains("comm 0x") || text.startsWith("ncclComm") || text.startsWith("[Rank ")) {
            readMember(message, findings);
        }
    }

    private void readFailure(Message message, Findings findings) {
        Failures.Failure failure = Failures.of(message.text());
        String host = message.host();
        findings.events.add(new CommunicationFailed(
                findings.meta(),
                job,
                host == null ? UNKNOWN_HOST : new DeviceId(host),
                null,
                failure.kind(),
                failure.status(),
                failure.peer(),
                message.text(),
                null,
                null,
                null));
    }

    private void readSetting(String text, Findings findings) {
        Matcher setting = SETTING.matcher(text);
        if (!setting.matches()) {
            if (SETTING_START.matcher(text).matches()) {
                findings.torn("a setting");
            }
            return;
        }
        String value = setting.group(2);
        boolean isQueuePairs = setting.group(1).equals(QUEUE_PAIRS_SETTING) && value.matches("\\d{1,4}");
        findings.events.add(new JobTuned(
                findings.meta(), job, isQueuePairs ? Integer.valueOf(value) : null, setting.group(1), value));
    }

    private void readMember(Message message, Findings findings) {
        Matcher member = MEMBER.matcher(message.text());
        if (!member.matches()) {
            if (MEMBER_START.matcher(message.text()).matches()) {
                findings.torn("a communicator's message");
            }
            return;
        }
        String pointer = member.group(1);
        int rank = Integer.parseInt(member.group(2));
        int rankCount = Integer.parseInt(member.group(3));
        String rest = member.group(4);
        Matcher identityMatcher = IDENTITY.matcher(rest);
        String identity = identityMatcher.find() ? identityMatcher.group(1) : null;
        Matcher phase = PHASE.matcher(rest);
        if (!phase.find()) {
            if (rest.contains(" cudaDev ")) {
                findings.torn("a communicator's message");
            } else if (rest.startsWith(" nNodes ")) {
                communicators.open(message, pointer, identity, rank);
            }
            return;
        }
        if (!phase.group(1).equals("Init")) {
            communicators.close(message, pointer);
            return;
        }
        boolean isComplete = phase.group(2).equals("COMPLETE");
        String host = message.host();
        if (isComplete && host == null) {
            findings.torn("a communicator's message: its host is missing");
            return;
        }
        if (identity == null && isComplete) {
            identity = communicators.nameByOrder(message, rank, rankCount);
        }
        communicators.open(message, pointer, identity, rank);
        if (isComplete && host != null && identity != null) {
            findings.events.add(new CommunicatorInitialized(
                    findings.meta(), job, identity, rank, rankCount, new DeviceId(host), gpu(rest), null));
        }
    }

    /** The GPU by its bus id; versions before 2.5 print only its index. */
    private static @Nullable String gpu(String member) {
        Matcher bus = BUS.matcher(member);
        if (bus.find()) {
            return bus.group(1);
        }
        Matcher index = GPU_INDEX.matcher(member);
        return index.find() ? index.group(1) : null;
    }

    private void readNics(Message message, Findings findings) {
        String text = message.text();
        Matcher detail = NIC_DETAIL.matcher(text);
        Matcher list = NIC_LIST.matcher(text);
        boolean isDetail = detail.matches();
        if (!isDetail && !list.matches()) {
            return;
        }
        String host = message.host();
        if (host == null) {
            findings.torn("a list of NICs: its host is missing");
            return;
        }
        if (isDetail) {
            addNic(findings, host, detail.group(1), detail.group(2), Integer.valueOf(detail.group(3)), detail.group(4));
            return;
        }
        String nics = list.group(1);
        int end = nics.indexOf("; OOB");
        if (end >= 0) {
            nics = nics.substring(0, end);
        }
        Matcher merged = MERGED_NIC.matcher(nics);
        boolean isMerged = nics.contains("]={");
        while (isMerged && merged.find()) {
            addMerged(findings, host, merged.group(1), merged.group(2));
        }
        Matcher nic = NIC.matcher(nics);
        while (!isMerged && nic.find()) {
            addNic(findings, host, nic.group(1), nic.group(2), Integer.valueOf(nic.group(3)), nic.group(4));
        }
    }

    /** Several ports that the library uses as one NIC. */
    private void addMerged(Findings findings, String host, String index, String parts) {
        List<String> names = new ArrayList<>();
        String linkLayer = null;
        Matcher nic = NIC.matcher(parts);
        while (nic.find()) {
            names.add(nic.group(2));
            linkLayer = nic.group(4);
        }
        if (!names.isEmpty()) {
            addNic(findings, host, index, String.join("+", names), null, linkLayer);
        }
    }

    private void addNic(
            Findings findings,
            String host,
            String index,
            String nic,
            @Nullable Integer port,
            @Nullable String linkLayer) {
        findings.events.add(new NicSelected(
                findings.meta(), job, new DeviceId(host), Integer.parseInt(index), nic, port, linkLayer));
    }

    private void readChannel(Message message, Findings findings) {
        Matcher channel = CHANNEL.matcher(message.text());
        if (!channel.matches()) {
            if (!RING.matcher(message.text()).matches()) {
                findings.torn("a channel");
            }
            return;
        }
        String via = channel.group(4);
        if (!TRANSPORT.matcher(via).matches()) {
            findings.torn("a channel: its transport '" + via + "' is not known");
            return;
        }
        Matcher network = NETWORK.matcher(via);
        boolean isNetwork = network.matches();
        String pointer = channel.group(5);
        Communicators.Communicator communicator =
                pointer == null ? communicators.around(message) : communicators.find(message, pointer);
        String host = message.host();
        findings.events.add(new ChannelConnected(
                findings.meta(),
                job,
                communicator == null ? null : communicator.identity(),
                Integer.parseInt(channel.group(1)),
                Integer.parseInt(channel.group(2)),
                Integer.parseInt(channel.group(3)),
                isNetwork ? network.group(1) : via,
                isNetwork ? Integer.valueOf(network.group(2)) : null,
                isNetwork ? Boolean.valueOf(network.group(3) != null) : null,
                host == null ? null : new DeviceId(host)));
    }

    private void readCollective(Message message, Findings findings) {
        Matcher collective = COLLECTIVE.matcher(message.text());
        String host = message.host();
        if (!collective.matches() || host == null) {
            findings.torn("a collective");
            return;
        }
        CollectiveOperation operation = OPERATIONS.get(collective.group(1).toLowerCase(Locale.ROOT));
        int type = Integer.parseInt(collective.group(4));
        if (operation == null || type >= TYPE_BYTES.length) {
            findings.refuse(
                    RejectCode.BAD_VALUE,
                    operation == null
                            ? "collective '" + collective.group(1) + "' is not known"
                            : "datatype " + type + " is not known");
            return;
        }
        Communicators.Communicator communicator = communicators.find(message, collective.group(5));
        findings.events.add(new CollectiveLaunched(
                findings.meta(),
                job,
                communicator == null ? null : communicator.identity(),
                communicator == null ? null : Integer.valueOf(communicator.rank()),
                new DeviceId(host),
                Long.parseLong(collective.group(2), 16),
                operation,
                Math.multiplyExact(Long.parseLong(collective.group(3)), (long) TYPE_BYTES[type])));
    }

    private void readWatchdog(String part, Findings findings) {
        Matcher start = WATCHDOG.matcher(part);
        int from = 0;
        while (start.find(from)) {
            Matcher next = WATCHDOG.matcher(part);
            int to = next.find(start.end()) ? next.start() : part.length();
            readWatchdogMessage(start, part.substring(start.end(), to).strip(), findings);
            from = to;
            if (from >= part.length()) {
                return;
            }
        }
    }

    private void readWatchdogMessage(Matcher start, String text, Findings findings) {
        findings.isOurs = true;
        String kind = watchdogKind(text);
        if (kind == null) {
            return;
        }
        String prefix = start.group(1);
        Matcher rankMatcher = WATCHDOG_RANK.matcher(text);
        String rank = rankMatcher.find() ? rankMatcher.group(1) : prefix;
        if (start.group(2) != null) {
            findings.timeNs = LogTime.withoutYear(start.group(2), start.group(3), context.anchorTimeNs());
        }
        findings.events.add(new CommunicationFailed(
                findings.meta(),
                job,
                UNKNOWN_HOST,
                rank == null ? null : Integer.valueOf(rank),
                kind,
                null,
                null,
                text,
                null,
                null,
                null));
    }

    /** What PyTorch's watchdog tells; null: nothing but what it does about it. */
    private static @Nullable String watchdogKind(String text) {
        if (text.contains("terminated with exception")) {
            return null;
        }
        if (text.contains("Watchdog caught collective operation timeout")) {
            return "watchdog-timeout";
        }
        if (text.contains("Timeout at NCCL work") || text.contains("detected by watchdog at work")) {
            return "watchdog-stall";
        }
        return text.contains("Received a dump signal due to a collective timeout") ? "watchdog-dump" : null;
    }
}
