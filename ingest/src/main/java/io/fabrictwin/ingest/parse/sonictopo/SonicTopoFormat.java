package io.fabrictwin.ingest.parse.sonictopo;

import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.LinkPlanned;
import io.fabrictwin.model.event.PlacementDeclared;
import io.fabrictwin.model.event.PortConfigured;
import io.fabrictwin.model.event.PortDiscovered;
import io.fabrictwin.model.event.PortStateObserved;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Test beds of sonic-mgmt: topologies in YAML ({@code topology.VMs}), cables in CSV, facts of the switches in JSON.
 *
 * <p>A topology names the switch under test by no name: it is called like the input, with the number behind it where
 * there are several.
 */
public final class SonicTopoFormat implements Format {
    private static final Pattern YAML = Pattern.compile("(?m)^topology:[ \\t]*(?:#.*)?$");
    private static final Pattern VMS = Pattern.compile("(?m)^[ \\t]{1,8}(?:VMs|host_interfaces|DUT|dut_num):");
    private static final Pattern CSV = Pattern.compile("\\s{0,9}StartDevice,StartPort,EndDevice,EndPort\\b.*");
    private static final Pattern JSON =
            Pattern.compile("\"intf_status\"\\s{0,9}:\\s{0,9}\\{|\"oper_state\"\\s{0,9}:\\s{0,9}\"");

    @Override
    public String name() {
        return "sonic-topo";
    }

    @Override
    public String emittedBy() {
        return "sonic-mgmt: vars/topo_*.yml, sonic_*_links.csv, and test beds as JSON";
    }

    @Override
    public Set<Class<? extends FabricEvent>> yields() {
        return Set.of(
                LinkPlanned.class,
                PlacementDeclared.class,
                PortDiscovered.class,
                PortConfigured.class,
                PortStateObserved.class);
    }

    @Override
    public Likeness recognise(Head head) {
        if (head.isJson()) {
            return Likeness.likelyIf(head.has(JSON) && head.hasAll("\"oper_state\"", "\"admin_state\""));
        }
        boolean isCsv = head.told()
                .findFirst()
                .filter(line -> CSV.matcher(line).matches())
                .isPresent();
        return Likeness.certainIf(isCsv || (head.has(YAML) && head.has(VMS)));
    }

    @Override
    public void parse(Input input, Sink sink) throws IOException {
        String beginning = beginning(input);
        if (beginning.startsWith("{") || beginning.startsWith("[")) {
            new StatusReader(input, sink).read();
        } else if (beginning.startsWith("StartDevice,")) {
            new LinkTable(input, sink).read();
        } else {
            new TestBed(input, sink).read();
        }
    }

    private static String beginning(Input input) throws IOException {
        try (InputStream in = input.open()) {
            return new String(in.readNBytes(256), StandardCharsets.UTF_8)
                    .replace("\uFEFF", "")
                    .stripLeading();
        } catch (java.io.EOFException | java.util.zip.ZipException e) {
            return "";
        }
    }
}
