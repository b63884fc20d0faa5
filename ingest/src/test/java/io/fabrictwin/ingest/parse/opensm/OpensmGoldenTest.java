package io.fabrictwin.ingest.parse.opensm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.fabrictwin.ingest.parse.ParsedInput;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.TextInput;
import io.fabrictwin.model.event.Clock;
import io.fabrictwin.model.event.DeviceDiscovered;
import io.fabrictwin.model.event.DeviceKind;
import io.fabrictwin.model.event.ForwardingTableObserved;
import io.fabrictwin.model.event.LinkDiscovered;
import io.fabrictwin.model.event.NameObserved;
import io.fabrictwin.model.event.NameScheme;
import io.fabrictwin.model.event.NicDiscovered;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.event.PortStateObserved;
import io.fabrictwin.model.event.SubnetManagerChanged;
import io.fabrictwin.model.event.Swept;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OpensmGoldenTest {
    private static final String ADAPTER = "0x00000000000000a1";
    private static final String PORT_GUID = "0x00000000000000a2";
    private static final String LEAF = "0x0000000000000b01";
    private static final String SPINE = "0x0000000000000b02";

    @Test
    void tellsWhatTheManagerWentThrough() {
        ParsedInput parsed = ParsedInput.ofFixture(new OpensmLogFormat(), "opensm/opensm.log");
        assertThat(parsed.rejections).isEmpty();
        assertThat(parsed.all(SubnetManagerChanged.class))
                .extracting(
                        event -> event.device().value(),
                        SubnetManagerChanged::state,
                        SubnetManagerChanged::routingEngine)
                .containsExactly(
                        tuple(PORT_GUID, "DISCOVERING", null),
                        tuple(PORT_GUID, "MASTER", null),
                        tuple(PORT_GUID, null, "updn"),
                        tuple(PORT_GUID, "SUBNET_UP", null),
                        tuple(PORT_GUID, null, "minhop"),
                        tuple(PORT_GUID, "SUBNET_UP", null),
                        tuple(PORT_GUID, "EXITING", null));
        // The anchor is in June 2025: this November was that of 2024. 2024-11-29T13:39:09.663365Z.
        assertThat(parsed.all(SubnetManagerChanged.class).get(0).meta().eventTimeNs())
                .isEqualTo(1_732_887_549_663_365_000L);
        assertThat(parsed.all(SubnetManagerChanged.class).get(0).meta().clock()).isEqualTo(Clock.SOURCE);
    }

    @Test
    void severalLinesOfOneEventTellItOnce() {
        ParsedInput parsed = ParsedInput.ofFixture(new OpensmLogFormat(), "opensm/opensm.log");
        String guid = "0x003048c749bb0001";
        assertThat(parsed.all(PortStateObserved.class))
                .extracting(PortStateObserved::port, PortStateObserved::up, PortStateObserved::reason)
                .containsExactly(
                        tuple(PortId.of(guid, guid), false, null),
                        tuple(PortId.of(guid, guid), true, null),
                        tuple(PortId.of(LEAF, "7"), null, "unknown remote side"));
        assertThat(parsed.all(PortCountersObserved.class))
                .extracting(PortCountersObserved::port, PortCountersObserved::counters)
                .containsExactly(tuple(PortId.of(LEAF, "0"), Map.of("txLinkStateChangeTraps", 1L)));
        assertThat(parsed.all(NicDiscovered.class))
                .extracting(event -> event.host().value(), NicDiscovered::guid)
                .containsExactly(tuple("node17", guid));
    }

    @Test
    void aNoticeAloneTellsThatAPortCame() {
        String notice = "Nov 29 13:40:34 779287 [F278B6C0] 0x02 -> log_notice: Reporting Informational Notice"
                + " \"GID in service\", GID:fe80::30:48c7:49bb:1\n";
        ParsedInput parsed = ParsedInput.of(new OpensmLogFormat(), new TextInput("opensm.log", notice.getBytes(UTF_8)));
        String guid = "0x003048c749bb0001";
        assertThat(parsed.all(PortStateObserved.class))
                .extracting(PortStateObserved::port, PortStateObserved::up)
                .containsExactly(tuple(PortId.of(guid, guid), true));
    }

    @Test
    void readsTheTerminalAndTheOlderManager() {
        assertThat(ParsedInput.ofFixture(new OpensmLogFormat(), "opensm/terminal.txt")
                        .all(SubnetManagerChanged.class))
                .extracting(SubnetManagerChanged::state)
                .containsExactly("DISCOVERING", "MASTER", "EXITING");
        ParsedInput older = ParsedInput.ofFixture(new OpensmLogFormat(), "opensm/ib_sm.log");
        assertThat(older.all(SubnetManagerChanged.class))
                .extracting(
                        event -> event.device().value(),
                        SubnetManagerChanged::state,
                        event -> event.meta().eventTimeNs())
                .containsExactly(tuple("sm1", "SUBNET_UP", 1_131_566_474_000_000_000L));
    }

    @Test
    void aHostWithAControlCharacterIsNone() {
        String line = "Nov 9 12:01:01 sm@s\u0001m1 ib_sm.x[7]: SUBNET UP\n";
        ParsedInput parsed = ParsedInput.of(new OpensmLogFormat(), new TextInput("ib_sm.log", line.getBytes(UTF_8)));
        assertThat(parsed.events).isEmpty();
        assertThat(parsed.rejections).hasSize(1);
    }

    @Test
    void aTimeOfTheOlderManagerThatDoesNotFitIsNone() {
        ParsedInput parsed = ParsedInput.of(
                new OpensmLogFormat(),
                new TextInput(
                        "ib_sm.log",
                        "- 9999999999 2286.11.20 sm1 Nov 20 17:46:39 sm@sm1 ib_sm.x[7]: SUBNET UP\n".getBytes(UTF_8)));
        assertThat(parsed.all(SubnetManagerChanged.class))
                .extracting(event -> event.meta().clock())
                .containsExactly(Clock.ASSUMED);
    }

    /** What a message tells: names of events, else what is unread in it, else nothing. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "log_notice: Reporting Urgent Notice \"Link state change\" from switch LID 5, GUID 0xb01 | NameObserved PortCountersObserved",
                "log_notice: Reporting Urgent Notice \"Link state change\" from switch LID 49152, GUID 0xb01 | PortCountersObserved",
                "log_notice: Reporting Urgent Notice \"Link state change\" from switch LID 99999999999, GUID 0xb01 |",
                "log_notice: Reporting Urgent Notice \"Link state change\" from switch LID 5, GUID 0x0 |",
                "log_notice: Reporting Urgent Notice \"Link state change\" from switch LID 5 GUID 0xb01 |",
                "log_notice: Reporting Informational Notice \"GID in service\", GID:fe80::a1 | NameObserved PortStateObserved",
                "log_notice: Reporting Informational Notice \"GID  in service\", GID:fe80::a1 |",
                "log_notice: Reporting Informational Notice \"GID out of service\", GID: |",
                "log_notice: Reporting  Notice | message",
                "x: Removed port with GUID:0xa1 LID range [7, 7] of node:n17 mlx5_0 | NameObserved PortStateObserved",
                "x: Discovered new port with GUID:0xa1 LID range [7,7] of node: n17 mlx5_0 | NameObserved PortStateObserved NameObserved NicDiscovered",
                "x: Discovered new port with GUID:0xa1 LID range [0,0] of node: | NameObserved PortStateObserved",
                "x: Discovered new port with GUID:0x LID range [7,7] of node:n17 mlx5_0 | message",
                "x: Discovered new port with GUID:0xa1 LID range [7 7] of node:n17 mlx5_0 | message",
                "x: Discovered new port with GUID:0xa1 LID range [7,7] | message",
                "x: ERR 3315: Unknown remote side for node 0xb01 (a) port b) port 3. More | PortStateObserved",
                "x: ERR 3315: Unknown remote side for node 0xb01(leaf) port 3. More | PortStateObserved",
                "x: ERR 3315: Unknown remote side for node 0xb01 (leaf) port 123456. More | error",
                "x: ERR 3315: Unknown remote side for node 0xb01 (leaf | error",
                "x: ERR 5411: DR SMP Send completed with error | lost management packet",
                "x: ERR 54110: DR SMP Send completed with error | error",
                "x: ERR 54 | message",
                "x: updn-2 tables configured on all switches | SubnetManagerChanged",
                "x:  tables configured on all switches | message",
                "OpenSM: Entering NOT-ACTIVE state | SubnetManagerChanged",
                "Entering ANY state | message",
                "Entering MASTER | message",
                "SM port is down |",
                "OpenSM 5.17+x, built today | DeviceTuned",
                "OpenSM is here | message"
            })
    void readsAMessage(String message, @Nullable String told) {
        String line = "Nov 29 13:40:34 779287 [F278B6C0] 0x02 -> " + message + "\n";
        ParsedInput parsed = ParsedInput.of(new OpensmLogFormat(), new TextInput("opensm.log", line.getBytes(UTF_8)));
        Stream<String> events =
                parsed.events.stream().map(event -> event.getClass().getSimpleName());
        assertThat(Stream.concat(events, parsed.unread.stream()).collect(joining(" ")))
                .isEqualTo(told == null ? "" : told);
        assertThat(parsed.rejections).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "Nov 29 13:40:34 779287, SOURCE",
        "Nov  9 13:40:34 1, SOURCE",
        "Nov 31 13:40:34 779287, ASSUMED",
        "Nov 29 13:40:60 779287, ASSUMED",
        "Nov 29 24:40:34 779287, ASSUMED",
        "Nov 9 13:40:34 779287,",
        "Nov 29 13:40:4 779287,",
        "Nov 29 13:40:34 7792871,",
        "Now 29 13:40:34 779287,"
    })
    void readsATime(String time, @Nullable Clock clock) {
        // The second line is of the same minute, if it is one.
        String lines = (time + " [F278B6C0] 0x02 -> SUBNET UP\n").repeat(2);
        ParsedInput parsed = ParsedInput.of(new OpensmLogFormat(), new TextInput("opensm.log", lines.getBytes(UTF_8)));
        assertThat(parsed.events)
                .extracting(event -> event.meta().clock())
                .isEqualTo(clock == null ? List.of() : List.of(clock, clock));
        assertThat(parsed.rejections).hasSize(clock == null ? 2 : 0);
    }

    @Test
    void readsASubnetList() {
        ParsedInput parsed = ParsedInput.ofFixture(new SubnetListFormat(), "opensm/subnet.lst");
        assertThat(parsed.rejections).isEmpty();
        assertThat(parsed.all(DeviceDiscovered.class))
                .extracting(
                        event -> event.device().value(),
                        DeviceDiscovered::kind,
                        DeviceDiscovered::description,
                        DeviceDiscovered::model,
                        DeviceDiscovered::portCount)
                .containsExactly(
                        tuple(ADAPTER, DeviceKind.NIC, "node01 } { mlx5_0", "vendor 0x2c9 device 0x1021", 1),
                        tuple(LEAF, DeviceKind.SWITCH, "leaf {1}", "vendor 0x2c9 device 0xd2f2", 36),
                        tuple(SPINE, DeviceKind.SWITCH, "spine", null, 24));
        assertThat(parsed.all(LinkDiscovered.class))
                .extracting(LinkDiscovered::link, LinkDiscovered::bitsPerSecond)
                .containsExactly(
                        tuple(new LinkId(PortId.of(ADAPTER, "1"), PortId.of(LEAF, "14")), 100_000_000_000L),
                        tuple(new LinkId(PortId.of(LEAF, "15"), PortId.of(SPINE, "1")), null));
        assertThat(parsed.all(NameObserved.class))
                .extracting(NameObserved::scheme, NameObserved::name)
                .contains(tuple(NameScheme.PORT_GUID, PORT_GUID), tuple(NameScheme.LID, "96"));
        assertThat(parsed.all(Swept.class)).hasSize(1);
    }

    @Test
    void tablesTellRangesOfLids() {
        assertThat(ParsedInput.ofFixture(new ForwardingTableFormat(), "opensm/opensm.fdbs")
                        .all(ForwardingTableObserved.class))
                .extracting(event -> event.device().value(), ForwardingTableObserved::entries)
                .containsExactly(
                        tuple(LEAF, Map.of("1-2", "5", "3", "0", "10", "5")),
                        tuple(SPINE, Map.of("1", "1", "2", "2", "3", "3", "10", "0")));
        ParsedInput dumps = ParsedInput.ofFixture(new ForwardingTableFormat(), "opensm/ibroute.txt");
        assertThat(dumps.rejections).isEmpty();
        assertThat(dumps.all(ForwardingTableObserved.class))
                .extracting(event -> event.device().value(), ForwardingTableObserved::entries)
                .containsExactly(tuple(LEAF, Map.of("1-2", "5", "3", "0")), tuple(SPINE, Map.of("1", "1", "10", "0")));
        // The model's ports are counted from 0.
        assertThat(ParsedInput.ofFixture(new ForwardingTableFormat(), "opensm/vectors.fdbs")
                        .all(ForwardingTableObserved.class))
                .extracting(event -> event.device().value(), ForwardingTableObserved::entries)
                .containsExactly(
                        tuple("switch-0", Map.of("1", "1", "2", "2", "3-4", "5", "6", "6")),
                        tuple("switch-1", Map.of("1-2", "5", "3", "1", "4", "2", "6", "6")));
    }

    @Test
    void aTableThatIsNotWholeIsNotTold() {
        String routes = new String(ParsedInput.fixture("opensm/opensm.fdbs"), UTF_8);
        assertThat(tables(routes.substring(0, routes.lastIndexOf("0x000A")))).isEqualTo(1);
        assertThat(tables(routes.replaceFirst("0x0002 : 005", "0x0002 = 005"))).isEqualTo(1);
        String dump = new String(ParsedInput.fixture("opensm/ibroute.txt"), UTF_8);
        assertThat(tables(dump.substring(0, dump.indexOf("2 lids dumped")))).isEqualTo(1);
        ParsedInput orphan = ParsedInput.of(
                new ForwardingTableFormat(), new TextInput("x", "0x0001 : 005  : 02   : yes\n".getBytes(UTF_8)));
        assertThat(orphan.codes).containsExactly(RejectCode.UNKNOWN_REFERENCE);
    }

    @Test
    void readsWhoseALidIs() {
        assertThat(ParsedInput.ofFixture(new LidMatrixFormat(), "opensm/lid-matrix.dump")
                        .all(NameObserved.class))
                .extracting(event -> event.device().value(), NameObserved::name)
                .containsExactly(tuple(LEAF, "9"), tuple(SPINE, "10"));
        assertThat(ParsedInput.ofFixture(new OpensmCacheFormat(), "opensm/guid2lid")
                        .all(NameObserved.class))
                .extracting(event -> event.device().value(), NameObserved::name)
                .containsExactly(
                        tuple(PORT_GUID, PORT_GUID),
                        tuple(PORT_GUID, "96"),
                        tuple(PORT_GUID, "97"),
                        tuple(LEAF, LEAF),
                        tuple(LEAF, "9"));
        assertThat(ParsedInput.ofFixture(new OpensmCacheFormat(), "opensm/neighbors")
                        .all(LinkDiscovered.class))
                .extracting(LinkDiscovered::link)
                .containsOnly(new LinkId(PortId.of(PORT_GUID, "1"), PortId.of(LEAF, "14")));
    }

    private static int tables(String text) {
        return ParsedInput.of(new ForwardingTableFormat(), new TextInput("x", text.getBytes(UTF_8)))
                .all(ForwardingTableObserved.class)
                .size();
    }
}
