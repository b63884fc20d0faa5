package io.fabrictwin.ingest.parse.prometheus;

import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.Line;
import io.fabrictwin.ingest.parse.Lines;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.GaugesObserved;
import io.fabrictwin.model.event.LinkDiscovered;
import io.fabrictwin.model.event.NameObserved;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.event.PortStateObserved;
import io.fabrictwin.model.event.RankGaugesObserved;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A scrape of a Prometheus exporter, also the OpenMetrics form: counters of ports, readings of GPUs, switches and ranks,
 * links, names and states.
 *
 * <p>A record is a line. The samples of one port (and priority, and time) become one event, which stands with the last
 * of them; the others are accepted without an event. Comments and metrics of other families are ignored.
 *
 * <p>The input is read twice, because the samples of a port lie apart, in the order of metric names.
 */
public final class PrometheusFormat implements Format {
    private static final Pattern MARK = Pattern.compile(
            "(?m)^(node_(infiniband|network|ethtool)|infiniband_(switch|hca|port)|rdma|XPU_TIMER|DCGM_FI"
                    + "|nccl_(bus|collective|p2p))_\\w+[{ ]");
    private static final Pattern TYPE = Pattern.compile(
            "(?m)^# TYPE [a-zA-Z_:][\\w:]* (counter|gauge|untyped|unknown|histogram|summary|info)\\s*$");

    @Override
    public String name() {
        return "prometheus";
    }

    @Override
    public String emittedBy() {
        return "Prometheus exporters (node, InfiniBand, RDMA, DCGM, xpu_timer, NCCL Inspector): text of /metrics";
    }

    @Override
    public Set<Class<? extends FabricEvent>> yields() {
        return Set.of(
                PortCountersObserved.class,
                GaugesObserved.class,
                RankGaugesObserved.class,
                PortStateObserved.class,
                LinkDiscovered.class,
                NameObserved.class);
    }

    @Override
    public Likeness recognise(Head head) {
        return head.has(MARK) ? Likeness.CERTAIN : Likeness.likelyIf(head.has(TYPE));
    }

    @Override
    public void parse(Input input, Sink sink) throws IOException {
        Scrape scrape = new Scrape();
        Lines.read(input, line -> {
            if (line.defect() == null) {
                gather(line, scrape);
            }
        });
        Lines.readText(input, sink, line -> tell(line, scrape, input, sink));
    }

    private static void gather(Line line, Scrape scrape) {
        String text = line.text().strip();
        if (text.equals("# EOF")) {
            scrape.endOfOpenMetrics();
        } else if (!isIgnored(text)) {
            try {
                scrape.gather(line.record(), Sample.parse(text));
            } catch (MalformedSampleException e) {
                // Told on the second reading, when records are handed on.
                return;
            }
        }
    }

    private static void tell(Line line, Scrape scrape, Input input, Sink sink) {
        String text = line.text().strip();
        if (isIgnored(text)) {
            sink.ignored(line.record(), line.place());
            return;
        }
        try {
            Sample sample = Sample.parse(text);
            if (PortCounter.of(sample) != null) {
                Optional<PortCountersObserved> event = scrape.eventAt(line.record(), input);
                sink.accepted(line.record(), line.place(), event.map(List::of).orElse(List.of()));
                return;
            }
            List<FabricEvent> facts = scrape.factsOf(sample, line.record(), input);
            if (!facts.isEmpty()) {
                sink.accepted(line.record(), line.place(), facts);
            } else if (Reading.of(sample) != null) {
                FabricEvent event = scrape.readingsAt(line.record(), input);
                sink.accepted(line.record(), line.place(), event == null ? List.of() : List.of(event));
            } else if (PortCounter.isOfFamily(sample.metric())) {
                sink.unread(sample.metric());
                sink.accepted(line.record(), line.place(), List.of());
            } else {
                sink.ignored(line.record(), line.place());
            }
        } catch (MalformedSampleException e) {
            boolean isCut = !line.isTerminated() && e.code() == RejectCode.MALFORMED;
            sink.rejected(
                    line.record(),
                    line.place(),
                    isCut ? RejectCode.TRUNCATED : e.code(),
                    String.valueOf(e.getMessage()),
                    line.raw());
        }
    }

    /** Blank, comment, or the mark of something left out of a pasted sample. */
    private static boolean isIgnored(String text) {
        return text.isEmpty() || text.startsWith("#") || text.equals("...");
    }
}
