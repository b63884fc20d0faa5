package io.fabrictwin.ingest.parse.ethtool;

import io.fabrictwin.ingest.parse.reading.Facts;
import io.fabrictwin.ingest.parse.reading.Readings;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.PortId;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** One listing of a port's statistics. */
final class Statistics {
    /** Percent of the last second, not counts. */
    private static final Set<String> GAUGES = Set.of("outbound_pci_stalled_rd", "outbound_pci_stalled_wr");

    private static final Set<String> TOTALS = Set.copyOf(DriverCounter.WHOLE_PORT.keySet());

    private static final int MAX_KNOWN = 10_000;

    /**
     * A statistic by its name.
     *
     * @param isOfTotal whether it adds to a total, if it is of a ring
     */
    record Statistic(String raw, DriverCounter counter, boolean isGauge, boolean isOfTotal) {
        private static Statistic of(String raw) {
            DriverCounter counter = DriverCounter.of(raw);
            return new Statistic(raw, counter, GAUGES.contains(raw), TOTALS.contains(counter.name()));
        }
    }

    private final DeviceId device;
    /** Each listing of a host has the same names. */
    private final Map<String, Statistic> known = new HashMap<>();

    private final Map<String, Long> wholePort = new LinkedHashMap<>();
    private final Map<String, Long> rings = new LinkedHashMap<>();
    private final Readings readings;
    private PortId port;
    private boolean hasRings;

    Statistics(DeviceId device, PortId port) {
        this.device = device;
        this.port = port;
        this.readings = new Readings(device);
    }

    void begin(String portName) {
        port = new PortId(device, portName);
    }

    PortId port() {
        return port;
    }

    /** What the driver's name of a statistic means. */
    Statistic statistic(String raw) {
        if (known.size() >= MAX_KNOWN) {
            known.clear();
        }
        return known.computeIfAbsent(raw, Statistic::of);
    }

    /** Takes one statistic. */
    void take(Statistic statistic, long value) {
        DriverCounter counter = statistic.counter();
        if (statistic.isGauge()) {
            readings.gauge(port, null, statistic.raw() + "Percent", (double) value);
        } else if (counter.ofRing()) {
            hasRings = true;
            if (statistic.isOfTotal()) {
                rings.merge(counter.name(), value, (a, b) -> a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b);
            }
        } else if (counter.priority() == null && counter.factor() == 1) {
            wholePort.put(statistic.raw(), value);
        } else if (value <= Long.MAX_VALUE / counter.factor()) {
            readings.counter(port, counter.priority(), counter.name(), value * counter.factor());
        }
    }

    /** Whether counters of single rings were told, which the twin does not keep. */
    boolean hasRings() {
        return hasRings;
    }

    /** Adds the counters to the facts and begins anew. */
    void drainTo(Facts facts) {
        joinHalves();
        DriverCounter.WHOLE_PORT.forEach(this::nameTotal);
        wholePort.forEach((name, value) -> readings.counter(port, null, name, value));
        readings.drainTo(facts);
        wholePort.clear();
        rings.clear();
        hasRings = false;
    }

    private void nameTotal(String name, List<String> rawNames) {
        for (String raw : rawNames) {
            Long value = wholePort.remove(raw);
            if (value != null) {
                readings.counter(port, null, name, value);
                return;
            }
        }
        readings.counter(port, null, name, rings.get(name));
    }

    /** be2net tells one number in two halves of 32 bits. */
    private void joinHalves() {
        Long low = wholePort.remove("rx_roce_bytes_lsd");
        Long high = wholePort.remove("rx_roce_bytes_msd");
        if (low != null && high != null && high < 1L << 31) {
            wholePort.put("rx_roce_bytes", (high << 32) | low);
        }
    }
}
