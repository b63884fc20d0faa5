package io.fabrictwin.model.scenario;

import static io.fabrictwin.model.scenario.ScenarioRefusedException.nonsense;

import io.fabrictwin.model.congestion.EcnProfile;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.PortId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/** Marking thresholds while changes are under way: Kmin may pass Kmax until the last of them. */
final class EcnThresholds {
    static final int KMIN = 0;
    static final int KMAX = 1;
    static final int PMAX = 2;

    private final SortedMap<PortId, double[]> values = new TreeMap<>();

    EcnThresholds(Map<PortId, EcnProfile> profiles) {
        profiles.forEach((port, ecn) -> values.put(port, new double[] {ecn.kminBytes(), ecn.kmaxBytes(), ecn.pmax()}));
    }

    /** Ports of one device keep their proportion: a faster port scales its thresholds with its rate. */
    void set(SortedSet<DeviceId> switches, int field, double value) {
        for (DeviceId device : switches) {
            List<double[]> ports = new ArrayList<>();
            values.forEach((port, own) -> {
                if (port.device().equals(device)) {
                    ports.add(own);
                }
            });
            double least = ports.stream().mapToDouble(own -> own[field]).min().orElse(0);
            for (double[] own : ports) {
                own[field] = field == PMAX || least == 0 ? value : value * own[field] / least;
            }
        }
    }

    /** A port with the thresholds of another one, bytes times a factor. */
    void add(PortId port, PortId like, double scale) {
        double[] own = values.get(like);
        if (own != null) {
            values.put(port, new double[] {own[KMIN] * scale, own[KMAX] * scale, own[PMAX]});
        }
    }

    /** The profile with the thresholds of this port. */
    EcnProfile finished(PortId port, EcnProfile before) {
        double[] own = values.get(port);
        if (own == null) {
            return before;
        }
        if (own[KMIN] > own[KMAX]) {
            throw nonsense("ECN Kmin " + ValueForm.BYTES.print(Math.round(own[KMIN])) + " would be above Kmax "
                    + ValueForm.BYTES.print(Math.round(own[KMAX])) + " at " + port + "; set both");
        }
        return new EcnProfile(before.enabled(), Math.round(own[KMIN]), Math.round(own[KMAX]), own[PMAX]);
    }
}
