package io.fabrictwin.ingest.parse.training;

import io.fabrictwin.ingest.parse.EventContext;
import io.fabrictwin.ingest.parse.LogTime;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.event.FabricEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What one line tells. */
final class Findings {
    /** How much of a line may hold its time. */
    private static final int TIME_CHARACTERS = 120;

    private static final int GLOG_HOUR_CHARACTERS = "I1105 02".length();
    private static final Pattern GLOG =
            Pattern.compile("(?:^|[ \\[:])[IWEF](\\d{4}) (\\d{2}:\\d{2}:\\d{2}(?:\\.\\d{1,9})?)\\b");

    final List<FabricEvent> events = new ArrayList<>();
    /** Kinds of things that were understood and are not kept. */
    final List<String> unread = new ArrayList<>();
    /** Why a line of a trainer is not understood; null: it is. */
    @Nullable
    String reason;

    RejectCode code = RejectCode.MALFORMED;
    private final EventContext context;
    private final long record;
    private String stamped = "";
    private @Nullable Long timeNs;
    private boolean isOurs;

    Findings(EventContext context, long record) {
        this.context = context;
        this.record = record;
    }

    long record() {
        return record;
    }

    EventContext context() {
        return context;
    }

    /** From here on the line's own time is the one that stands at the beginning of this. */
    void stampedBy(String text) {
        stamped = text;
        timeNs = null;
    }

    /** From here on it is this. */
    void at(@Nullable Long newTimeNs) {
        stamped = "";
        timeNs = newTimeNs;
    }

    /** The line's own time, ns since 1970; null: it has none. Read when it is asked for: most lines tell nothing. */
    @Nullable
    Long timeNs() {
        if (!stamped.isEmpty()) {
            at(stampNs(stamped));
        }
        return timeNs;
    }

    private @Nullable Long stampNs(String text) {
        String beginning = text.substring(0, Math.min(TIME_CHARACTERS, text.length()));
        Long time = LogTime.before(beginning);
        if (time != null || !mayHoldGlog(beginning)) {
            return time;
        }
        Matcher glog = GLOG.matcher(beginning);
        return glog.find() ? LogTime.withoutYear(glog.group(1), glog.group(2), context.anchorTimeNs()) : null;
    }

    /** Whether a letter of {@code I1105 02:07:08} stands where it would before some colon. */
    private static boolean mayHoldGlog(String text) {
        int colon = text.indexOf(':');
        while (colon >= 0) {
            if (colon >= GLOG_HOUR_CHARACTERS && "IWEF".indexOf(text.charAt(colon - GLOG_HOUR_CHARACTERS)) >= 0) {
                return true;
            }
            colon = text.indexOf(':', colon + 1);
        }
        return false;
    }

    /** The line was written by a trainer. */
    void claim() {
        isOurs = true;
    }

    boolean isOurs() {
        return isOurs;
    }

    void refuse(RejectCode refusedCode, String why) {
        claim();
        code = refusedCode;
        reason = why;
    }

    /** The meta of the next event, at the line's own time. */
    EventMeta meta() {
        return meta(timeNs());
    }

    EventMeta meta(@Nullable Long eventTimeNs) {
        return context.meta(record, events.size(), eventTimeNs);
    }

    void add(FabricEvent event) {
        claim();
        events.add(event);
    }
}
