package io.fabrictwin.ingest.parse.nccl;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads what a warning is about. */
final class Failures {
    private static final Pattern COMPLETION = Pattern.compile(
            "Got completion from peer (\\S+?)(?:<\\d+>)? with (?:status=|error )(?:(\\d{1,9})|(IBV_WC_\\w+))");
    private static final Pattern PEER = Pattern.compile("\\b(?:peer|to|from) ([^\\s<]+)<\\d+>");
    private static final Pattern CODE = Pattern.compile("\\b(?:failed with (?:error )?|retcode |errno )(\\d{1,9})\\b");

    /** Work completion codes of the verbs library by name. */
    private static final Map<String, Integer> COMPLETION_CODES = Map.ofEntries(
            Map.entry("IBV_WC_LOC_LEN_ERR", 1),
            Map.entry("IBV_WC_LOC_QP_OP_ERR", 2),
            Map.entry("IBV_WC_LOC_PROT_ERR", 4),
            Map.entry("IBV_WC_WR_FLUSH_ERR", 5),
            Map.entry("IBV_WC_MW_BIND_ERR", 6),
            Map.entry("IBV_WC_BAD_RESP_ERR", 7),
            Map.entry("IBV_WC_LOC_ACCESS_ERR", 8),
            Map.entry("IBV_WC_REM_INV_REQ_ERR", 9),
            Map.entry("IBV_WC_REM_ACCESS_ERR", 10),
            Map.entry("IBV_WC_REM_OP_ERR", 11),
            Map.entry("IBV_WC_RETRY_EXC_ERR", 12),
            Map.entry("IBV_WC_RNR_RETRY_EXC_ERR", 13));

    private Failures() {}

    /**
     * A failure.
     *
     * @param kind its class
     * @param status its code; null: not told
     * @param peer address of whom it was talking to; null: not told
     */
    record Failure(
            String kind, @Nullable Integer status, @Nullable String peer) {}

    static boolean isAsyncEvent(String text) {
        return text.contains("Got async") || text.contains("async event") || text.contains("async fatal event");
    }

    static Failure of(String text) {
        Matcher completion = COMPLETION.matcher(text);
        if (completion.find()) {
            String number = completion.group(2);
            return new Failure(
                    "completion-error",
                    number == null ? COMPLETION_CODES.get(completion.group(3)) : Integer.valueOf(number),
                    completion.group(1));
        }
        Matcher peer = PEER.matcher(text);
        Matcher code = CODE.matcher(text);
        return new Failure(
                kind(text), code.find() ? Integer.valueOf(code.group(1)) : null, peer.find() ? peer.group(1) : null);
    }

    private static String kind(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        if (isAsyncEvent(text)) {
            return "async-event";
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
