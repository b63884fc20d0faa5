package io.fabrictwin.ingest.parse.reading;

import io.fabrictwin.model.event.CounterName;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a column of a table about ports measures.
 *
 * @param name of the counter or gauge
 * @param isCounter whether it is cumulative
 * @param factor what the value is multiplied by
 */
record Measure(String name, boolean isCounter, long factor) {
    private static final Pattern COUNT_WORD = Pattern.compile(
            "(?i)(?:.*[^a-z])?(?:pkts?|packets?|bytes|octets|frames?|err|errs|errors?|drops?|drp|dropped|discards?|crc|counts?|counters?|transitions?|flaps?|ok|fcs|runts|giants|trim|marked|undersize|oversize|jabbers?|collisions?|col)(?:[^a-z].*)?");
    private static final Pattern NOT_NAME = Pattern.compile("[^A-Za-z0-9]+");
    private static final Map<String, Measure> KNOWN = known();

    private static Map<String, Measure> known() {
        Map<String, Measure> known = new HashMap<>();
        counter(known, "rxok", CounterName.RX_PACKETS);
        counter(known, "txok", CounterName.TX_PACKETS);
        counter(known, "rxerr", CounterName.RX_ERRORS);
        counter(known, "txerr", "txErrors");
        counter(known, "rxdrp", "rxDroppedPackets");
        counter(known, "txdrp", CounterName.TX_DROPPED_PACKETS);
        counter(known, "rxovr", "rxOverruns");
        counter(known, "txovr", "txOverruns");
        counter(known, "rxbytes", CounterName.RX_BYTES);
        counter(known, "txbytes", CounterName.TX_BYTES);
        gauge(known, "rxbps", "rxBytesPerSecond");
        gauge(known, "txbps", "txBytesPerSecond");
        gauge(known, "rxpps", "rxPacketsPerSecond");
        gauge(known, "txpps", "txPacketsPerSecond");
        gauge(known, "rxutil", "rxUtilizationPercent");
        gauge(known, "txutil", "txUtilizationPercent");
        counter(known, "trim", "trimmedPackets");
        counter(known, "trimtx", "txTrimmedPackets");
        counter(known, "trimdrp", "droppedTrimmedPackets");
        counter(known, "feccorr", CounterName.FEC_CORRECTED_CODEWORDS);
        counter(known, "fecuncorr", CounterName.FEC_UNCORRECTED_CODEWORDS);
        counter(known, "fecsymbolerr", CounterName.SYMBOL_ERRORS);
        gauge(known, "fecpreber", "preFecBitErrorRate");
        gauge(known, "fecpostber", "postFecBitErrorRate");
        gauge(known, "fecprebermax", "preFecBitErrorRateMax");
        gauge(known, "flro", "frameLossRatioObserved");
        gauge(known, "flrpaccuracy", "frameLossRatioPredicted");
        gauge(known, "fecmaxt", "fecMaxSymbolErrorsPerCodeword");
        counter(known, "counterpkts", CounterName.TX_PACKETS);
        counter(known, "counterbytes", CounterName.TX_BYTES);
        counter(known, "totalpacket", CounterName.TX_PACKETS);
        counter(known, "totalbytes", CounterName.TX_BYTES);
        counter(known, "droppkts", CounterName.TX_DROPPED_PACKETS);
        counter(known, "droppacket", CounterName.TX_DROPPED_PACKETS);
        counter(known, "dropbytes", "txDroppedBytes");
        counter(known, "wreddrppkts", "wredDroppedPackets");
        counter(known, "wreddrppacket", "wredDroppedPackets");
        counter(known, "wreddrpbytes", "wredDroppedBytes");
        counter(known, "ecnmarkedpkts", CounterName.ECN_MARKED_PACKETS);
        counter(known, "ecnmarkedpacket", CounterName.ECN_MARKED_PACKETS);
        counter(known, "ecnmarkedbytes", "ecnMarkedBytes");
        counter(known, "trimpkts", "trimmedPackets");
        counter(known, "trimpacket", "trimmedPackets");
        counter(known, "trimsentpkts", "txTrimmedPackets");
        counter(known, "trimsentpacket", "txTrimmedPackets");
        counter(known, "trimdroppkts", "droppedTrimmedPackets");
        counter(known, "trimdroppacket", "droppedTrimmedPackets");
        counter(known, "creditwddelpkts", "creditWatchdogDeletedPackets");
        counter(known, "rxpausetransitions", "rxPauseTransitions");
        counter(known, "txpausetransitions", "txPauseTransitions");
        known.put("totalrxpausetimeus", new Measure(CounterName.PFC_RX_PAUSED_NS, true, 1_000));
        known.put("totaltxpausetimeus", new Measure(CounterName.PFC_TX_PAUSED_NS, true, 1_000));
        gauge(known, "recentrxpausetimeus", "recentRxPauseUs");
        gauge(known, "recenttxpausetimeus", "recentTxPauseUs");
        // NX-OS and EOS
        counter(known, "rxppp", CounterName.PFC_RX_FRAMES);
        counter(known, "txppp", CounterName.PFC_TX_FRAMES);
        counter(known, "rxpfc", CounterName.PFC_RX_FRAMES);
        counter(known, "txpfc", CounterName.PFC_TX_FRAMES);
        counter(known, "inoctets", CounterName.RX_BYTES);
        counter(known, "outoctets", CounterName.TX_BYTES);
        counter(known, "outdiscards", CounterName.TX_DROPPED_PACKETS);
        counter(known, "rcverr", CounterName.RX_ERRORS);
        counter(known, "symbolerr", CounterName.SYMBOL_ERRORS);
        return Map.copyOf(known);
    }

    private static void counter(Map<String, Measure> known, String heading, String name) {
        known.put(heading, new Measure(name, true, 1));
    }

    private static void gauge(Map<String, Measure> known, String heading, String name) {
        known.put(heading, new Measure(name, false, 1));
    }

    /** Letters and digits of a heading, in lower case. */
    static String key(String heading) {
        return NOT_NAME.matcher(heading).replaceAll("").toLowerCase(Locale.ROOT);
    }

    /** Of a column that this format or its relatives have; null: the heading is new. */
    static @Nullable Measure known(String heading) {
        return KNOWN.get(key(heading));
    }

    /** Of a column nobody knows: it counts if its heading names something that is counted. */
    static Measure raw(String heading) {
        return new Measure(
                heading, COUNT_WORD.matcher(heading.replace('_', ' ')).matches(), 1);
    }
}
