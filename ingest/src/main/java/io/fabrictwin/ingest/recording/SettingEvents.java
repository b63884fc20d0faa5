package io.fabrictwin.ingest.recording;

import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.model.event.BufferSet;
import io.fabrictwin.model.event.DcqcnSet;
import io.fabrictwin.model.event.EcnProfileSet;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.JobTuned;
import io.fabrictwin.model.event.PacketFormatSet;
import io.fabrictwin.model.event.PfcProfileSet;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.id.PortId;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The events of a row of settings. Two rules of the recorded switches are not in their settings and are told here as
 * settings of single ports: a port faster than the hosts marks at thresholds higher by the ratio of the rates; and it
 * starts with a shift of PFC's threshold that is lower by one per doubling of the rate, until a shift is set in mid-run,
 * which holds for all ports alike.
 */
final class SettingEvents {
    private static final int GREATEST_SHIFT = 30;

    private final RowEvents.Stamps stamps;
    private final Surroundings surroundings;

    SettingEvents(RowEvents.Stamps stamps, Surroundings surroundings) {
        this.stamps = stamps;
        this.surroundings = surroundings;
    }

    List<FabricEvent> of(Row row) {
        long timeNs = row.whole("time_ns");
        String setting = row.text("setting");
        DeviceId device = new DeviceId(row.text("device"));
        return switch (setting) {
            case "ecn_kmin", "ecn_kmax" -> ecnThreshold(timeNs, device, setting, bytes(row));
            case "ecn_pmax" ->
                List.of(new EcnProfileSet(
                        stamps.at(timeNs),
                        device,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        plain(row).doubleValue()));
            case "buffer" -> List.of(new BufferSet(stamps.at(timeNs), device, null, exact(bytes(row))));
            case "pfc_alpha_shift" -> pfcShift(timeNs, device, shift(row));
            case "pfc_resume_offset" ->
                List.of(new PfcProfileSet(
                        stamps.at(timeNs), device, null, null, null, null, null, null, null, exact(bytes(row)), null));
            case "pfc_reserve_per_port" ->
                List.of(new PfcProfileSet(
                        stamps.at(timeNs), device, null, null, null, null, null, null, exact(bytes(row)), null, null));
            case "payload_per_packet" ->
                List.of(new PacketFormatSet(
                        stamps.at(timeNs), device, bytes(row).intValueExact(), null));
            case "wire_per_full_packet" ->
                List.of(new PacketFormatSet(
                        stamps.at(timeNs), device, null, bytes(row).intValueExact()));
            case "qps_per_edge" ->
                List.of(new JobTuned(stamps.at(timeNs), new JobId(device.value()), count(row), null, null));
            case "dcqcn_t_alpha" -> dcqcn(timeNs, device, null, nanoseconds(row), null, null, null, null, null, null);
            case "dcqcn_t_dec" -> dcqcn(timeNs, device, null, null, nanoseconds(row), null, null, null, null, null);
            case "dcqcn_t_inc" -> dcqcn(timeNs, device, null, null, null, nanoseconds(row), null, null, null, null);
            case "dcqcn_g" -> dcqcn(timeNs, device, plain(row).doubleValue(), null, null, null, null, null, null, null);
            case "dcqcn_ai" -> dcqcn(timeNs, device, null, null, null, null, bitsPerSecond(row), null, null, null);
            case "dcqcn_hai" -> dcqcn(timeNs, device, null, null, null, null, null, bitsPerSecond(row), null, null);
            case "dcqcn_min" -> dcqcn(timeNs, device, null, null, null, null, null, null, bitsPerSecond(row), null);
            case "dcqcn_frt" -> dcqcn(timeNs, device, null, null, null, null, null, null, null, count(row));
            default -> throw new BadRowException(RejectCode.UNKNOWN_FIELD, "setting '" + setting + "' is not known");
        };
    }

    private List<FabricEvent> ecnThreshold(long timeNs, DeviceId device, String setting, BigDecimal bytes) {
        List<FabricEvent> events = new ArrayList<>();
        events.add(ecnThreshold(timeNs, device, null, setting, exact(bytes)));
        for (Surroundings.FastPort fast : surroundings.fastPorts(device)) {
            long scaled = exact(bytes.multiply(fast.ratio()).setScale(0, RoundingMode.DOWN));
            events.add(ecnThreshold(timeNs, device, fast.port(), setting, scaled));
        }
        return events;
    }

    private FabricEvent ecnThreshold(long timeNs, DeviceId device, @Nullable PortId port, String setting, long bytes) {
        boolean isLower = setting.equals("ecn_kmin");
        return new EcnProfileSet(
                stamps.at(timeNs),
                device,
                port,
                null,
                null,
                null,
                isLower ? (Long) bytes : null,
                isLower ? null : (Long) bytes,
                null);
    }

    private List<FabricEvent> pfcShift(long timeNs, DeviceId device, int shift) {
        List<FabricEvent> events = new ArrayList<>();
        events.add(pfcShift(timeNs, device, null, shift));
        for (Surroundings.FastPort fast : surroundings.fastPorts(device)) {
            events.add(pfcShift(timeNs, device, fast.port(), timeNs == 0 ? shift - fast.doublings() : shift));
        }
        return events;
    }

    private FabricEvent pfcShift(long timeNs, DeviceId device, @Nullable PortId port, int shift) {
        return new PfcProfileSet(
                stamps.at(timeNs), device, port, null, null, null, Math.scalb(1.0, -shift), null, null, null, null);
    }

    private List<FabricEvent> dcqcn(
            long timeNs,
            DeviceId device,
            @Nullable Double gain,
            @Nullable Long alphaTimerNs,
            @Nullable Long rateDecreaseIntervalNs,
            @Nullable Long rateIncreaseTimerNs,
            @Nullable Long additiveIncrease,
            @Nullable Long hyperIncrease,
            @Nullable Long minRate,
            @Nullable Integer fastRecoveryTimes) {
        return List.of(new DcqcnSet(
                stamps.at(timeNs),
                device,
                gain,
                alphaTimerNs,
                rateDecreaseIntervalNs,
                rateIncreaseTimerNs,
                additiveIncrease,
                hyperIncrease,
                minRate,
                fastRecoveryTimes));
    }

    private static BigDecimal bytes(Row row) {
        return in(
                row,
                switch (row.text("unit")) {
                    case "B" -> 1;
                    case "KB" -> 1_000;
                    case "KiB" -> 1 << 10;
                    case "MB" -> 1_000_000;
                    case "MiB" -> 1 << 20;
                    default -> throw badUnit(row, "B, KB, KiB, MB, MiB");
                });
    }

    private static long nanoseconds(Row row) {
        return exact(in(
                row,
                switch (row.text("unit")) {
                    case "ns" -> 1;
                    case "us" -> 1_000;
                    case "ms" -> 1_000_000;
                    default -> throw badUnit(row, "ns, us, ms");
                }));
    }

    private static long bitsPerSecond(Row row) {
        return exact(in(
                row,
                switch (row.text("unit")) {
                    case "Mbit/s" -> 1_000_000;
                    case "Gbit/s" -> 1_000_000_000;
                    default -> throw badUnit(row, "Mbit/s, Gbit/s");
                }));
    }

    private static BigDecimal plain(Row row) {
        if (!row.text("unit").equals("1")) {
            throw badUnit(row, "1");
        }
        return row.decimal("value");
    }

    private static int shift(Row row) {
        int shift = plain(row).intValueExact();
        if (shift > GREATEST_SHIFT) {
            throw new BadRowException(RejectCode.OUT_OF_RANGE, "value " + shift + " is more than " + GREATEST_SHIFT);
        }
        return shift;
    }

    private static int count(Row row) {
        if (!row.text("unit").equals("count")) {
            throw badUnit(row, "count");
        }
        return row.count("value");
    }

    private static BigDecimal in(Row row, long unit) {
        return row.decimal("value").multiply(BigDecimal.valueOf(unit));
    }

    private static long exact(BigDecimal number) {
        try {
            return number.longValueExact();
        } catch (ArithmeticException e) {
            throw new BadRowException(
                    RejectCode.OUT_OF_RANGE, "value " + number + " in base units is no whole number of 64 bits");
        }
    }

    private static BadRowException badUnit(Row row, String known) {
        return new BadRowException(
                RejectCode.BAD_VALUE,
                "unit '" + row.text("unit") + "' of " + row.text("setting") + " is none of " + known);
    }
}
