package io.fabrictwin.ingest.parse.soniccli;

import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.model.event.BufferSet;
import io.fabrictwin.model.event.DeviceTuned;
import io.fabrictwin.model.event.EcnProfileSet;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.GaugesObserved;
import io.fabrictwin.model.event.LinkDiscovered;
import io.fabrictwin.model.event.NameObserved;
import io.fabrictwin.model.event.PauseStormDetected;
import io.fabrictwin.model.event.PauseStormRestored;
import io.fabrictwin.model.event.PfcProfileSet;
import io.fabrictwin.model.event.PfcWatchdogSet;
import io.fabrictwin.model.event.PortConfigured;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.event.PortDiscovered;
import io.fabrictwin.model.event.PortStateObserved;
import io.fabrictwin.model.event.QueueObserved;
import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Output of SONiC's show commands and of the tools behind them, as text or JSON, also whole terminal sessions.
 *
 * <p>A record is a line of the text, or an entry of the JSON. The switch is the one of the prompt, else it is named like
 * the input.
 */
public final class SonicCliFormat implements Format {
    private static final Pattern RULE = Pattern.compile("(?m)^[ \\t]*-{2,}(?:[ \\t]+-+){1,60}[ \\t]*$");
    private static final Pattern HEADING = Pattern.compile(
            "(?m)^.{0,40}(?:Port [RT]x +PFC0|IFACE +STATE +|IFACE +RX_OK|STORM DETECTED/RESTORED|PORT +ACTION +DETECTION TIME"
                    + "|Port +TxQ +|Port +Voq +|Port +(?:UC|MC|PG|ALL)\\d+ |RX Pause Transitions|Interface +Auto-Neg Mode"
                    + "|Interface +Lanes +Speed|LocalPort +RemoteDevice|TxQ +\\w+/pkts|Interval \\(in ms\\)"
                    + "|Interface +Lossless priorities|Symbol Errors Per Codeword|Pool +Bytes)");
    private static final Pattern PROFILE = Pattern.compile("(?m)^[ \\t]*(?:Profile|Pool): \\S+[ \\t]*\\R[ \\t]*--");
    private static final Pattern TEXT = Pattern.compile(
            "(?m)^(?:\\S{1,60}@\\S{1,60}[$#] (?:sudo )?(?:show|pfcwd|pfcstat|portstat|queuestat|sonic-clear) "
                    + "|[ \\t]*Ethernet\\d[\\w-]*: SFP EEPROM|Packets Received 64 Octets\\.{3})");
    private static final Pattern SESSION = Pattern.compile(
            "(?m)^[ \\t]*\\S{1,60}@sonic\\S{0,60}[$#] (?:sudo )?(?:show|pfcwd|pfcstat|portstat|queuestat|sonic-clear) ");
    private static final Pattern TRANSCEIVER = Pattern.compile("(?m)^Ethernet\\d{1,4}:[ \\t]*$");
    private static final Pattern ENTRY = Pattern.compile(
            "\\s{0,99}(?:\\[\\s{0,99})?\\{\\s{0,99}\"(?:(?:Ethernet|PortChannel)[\\w/-]{1,20}\"|(?i:port|iface|interface)\"\\s{0,9}:\\s{0,9}\"Ethernet)");
    private static final Pattern FIELD = Pattern.compile(
            "\"(?:totalpacket|RX_OK|TX_OK|FEC_CORR|wreddrppacket|trimpacket|(?:PG|UC|MC|PFC|ALL)\\d{1,2})\"");

    @Override
    public String name() {
        return "sonic-cli";
    }

    @Override
    public String emittedBy() {
        return "SONiC: show interfaces, queue, pfc, pfcwd, priority-group, buffer, ecn and the like, text or JSON";
    }

    @Override
    public Set<Class<? extends FabricEvent>> yields() {
        return Set.of(
                PortCountersObserved.class,
                GaugesObserved.class,
                QueueObserved.class,
                PortDiscovered.class,
                PortStateObserved.class,
                PortConfigured.class,
                PfcProfileSet.class,
                PfcWatchdogSet.class,
                PauseStormDetected.class,
                PauseStormRestored.class,
                EcnProfileSet.class,
                BufferSet.class,
                DeviceTuned.class,
                NameObserved.class,
                LinkDiscovered.class);
    }

    @Override
    public Likeness recognise(Head head) {
        if (head.isJson()) {
            return Likeness.likelyIf(ENTRY.matcher(head.text()).lookingAt() && head.has(FIELD));
        }
        if ((head.has(RULE) && head.has(SESSION))
                || (head.has(RULE) && head.has(HEADING))
                || head.has(PROFILE)
                || head.has(TEXT)) {
            return Likeness.CERTAIN;
        }
        return Likeness.likelyIf(head.has(TRANSCEIVER));
    }

    @Override
    public void parse(Input input, Sink sink) throws IOException {
        if (isJson(input)) {
            new CliJson(input, sink).read();
        } else {
            new CliReader(input, sink).read();
        }
    }

    private static boolean isJson(Input input) throws IOException {
        try (InputStream in = input.open()) {
            int next;
            while ((next = in.read()) >= 0) {
                if (!Character.isWhitespace(next) && next != 0xEF && next != 0xBB && next != 0xBF) {
                    return next == '{' || next == '[';
                }
            }
            return false;
        } catch (java.io.EOFException | java.util.zip.ZipException e) {
            return false;
        }
    }
}
