package io.fabrictwin.ingest.parse.sonic;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabrictwin.ingest.parse.ParsedInput;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.SharedSamples;
import io.fabrictwin.ingest.parse.TextInput;
import io.fabrictwin.model.event.BufferSet;
import io.fabrictwin.model.event.DeviceDiscovered;
import io.fabrictwin.model.event.EcnProfileSet;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.LinkPlanned;
import io.fabrictwin.model.event.PfcProfileSet;
import io.fabrictwin.model.event.PfcWatchdogSet;
import io.fabrictwin.model.event.PortConfigured;
import io.fabrictwin.model.event.PortDiscovered;
import io.fabrictwin.model.event.QosMapSet;
import io.fabrictwin.model.event.SchedulerSet;
import io.fabrictwin.model.event.Swept;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SonicConfigDbGoldenTest {
    private static final SonicConfigDbFormat FORMAT = new SonicConfigDbFormat();
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final PortId ETHERNET0 = PortId.of("leaf01", "Ethernet0");
    private static final PortId ETHERNET8 = PortId.of("leaf01", "Ethernet8");

    /** accepted, ignored, events of files that are known by name. */
    private static final Map<String, long[]> KNOWN = Map.ofEntries(
            entry("lab-ed01-config_db.json", new long[] {57, 47, 114}),
            entry("rendered-qos-arista7060x6.json", new long[] {1182, 0, 2847}),
            entry("su-mock-config_db.json", new long[] {290, 328, 381}),
            entry("su-t1-config_db.json", new long[] {67, 262, 102}),
            entry("su-qos-reference-3_0_1.json", new long[] {939, 1, 2187}),
            entry("su-qos-reference-3_0_3.json", new long[] {939, 3, 2187}),
            entry("rendered-buffer-arista7800r3-48cq2-lc.json", new long[] {482, 0, 1103}),
            entry("voq-vlab-t2-01_config_db.json", new long[] {87, 166, 196}));

    @Test
    void readsAWholeSwitch() {
        ParsedInput parsed = ParsedInput.ofFixture(FORMAT, "sonic/leaf.json");

        assertThat(parsed.rejections).isEmpty();
        assertThat(parsed.accepted).isEqualTo(28);
        assertThat(parsed.ignored).isEqualTo(3);
        assertThat(parsed.counts())
                .containsOnly(
                        entry("BufferSet", 1L),
                        entry("DeviceDiscovered", 1L),
                        entry("DeviceTuned", 3L),
                        entry("EcnProfileSet", 6L),
                        entry("LinkPlanned", 2L),
                        entry("PfcProfileSet", 11L),
                        entry("PfcWatchdogSet", 2L),
                        entry("PortConfigured", 4L),
                        entry("PortDiscovered", 2L),
                        entry("QosMapSet", 5L),
                        entry("SchedulerSet", 5L),
                        entry("Swept", 1L));
        SchedulerSet limited = parsed.all(SchedulerSet.class).get(0);
        assertThat(limited.kind()).isEqualTo("strict");
        assertThat(limited.bitsPerSecond()).isEqualTo(100_000_000_000L);
        assertThat(parsed.all(SchedulerSet.class).get(4).weight()).isEqualTo(14);
        DeviceDiscovered device = parsed.all(DeviceDiscovered.class).get(0);
        assertThat(device.device()).isEqualTo(new DeviceId("leaf01"));
        assertThat(device.description()).isEqualTo("LeafRouter");
        assertThat(device.model()).isEqualTo("Acme-S5448");
        Swept swept = parsed.all(Swept.class).get(0);
        assertThat(swept.device()).isEqualTo(new DeviceId("leaf01"));
        assertThat(swept.seen()).containsExactly("Ethernet0", "Ethernet8");
        assertThat(parsed.events.get(parsed.events.size() - 1)).isSameAs(swept);
    }

    @Test
    void portsHaveSettingsOfTheirOwn() {
        ParsedInput parsed = ParsedInput.ofFixture(FORMAT, "sonic/leaf.json");
        assertThat(parsed.all(PortDiscovered.class))
                .extracting(PortDiscovered::port, PortDiscovered::alias)
                .containsExactly(tuple(ETHERNET0, "etp1"), tuple(ETHERNET8, "etp2"));
        assertThat(parsed.all(PortConfigured.class))
                .extracting(
                        PortConfigured::port,
                        PortConfigured::adminUp,
                        PortConfigured::bitsPerSecond,
                        PortConfigured::mtuBytes,
                        PortConfigured::fec,
                        PortConfigured::cableLengthMillimetres)
                .containsExactly(
                        tuple(ETHERNET0, true, 400_000_000_000L, 9100, "rs", null),
                        tuple(ETHERNET8, false, 100_000_000_000L, null, null, null),
                        tuple(ETHERNET0, null, null, null, null, 5_000L),
                        tuple(ETHERNET8, null, null, null, null, 500L));
        assertThat(parsed.all(LinkPlanned.class))
                .extracting(LinkPlanned::link, LinkPlanned::bitsPerSecond)
                .containsExactly(
                        tuple(new LinkId(ETHERNET0, PortId.of("spine01", "Ethernet64")), 400_000_000_000L),
                        tuple(new LinkId(ETHERNET8, PortId.of("node01", "eth0")), 100_000_000_000L));
    }

    @Test
    void aQueueMarksAsItsProfileSays() {
        assertThat(ParsedInput.ofFixture(FORMAT, "sonic/leaf.json").all(EcnProfileSet.class))
                .extracting(
                        EcnProfileSet::port,
                        EcnProfileSet::priority,
                        EcnProfileSet::profile,
                        EcnProfileSet::enabled,
                        EcnProfileSet::kminBytes,
                        EcnProfileSet::kmaxBytes,
                        EcnProfileSet::pmax)
                .containsExactly(
                        tuple(ETHERNET0, 3, "AZURE_LOSSLESS", true, 250_000L, 1_000_000L, 0.05),
                        tuple(ETHERNET0, 4, "AZURE_LOSSLESS", true, 250_000L, 1_000_000L, 0.05),
                        tuple(ETHERNET8, 3, "AZURE_LOSSLESS", true, 250_000L, 1_000_000L, 0.05),
                        tuple(ETHERNET8, 4, "AZURE_LOSSLESS", true, 250_000L, 1_000_000L, 0.05),
                        tuple(ETHERNET0, 5, "SILENT", false, null, null, null),
                        tuple(
                                PortId.of("leaf01", "leaf02|Asic0|Ethernet0"),
                                3,
                                "NOT_IN_THIS_FILE",
                                null,
                                null,
                                null,
                                null));
    }

    @Test
    void aPriorityPausesAsItsGroupSays() {
        List<PfcProfileSet> settings =
                ParsedInput.ofFixture(FORMAT, "sonic/leaf.json").all(PfcProfileSet.class);
        assertThat(settings.subList(0, 8))
                .extracting(PfcProfileSet::priority, PfcProfileSet::enabled)
                .containsExactly(
                        tuple(0, false),
                        tuple(1, false),
                        tuple(2, false),
                        tuple(3, true),
                        tuple(4, true),
                        tuple(5, false),
                        tuple(6, false),
                        tuple(7, false));
        assertThat(settings.subList(8, 11))
                .extracting(
                        PfcProfileSet::port,
                        PfcProfileSet::priority,
                        PfcProfileSet::alpha,
                        PfcProfileSet::xoffBytes,
                        PfcProfileSet::reserveBytes,
                        PfcProfileSet::resumeOffsetBytes,
                        PfcProfileSet::headroomBytes)
                .containsExactly(
                        // 2 to the power of -2
                        tuple(ETHERNET0, 3, 0.25, null, 18_432L, 3_584L, 50_176L),
                        tuple(ETHERNET0, 4, 0.25, null, 18_432L, 3_584L, 50_176L),
                        tuple(ETHERNET8, 3, null, 165_364L, 0L, null, null));
    }

    @Test
    void mapsPoolsAndWatchdogAreRead() {
        ParsedInput parsed = ParsedInput.ofFixture(FORMAT, "sonic/leaf.json");
        assertThat(parsed.all(QosMapSet.class))
                .extracting(QosMapSet::port, QosMapSet::map, QosMapSet::entries)
                .containsExactly(
                        tuple(null, "dscp-to-traffic-class", Map.of("3", "3", "4", "4", "46", "5")),
                        tuple(ETHERNET0, "dscp-to-traffic-class", Map.of("3", "3", "4", "4", "46", "5")),
                        tuple(ETHERNET0, "traffic-class-to-queue", Map.of("3", "3", "4", "4", "5", "5")),
                        tuple(null, "dscp-to-traffic-class AZURE", Map.of("3", "3", "4", "4", "46", "5")),
                        tuple(null, "traffic-class-to-queue AZURE", Map.of("3", "3", "4", "4", "5", "5")));
        assertThat(parsed.all(BufferSet.class))
                .extracting(BufferSet::pool, BufferSet::bytes)
                .containsExactly(tuple("ingress_lossless_pool", 33_004_032L));
        assertThat(parsed.all(PfcWatchdogSet.class))
                .extracting(
                        PfcWatchdogSet::port,
                        PfcWatchdogSet::action,
                        PfcWatchdogSet::detectionNs,
                        PfcWatchdogSet::restorationNs,
                        PfcWatchdogSet::pollNs)
                .containsExactly(
                        tuple(null, null, null, null, 200_000_000L),
                        tuple(ETHERNET0, "drop", 400_000_000L, 2_000_000_000L, null));
    }

    @Test
    void allDialectsSayTheSame() throws IOException {
        JsonNode nested = JSON.readTree(ParsedInput.fixture("sonic/leaf.json"));
        ObjectNode flat = JSON.createObjectNode();
        ObjectNode redis = JSON.createObjectNode();
        nested.properties()
                .forEach(table -> table.getValue().properties().forEach(entry -> {
                    String key = table.getKey() + "|" + entry.getKey();
                    flat.set(key, entry.getValue());
                    redis.putObject(key)
                            .put("expireat", 1.5)
                            .put("ttl", -0.001)
                            .put("type", "hash")
                            .set("value", entry.getValue());
                }));
        ObjectNode namespaced = JSON.createObjectNode();
        namespaced.set("localhost", nested);

        List<FabricEvent> expected = ParsedInput.ofFixture(FORMAT, "sonic/leaf.json").events;
        for (JsonNode dialect : List.of(flat, redis, namespaced)) {
            ParsedInput parsed = ParsedInput.of(FORMAT, new TextInput("leaf.json", JSON.writeValueAsBytes(dialect)));
            assertThat(parsed.rejections).isEmpty();
            assertThat(parsed.events).isEqualTo(expected);
        }
    }

    @Test
    void aPartialDumpSweepsNothingAndIsNamedByItsFile() {
        ParsedInput parsed = parse("/somewhere/leaf07.json.gz", "{\"PORT\":{\"Ethernet0\":{\"speed\":\"100\"}}}");
        assertThat(parsed.all(Swept.class)).isEmpty();
        assertThat(parsed.all(PortConfigured.class).get(0).port()).isEqualTo(PortId.of("leaf07", "Ethernet0"));
    }

    @Test
    void aBrokenEntryIsRejectedAloneAndStopsTheSweep() {
        ParsedInput parsed = parse(
                "x.json",
                "{\"DEVICE_METADATA\":{\"localhost\":{\"hostname\":\"s\"}},"
                        + "\"PORT\":{\"Ethernet0\":{\"speed\":\"fast\"},\"Ethernet4\":{\"speed\":\"-1\"},\"Ethernet8\":{},\"Ethernet12\":\"x\"},"
                        + "\"WRED_PROFILE\":{\"W\":{\"green_drop_probability\":\"101\"}},"
                        + "\"QUEUE\":{\"Ethernet0\":{},\"Ethernet0|4-3\":{},\"Ethernet8|3\":{\"wred_profile\":\"W\"}},"
                        + "\"DEVICE_NEIGHBOR\":{\"Ethernet0\":{\"name\":\"other\"}}}");
        assertThat(parsed.rejections)
                .extracting(text -> text.substring(0, text.indexOf(':')))
                .containsExactly(
                        "PORT|Ethernet0",
                        "PORT|Ethernet4",
                        "PORT|Ethernet12",
                        "WRED_PROFILE|W",
                        "QUEUE|Ethernet0",
                        "QUEUE|Ethernet0|4-3",
                        "DEVICE_NEIGHBOR|Ethernet0");
        assertThat(parsed.codes)
                .containsExactly(
                        RejectCode.BAD_VALUE,
                        RejectCode.OUT_OF_RANGE,
                        RejectCode.MALFORMED,
                        RejectCode.OUT_OF_RANGE,
                        RejectCode.MALFORMED,
                        RejectCode.OUT_OF_RANGE,
                        RejectCode.MISSING_FIELD);
        assertThat(parsed.all(EcnProfileSet.class).get(0).pmax()).isNull();
        assertThat(parsed.all(Swept.class)).isEmpty();
    }

    @Test
    void anotherDatabaseIsToldAsOne() {
        ParsedInput parsed = parse("state.json", "{\"PORT_TABLE|Ethernet0\":{\"state\":\"ok\"}}");
        assertThat(parsed.ignored).isEqualTo(1);
        assertThat(parsed.rejections)
                .containsExactly("document: MALFORMED: no table of CONFIG_DB that the twin reads: found PORT_TABLE");
        assertThat(parse("empty.json", "").rejections).hasSize(1);
        assertThat(parse("text.json", "show version").codes).containsExactly(RejectCode.MALFORMED);
    }

    @Test
    void readsAllSamples() {
        for (Path file : SharedSamples.files("network/sonic-config-db", "sonic")) {
            ParsedInput parsed = ParsedInput.ofFile(FORMAT, file);
            String name = SharedSamples.name(file);
            boolean isConfig = !name.contains("state_db") && !name.contains("dutConfig");
            assertThat(parsed.rejections).as(name).hasSize(isConfig ? 0 : 1);
            assertThat(parsed.events.isEmpty()).as(name).isEqualTo(!isConfig);
            long[] known = KNOWN.get(name);
            if (known != null) {
                assertThat(new long[] {parsed.accepted, parsed.ignored, parsed.events.size()})
                        .as(name + new TreeMap<>(parsed.counts()))
                        .containsExactly(known);
            }
        }
    }

    private static ParsedInput parse(String name, String text) {
        return ParsedInput.of(FORMAT, new TextInput(name, text.getBytes(StandardCharsets.UTF_8)));
    }
}
