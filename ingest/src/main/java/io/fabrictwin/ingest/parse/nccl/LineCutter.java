package io.fabrictwin.ingest.parse.nccl;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a line into the messages it holds. What stands before the first message (launchers' marks, times, the rest of
 * another line) is no part of any.
 */
final class LineCutter {
    private static final String MARK = "NCCL ";
    private static final Pattern LEVEL = Pattern.compile("NCCL (INFO|WARN|VERSION|TRACE|CALL|ABORT)(?: |$)");
    /** {@code host:pid:tid [gpu] }, then the place in the source of a warning or the clock of a trace. */
    private static final Pattern WRITER = Pattern.compile("([A-Za-z0-9_.\\-]*):(\\d{1,19}):(\\d{1,19}) "
            + "(?:\\[-?\\d{1,9}\\] )?(?:\\d+(?:\\.\\d+)? )?(?:\\S+:\\d+ )?(?:\\([^)]*\\) )?$");

    private static final Pattern WRITER_WITHOUT_PROCESS = Pattern.compile(
            "(?:^|[ :>\\]])([A-Za-z][A-Za-z0-9_.\\-]*) \\[-?\\d{1,9}\\] (?:\\S+:\\d+ )?(?:\\([^)]*\\) )?$");
    private static final Pattern WRITER_ONLY =
            Pattern.compile("[A-Za-z0-9_.\\-]*:\\d{1,19}:\\d{1,19} \\[-?\\d{1,9}\\] .*");
    /** What a torn result row leaves in front of a host's name. */
    private static final Pattern NUMBERS = Pattern.compile("[0-9.]+");

    private final Set<String> hosts = new HashSet<>();

    /**
     * The messages of one line.
     *
     * @param prefix what stands before the first
     * @param messages in order
     * @param isTorn whether the line has the beginning of a message without its level
     */
    record Cut(String prefix, List<Message> messages, boolean isTorn) {}

    private record Start(
            int from, int textFrom, String level, @Nullable String host, String process, String thread) {}

    /** Cuts one line; cheap for lines without a message. */
    Cut cut(String line) {
        int mark = line.indexOf(MARK);
        if (mark < 0) {
            return new Cut(line, List.of(), false);
        }
        List<Start> starts = starts(line, mark);
        if (starts.isEmpty()) {
            return new Cut(
                    line,
                    List.of(),
                    WRITER_ONLY.matcher(line.substring(0, mark)).find());
        }
        List<Message> messages = new ArrayList<>(starts.size());
        for (int i = 0; i < starts.size(); i++) {
            Start start = starts.get(i);
            int to = i + 1 < starts.size() ? starts.get(i + 1).from() : line.length();
            messages.add(new Message(
                    start.host(),
                    start.process(),
                    start.thread(),
                    start.level().equals("WARN"),
                    start.level().equals("WARN") || start.level().equals("INFO"),
                    line.substring(Math.min(start.textFrom(), to), to).strip()));
        }
        return new Cut(line.substring(0, starts.get(0).from()), messages, false);
    }

    private List<Start> starts(String line, int firstMark) {
        List<Start> starts = new ArrayList<>(2);
        int from = 0;
        Matcher level = LEVEL.matcher(line);
        int at = firstMark;
        while (at < line.length() && level.find(at)) {
            starts.add(start(line, from, level, starts.isEmpty()));
            from = level.end();
            at = level.end();
        }
        return starts;
    }

    private Start start(String line, int from, Matcher level, boolean isFirst) {
        Matcher writer = WRITER.matcher(line).region(from, level.start());
        if (writer.find()) {
            String written = writer.group(1);
            String host = host(written, isFirst);
            int glued = host == null ? 0 : written.length() - host.length();
            return new Start(
                    writer.start() + glued, level.end(), level.group(1), host, writer.group(2), writer.group(3));
        }
        Matcher bare = WRITER_WITHOUT_PROCESS.matcher(line).region(from, level.start());
        if (bare.find()) {
            return new Start(bare.start(1), level.end(), level.group(1), bare.group(1), "", "");
        }
        return new Start(level.start(), level.end(), level.group(1), null, "", "");
    }

    /** The host's name without what another line left in front of it; null: there is none, or it cannot be told apart. */
    private @Nullable String host(String written, boolean isFirst) {
        if (written.isEmpty()) {
            return null;
        }
        if (hosts.contains(written)) {
            return written;
        }
        String known = null;
        for (String host : hosts) {
            if (written.endsWith(host) && (known == null || host.length() > known.length())) {
                known = host;
            }
        }
        if (isFirst) {
            boolean isGlued = known != null
                    && NUMBERS.matcher(written.substring(0, written.length() - known.length()))
                            .matches();
            if (!isGlued) {
                hosts.add(written);
                return written;
            }
        }
        return known;
    }
}
