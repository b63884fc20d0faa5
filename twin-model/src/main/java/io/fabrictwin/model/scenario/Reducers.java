package io.fabrictwin.model.scenario;

import io.fabrictwin.model.frame.Device;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.LinkId;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Which switches can reduce what they carry (SHARP), as far as events tell. */
final class Reducers {
    /** InfiniBand switches from EDR on by family or part (NVIDIA's list of SHARP hardware). */
    private static final Pattern CAPABLE =
            Pattern.compile("quantum|switch-?ib ?2|\\bM?QM[89]\\d{3}|\\bM?SB7[8]\\d\\d", Pattern.CASE_INSENSITIVE);
    /** A subnet shows what reduces in a switch as a device behind one of its ports. */
    private static final Pattern AGGREGATION = Pattern.compile("aggregation node", Pattern.CASE_INSENSITIVE);

    private Reducers() {}

    static SortedSet<DeviceId> told(FabricFrame frame, ForkState state) {
        SortedMap<DeviceId, Device> devices = new TreeMap<>();
        frame.devices().forEach(device -> devices.put(device.id(), device));
        SortedSet<DeviceId> capable = new TreeSet<>();
        for (DeviceId id : state.switches.keySet()) {
            if (matches(devices.get(id), CAPABLE)) {
                capable.add(id);
            }
        }
        for (LinkId link : state.links.keySet()) {
            if (matches(devices.get(link.a().device()), AGGREGATION)) {
                capable.add(link.b().device());
            } else if (matches(devices.get(link.b().device()), AGGREGATION)) {
                capable.add(link.a().device());
            }
        }
        if (state.jobs.values().stream().anyMatch(ForkState.JobFacts::needsReduction)) {
            capable.addAll(state.switches.keySet()); // the library's log shows that they do
        }
        return capable;
    }

    private static boolean matches(@Nullable Device device, Pattern pattern) {
        return device != null && (matches(device.model(), pattern) || matches(device.description(), pattern));
    }

    private static boolean matches(@Nullable String text, Pattern pattern) {
        return text != null && pattern.matcher(text).find();
    }
}
