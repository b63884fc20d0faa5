package io.fabrictwin.ingest.parse.prometheus;

import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.GaugesObserved;
import io.fabrictwin.model.event.LinkDiscovered;
import io.fabrictwin.model.event.NameObserved;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.event.PortStateObserved;
import io.fabrictwin.model.event.RankGaugesObserved;
import java.io.IOException;
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
        new ScrapeReader(input, sink).read();
    }
}
