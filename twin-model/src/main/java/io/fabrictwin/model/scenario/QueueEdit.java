package io.fabrictwin.model.scenario;

import static io.fabrictwin.model.scenario.ScenarioRefusedException.nonsense;
import static io.fabrictwin.model.scenario.ScenarioRefusedException.unknown;

import io.fabrictwin.model.congestion.EcnProfile;
import io.fabrictwin.model.congestion.PfcProfile;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.PortId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The queues of a fork while changes are made to them. They go by {@code SWITCH}, {@code SWITCH:PORT}, either of them with
 * {@code /PRIORITY}, or {@code /PRIORITY} alone for all switches. Kmin may pass Kmax until the last change.
 */
final class QueueEdit {
    static final int KMIN = 0;
    static final int KMAX = 1;
    static final int PMAX = 2;

    private final ForkState state;
    /** By priority. */
    private final SortedMap<Integer, SortedMap<PortId, double[]>> thresholds = new TreeMap<>();

    /** Some queues: all of these ports, of these priorities. */
    private record Selection(List<PortId> ports, List<Integer> priorities) {}

    QueueEdit(ForkState state) {
        this.state = state;
    }

    /** Ports of one device keep their proportion: a faster port scales its thresholds with its rate. */
    void setThreshold(@Nullable String name, int field, double value) {
        Selection selection = select(name);
        for (int priority : selection.priorities) {
            Map<PortId, double[]> own = thresholds(priority);
            Map<DeviceId, Double> least = new HashMap<>();
            for (PortId port : selection.ports) {
                least.merge(port.device(), ForkEdit.required(own.get(port))[field], Math::min);
            }
            for (PortId port : selection.ports) {
                double[] values = ForkEdit.required(own.get(port));
                double unit = ForkEdit.required(least.get(port.device()));
                values[field] = field == PMAX || unit == 0 ? value : value * values[field] / unit;
            }
        }
    }

    private SortedMap<PortId, double[]> thresholds(int priority) {
        return thresholds.computeIfAbsent(priority, any -> {
            SortedMap<PortId, double[]> own = new TreeMap<>();
            state.queuesOf(priority)
                    .ecn
                    .forEach((port, ecn) -> own.put(port, new double[] {ecn.kminBytes(), ecn.kmaxBytes(), ecn.pmax()}));
            return own;
        });
    }

    void setMarking(@Nullable String name, boolean isOn) {
        Selection selection = select(name);
        for (int priority : selection.priorities) {
            for (PortId port : selection.ports) {
                state.queuesOf(priority)
                        .ecn
                        .computeIfPresent(
                                port, (id, ecn) -> new EcnProfile(isOn, ecn.kminBytes(), ecn.kmaxBytes(), ecn.pmax()));
            }
        }
    }

    void editPfc(@Nullable String name, UnaryOperator<PfcProfile> edit) {
        Selection selection = select(name);
        for (int priority : selection.priorities) {
            for (PortId port : selection.ports) {
                state.queuesOf(priority).pfc.computeIfPresent(port, (id, pfc) -> edit.apply(pfc));
            }
        }
    }

    /** A port with the queues of another one, marked by its thresholds times a factor. */
    void addLike(PortId port, PortId like, double scale) {
        List<Integer> priorities = new ArrayList<>(state.otherQueues.keySet());
        priorities.add(state.priority);
        for (int priority : priorities) {
            QueueClass queues = state.queuesOf(priority);
            EcnProfile ecn = queues.ecn.get(like);
            PfcProfile pfc = queues.pfc.get(like);
            if (ecn != null && pfc != null) {
                double[] values = ForkEdit.required(thresholds(priority).get(like));
                thresholds(priority).put(port, new double[] {values[KMIN] * scale, values[KMAX] * scale, values[PMAX]});
                queues.ecn.put(port, ecn);
                queues.pfc.put(port, pfc);
            }
        }
    }

    void remove(PortId port) {
        state.queues.remove(port);
        state.otherQueues.values().forEach(queues -> queues.remove(port));
        thresholds.values().forEach(own -> own.remove(port));
    }

    /** Puts the thresholds into the state. */
    void finish() {
        thresholds.forEach((priority, own) -> state.queuesOf(priority).ecn.replaceAll((port, ecn) -> {
            double[] values = ForkEdit.required(own.get(port));
            if (values[KMIN] > values[KMAX]) {
                throw nonsense("ECN Kmin " + ValueForm.BYTES.print(Math.round(values[KMIN])) + " would be above Kmax "
                        + ValueForm.BYTES.print(Math.round(values[KMAX])) + " at " + port + "; set both");
            }
            return new EcnProfile(ecn.enabled(), Math.round(values[KMIN]), Math.round(values[KMAX]), values[PMAX]);
        }));
    }

    private Selection select(@Nullable String name) {
        List<Integer> all = new ArrayList<>(state.otherQueues.keySet());
        all.add(state.priority);
        List<PortId> everywhere = List.copyOf(state.queues.ecn.keySet());
        if (name == null) {
            return new Selection(everywhere, all);
        }
        List<PortId> ports = portsNamed(name);
        if (!ports.isEmpty()) {
            return new Selection(ports, all);
        }
        int slash = name.lastIndexOf('/');
        if (slash < 0) {
            throw noSuch(name);
        }
        String where = name.substring(0, slash);
        ports = where.isEmpty() ? everywhere : portsNamed(where);
        if (ports.isEmpty()) {
            throw noSuch(where);
        }
        return new Selection(ports, List.of(priority(name.substring(slash + 1))));
    }

    private static int priority(String text) {
        List<String> known = IntStream.range(0, ForkState.PRIORITIES)
                .mapToObj(String::valueOf)
                .toList();
        if (!known.contains(text)) {
            throw unknown("priority", text, known);
        }
        return Integer.parseInt(text);
    }

    private List<PortId> portsNamed(String name) {
        return state.queues.ecn.keySet().stream()
                .filter(port ->
                        port.device().value().equals(name) || port.toString().equals(name))
                .toList();
    }

    private ScenarioRefusedException noSuch(String name) {
        int colon = name.indexOf(':');
        List<PortId> ports = colon < 0 ? List.of() : portsNamed(name.substring(0, colon));
        return ports.isEmpty()
                ? unknown(
                        "switch",
                        colon < 0 ? name : name.substring(0, colon),
                        state.switches.keySet().stream().map(DeviceId::value).toList())
                : unknown("port", name, ports.stream().map(PortId::toString).toList());
    }
}
