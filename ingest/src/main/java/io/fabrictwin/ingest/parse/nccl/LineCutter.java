package io.fabrictwin.ingest.parse.nccl;

import io.fabrictwin.ingest.parse.Envelope;
import io.fabrictwin.ingest.parse.Line;
import io.fabrictwin.ingest.parse.reading.KnownNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a line into the messages it holds. What stands before the first message (launchers' marks, times, the rest of
 * another line) is no part of any.
 */
final class LineCutter {
    private static final String MARK = "NCCL ";
    /** The library writes no longer lines than this, end and all. */
    private static final int BUFFER_CHARACTERS = 1020;

    private static final int MAX_HOSTS = 1 << 16;
    /** A longer prefix has a time in it, which is never the same. */
    private static final int MAX_PREFIX = 18;

    private static final Message.Writer NOBODY = Message.Writer.of(null, "", "");

    private final Set<String> hosts = new HashSet<>();
    /** Writers by how they sign. */
    private final Map<String, Message.Writer> writers = new HashMap<>();
    /** By the bytes up to the level of a line's only message: a writer's lines begin alike. */
    private final KnownNames<Head> heads = new KnownNames<>();

    /**
     * The messages of one line.
     *
     * @param prefix what stands before the first
     * @param messages in order
     * @param isTorn whether the line has the beginning of a message without its level
     */
    record Cut(Prefix prefix, List<Message> messages, boolean isTorn) {
        private static final Cut NONE = new Cut(Prefix.of(""), List.of(), false);
        private static final Cut TORN = new Cut(Prefix.of(""), List.of(), true);
    }

    /** Where a message begins, who wrote it and how loud it is. */
    private record Start(int from, int textFrom, Message.Level level, Message.Writer writer, String gpu) {}

    /** What stands before a message's text, launchers' marks in front. */
    private record Head(Prefix prefix, Message.Writer writer, String gpu, Message.Level level) {
        Cut cut(String line, int textFrom) {
            boolean isFull = line.length() - prefix.text().length() >= BUFFER_CHARACTERS;
            String text = stripped(line, textFrom, line.length());
            return new Cut(prefix, List.of(new Message(writer, gpu, level, text, isFull)), false);
        }
    }

    /**
     * Cuts a line; cheap for lines without a message.
     *
     * @param text of the line or of a part of it
     */
    Cut cut(Line line, String text) {
        int mark = text.indexOf(MARK);
        if (mark < 0) {
            return Cut.NONE;
        }
        int levelTo = levelEnd(text, mark);
        boolean isHead = text.length() == line.to() - line.from()
                && (levelTo == text.length() || text.charAt(levelTo) == ' ')
                && text.indexOf(MARK, levelTo) < 0;
        Head known = isHead ? heads.find(line.bytes(), line.from(), line.from() + levelTo) : null;
        if (known != null) {
            return known.cut(text, levelTo);
        }
        Cut cut = cut(text, mark);
        int prefixCharacters = cut.prefix().text().length();
        if (isHead && cut.messages().size() == 1 && prefixCharacters <= MAX_PREFIX) {
            Message message = cut.messages().get(0);
            heads.add(
                    line.bytes(),
                    line.from(),
                    line.from() + levelTo,
                    new Head(cut.prefix(), message.writer(), message.gpu(), message.level()));
        }
        return cut;
    }

    private Cut cut(String line, int mark) {
        List<Start> starts = starts(line, mark);
        if (starts.isEmpty()) {
            return isSigned(line, mark) ? Cut.TORN : Cut.NONE;
        }
        List<Message> messages = new ArrayList<>(starts.size());
        for (int i = 0; i < starts.size(); i++) {
            Start start = starts.get(i);
            int to = i + 1 < starts.size() ? starts.get(i + 1).from() : line.length();
            messages.add(new Message(
                    start.writer(),
                    start.gpu(),
                    start.level(),
                    stripped(line, Math.min(start.textFrom(), to), to),
                    to - start.from() >= BUFFER_CHARACTERS));
        }
        return new Cut(Prefix.of(line.substring(0, starts.get(0).from())), messages, false);
    }

    private static String stripped(String line, int from, int to) {
        int begin = from;
        int end = to;
        while (begin < end && Character.isWhitespace(line.charAt(begin))) {
            begin++;
        }
        while (end > begin && Character.isWhitespace(line.charAt(end - 1))) {
            end--;
        }
        return line.substring(begin, end);
    }

    /** Whether the mark stands behind the name of a writer. */
    private boolean isSigned(String line, int mark) {
        Start start = start(line, 0, mark, mark, Message.Level.OTHER, true);
        return !start.writer().process().isEmpty();
    }

    private List<Start> starts(String line, int firstMark) {
        List<Start> starts = new ArrayList<>(1);
        int from = 0;
        for (int mark = firstMark; mark >= 0; mark = line.indexOf(MARK, mark + 1)) {
            int levelFrom = mark + MARK.length();
            int levelTo = levelEnd(line, mark);
            boolean isWhole = levelTo == line.length() || line.charAt(levelTo) == ' ';
            Message.Level level = isWhole ? level(line, levelFrom, levelTo) : null;
            if (level != null) {
                starts.add(start(line, from, mark, levelTo, level, starts.isEmpty()));
                from = levelTo;
            }
        }
        return starts;
    }

    private static int levelEnd(String line, int mark) {
        int end = mark + MARK.length();
        while (end < line.length() && line.charAt(end) >= 'A' && line.charAt(end) <= 'Z') {
            end++;
        }
        return end;
    }

    private static Message.@Nullable Level level(String line, int from, int to) {
        int length = to - from;
        if (length == 4 && line.startsWith("INFO", from)) {
            return Message.Level.INFO;
        }
        if (length == 4 && line.startsWith("WARN", from)) {
            return Message.Level.WARN;
        }
        boolean isOther = (length == 4 && line.startsWith("CALL", from))
                || (length == 5 && (line.startsWith("TRACE", from) || line.startsWith("ABORT", from)))
                || (length == 7 && line.startsWith("VERSION", from));
        return isOther ? Message.Level.OTHER : null;
    }

    /**
     * Reads backwards from the mark: {@code host:pid:tid [gpu] }, then the place in the source of a warning, its function or
     * the clock of a trace. Some collectors print no process and thread.
     */
    private Start start(String line, int from, int mark, int textFrom, Message.Level level, boolean isFirst) {
        String gpu = "";
        int end = mark;
        for (int words = 0; words < 5 && end > from && line.charAt(end - 1) == ' '; words++) {
            int to = end - 1;
            int at = to;
            while (at > from && line.charAt(at - 1) != ' ') {
                at--;
            }
            if (line.charAt(at) == '[' && line.charAt(to - 1) == ']' && isNumber(line, at + 1, to - 1)) {
                gpu = line.substring(at + 1, to - 1);
            } else {
                Start found = writer(line, from, at, to, textFrom, level, gpu, isFirst);
                if (found != null) {
                    return found;
                }
            }
            end = at;
        }
        return new Start(mark, textFrom, level, NOBODY, gpu);
    }

    private @Nullable Start writer(
            String line, int from, int at, int to, int textFrom, Message.Level level, String gpu, boolean isFirst) {
        int thread = numberBefore(line, at, to);
        int process = thread == at || thread == to ? thread : numberBefore(line, at, thread - 1);
        boolean hasProcess = thread < to
                && thread > at
                && line.charAt(thread - 1) == ':'
                && process < thread - 1
                && process > at
                && line.charAt(process - 1) == ':';
        int hostTo = hasProcess ? process - 1 : to;
        int hostFrom = hostTo;
        while (hostFrom > from && isHostSign(line.charAt(hostFrom - 1))) {
            hostFrom--;
        }
        if (!hasProcess) {
            boolean isHost = isFirst
                    && !gpu.isEmpty()
                    && hostFrom == at
                    && hostFrom < to
                    && isLetter(line.charAt(hostFrom))
                    && line.substring(Envelope.of(line).end(), at).isBlank();
            return isHost
                    ? new Start(at, textFrom, level, Message.Writer.of(line.substring(at, to), "", ""), gpu)
                    : null;
        }
        String signature = line.substring(hostFrom, to);
        Message.Writer writer = writers.get(signature);
        if (writer == null) {
            String host = host(line.substring(hostFrom, hostTo), isFirst);
            writer = Message.Writer.of(host, line.substring(process, thread - 1), line.substring(thread, to));
            if (isFirst) {
                if (writers.size() >= MAX_HOSTS) {
                    writers.clear();
                }
                writers.put(signature, writer);
            }
        }
        String host = writer.host();
        return new Start(host == null ? hostFrom : hostTo - host.length(), textFrom, level, writer, gpu);
    }

    /** The host's name without what another line left in front of it; null: there is none, or it cannot be told apart. */
    private @Nullable String host(String written, boolean isFirst) {
        if (written.isEmpty() || hosts.contains(written)) {
            return written.isEmpty() ? null : written;
        }
        String known = null;
        for (String host : hosts) {
            if (written.endsWith(host) && (known == null || host.length() > known.length())) {
                known = host;
            }
        }
        boolean isGlued = known != null && isNumber(written, 0, written.length() - known.length());
        if (isGlued) {
            return known;
        }
        if (written.startsWith("-1")) {
            // No host is called so: it is the root in a benchmark's row, which has none.
            return host(written.substring(2), isFirst);
        }
        if (isFirst && hosts.size() < MAX_HOSTS) {
            hosts.add(written);
        }
        return isFirst ? written : known;
    }

    /** Where the digits that end there begin. */
    private static int numberBefore(String line, int from, int to) {
        int at = to;
        while (at > from && isDigit(line.charAt(at - 1))) {
            at--;
        }
        return at;
    }

    /** What a torn result row leaves, and an index that may be negative. */
    private static boolean isNumber(String text, int from, int to) {
        for (int i = from; i < to; i++) {
            char letter = text.charAt(i);
            if (!isDigit(letter) && letter != '.' && letter != '-') {
                return false;
            }
        }
        return to > from;
    }

    private static boolean isHostSign(char letter) {
        return isDigit(letter) || isLetter(letter) || letter == '-' || letter == '.' || letter == '_';
    }

    private static boolean isDigit(char letter) {
        return letter >= '0' && letter <= '9';
    }

    private static boolean isLetter(char letter) {
        return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
    }
}
