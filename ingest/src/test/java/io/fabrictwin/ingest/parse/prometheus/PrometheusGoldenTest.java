package io.fabrictwin.ingest.parse.prometheus;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.fabrictwin.ingest.app.Formats;
import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.ParsedInput;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.SharedSamples;
import io.fabrictwin.ingest.parse.TextInput;
import io.fabrictwin.model.event.Clock;
import io.fabrictwin.model.event.CounterName;
import io.fabrictwin.model.event.GaugesObserved;
import io.fabrictwin.model.event.LinkDiscovered;
import io.fabrictwin.model.event.NameObserved;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.event.PortStateObserved;
import io.fabrictwin.model.event.RankGaugesObserved;
import io.fabrictwin.model.id.PortId;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PrometheusGoldenTest {
    private static final PrometheusFormat FORMAT = new PrometheusFormat();

    /** accepted, ignored, events of files that are known by name. */
    private static final Map<String, long[]> KNOWN = Map.of(
            "node_exporter-ethtool.prom", new long[] {35, 50, 1},
            "node_exporter-infiniband.prom", new long[] {77, 104, 14},
            "rdma_exporter.prom", new long[] {40, 52, 5},
            "treydock-hca.prom", new long[] {64, 70, 10},
            "treydock-switch.prom", new long[] {98, 70, 19},
            "dcgm-exporter-readme.prom", new long[] {3, 8, 1});

    @Test
    void aPageThatComesAgainTellsWhatItToldBefore() {
        String page = new String(ParsedInput.fixture("prometheus/host.prom"), StandardCharsets.UTF_8).strip() + "\n";
        ParsedInput once = of(page);
        ParsedInput again = of(page + page.replace("18527668", "18527669") + page);

        assertThat(again.accepted).isEqualTo(3 * once.accepted);
        assertThat(again.ignored).isEqualTo(3 * once.ignored);
        assertThat(again.codes).hasSize(3 * once.codes.size()).startsWith(once.codes.toArray(RejectCode[]::new));
        assertThat(again.all(PortCountersObserved.class))
                .usingRecursiveFieldByFieldElementComparatorIgnoringFields("meta")
                .isEqualTo(once.all(PortCountersObserved.class));
        assertThat(again.all(PortStateObserved.class))
                .hasSize(3 * once.all(PortStateObserved.class).size());
    }

    private static ParsedInput of(String page) {
        return ParsedInput.of(FORMAT, new TextInput("page", page.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void gathersTheSamplesOfAPort() {
        ParsedInput parsed = ParsedInput.ofFixture(FORMAT, "prometheus/host.prom");

        assertThat(parsed.accepted).isEqualTo(27);
        assertThat(parsed.ignored).isEqualTo(6);
        assertThat(parsed.codes)
                .containsExactly(RejectCode.OUT_OF_RANGE, RejectCode.MALFORMED, RejectCode.MISSING_FIELD);
        assertThat(parsed.all(PortCountersObserved.class))
                .extracting(PortCountersObserved::port, PortCountersObserved::priority, PortCountersObserved::counters)
                .containsExactly(
                        tuple(
                                PortId.of("node42", "mlx5_0:1"),
                                null,
                                Map.of(
                                        CounterName.CNP_RX,
                                        7L,
                                        "rdma_phy_rx_err_lane_total{lane=\"0\"}",
                                        21L,
                                        "rdma_phy_rx_err_lane_total{lane=\"1\"}",
                                        22L,
                                        CounterName.RX_BYTES,
                                        18_527_668L,
                                        CounterName.SYMBOL_ERRORS,
                                        2L,
                                        // 10 words of 4 bytes
                                        CounterName.TX_BYTES,
                                        40L)),
                        tuple(
                                PortId.of("node42", "mlx5_0:1"),
                                3,
                                Map.of(CounterName.PFC_RX_FRAMES, 40L, CounterName.PFC_TX_PAUSED_NS, 30_000L)),
                        tuple(
                                PortId.of("node42", "ens1np0"),
                                3,
                                Map.of(CounterName.PFC_RX_FRAMES, 5L, CounterName.PFC_RX_PAUSED_NS, 12_000L)),
                        tuple(PortId.of("node42", "ens1np0"), null, Map.of("node_ethtool_align_errors", 0L)),
                        tuple(PortId.of("node42", "ens1np0"), null, Map.of(CounterName.RX_BYTES, 123L)),
                        tuple(PortId.of("node07", "eth0"), null, Map.of(CounterName.TX_BYTES, 77L)),
                        tuple(PortId.of("0x0000000000000b02", "1"), null, Map.of(CounterName.TX_BYTES, 4_000L)));
    }

    @Test
    void aSampleWithATimeHasThatTime() {
        List<PortCountersObserved> events =
                ParsedInput.ofFixture(FORMAT, "prometheus/host.prom").all(PortCountersObserved.class);
        assertThat(events.get(4).meta().eventTimeNs()).isEqualTo(1_700_000_000_123_000_000L);
        assertThat(events.get(4).meta().clock()).isEqualTo(Clock.SOURCE);
        assertThat(events.get(3).meta().eventTimeNs()).isEqualTo(TextInput.ANCHOR_NS);
        assertThat(events.get(3).meta().clock()).isEqualTo(Clock.ASSUMED);
        String openMetrics = "node_network_receive_bytes_total{device=\"a\"} 1 1700000000.5 # {trace=\"x\"} 1\n# EOF\n";
        assertThat(parse(openMetrics).events.get(0).meta().eventTimeNs()).isEqualTo(1_700_000_000_500_000_000L);
    }

    @Test
    void valuesThatAreNoCountsAreLeftOut() {
        String metric = "node_infiniband_port_data_received_bytes_total{device=\"d\",port=\"1\"} ";
        for (String value : List.of("NaN", "+Inf", "4294967295", "17179869180", "9007199254740994", "1e300", "0.5")) {
            ParsedInput parsed = parse(metric + value + "\n");
            assertThat(parsed.accepted).as(value).isEqualTo(1);
            assertThat(parsed.events).as(value).isEmpty();
        }
        assertThat(counters(metric + "9007199254740992\n"))
                .containsExactly(entry(CounterName.RX_BYTES, 9_007_199_254_740_992L));
        assertThat(counters("node_infiniband_link_downed_total{device=\"d\",port=\"1\"} 256\n"))
                .containsExactly(entry(CounterName.LINK_DOWNED, 256L));
        assertThat(parse("node_infiniband_link_downed_total{device=\"d\",port=\"1\"} 255\n").events)
                .isEmpty();
    }

    @Test
    void labelsMayHoldAnything() {
        ParsedInput parsed = parse("node_network_receive_bytes_total { device = \"a\\\\b\\\"}c\" , } 5\n");
        assertThat(parsed.all(PortCountersObserved.class).get(0).port()).isEqualTo(PortId.of("scrape", "a\\b\"}c"));
        assertThat(parse("node_network_receive_bytes_total{device=\"\"} 5\n").codes)
                .containsExactly(RejectCode.BAD_VALUE);
        assertThat(parse("node_network_receive_bytes_total{device=\"a\"} 5").accepted)
                .isEqualTo(1);
        assertThat(parse("node_network_receive_bytes_total{devi").codes).containsExactly(RejectCode.TRUNCATED);
    }

    @Test
    void readingsOfPartsAndRanksAreGathered() {
        ParsedInput parsed = parse("""
                # TYPE DCGM_FI_DEV_GPU_TEMP gauge
                DCGM_FI_DEV_GPU_TEMP{gpu="0",UUID="GPU-1",Hostname="h1"} 41
                DCGM_FI_DEV_MEMORY_TEMP{gpu="0",UUID="GPU-1",Hostname="h1"} 9223372036854775794
                DCGM_FI_DEV_SM_CLOCK{gpu="0",UUID="GPU-1",Hostname="h1"} 1980
                infiniband_switch_fan_rpm{fan="2",guid="0xb02",switch="s"} 6000
                XPU_TIMER_COMMON_HANG{ip="10.0.0.1",job_name="train",local_rank="0",pod_name="w-0",rank="8"} 1
                XPU_TIMER_MM_KERNEL_AVG_LATENCY{ip="10.0.0.1",job_name="train",operation="Matmul",pod_name="w-0",rank="8"} 19
                XPU_TIMER_COMMON_HANG{ip="10.0.0.1",job_name="train"} 1
                exposer_scrapes_total 6174
                """);
        assertThat(parsed.all(GaugesObserved.class))
                .extracting(event -> event.device() + " " + event.component() + " " + event.gauges())
                .containsExactly(
                        "h1 gpu 0 {DCGM_FI_DEV_GPU_TEMP=41.0, DCGM_FI_DEV_SM_CLOCK=1980.0}",
                        "0x0000000000000b02 fan 2 {infiniband_switch_fan_rpm=6000.0}");
        assertThat(parsed.all(RankGaugesObserved.class))
                .extracting(event -> event.job() + " " + event.rank() + " " + event.host() + " " + event.gauges())
                .containsExactly("train 8 w-0 {XPU_TIMER_COMMON_HANG=1.0,"
                        + " XPU_TIMER_MM_KERNEL_AVG_LATENCY{operation=Matmul}=19.0}");
        assertThat(parsed.ignored).isEqualTo(3);
    }

    @Test
    void linksNamesAndStatesAreFacts() {
        ParsedInput parsed = parse("""
                infiniband_switch_uplink_info{guid="0xb02",port="35",uplink_guid="0xa01",uplink_port="1"} 1
                infiniband_switch_info{guid="0xb02",lid="7",switch="leaf"} 1
                infiniband_switch_port_rate_bytes_per_second{guid="0xb02",port="35"} 5e+10
                node_infiniband_state_id{device="mlx5_0",port="1",instance="h1:9100"} 4
                """);
        assertThat(parsed.all(LinkDiscovered.class))
                .extracting(event -> event.link().toString())
                .containsExactly("0x0000000000000a01:1 - 0x0000000000000b02:35");
        assertThat(parsed.all(NameObserved.class))
                .extracting(NameObserved::name)
                .containsExactly("7", "leaf");
        assertThat(parsed.all(PortStateObserved.class))
                .extracting(event -> event.port() + " " + event.up() + " " + event.bitsPerSecond())
                .containsExactly("0x0000000000000b02:35 null 400000000000", "h1:mlx5_0:1 true null");
    }

    @Test
    void theFormerNameGoesOnWorking() {
        assertThat(Formats.named("node-exporter")).map(Format::name).contains("prometheus");
    }

    @Test
    void readsAllSamples() {
        for (Path file : SharedSamples.files("network/prometheus", "prometheus")) {
            String name = SharedSamples.name(file);
            ParsedInput parsed = ParsedInput.ofFile(FORMAT, file);
            long[] known = KNOWN.get(name);
            if (known != null) {
                assertThat(parsed.rejections).as(name).isEmpty();
                assertThat(new long[] {parsed.accepted, parsed.ignored, parsed.events.size()})
                        .as(name)
                        .containsExactly(known);
            } else if (name.endsWith(".yml")) {
                assertThat(parsed.events).as(name).isEmpty();
                assertThat(parsed.rejections).as(name).isNotEmpty();
            }
        }
    }

    private static Map<String, Long> counters(String text) {
        return parse(text).all(PortCountersObserved.class).get(0).counters();
    }

    private static ParsedInput parse(String text) {
        return ParsedInput.of(FORMAT, new TextInput("scrape.prom", text.getBytes(StandardCharsets.UTF_8)));
    }
}
