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
import io.fabrictwin.model.event.PortCountersObserved;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A scrape of {@code node_exporter}, {@code infiniband_exporter} or {@code rdma_exporter}, also the OpenMetrics form.
 *
 * <p>A record is a line. The samples of one port (and priority, and time) become one event, which stands with the last
 * of them; the others are accepted without an event. Comments and metrics of other families are ignored.
 *
 * <p>The input is read twice, because the samples of a port lie apart, in the order of metric names.
 */
public final class NodeExporterFormat implements Format {
    private static final Pattern MARK =
            Pattern.compile("(?m)^(node_(infiniband|network|ethtool)|infiniband_(switch|hca)_port|rdma)_\\w+[{ ]");

    @Override
    public String name() {
        return "node-exporter";
    }

    @Override
    public String emittedBy() {
        return "node_exporter, infiniband_exporter or rdma_exporter: text of their /metrics";
    }

    @Override
    public Set<Class<? extends FabricEvent>> yields() {
        return Set.of(PortCountersObserved.class);
    }

    @Override
    public Likeness recognise(Head head) {
        return Likeness.certainIf(head.has(MARK));
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
            if (!PortCounter.isOfFamily(sample.metric())) {
                sink.ignored(line.record(), line.place());
                return;
            }
            PortCounter.of(sample);
            Optional<PortCountersObserved> event = scrape.eventAt(line.record(), input);
            sink.accepted(line.record(), line.place(), event.map(List::of).orElse(List.of()));
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
