package io.fabrictwin.model.ladder;

import io.fabrictwin.model.bottleneck.Bottleneck;
import io.fabrictwin.model.bottleneck.Emulator;
import io.fabrictwin.model.congestion.DcqcnParameter;
import io.fabrictwin.model.congestion.DcqcnProfile;
import io.fabrictwin.model.congestion.EcnProfile;
import io.fabrictwin.model.table.Table;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Cold incasts with packet-level truth beside the emulator's answer, under three settings of the senders. */
final class ColdStartTable {
    /**
     * One incast.
     *
     * @param setting {@code paper}, {@code firmware} or {@code tuned}
     * @param bytes of each sender
     * @param stretch packet-level time until all is delivered, over bytes / capacity
     */
    record Cell(String setting, int senders, double bytes, double stretch) {
        Bottleneck bottleneck() {
            return new Bottleneck(profile(setting), ECN, 100e9, 1_000, 500e3, 3_000, 1_000, 3_000);
        }
    }

    /** Cells of one setting follow each other, in the same order for each. */
    static final int SETTINGS = 3;

    private static final EcnProfile ECN = new EcnProfile(true, 100_000, 400_000, 0.1);
    private static final int SEEDS = 4;

    static final List<Cell> CELLS = Table.of(ColdStartTable.class, "cold-starts.table").rows().stream()
            .map(row -> new Cell(
                    row.text("setting"),
                    Math.toIntExact(row.whole("senders")),
                    row.decimal("bytes"),
                    row.decimal("stretch")))
            .toList();

    private ColdStartTable() {}

    static double[] logPacketStretches() {
        return CELLS.stream()
                .mapToDouble(cell -> StrictMath.log(cell.stretch()))
                .toArray();
    }

    static double[] logEmulatedStretches() {
        return CELLS.stream()
                .mapToDouble(cell ->
                        StrictMath.log(Emulator.coldStart(cell.bottleneck(), cell.senders(), cell.bytes(), SEEDS)
                                .meanStretch()))
                .toArray();
    }

    private static DcqcnProfile profile(String setting) {
        if (setting.equals("paper")) {
            return DcqcnProfile.PAPER;
        }
        Map<DcqcnParameter, Double> settings = new EnumMap<>(Map.of(
                DcqcnParameter.RPG_BYTE_RESET, 0.0, //
                DcqcnParameter.RPG_MIN_RATE, 100.0, //
                DcqcnParameter.INITIAL_ALPHA_VALUE, 1024.0));
        if (setting.equals("tuned")) {
            settings.put(DcqcnParameter.RPG_TIME_RESET, 60.0);
            settings.put(DcqcnParameter.RPG_AI_RATE, 10.0);
            settings.put(DcqcnParameter.RPG_HAI_RATE, 100.0);
            settings.put(DcqcnParameter.RPG_MIN_DEC_FAC, 90.0);
            settings.put(DcqcnParameter.MIN_TIME_BETWEEN_CNPS, 2.0);
        }
        return DcqcnParameter.profile(settings);
    }
}
