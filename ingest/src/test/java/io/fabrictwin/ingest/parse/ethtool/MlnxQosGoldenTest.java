package io.fabrictwin.ingest.parse.ethtool;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.fabrictwin.ingest.parse.Mutations;
import io.fabrictwin.ingest.parse.ParsedInput;
import io.fabrictwin.ingest.parse.SampleCheck;
import io.fabrictwin.ingest.parse.SharedSamples;
import io.fabrictwin.model.event.DeviceTuned;
import io.fabrictwin.model.event.PfcProfileSet;
import io.fabrictwin.model.event.PortConfigured;
import io.fabrictwin.model.event.QosMapSet;
import io.fabrictwin.model.event.SchedulerSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MlnxQosGoldenTest {
    private static final MlnxQosFormat FORMAT = new MlnxQosFormat();

    @Test
    void readsAPort() {
        ParsedInput parsed = ParsedInput.ofFixture(FORMAT, "mlnx-qos/qos.txt");

        assertThat(parsed.rejections).isEmpty();
        QosMapSet dscp = parsed.all(QosMapSet.class).get(0);
        assertThat(dscp.map()).isEqualTo("dscp-to-priority");
        assertThat(dscp.port()).hasToString("qos:ens8np0");
        // Decimal in spite of the leading zero.
        assertThat(dscp.entries()).hasSize(16).contains(entry("7", "0"), entry("24", "3"));
        assertThat(parsed.all(QosMapSet.class).get(1).entries()).containsOnly(entry("1", "0"), entry("3", "3"));
        assertThat(parsed.all(QosMapSet.class).get(2).entries()).hasSize(8).contains(entry("3", "1"));
        assertThat(parsed.all(PfcProfileSet.class).stream()
                        .filter(event -> Boolean.TRUE.equals(event.enabled()))
                        .map(PfcProfileSet::priority))
                .containsExactly(3);
        assertThat(parsed.all(SchedulerSet.class))
                .extracting(
                        SchedulerSet::priority, SchedulerSet::kind, SchedulerSet::weight, SchedulerSet::bitsPerSecond)
                .containsExactly(tuple(0, "vendor", null, null), tuple(3, "ets", 12, 100_000_000_000L));
        assertThat(parsed.all(PortConfigured.class).get(0).cableLengthMillimetres())
                .isEqualTo(7000);
        assertThat(parsed.all(DeviceTuned.class))
                .extracting(DeviceTuned::setting, DeviceTuned::value)
                .contains(tuple("trust", "dscp"));
    }

    @Test
    void accountsForEveryLineOfDamagedInput() {
        Mutations.damage(
                FORMAT,
                "mlnx-qos/qos.txt",
                (input, parsed) -> assertThat(parsed.records()).isEqualTo(ParsedInput.lines(input)));
    }

    @Test
    void readsAllSamples() {
        SampleCheck.check(FORMAT, SharedSamples.files("network/mlnx-qos", "mlnx-qos"), Set.of(), Set.of());
    }
}
