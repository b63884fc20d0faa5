package io.fabrictwin.ingest.parse.nccl;

import io.fabrictwin.ingest.parse.LineRecord;
import io.fabrictwin.ingest.parse.nccl.words.Addresses;
import io.fabrictwin.model.event.CommunicationFailed;
import io.fabrictwin.model.event.NameScheme;
import io.fabrictwin.model.id.DeviceId;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads what warnings are about. One fault echoes: the other requests of a queue pair are flushed, and every frame of the
 * call stack hands its code on in a line of its own. Echoes are counted and are no failures.
 */
final class Failures {
    /** Errors are told by lines without a host too; they must not be lost. */
    static final DeviceId UNKNOWN_HOST = new DeviceId("unknown");

    private static final int FLUSHED = 5;
    private static final Pattern COMPLETION = Pattern.compile(
            "Got completion from peer (\\S+?)(?:<\\d+>)? with (?:status=|error )(?:(\\d{1,9})|(IBV_WC_\\w+))");
    private static final Pattern PEER =
            Pattern.compile("\\b(?:peer|to|from) ((?!0x)(?=\\S*[A-Za-z0-9])[^\\s<,]+)<\\d+>");
    private static final Pattern RANK_PEER = Pattern.compile("\\b(?:to|from) rank (\\d{1,9})\\b");
    private static final Pattern CODE =
            Pattern.compile("\\b(?:failed with (?:error )?|retcode |errno |rc=)(\\d{1,9})\\b");
    private static final Pattern VENDOR = Pattern.compile("vendor[ _]err[ =]+(\\d{1,9})");
    private static final Pattern NIC = Pattern.compile("\\bhca[ =]([A-Za-z][\\w.+\\-]*)"
            + "|\\bon dev ([A-Za-z][\\w.+\\-]*)"
            + "|(?:^|\\s)([A-Za-z][\\w.+\\-]*):\\d{1,3} Got "
            + "|Unable to open device ([A-Za-z][\\w.+\\-]*)"
            + "|\\bon device ([A-Za-z][\\w.+\\-]*)");
    /** The word is glued to the value in many versions. */
    private static final Pattern LOCAL =
            Pattern.compile("\\blocal ?G(?:ID|id)s?[ =:]?((?=[0-9a-fA-F:])[0-9a-fA-F:.]+)");

    private static final Pattern REMOTE =
            Pattern.compile("\\bremote ?G(?:ID|id)s?[ =]?((?=[0-9a-fA-F:])[0-9a-fA-F:.]+)");
    /** {@code transport/net.cc:1362 -> 6}, with the call and the thread behind it. */
    private static final Pattern FRAME = Pattern.compile("\\S+\\.(?:cc|cu|c|h|hpp|cpp|cxx):\\d{1,9} -> \\d{1,4}\\b.*");

    /** Work completion codes of the verbs library by name. */
    private static final Map<String, Integer> COMPLETION_CODES = Map.ofEntries(
            Map.entry("IBV_WC_LOC_LEN_ERR", 1),
            Map.entry("IBV_WC_LOC_QP_OP_ERR", 2),
            Map.entry("IBV_WC_LOC_PROT_ERR", 4),
            Map.entry("IBV_WC_WR_FLUSH_ERR", FLUSHED),
            Map.entry("IBV_WC_MW_BIND_ERR", 6),
            Map.entry("IBV_WC_BAD_RESP_ERR", 7),
            Map.entry("IBV_WC_LOC_ACCESS_ERR", 8),
            Map.entry("IBV_WC_REM_INV_REQ_ERR", 9),
            Map.entry("IBV_WC_REM_ACCESS_ERR", 10),
            Map.entry("IBV_WC_REM_OP_ERR", 11),
            Map.entry("IBV_WC_RETRY_EXC_ERR", 12),
            Map.entry("IBV_WC_RNR_RETRY_EXC_ERR", 13),
            Map.entry("IBV_WC_LOC_RDD_VIOL_ERR", 14),
            Map.entry("IBV_WC_REM_INV_RD_REQ_ERR", 15),
            Map.entry("IBV_WC_REM_ABORT_ERR", 16),
            Map.entry("IBV_WC_FATAL_ERR", 19),
            Map.entry("IBV_WC_RESP_TIMEOUT_ERR", 20),
            Map.entry("IBV_WC_GENERAL_ERR", 21));

    private final JobState state;
    /** Processes whose queue pairs have failed by more than a flush. */
    private final Set<String> failed = new HashSet<>();

    Failures(JobState state) {
        this.state = state;
    }

    static boolean isFailure(Message message) {
        return message.level() == Message.Level.WARN || message.text().contains(" async ");
    }

    /** Whether a frame of the call stack hands a code on. */
    static boolean isEcho(String text) {
        return text.indexOf(" -> ") > 0
                && text.indexOf(':') > 0
                && FRAME.matcher(text).matches();
    }

    void read(Message message, LineRecord line) {
        String text = message.text();
        String host = message.host();
        Matcher completion = COMPLETION.matcher(text);
        boolean isCompletion = completion.find();
        Integer status = isCompletion ? completionStatus(completion) : number(CODE, text);
        if (isCompletion) {
            boolean isFlush = status != null && status == FLUSHED;
            if (isFlush && failed.contains(message.processKey())) {
                line.unread("a flushed request after a failure of the same process");
                return;
            }
            if (!isFlush) {
                failed.add(message.processKey());
            }
        }
        String nic = first(NIC, text);
        String local = address(LOCAL, text);
        if (host != null && nic != null && local != null && !local.equals("::")) {
            state.name(line, host, nic, NameScheme.ADDRESS, local);
        }
        String rankPeer = first(RANK_PEER, text);
        String socketPeer = isCompletion ? completion.group(1) : first(PEER, text);
        String peer = socketPeer == null && rankPeer != null ? "rank " + rankPeer : socketPeer;
        Integer rank = state.communicators().rank(message);
        line.add(meta -> new CommunicationFailed(
                meta,
                state.job(),
                host == null ? UNKNOWN_HOST : new DeviceId(host),
                rank,
                isCompletion ? "completion-error" : kind(text),
                status,
                peer,
                text,
                nic,
                number(VENDOR, text),
                address(REMOTE, text)));
    }

    private static @Nullable Integer completionStatus(Matcher completion) {
        String number = completion.group(2);
        return number == null ? COMPLETION_CODES.get(completion.group(3)) : Integer.valueOf(number);
    }

    private static @Nullable Integer number(Pattern pattern, String text) {
        String digits = first(pattern, text);
        return digits == null ? null : Integer.valueOf(digits);
    }

    private static @Nullable String address(Pattern pattern, String text) {
        String found = first(pattern, text);
        if (found == null) {
            return null;
        }
        String plain = found.endsWith(".") ? found.substring(0, found.length() - 1) : found;
        String normal = Addresses.normal(plain);
        return normal == null ? plain : normal;
    }

    /** The first group that took part; null: the pattern is not found. */
    private static @Nullable String first(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        if (matcher.find()) {
            for (int group = 1; group <= matcher.groupCount(); group++) {
                if (matcher.group(group) != null) {
                    return matcher.group(group);
                }
            }
        }
        return null;
    }

    private static String kind(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        if (lower.contains("got async")
                || lower.contains("got non-fatal async")
                || lower.contains("async fatal event")) {
            return lower.contains("non-fatal") ? "async-notice" : "async-event";
        }
        if (text.contains("ibv_modify_qp")) {
            return "queue-pair-error";
        }
        if (text.contains("ibv_") || text.contains("Unable to open device")) {
            return "verbs-error";
        }
        if (lower.contains("connection closed")) {
            return "connection-closed";
        }
        if (lower.contains("timeout") || lower.contains("timed out")) {
            return "timeout";
        }
        if (lower.contains("socket")
                || lower.contains("call to connect")
                || lower.contains("connection re")
                || text.startsWith("Net ")
                || lower.contains("bootstrap")) {
            return "socket-error";
        }
        if (lower.contains("cuda failure") || lower.contains("cuda error") || lower.contains("hip failure")) {
            return "gpu-error";
        }
        if (lower.contains("sharp") || lower.contains("collnet")) {
            return "in-network-reduction-error";
        }
        return lower.contains("proxy") ? "proxy-error" : "warning";
    }
}
