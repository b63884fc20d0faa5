package io.fabrictwin.ingest.parse.lldp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.fabrictwin.ingest.parse.Mutations;
import io.fabrictwin.ingest.parse.ParsedInput;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.SampleCheck;
import io.fabrictwin.ingest.parse.SharedSamples;
import io.fabrictwin.ingest.parse.TextInput;
import io.fabrictwin.model.event.Clock;
import io.fabrictwin.model.event.DeviceDiscovered;
import io.fabrictwin.model.event.DeviceKind;
import io.fabrictwin.model.event.LinkDiscovered;
import io.fabrictwin.model.event.NameObserved;
import io.fabrictwin.model.event.NameScheme;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LldpGoldenTest {
    private static final LldpFormat FORMAT = new LldpFormat();
    private static final LldpCaptureFormat CAPTURE = new LldpCaptureFormat();

    @Test
    void readsDetailsAndTablesOfASwitch() {
        ParsedInput parsed = ParsedInput.ofFixture(FORMAT, "lldp/nxos.txt");

        assertThat(parsed.rejections).isEmpty();
        assertThat(links(parsed))
                .containsExactly(
                        link("leaf07", "Ethernet1/14", "spine01", "Ethernet1/1"),
                        // A NIC without a name: known by its MAC, and its port by its description.
                        link("leaf07", "Ethernet1/15", "0c:42:a1:00:00:02", "ens8np0"),
                        link("leaf07", "Ethernet1/3", "a.very.long.name.of.a.spine", "Ethernet1/1"),
                        link("leaf07", "Ethernet1/4", "spine02", "Ethernet2/1"));
        assertThat(parsed.all(NameObserved.class))
                .extracting(event -> event.device().value(), NameObserved::scheme, NameObserved::name)
                .contains(
                        tuple("spine01", NameScheme.MAC, "0c:42:a1:00:00:01"),
                        tuple("spine01", NameScheme.ADDRESS, "10.0.0.1"),
                        tuple("0c:42:a1:00:00:02", NameScheme.MAC, "0c:42:a1:00:00:03"));
        assertThat(parsed.all(DeviceDiscovered.class))
                .extracting(event -> event.device().value(), DeviceDiscovered::kind)
                .contains(tuple("spine01", DeviceKind.SWITCH));
    }

    @Test
    void readsLldpctl() {
        ParsedInput json = ParsedInput.ofFixture(FORMAT, "lldp/neighbours.json");
        assertThat(links(json))
                .containsExactly(
                        link("neighbours", "eth1", "spine01", "swp1"),
                        link("neighbours", "eth2", "0c:42:a1:00:00:02", "swp2"));
        assertThat(links(parse("""
                LLDP neighbors:
                Interface:    eth1, via: LLDP, RID: 1, Time: 0 day, 12:21:21
                  Chassis:
                    ChassisID:    mac 0c:42:a1:00:00:01
                    SysName:      spine01
                    Capability:   Bridge, on
                  Port:
                    PortID:       ifname swp1
                """))).containsExactly(link("x", "eth1", "spine01", "swp1"));
        assertThat(links(parse("""
                lldp.eth1.via=LLDP
                lldp.eth1.chassis.mac=0c:42:a1:00:00:01
                lldp.eth1.chassis.name=spine01
                lldp.eth1.chassis.descr=Some text
                that goes on
                lldp.eth1.port.local=512
                lldp.eth1.port.descr=xe-0/0/1
                """))).containsExactly(link("x", "eth1", "spine01", "xe-0/0/1"));
        assertThat(links(parse("""
                <lldp><interface name="eth1" via="LLDP"><chassis><id type="mac">0c:42:a1:00:00:01</id><name>spine01</name></chassis>
                <port><id type="ifname">swp1</id></port></interface></lldp>
                """))).containsExactly(link("x", "eth1", "spine01", "swp1"));
    }

    @Test
    void readsFramesOfACapture() {
        byte[] capture = capture();
        ParsedInput parsed = ParsedInput.of(CAPTURE, new TextInput("x.pcap", capture));
        assertThat(parsed.accepted).isEqualTo(1);
        assertThat(parsed.ignored).isEqualTo(1);
        NameObserved name = parsed.all(NameObserved.class).get(0);
        assertThat(name.device().value()).isEqualTo("nic");
        assertThat(name.name()).isEqualTo("0c:42:a1:00:00:01");
        assertThat(name.meta().eventTimeNs()).isEqualTo(1_741_083_630_000_005_000L);
        assertThat(name.meta().clock()).isEqualTo(Clock.SOURCE);
        ParsedInput cut = ParsedInput.of(CAPTURE, new TextInput("x.pcap", Arrays.copyOf(capture, capture.length - 3)));
        assertThat(cut.codes).containsExactly(RejectCode.TRUNCATED);
    }

    /** A frame of LLDP, and one of another protocol. */
    private static byte[] capture() {
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        frame.writeBytes(new byte[12]);
        frame.writeBytes(new byte[] {(byte) 0x88, (byte) 0xcc});
        frame.writeBytes(new byte[] {2, 7, 4, 0x0c, 0x42, (byte) 0xa1, 0, 0, 1});
        frame.writeBytes(new byte[] {4, 5, 5, 'e', 't', 'h', '0'});
        frame.writeBytes(new byte[] {10, 3, 'n', 'i', 'c'});
        frame.writeBytes(new byte[] {0, 0});
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.writeBytes(little(0xa1b2c3d4, 0x40002, 0, 0, 65535, 1));
        file.writeBytes(little(1_741_083_630, 5, frame.size(), frame.size()));
        file.writeBytes(frame.toByteArray());
        file.writeBytes(little(1_741_083_631, 5, 16, 16));
        file.writeBytes(new byte[16]);
        return file.toByteArray();
    }

    private static byte[] little(int... words) {
        ByteBuffer buffer = ByteBuffer.allocate(4 * words.length).order(ByteOrder.LITTLE_ENDIAN);
        for (int word : words) {
            buffer.putInt(word);
        }
        return buffer.array();
    }

    @Test
    void survivesDamage() {
        Mutations.damage(
                FORMAT,
                "lldp/nxos.txt",
                (input, parsed) -> assertThat(parsed.records()).isEqualTo(ParsedInput.lines(input)));
        Mutations.damage(
                FORMAT,
                "lldp/neighbours.json",
                (input, parsed) -> assertThat(parsed.records() > 0 || ParsedInput.lines(input) == 0)
                        .isTrue());
    }

    @Test
    void readsAllSamples() {
        List<java.nio.file.Path> files = SharedSamples.files("network/lldp", "lldp");
        SampleCheck.check(
                FORMAT,
                files.stream()
                        .filter(file -> !SharedSamples.name(file).endsWith(".pcap"))
                        .toList(),
                Set.of("lldpctl-223.txt"),
                Set.of());
        SampleCheck.check(
                CAPTURE,
                files.stream()
                        .filter(file -> SharedSamples.name(file).endsWith(".pcap"))
                        .toList(),
                Set.of(),
                Set.of());
    }

    private static List<LinkId> links(ParsedInput parsed) {
        return parsed.all(LinkDiscovered.class).stream()
                .map(LinkDiscovered::link)
                .toList();
    }

    private static LinkId link(String a, String aPort, String b, String bPort) {
        return new LinkId(PortId.of(a, aPort), PortId.of(b, bPort));
    }

    private static ParsedInput parse(String text) {
        return ParsedInput.of(FORMAT, new TextInput("x", text.getBytes(StandardCharsets.UTF_8)));
    }
}
