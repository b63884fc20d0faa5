package io.fabrictwin.ingest.parse.ufm;

import io.fabrictwin.ingest.parse.EventContext;
import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.Line;
import io.fabrictwin.ingest.parse.Lines;
import io.fabrictwin.ingest.parse.LogTime;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.infiniband.Facts;
import io.fabrictwin.ingest.parse.infiniband.Guid;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.LinkCameUp;
import io.fabrictwin.model.event.LinkWentDown;
import io.fabrictwin.model.event.PortStateObserved;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * UFM's {@code event.log}, also wrapped in syslog lines: links that went up or down, and ports that are isolated because
 * they flap. UFM's own time is believed, not that of syslog. A record is a line.
 */
public final class UfmEventLogFormat implements Format {
    private static final Pattern EVENT = Pattern.compile(
            "(?:.{0,200}?\\s)?(\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}(?:[.,]\\d{1,6})?) \\[(\\d{1,12})\\] \\[(\\d{1,6})\\] "
                    + "([A-Z]{4,10}) \\[([^\\]]{1,60})\\] (.*)");
    private static final Pattern MARK = Pattern.compile(
            "(?m)\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}(?:[.,]\\d{1,6})? \\[\\d{1,12}\\] \\[\\d{1,6}\\] "
                    + "(?:CRITICAL|MAJOR|MINOR|WARNING|INFO) \\[[^\\]\\n]{1,60}\\] ");
    private static final Pattern NAMED_END =
            Pattern.compile("\\([^()]{0,200}\\)\\s?(?:0x)?([0-9a-fA-F]{16}) ?: ?(\\d{1,5})\\b");
    private static final Pattern END =
            Pattern.compile("\\b(?:0x)?([0-9a-fA-F]{16})(?: ?\\([^()]{0,200}\\))? ?: ?(\\d{1,5})\\b");
    private static final Pattern ISOLATED =
            Pattern.compile(".*\\bunhealthy due to (\\w{1,40}).*", Pattern.CASE_INSENSITIVE);
    private static final String LINK_UP = "328";
    private static final String LINK_DOWN = "329";

    @Override
    public String name() {
        return "ufm-event-log";
    }

    @Override
    public String emittedBy() {
        return "UFM (event.log), also over syslog";
    }

    @Override
    public Set<Class<? extends FabricEvent>> yields() {
        return Set.of(LinkCameUp.class, LinkWentDown.class, PortStateObserved.class);
    }

    @Override
    public Likeness recognise(Head head) {
        return Likeness.certainIf(head.has(MARK));
    }

    @Override
    public void parse(Input input, Sink sink) throws IOException {
        Lines.readText(input, sink, line -> read(line, input.context(), sink));
    }

    private static void read(Line line, EventContext context, Sink sink) {
        Matcher event = EVENT.matcher(line.text().stripTrailing());
        if (line.isBlank()) {
            sink.ignored(line.record(), line.place());
        } else if (!event.matches()) {
            sink.rejected(
                    line.record(),
                    line.place(),
                    line.isTerminated() ? RejectCode.MALFORMED : RejectCode.TRUNCATED,
                    "not a time, two numbers, a level and an event",
                    line.raw());
        } else {
            Facts facts = new Facts(context, line.record(), LogTime.before(event.group(1)));
            if (!tell(event.group(3), event.group(6), facts)) {
                sink.unread("event " + event.group(3));
            }
            sink.accepted(line.record(), line.place(), facts.events());
        }
    }

    private static boolean tell(String id, String text, Facts facts) {
        List<PortId> ends = ends(text);
        LinkId link =
                ends.size() == 2 && !ends.get(0).equals(ends.get(1)) ? new LinkId(ends.get(0), ends.get(1)) : null;
        if (link != null && id.equals(LINK_UP)) {
            facts.add(meta -> new LinkCameUp(meta, link));
            return true;
        }
        if (link != null && id.equals(LINK_DOWN)) {
            facts.add(meta -> new LinkWentDown(meta, link));
            return true;
        }
        Matcher isolated = ISOLATED.matcher(text);
        if (isolated.matches() && !ends.isEmpty()) {
            facts.add(meta -> new PortStateObserved(meta, ends.get(0), null, "isolated", null, isolated.group(1)));
            return true;
        }
        return false;
    }

    /** The ports that a text names by GUID and number, up to three. */
    private static List<PortId> ends(String text) {
        List<PortId> named = find(NAMED_END, text);
        return named.isEmpty() ? find(END, text) : named;
    }

    private static List<PortId> find(Pattern pattern, String text) {
        List<PortId> ends = new ArrayList<>();
        Matcher end = pattern.matcher(text);
        while (ends.size() < 3 && end.find()) {
            @Nullable String guid = Guid.nameIfValid(end.group(1));
            if (guid != null) {
                PortId port = PortId.of(guid, end.group(2));
                if (!ends.contains(port)) {
                    ends.add(port);
                }
            }
        }
        return ends;
    }
}
