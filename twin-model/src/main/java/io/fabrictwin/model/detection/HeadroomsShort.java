package io.fabrictwin.model.detection;

import io.fabrictwin.model.frame.Link;
import io.fabrictwin.model.frame.PfcSettings;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.pause.Headroom;
import io.fabrictwin.model.state.AttributeName;
import io.fabrictwin.model.state.Cell;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds lossless ports with less room than what still arrives after a pause takes in any case: the way of the pause and of the
 * last byte, and a frame begun at either end ({@link Headroom#leastBytes}). The time until the peer heeds the pause comes on top, and is
 * left out, so that what is found is too little for certain. Ports whose cable is not known are not judged.
 */
final class HeadroomsShort {
    /** Light in glass. */
    private static final double NS_PER_MILLIMETRE = 1e6 / 1.98e8;
    /** A frame of IP without jumbo frames, where the port's MTU is not told. */
    private static final int LEAST_MTU_BYTES = 1500;
    /** Ports that are told one by one. */
    private static final int MOST_LINES = 8;

    /** A port with too little. */
    private record Shortage(PortId port, long bytes, double leastBytes, long sinceNs) {}

    private HeadroomsShort() {}

    static List<Finding> of(Context context) {
        Map<PortId, Long> delays = new HashMap<>();
        for (Link link : context.links()) {
            if (link.delayNs() != null) {
                delays.put(link.id().a(), link.delayNs());
                delays.put(link.id().b(), link.delayNs());
            }
        }
        SortedMap<DeviceId, List<Shortage>> byDevice = new TreeMap<>();
        for (PortId port : context.surroundings().ports()) {
            Shortage shortage =
                    context.surroundings().isSwitch(port.device()) ? shortageOf(context, port, delays.get(port)) : null;
            if (shortage != null) {
                byDevice.computeIfAbsent(port.device(), device -> new ArrayList<>())
                        .add(shortage);
            }
        }
        List<Finding> findings = new ArrayList<>();
        byDevice.forEach((device, ports) -> findings.add(finding(context, device, ports)));
        return findings;
    }

    private static @Nullable Shortage shortageOf(Context context, PortId port, @Nullable Long linkDelayNs) {
        PfcSettings pfc = context.frame().pfc(port, null);
        Long bytes = pfc.headroomBytes();
        Long rate = context.surroundings().bitsPerSecond(port);
        if (bytes == null || rate == null || rate <= 0 || Boolean.FALSE.equals(pfc.enabled())) {
            return null;
        }
        Long millimetres = context.frame().whole(key(context, port), AttributeName.CABLE_LENGTH_MILLIMETRES);
        Double delayNs = millimetres != null
                ? (Double) (millimetres * NS_PER_MILLIMETRE)
                : linkDelayNs == null ? null : (Double) (double) linkDelayNs;
        if (delayNs == null) {
            return null;
        }
        Long mtu = context.frame().whole(key(context, port), AttributeName.MTU_BYTES);
        double leastBytes = Headroom.leastBytes(rate, delayNs, 0, mtu == null || mtu <= 0 ? LEAST_MTU_BYTES : mtu);
        return bytes >= leastBytes ? null : new Shortage(port, bytes, leastBytes, sinceNs(context, port));
    }

    private static EntityKey key(Context context, PortId port) {
        return new EntityKey(
                context.frame().fabric(), EntityKind.PORT, List.of(port.device().value(), port.name()));
    }

    private static long sinceNs(Context context, PortId port) {
        EntityKey device = new EntityKey(
                context.frame().fabric(),
                EntityKind.DEVICE,
                List.of(port.device().value()));
        for (EntityKey key : List.of(key(context, port), device)) {
            Cell cell = context.frame()
                    .standing(key, AttributeName.PFC_HEADROOM_BYTES)
                    .orElse(null);
            if (cell != null) {
                return cell.stamp().eventTimeNs();
            }
        }
        return 0;
    }

    private static Finding finding(Context context, DeviceId device, List<Shortage> ports) {
        long sinceNs = ports.stream().mapToLong(Shortage::sinceNs).min().orElseThrow();
        List<String> entities = new ArrayList<>(List.of(device.value()));
        List<String> evidence = new ArrayList<>();
        double most = 0;
        for (Shortage port : ports) {
            entities.add(port.port().toString());
            most = Math.max(most, port.leastBytes());
            if (evidence.size() < MOST_LINES) {
                evidence.add(String.format(
                        Locale.ROOT,
                        "%s has %d bytes of headroom; its rate, cable and frames take %.0f at least",
                        port.port(),
                        port.bytes(),
                        port.leastBytes()));
            }
        }
        if (ports.size() > MOST_LINES) {
            evidence.add("and " + (ports.size() - MOST_LINES) + " ports more");
        }
        return new Finding(
                context.frame().fabric(),
                FindingKind.HEADROOM_SHORT,
                Severity.WARNING,
                sinceNs,
                null,
                entities,
                ports.size() + " ports of " + device
                        + " have too little headroom: what arrives after a pause may be lost.",
                evidence,
                Suggestion.fork(
                        sinceNs,
                        context.reachNs(),
                        List.of("pfc-headroom@" + device + "=" + Math.round(Math.ceil(most)))));
    }
}
