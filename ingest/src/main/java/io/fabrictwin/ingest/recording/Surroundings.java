package io.fabrictwin.ingest.recording;

import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.model.event.DeviceKind;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What rows of one table need to know of other tables: kinds of devices, rates at the start, when steps began. */
final class Surroundings {
    /** A switch port that ran faster than the hosts when the recording began. */
    record FastPort(PortId port, BigDecimal ratio) {
        /** How many times the port's rate halves down to that of the hosts. */
        int doublings() {
            return ratio.setScale(0, RoundingMode.DOWN).toBigInteger().bitLength() - 1;
        }
    }

    private record StepKey(long job, long step) {}

    private final Map<DeviceId, DeviceKind> kinds = new HashMap<>();
    private final Map<LinkId, BigDecimal> initialRates = new LinkedHashMap<>();
    private final Map<Long, Set<Long>> ranks = new HashMap<>();
    private final Map<StepKey, Long> stepStarts = new HashMap<>();

    void add(Table table, Row row) {
        switch (table) {
            case NODES -> kinds.put(new DeviceId(row.text("node")), kind(row.text("kind")));
            case LINKS -> initialRates.putIfAbsent(link(row), row.decimal("rate_gbps"));
            case JOBS ->
                ranks.computeIfAbsent(row.whole("job"), job -> new HashSet<>()).add(row.whole("rank"));
            case STEPS -> {
                long job = row.whole("job");
                long step = row.whole("step");
                stepStarts.put(new StepKey(job, step), row.whole("start_ns"));
                // The next step begins at the instant this one ends, also where it was never completed.
                stepStarts.putIfAbsent(new StepKey(job, step + 1), row.whole("end_ns"));
            }
            default -> throw new IllegalStateException("table " + table + " is no surrounding");
        }
    }

    static DeviceKind kind(String name) {
        return switch (name) {
            case "host" -> DeviceKind.HOST;
            case "leaf", "spine", "core", "switch" -> DeviceKind.SWITCH;
            default ->
                throw new BadRowException(
                        RejectCode.BAD_VALUE, "kind '" + name + "' is none of host, leaf, spine, core, switch");
        };
    }

    /** A port is named by the device that it faces. */
    static LinkId link(Row row) {
        String a = row.text("a");
        String b = row.text("b");
        return new LinkId(PortId.of(a, b), PortId.of(b, a));
    }

    @Nullable
    DeviceKind kindOf(DeviceId device) {
        return kinds.get(device);
    }

    int rankCount(long job) {
        return ranks.getOrDefault(job, Set.of()).size();
    }

    /** ns from the start of the run; null: not told. A job without any completed step is taken to begin with the run. */
    @Nullable
    Long stepStartNs(long job, long step) {
        Long startNs = stepStarts.get(new StepKey(job, step));
        return startNs == null && step == 0 ? (Long) 0L : startNs;
    }

    /** The faster ports of a switch; the hosts' rate is the highest at which a host's link began. */
    List<FastPort> fastPorts(DeviceId device) {
        BigDecimal hostRate = BigDecimal.ZERO;
        for (Map.Entry<LinkId, BigDecimal> entry : initialRates.entrySet()) {
            LinkId link = entry.getKey();
            if (kinds.get(link.a().device()) == DeviceKind.HOST
                    || kinds.get(link.b().device()) == DeviceKind.HOST) {
                hostRate = hostRate.max(entry.getValue());
            }
        }
        List<FastPort> fast = new ArrayList<>();
        if (hostRate.signum() == 0) {
            return fast;
        }
        for (Map.Entry<LinkId, BigDecimal> entry : initialRates.entrySet()) {
            LinkId link = entry.getKey();
            boolean isOwn =
                    link.a().device().equals(device) || link.b().device().equals(device);
            if (isOwn && entry.getValue().compareTo(hostRate) > 0) {
                fast.add(
                        new FastPort(link.endAt(device), entry.getValue().divide(hostRate, 6, RoundingMode.HALF_EVEN)));
            }
        }
        return fast;
    }
}
