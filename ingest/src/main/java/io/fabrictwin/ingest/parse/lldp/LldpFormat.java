package io.fabrictwin.ingest.parse.lldp;

import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.model.event.DeviceDiscovered;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.LinkDiscovered;
import io.fabrictwin.model.event.NameObserved;
import io.fabrictwin.model.event.PortDiscovered;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Neighbours by LLDP: {@code lldpctl} in its four forms, {@code show lldp neighbors} of NX-OS, IOS, EOS, Junos and VRP as
 * text, JSON or XML, also many of them captured in one file.
 *
 * <p>A record is a line of text, or a neighbour in JSON or XML. A port of which two neighbours are told (a NIC's firmware
 * and its host) has two links.
 */
public final class LldpFormat implements Format {
    private static final Pattern TEXT =
            Pattern.compile("(?m)^[ \\t]{0,20}(?:LLDP neighbors:[ \\t]*$|LLDP interfaces:[ \\t]*$"
                    + "|Interface:[ \\t]{1,9}\\S{1,40} via: LLDP|Interface \\S{1,40} detected \\d{1,4} LLDP neighbors"
                    + "|\\S{1,60} has \\d{1,4} neighbor\\(?s\\)?[ \\t]*:|Local Port id: |lldp\\.[\\w.@-]{1,40}\\.(?:via|rid|chassis|port|vlan)[.=]"
                    + "|Local Interface[ \\t]+Parent Interface[ \\t]+Chassis Id|Device ID[ \\t]+Local Intf[ \\t]+Hold-?time"
                    + "|Port[ \\t]+Neighbor Device ID[ \\t]+Neighbor Port ID|Local Int(?:f|erface)[ \\t]+Neighbor (?:Dev|Intf)"
                    + "|Local Int(?:f|erface): \\S{1,40}[ \\t]*\\R[ \\t]*Chassis id: )");
    private static final Pattern JSON =
            Pattern.compile("\"(?:lldpNeighbors|lldpNeighborInfo|TABLE_nbor(?:_detail)?|lldp-neighbors-information"
                    + "|lldp-neighbor-information|remote_chassis_id|remote_system_name)\"|\"lldp\"\\s{0,9}:\\s{0,9}[\\[{]\\s{0,99}\\{?\\s{0,99}\"interface\""
                    + "|\"cmd\"\\s{0,9}:\\s{0,9}\"[^\"]{0,200}lldp");
    private static final Pattern XML =
            Pattern.compile("<lldp-neighbors?-information\\b|<lldp\\b[^>]{0,200}>\\s{0,99}<interface\\b|<ROW_nbor");

    @Override
    public String name() {
        return "lldp";
    }

    @Override
    public String emittedBy() {
        return "lldpctl; show lldp neighbors (detail) of NX-OS, IOS, EOS, Junos, VRP: text, JSON or XML";
    }

    @Override
    public Set<Class<? extends FabricEvent>> yields() {
        return Set.of(LinkDiscovered.class, NameObserved.class, DeviceDiscovered.class, PortDiscovered.class);
    }

    @Override
    public Likeness recognise(Head head) {
        if (head.isJson()) {
            return Likeness.certainIf(head.has(JSON));
        }
        if (head.isXml()) {
            return Likeness.certainIf(head.has(XML));
        }
        // A session of a switch shows other things, too.
        return Likeness.likelyIf(head.has(TEXT));
    }

    @Override
    public void parse(Input input, Sink sink) throws IOException {
        switch (first(input)) {
            case '{', '[' -> new NeighbourJson(input, sink).read();
            case '<' -> new NeighbourXml(input, sink).read();
            default -> new TextReader(input, sink).read();
        }
    }

    private static char first(Input input) throws IOException {
        try (InputStream in = input.open()) {
            String text = new String(in.readNBytes(256), StandardCharsets.UTF_8)
                    .replace("\uFEFF", "")
                    .stripLeading();
            return text.isEmpty() ? ' ' : text.charAt(0);
        } catch (java.io.EOFException | java.util.zip.ZipException e) {
            return ' ';
        }
    }
}
