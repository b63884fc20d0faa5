package io.fabrictwin.model.detection;

import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.state.AttributeName;
import io.fabrictwin.model.state.Cell;
import io.fabrictwin.model.state.EntityKind;
import io.fabrictwin.model.state.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Finds optics that get much less light than most, before packets come in spoiled: {@link LinkErrors} tells those. */
final class OpticsWeak {
    /** Half the usual margin of a short link. */
    static final double WEAK_BY_DECIBEL = 3;
    /** With fewer optics nobody can say what is usual. */
    static final int LEAST_PEERS = 4;

    private static final String POWER = "rxPowerDbm";

    /** Light that comes in at the weakest lane of a port. */
    record Light(double decibelMilliwatt, long timeNs) {}

    private OpticsWeak() {}

    /** What every port that tells it gets. */
    static SortedMap<PortId, Light> lights(FabricFrame frame) {
        SortedMap<PortId, Light> lights = new TreeMap<>();
        frame.states().forEach((key, state) -> {
            if (key.kind() == EntityKind.PORT) {
                for (String attribute : state.attributes().keySet()) {
                    if (attribute.startsWith(AttributeName.GAUGE_PREFIX) && attribute.endsWith(POWER)) {
                        Light light = light(frame.standing(key, attribute).orElse(null));
                        if (light != null) {
                            lights.merge(
                                    PortId.of(key.owner(), key.path().get(1)),
                                    light,
                                    (a, b) -> a.decibelMilliwatt() <= b.decibelMilliwatt() ? a : b);
                        }
                    }
                }
            }
        });
        return lights;
    }

    private static @Nullable Light light(@Nullable Cell cell) {
        return cell != null && cell.value() instanceof Value.Decimal power
                ? new Light(power.number(), cell.stamp().eventTimeNs())
                : null;
    }

    static double usual(SortedMap<PortId, Light> lights) {
        return Medians.of(lights.values().stream().map(Light::decibelMilliwatt).toList());
    }

    /** The ports that get too little, but those that have errors already. */
    static List<Finding> of(Context context, List<Finding> errors) {
        SortedMap<PortId, Light> lights = context.lights();
        double usual = usual(lights);
        List<Finding> findings = new ArrayList<>();
        lights.forEach((port, light) -> {
            boolean isTold = errors.stream()
                    .anyMatch(error ->
                            error.endNs() == null && error.entities().get(0).equals(port.toString()));
            if (lights.size() >= LEAST_PEERS && light.decibelMilliwatt() < usual - WEAK_BY_DECIBEL && !isTold) {
                findings.add(finding(context, port, light, usual, lights.size()));
            }
        });
        return findings;
    }

    private static Finding finding(Context context, PortId port, Light light, double usual, int peers) {
        PortId from = context.surroundings().neighbour(port);
        return new Finding(
                context.frame().fabric(),
                FindingKind.OPTIC_WEAK,
                Severity.NOTICE,
                light.timeNs(),
                null,
                from == null ? List.of(port.toString()) : List.of(port.toString(), from.toString()),
                String.format(
                        Locale.ROOT,
                        "%s gets %.1f dB less light than most optics.",
                        port,
                        usual - light.decibelMilliwatt()),
                List.of(String.format(
                        Locale.ROOT,
                        "light that comes in at %s: %.2f dBm, in the middle of %d ports %.2f dBm",
                        port,
                        light.decibelMilliwatt(),
                        peers,
                        usual)),
                from == null
                        ? null
                        : Suggestion.fork(
                                light.timeNs(),
                                context.reachNs(),
                                List.of("link@" + from.device() + ":" + port.device() + "=down")));
    }
}
