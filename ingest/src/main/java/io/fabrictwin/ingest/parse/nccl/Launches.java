package io.fabrictwin.ingest.parse.nccl;

import io.fabrictwin.ingest.parse.LineRecord;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.nccl.words.Words;
import io.fabrictwin.ingest.parse.reading.Scan;
import io.fabrictwin.model.event.CollectiveLaunched;
import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.id.DeviceId;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads what ranks launched: {@code AllReduce: opCount 1a sendbuff .. count 4 datatype 7 op 0 root 0 comm 0x.. }. */
final class Launches {
    private static final String MARK = ": opCount ";
    private static final int MAX_NAME = 24;

    private final JobState state;
    private final Map<String, CollectiveOperation> lastByProcess = new HashMap<>();

    Launches(JobState state) {
        this.state = state;
    }

    static boolean isLaunch(String text) {
        int colon = text.indexOf(':');
        return colon > 0 && colon < MAX_NAME && text.startsWith(": opCount", colon);
    }

    /** The operation that a process launched last; null: none is known. */
    @Nullable
    CollectiveOperation last(Message message) {
        return lastByProcess.get(message.processKey());
    }

    void read(Message message, LineRecord line) {
        String text = message.text();
        String host = message.host();
        String name = text.substring(0, text.indexOf(':'));
        Scan scan = new Scan(text, name.length());
        String launchCount = scan.skip(MARK) ? scan.word() : "";
        long count = scan.skipTo(" count ") ? scan.number() : -1;
        int type = count >= 0 && scan.skip(" datatype ") ? scan.small() : -1;
        String pointer = type >= 0 && scan.skipTo(" comm ") ? scan.word() : "";
        boolean isWhole =
                pointer.startsWith("0x") && isHex(launchCount) && scan.rest().startsWith(" ");
        if (!isWhole || host == null) {
            line.torn("a collective");
            return;
        }
        CollectiveOperation operation = Words.operation(name);
        Integer typeBytes = Words.bytesOfType(type);
        if (operation == null || typeBytes == null) {
            line.refuse(
                    RejectCode.BAD_VALUE,
                    operation == null
                            ? "collective '" + name + "' is not known"
                            : "datatype " + type + " is not known");
            return;
        }
        lastByProcess.put(message.processKey(), operation);
        Communicators.Communicator communicator = state.communicators().find(message, pointer);
        long bytes = Math.multiplyExact(count, (long) typeBytes);
        line.add(meta -> new CollectiveLaunched(
                meta,
                state.job(),
                communicator == null ? null : communicator.identity(),
                communicator == null ? null : Integer.valueOf(communicator.rank()),
                new DeviceId(host),
                Long.parseLong(launchCount, 16),
                operation,
                bytes));
    }

    private static boolean isHex(String digits) {
        return !digits.isEmpty()
                && digits.length() < 16
                && digits.chars().allMatch(digit -> Character.digit(digit, 16) >= 0);
    }
}
