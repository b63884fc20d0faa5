package io.fabrictwin.ingest.recording;

import io.fabrictwin.ingest.parse.EventContext;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.model.event.CollectiveObserved;
import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.event.CollectivePlanned;
import io.fabrictwin.model.event.ComputeObserved;
import io.fabrictwin.model.event.ConnectionObserved;
import io.fabrictwin.model.event.CounterName;
import io.fabrictwin.model.event.DeviceDiscovered;
import io.fabrictwin.model.event.DeviceKind;
import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.JobStarted;
import io.fabrictwin.model.event.LinkCameUp;
import io.fabrictwin.model.event.LinkDiscovered;
import io.fabrictwin.model.event.LinkRateChanged;
import io.fabrictwin.model.event.LinkWentDown;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.event.QueueObserved;
import io.fabrictwin.model.event.RankPlaced;
import io.fabrictwin.model.event.StepCompleted;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** The events of each row. Rows come in the order of their table: a span of a link is told apart from the one before. */
final class RowEvents {
    private static final BigDecimal BITS_PER_SECOND_IN_GBPS = BigDecimal.valueOf(1_000_000_000L);

    private record Span(long bitsPerSecond, long delayNs, boolean isUp) {}

    private final EventContext context;
    private final Surroundings surroundings;
    private final Map<LinkId, Span> spans = new HashMap<>();
    private final Set<JobId> startedJobs = new HashSet<>();

    RowEvents(EventContext context, Surroundings surroundings) {
        this.context = context;
        this.surroundings = surroundings;
    }

    List<FabricEvent> of(Table table, long record, Row row) {
        Stamps stamps = new Stamps(context, record);
        return switch (table) {
            case NODES -> node(stamps, row);
            case LINKS -> link(stamps, row);
            case CONFIG -> new SettingEvents(stamps, surroundings).of(row);
            case JOBS -> placement(stamps, row);
            case PLAN -> plan(stamps, row);
            case COMPUTE -> compute(stamps, row);
            case COLLECTIVES -> collective(stamps, row);
            case STEPS -> step(stamps, row);
            case FLOWS -> flow(stamps, row);
            case TELEMETRY -> telemetry(stamps, row);
        };
    }

    /** Numbers the events of one record. */
    static final class Stamps {
        private final EventContext context;
        private final long record;
        private int nextIndex;

        Stamps(EventContext context, long record) {
            this.context = context;
            this.record = record;
        }

        EventMeta at(long elapsedNs) {
            return context.metaAfterAnchor(record, nextIndex++, elapsedNs);
        }

        /** The same clock as that of the events. */
        long timeNs(long elapsedNs) {
            return Math.addExact(context.anchorTimeNs(), elapsedNs);
        }
    }

    private static List<FabricEvent> node(Stamps stamps, Row row) {
        String kind = row.text("kind");
        String address = row.text("ip");
        return List.of(new DeviceDiscovered(
                stamps.at(0),
                new DeviceId(row.text("node")),
                Surroundings.kind(kind),
                kind,
                null,
                address.isEmpty() ? null : address,
                row.whole("node_id"),
                null));
    }

    private List<FabricEvent> link(Stamps stamps, Row row) {
        LinkId link = Surroundings.link(row);
        long bitsPerSecond =
                row.decimal("rate_gbps").multiply(BITS_PER_SECOND_IN_GBPS).longValueExact();
        boolean isUp = switch (row.text("state")) {
            case "up" -> true;
            case "down" -> false;
            default ->
                throw new BadRowException(
                        RejectCode.BAD_VALUE, "state '" + row.text("state") + "' is neither up nor down");
        };
        long fromNs = row.whole("from_ns");
        Long toNs = row.wholeOrEmpty("to_ns");
        if (toNs != null && toNs < fromNs) {
            throw new BadRowException(RejectCode.OUT_OF_RANGE, "to_ns " + toNs + " is before from_ns " + fromNs);
        }
        Span span = new Span(bitsPerSecond, row.whole("delay_ns"), isUp);
        Span before = spans.put(link, span);
        List<FabricEvent> events = new ArrayList<>();
        if (before == null || before.delayNs() != span.delayNs()) {
            events.add(new LinkDiscovered(stamps.at(fromNs), link, bitsPerSecond, span.delayNs(), null));
            if (!isUp) {
                events.add(new LinkWentDown(stamps.at(fromNs), link));
            }
            return events;
        }
        if (before.bitsPerSecond() != bitsPerSecond) {
            events.add(new LinkRateChanged(stamps.at(fromNs), link, bitsPerSecond));
        }
        if (before.isUp() != isUp) {
            events.add(isUp ? new LinkCameUp(stamps.at(fromNs), link) : new LinkWentDown(stamps.at(fromNs), link));
        }
        return events;
    }

    private List<FabricEvent> placement(Stamps stamps, Row row) {
        long number = row.whole("job");
        JobId job = job(row);
        long fromStep = row.whole("from_step");
        long startNs = stepStartNs(number, fromStep);
        int rank = row.count("rank");
        DeviceId host = new DeviceId(row.text("host"));
        List<FabricEvent> events = new ArrayList<>();
        if (startedJobs.add(job)) {
            events.add(new JobStarted(stamps.at(stepStartNs(number, 0)), job, surroundings.rankCount(number), null));
        }
        events.add(new RankPlaced(stamps.at(startNs), job, rank, host, null, null, fromStep));
        return events;
    }

    private List<FabricEvent> plan(Stamps stamps, Row row) {
        return List.of(new CollectivePlanned(
                stamps.at(stepStartNs(row.whole("job"), 0)),
                job(row),
                row.count("collective"),
                operation(row),
                row.whole("bytes_per_rank"),
                row.decimal("launch_fraction").doubleValue(),
                row.count("stream")));
    }

    private List<FabricEvent> compute(Stamps stamps, Row row) {
        long step = row.whole("step");
        return List.of(new ComputeObserved(
                stamps.at(stepStartNs(row.whole("job"), step)),
                job(row),
                step,
                row.count("rank"),
                new DeviceId(row.text("host")),
                row.whole("compute_ns")));
    }

    private static List<FabricEvent> collective(Stamps stamps, Row row) {
        long startNs = row.whole("start_ns");
        Long endNs = row.wholeOrEmpty("end_ns");
        requireOrder(startNs, endNs == null ? startNs : endNs);
        return List.of(new CollectiveObserved(
                stamps.at(endNs == null ? startNs : endNs),
                job(row),
                row.whole("step"),
                row.count("collective"),
                row.count("rank"),
                operation(row),
                row.whole("bytes_per_rank"),
                stamps.timeNs(startNs),
                endNs == null ? null : (Long) stamps.timeNs(endNs)));
    }

    private static List<FabricEvent> step(Stamps stamps, Row row) {
        long startNs = row.whole("start_ns");
        long computeEndNs = row.whole("compute_end_ns");
        long endNs = row.whole("end_ns");
        requireOrder(startNs, computeEndNs);
        requireOrder(computeEndNs, endNs);
        return List.of(new StepCompleted(
                stamps.at(endNs),
                job(row),
                row.whole("step"),
                stamps.timeNs(startNs),
                stamps.timeNs(computeEndNs),
                stamps.timeNs(endNs)));
    }

    private static List<FabricEvent> flow(Stamps stamps, Row row) {
        DeviceId sourceHost = new DeviceId(row.text("src_host"));
        DeviceId destinationHost = new DeviceId(row.text("dst_host"));
        List<DeviceId> path = new ArrayList<>();
        for (String device : row.text("path").split(">", -1)) {
            path.add(new DeviceId(device));
        }
        if (!path.get(0).equals(sourceHost) || !path.get(path.size() - 1).equals(destinationHost)) {
            throw new BadRowException(
                    RejectCode.BAD_VALUE,
                    "path '" + row.text("path") + "' does not lead from " + sourceHost + " to " + destinationHost);
        }
        return List.of(new ConnectionObserved(
                stamps.at(row.whole("first_ns")),
                job(row),
                row.count("stream"),
                row.count("src_rank"),
                row.count("dst_rank"),
                sourceHost,
                destinationHost,
                row.count("qp"),
                row.count("src_port"),
                row.count("dst_port"),
                path,
                row.whole("messages"),
                row.whole("bytes")));
    }

    private List<FabricEvent> telemetry(Stamps stamps, Row row) {
        long timeNs = row.whole("time_ns");
        DeviceId device = new DeviceId(row.text("device"));
        PortId port = new PortId(device, row.text("port_to"));
        DeviceKind kind = surroundings.kindOf(device);
        if (kind == null) {
            throw new BadRowException(
                    RejectCode.UNKNOWN_REFERENCE, "device '" + device + "' is not in " + Table.NODES.fileName());
        }
        boolean isHost = kind == DeviceKind.HOST;
        SortedMap<String, Long> counters = new TreeMap<>();
        put(counters, CounterName.TX_BYTES, row, "tx_bytes");
        put(counters, CounterName.RX_BYTES, row, "rx_bytes");
        put(counters, CounterName.PFC_RX_FRAMES, row, "pfc_rx_frames");
        put(counters, CounterName.PFC_RX_PAUSED_NS, row, "pfc_rx_paused_ns");
        put(counters, CounterName.PFC_TX_FRAMES, row, "pfc_tx_frames");
        put(counters, CounterName.PFC_TX_PAUSED_NS, row, "pfc_tx_paused_ns");
        // The table fills what a device does not have with 0: hosts neither mark nor have a queue of packets, and
        // switches receive no notifications. Absent is not zero.
        if (isHost) {
            put(counters, CounterName.CNP_RX, row, "cnp_rx");
        } else {
            put(counters, CounterName.ECN_MARKED_PACKETS, row, "ecn_marked_pkts");
        }
        List<FabricEvent> events = new ArrayList<>();
        events.add(new PortCountersObserved(stamps.at(timeNs), port, null, counters));
        if (!isHost) {
            events.add(new QueueObserved(
                    stamps.at(timeNs), port, null, row.whole("queue_bytes"), row.whole("queue_max_bytes")));
        }
        return events;
    }

    private static void put(SortedMap<String, Long> counters, String name, Row row, String column) {
        Long value = row.counter(column);
        if (value != null) {
            counters.put(name, value);
        }
    }

    private static JobId job(Row row) {
        return new JobId("job" + row.whole("job"));
    }

    private long stepStartNs(long job, long step) {
        Long startNs = surroundings.stepStartNs(job, step);
        if (startNs == null) {
            throw new BadRowException(
                    RejectCode.UNKNOWN_REFERENCE,
                    "the start of step " + step + " of job " + job + " does not follow from " + Table.STEPS.fileName());
        }
        return startNs;
    }

    private static CollectiveOperation operation(Row row) {
        return switch (row.text("op")) {
            case "all_reduce" -> CollectiveOperation.ALL_REDUCE;
            case "all_gather" -> CollectiveOperation.ALL_GATHER;
            case "reduce_scatter" -> CollectiveOperation.REDUCE_SCATTER;
            case "all_to_all" -> CollectiveOperation.ALL_TO_ALL;
            case "gather" -> CollectiveOperation.GATHER;
            default ->
                throw new BadRowException(
                        RejectCode.BAD_VALUE,
                        "op '" + row.text("op")
                                + "' is none of all_reduce, all_gather, reduce_scatter, all_to_all, gather");
        };
    }

    private static void requireOrder(long earlierNs, long laterNs) {
        if (laterNs < earlierNs) {
            throw new BadRowException(
                    RejectCode.OUT_OF_RANGE, "it ends at " + laterNs + " before it begins at " + earlierNs);
        }
    }
}
