package io.fabrictwin.model.bottleneck;

import io.fabrictwin.model.congestion.DcqcnParameter;
import io.fabrictwin.model.congestion.DcqcnProfile;
import io.fabrictwin.model.congestion.EcnProfile;
import java.util.EnumMap;
import java.util.Map;

/** Bottlenecks that the tests share: 100 Gbit/s, 1,000 B packets, 100/400 KB 10 %. */
final class Bottlenecks {
    static final EcnProfile ECN = new EcnProfile(true, 100_000, 400_000, 0.1);
    static final double NO_PAUSES = Double.POSITIVE_INFINITY;

    /** Timer events only. */
    static final Map<DcqcnParameter, Double> FIRMWARE_SETTINGS = Map.of(
            DcqcnParameter.RPG_BYTE_RESET, 0.0,
            DcqcnParameter.RPG_MIN_RATE, 100.0,
            DcqcnParameter.INITIAL_ALPHA_VALUE, 1024.0);

    static final DcqcnProfile FIRMWARE = DcqcnParameter.profile(FIRMWARE_SETTINGS);

    private Bottlenecks() {}

    static DcqcnProfile tuned() {
        Map<DcqcnParameter, Double> settings = new EnumMap<>(FIRMWARE_SETTINGS);
        settings.put(DcqcnParameter.RPG_TIME_RESET, 60.0);
        settings.put(DcqcnParameter.RPG_AI_RATE, 10.0);
        settings.put(DcqcnParameter.RPG_HAI_RATE, 100.0);
        settings.put(DcqcnParameter.RPG_MIN_DEC_FAC, 90.0);
        settings.put(DcqcnParameter.MIN_TIME_BETWEEN_CNPS, 2.0);
        return DcqcnParameter.profile(settings);
    }

    static Bottleneck of(DcqcnProfile dcqcn, EcnProfile ecn, double xoffBytes) {
        return of(dcqcn, ecn, xoffBytes, 100e9);
    }

    static Bottleneck of(DcqcnProfile dcqcn, EcnProfile ecn, double xoffBytes, double bitsPerSecond) {
        return new Bottleneck(dcqcn, ecn, bitsPerSecond, 1_000, xoffBytes, 3_000, 1_000, 3_000);
    }

    static PacketReference packets(Bottleneck bottleneck, int senders, double bytes, long seed) {
        return new PacketReference(
                bottleneck.dcqcn(),
                bottleneck.ecn(),
                bottleneck.bitsPerSecond() / 8e9,
                bottleneck.packetBytes(),
                bottleneck.xoffBytes(),
                senders,
                bytes,
                seed);
    }

    /** Mean over {@code seeds} of the time until all is delivered, as a multiple of bytes / capacity. */
    static double stretchOfPackets(Bottleneck bottleneck, int senders, double bytes, int seeds) {
        double sum = 0;
        for (int seed = 1; seed <= seeds; seed++) {
            sum += packets(bottleneck, senders, bytes, seed)
                    .run(Double.POSITIVE_INFINITY, (nowNs, queueBytes, sender) -> {})
                    .lastDeliveryNs();
        }
        return sum / seeds / (senders * bytes / (bottleneck.bitsPerSecond() / 8e9));
    }
}
