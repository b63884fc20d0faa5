package io.fabrictwin.ingest.parse.nos;

import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.model.event.DeviceTuned;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.GaugesObserved;
import io.fabrictwin.model.event.NameObserved;
import io.fabrictwin.model.event.PortConfigured;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.event.PortDiscovered;
import io.fabrictwin.model.event.PortStateObserved;
import io.fabrictwin.model.event.QueueObserved;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Interfaces, their counters, queues and transceivers as switch systems show them: text of EOS, NX-OS, IOS XR, Junos and
 * VRP, JSON of EOS, NX-OS and Junos, and captures of a whole fabric. Fields are read by their names, so that commands and
 * releases that are not known yet are read, too.
 *
 * <p>A record is a line of text, or an interface in JSON. The device is the one that the input names, else it is named
 * like the input.
 */
public final class NosCliFormat implements Format {
    private static final Pattern TEXT = Pattern.compile(
            "(?m)^[ \\t]{0,12}(?:"
                    + "[A-Za-z][\\w/.:-]{1,40} is (?:administratively |admin )?(?:up|down)(?:, line protocol is |[ \\t]*$|[ \\t]+\\()"
                    + "|Physical interface: \\S{1,40}, (?:Enabled|Disabled|Administratively down|Physical)"
                    + "|\\S{1,40} current state ?: ?(?:UP|DOWN|Administratively)"
                    + "|transceiver is (?:not )?present"
                    + "|\\S{1,60} (?:input|output): \\S{1,80}[ \\t]*\\R\\s{0,9}Class "
                    + "|Port[ \\t]+(?:Align-Err|InOctets|InUcastPkts|OutOctets|FCS-Err|Xmit-Err|Rcv-Err|Single-Col|Mode[ \\t]+Oper|RxPfc|Stomped-CRC|InDiscards))");
    private static final Pattern EOS = Pattern.compile(
            "\"(?:interfaceErrorCounters|interfacePhyStatuses|intfQueueCounters|egressQueueCounters|interfaceStatuses|ingressVoqCounters)\"\\s{0,9}:"
                    + "|\"interfaceCounters\"\\s{0,9}:\\s{0,9}\\{\\s{0,99}\"(?:Et|in|out)"
                    + "|\"(?:interfaces|ethernet)\"\\s{0,9}:\\s{0,9}\\{\\s{0,99}(?:\\}|\"(?:Ethernet|Management|Port-Channel|Loopback|Vlan)[\\d/.]{1,12}\")");
    private static final Pattern JUNOS =
            Pattern.compile("\"interface-information\"\\s{0,9}:|\"physical-interface\"\\s{0,9}:");
    private static final Pattern NXOS =
            Pattern.compile("\"ROW_(?:interface|queuing_interface|qosgrp_stats|inter)\\w{0,30}\"\\s{0,9}:");
    private static final Pattern CAPTURE =
            Pattern.compile("\"cmd\"\\s{0,9}:\\s{0,9}\"(?:show interface|ip -d address)");

    @Override
    public String name() {
        return "nos-cli";
    }

    @Override
    public String emittedBy() {
        return "show interface(s), counters, queues, transceivers of EOS, NX-OS, IOS XR, Junos, VRP: text or JSON";
    }

    @Override
    public Set<Class<? extends FabricEvent>> yields() {
        return Set.of(
                PortCountersObserved.class,
                GaugesObserved.class,
                QueueObserved.class,
                PortStateObserved.class,
                PortDiscovered.class,
                PortConfigured.class,
                DeviceTuned.class,
                NameObserved.class);
    }

    @Override
    public Likeness recognise(Head head) {
        if (head.isJson()) {
            return Likeness.likelyIf(head.has(EOS) || head.has(JUNOS) || head.has(NXOS) || head.has(CAPTURE));
        }
        return Likeness.likelyIf(head.has(TEXT));
    }

    @Override
    public void parse(Input input, Sink sink) throws IOException {
        if (isJson(input)) {
            new NosJson(input, sink).read();
        } else {
            new NosText(input, sink).read();
        }
    }

    private static boolean isJson(Input input) throws IOException {
        try (InputStream in = input.open()) {
            String text = new String(in.readNBytes(256), StandardCharsets.UTF_8)
                    .replace("\uFEFF", "")
                    .stripLeading();
            return text.startsWith("{") || text.startsWith("[");
        } catch (java.io.EOFException | java.util.zip.ZipException e) {
            return false;
        }
    }
}
