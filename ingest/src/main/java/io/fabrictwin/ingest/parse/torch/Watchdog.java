package io.fabrictwin.ingest.parse.torch;

import io.fabrictwin.ingest.parse.Envelope;
import io.fabrictwin.ingest.parse.LineRecord;
import io.fabrictwin.ingest.parse.LogTime;
import io.fabrictwin.model.event.CollectiveTimedOut;
import io.fabrictwin.model.event.CommunicationFailed;
import io.fabrictwin.model.event.CommunicatorProgressObserved;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.JobId;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads what PyTorch's watchdog of collectives writes to a job's log, in all versions: which rank gave up waiting for which
 * collective, how far it had come, and who was the first to notice.
 */
public final class Watchdog {
    /** Stands in every line that the watchdog writes. */
    public static final String MARK = "ProcessGroupNCCL.cpp:";

    private static final long NS_PER_MS = 1_000_000L;
    private static final DeviceId UNKNOWN_HOST = new DeviceId("unknown");

    private static final Pattern START = Pattern.compile("(?:\\[(?:rank|default)?(\\d{1,9})\\]:?)?\\s*\\[[EWIFC]"
            + "(?:(\\d{3,4}) (\\d{2}:\\d{2}:\\d{2}\\.\\d{1,9}))?[^\\[\\]]{0,80}ProcessGroupNCCL\\.cpp:\\d+\\] ?");
    private static final Pattern RANK = Pattern.compile("\\bRank (\\d{1,9})\\]");
    /** {@code [PG 1 Rank 0]}, {@code [PG ID 1 PG GUID 35(TENSOR_MODEL_PARALLEL_GROUP) Rank 0]}. */
    private static final Pattern GROUP =
            Pattern.compile("\\[PG (?:ID )?(\\w{1,80})(?: PG GUID ([^\\s(\\]]{1,200})(?:\\([^)]{0,200}\\))?)? Rank");

    private static final Pattern SEQUENCE = Pattern.compile("\\bSeqNum=(\\d{1,18})");
    private static final Pattern OPERATION = Pattern.compile("\\bOpType=(\\w{1,80})");
    private static final Pattern TIMEOUT = Pattern.compile("\\bTimeout\\(ms\\)=(\\d{1,12})");
    private static final Pattern ELAPSED = Pattern.compile("\\bran for (\\d{1,12}) milliseconds");
    private static final Pattern WORK = Pattern.compile("(?:at NCCL work|at work(?: sequence id)?): (\\d{1,18})");
    private static final Pattern ENQUEUED = Pattern.compile("[Ll]ast enqueued (?:NCCL )?work: (\\d{1,18})");
    private static final Pattern COMPLETED = Pattern.compile("[Ll]ast completed (?:NCCL )?work: (\\d{1,18})");
    private static final Pattern ORIGIN = Pattern.compile("collective timeout from +(rank \\d{1,9})");
    private static final Pattern STUCK = Pattern.compile(
            "watchdog got stuck for|Heartbeat monitor timed out|watchdog.* stuck", Pattern.CASE_INSENSITIVE);
    private static final Pattern BROKEN = Pattern.compile("terminated with exception: (.*)|NCCL error: (.*)");

    private final JobId job;
    private final long anchorTimeNs;
    private final Map<Integer, Caught> caught = new HashMap<>();

    /** What a rank's watchdog told of the collective that it waits for; its next line tells how far the rank had come. */
    private record Caught(
            long sequence,
            @Nullable String operation,
            @Nullable Long elapsedNs,
            @Nullable Long timeoutNs) {}

    /** @param anchorTimeNs the time that the year is taken from */
    public Watchdog(JobId job, long anchorTimeNs) {
        this.job = job;
        this.anchorTimeNs = anchorTimeNs;
    }

    /** Reads a text that holds {@link #MARK}; several messages may stand in it. */
    public void read(String text, Envelope envelope, LineRecord line) {
        Matcher start = START.matcher(text);
        boolean isFound = start.find();
        while (isFound) {
            String told = start.group(1);
            String monthDay = start.group(2);
            String clock = start.group(3);
            int from = start.end();
            isFound = start.find();
            String message = text.substring(from, isFound ? start.start() : text.length())
                    .strip();
            line.recognise();
            if (line.timeNs() == null && monthDay != null) {
                line.at(LogTime.withoutYear(monthDay, clock, anchorTimeNs));
            }
            Integer prefixed = told == null ? envelope.rank() : Integer.valueOf(told);
            Integer named = number(RANK, message);
            readMessage(message, named == null ? prefixed : named, device(envelope.host()), line);
        }
    }

    private void readMessage(String text, @Nullable Integer rank, @Nullable DeviceId host, LineRecord line) {
        boolean isEcho = text.contains("terminated with exception") && text.contains("Watchdog caught");
        if (isEcho) {
            line.unread("a repetition of a watchdog's message");
        } else if (text.contains("Watchdog caught collective operation timeout")) {
            readCaught(text, rank, host, line);
        } else if (WORK.matcher(text).find()) {
            readProgress(text, rank, host, line);
        } else if (text.contains("Received a dump signal") || text.contains("collective timeout from")) {
            fail("watchdog-dump", text, rank, host, ORIGIN, line);
            addProgress(text, rank, host, line);
        } else if (STUCK.matcher(text).find()) {
            fail("watchdog-stuck", text, rank, host, ORIGIN, line);
        } else if (BROKEN.matcher(text).find()) {
            fail("watchdog-error", text, rank, host, ORIGIN, line);
        } else {
            line.unread("what a watchdog does about a timeout");
        }
    }

    private void readCaught(String text, @Nullable Integer rank, @Nullable DeviceId host, LineRecord line) {
        Long sequence = whole(SEQUENCE, text);
        String operation = text(OPERATION, text);
        Long elapsedNs = nanoseconds(ELAPSED, text);
        Long timeoutNs = nanoseconds(TIMEOUT, text);
        if (rank != null && sequence != null) {
            caught.put(rank, new Caught(sequence, operation, elapsedNs, timeoutNs));
        }
        String group = group(text);
        line.add(meta -> new CollectiveTimedOut(
                meta, job, host, group, rank, sequence, operation, elapsedNs, timeoutNs, null, null));
    }

    private void readProgress(String text, @Nullable Integer rank, @Nullable DeviceId host, LineRecord line) {
        Long sequence = whole(WORK, text);
        Caught told = rank == null ? null : caught.get(rank);
        Caught same = told != null && sequence != null && told.sequence() == sequence ? told : null;
        String group = group(text);
        line.add(meta -> new CollectiveTimedOut(
                meta,
                job,
                host,
                group,
                rank,
                sequence,
                same == null ? null : same.operation(),
                same == null ? null : same.elapsedNs(),
                same == null ? null : same.timeoutNs(),
                whole(ENQUEUED, text),
                whole(COMPLETED, text)));
        addProgress(text, rank, host, line);
    }

    private void addProgress(String text, @Nullable Integer rank, @Nullable DeviceId host, LineRecord line) {
        Long enqueued = whole(ENQUEUED, text);
        Long completed = whole(COMPLETED, text);
        String group = group(text);
        if (group != null && rank != null && (enqueued != null || completed != null)) {
            line.add(meta ->
                    new CommunicatorProgressObserved(meta, job, group, rank, host, null, enqueued, null, completed));
        }
    }

    private void fail(
            String kind, String text, @Nullable Integer rank, @Nullable DeviceId host, Pattern peer, LineRecord line) {
        line.add(meta -> new CommunicationFailed(
                meta,
                job,
                host == null ? UNKNOWN_HOST : host,
                rank,
                kind,
                null,
                text(peer, text),
                text,
                null,
                null,
                null));
    }

    /** The group's name over the whole job where it is told, else this rank's number of it. */
    private static @Nullable String group(String text) {
        Matcher group = GROUP.matcher(text);
        if (!group.find()) {
            return null;
        }
        return group.group(2) == null ? group.group(1) : group.group(2);
    }

    private static @Nullable DeviceId device(@Nullable String host) {
        return host == null ? null : new DeviceId(host);
    }

    private static @Nullable Integer number(Pattern pattern, String text) {
        String digits = text(pattern, text);
        return digits == null ? null : Integer.valueOf(digits);
    }

    private static @Nullable Long whole(Pattern pattern, String text) {
        String digits = text(pattern, text);
        return digits == null ? null : Long.valueOf(digits);
    }

    private static @Nullable Long nanoseconds(Pattern milliseconds, String text) {
        Long told = whole(milliseconds, text);
        return told == null ? null : Long.valueOf(told * NS_PER_MS);
    }

    private static @Nullable String text(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? matcher.group(1) : null;
    }
}
