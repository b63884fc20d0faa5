package io.fabrictwin.ingest.parse.sysfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.fabrictwin.ingest.parse.ParsedInput;
import io.fabrictwin.model.event.CounterName;
import io.fabrictwin.model.event.NameObserved;
import io.fabrictwin.model.event.NameScheme;
import io.fabrictwin.model.event.NicDiscovered;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.event.PortStateObserved;
import io.fabrictwin.model.id.PortId;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SysfsGoldenTest {
    @Test
    void readsThePortsOfAHost() {
        ParsedInput parsed = ParsedInput.ofFixture(new SysfsInfinibandFormat(), "sysfs/host.txt");
        assertThat(parsed.rejections).isEmpty();
        // 15 overruns and 4294967295 words are "at least"; the wider counter of the same has the count.
        assertThat(parsed.all(PortCountersObserved.class))
                .extracting(PortCountersObserved::port, PortCountersObserved::counters)
                .containsExactly(tuple(
                        PortId.of("host", "mlx5_0:1"),
                        Map.of(
                                CounterName.LINK_DOWNED,
                                3L,
                                CounterName.TX_BYTES,
                                4_000L,
                                CounterName.RX_BYTES,
                                20_000_000_000L,
                                CounterName.CNP_RX,
                                7L,
                                "out_of_sequence",
                                9L)));
        assertThat(parsed.all(PortStateObserved.class))
                .extracting(PortStateObserved::port, PortStateObserved::up, PortStateObserved::bitsPerSecond)
                .containsExactly(
                        tuple(PortId.of("host", "mlx5_0:1"), true, 400_000_000_000L),
                        tuple(PortId.of("host", "i40iw0:1"), false, null));
        assertThat(parsed.all(NicDiscovered.class))
                .extracting(NicDiscovered::nic, NicDiscovered::guid)
                .contains(tuple("mlx5_0", "0x00000000000000a1"));
        assertThat(parsed.all(NameObserved.class))
                .extracting(NameObserved::scheme, NameObserved::name)
                .contains(tuple(NameScheme.PORT_GUID, "0x00000000000000a2"), tuple(NameScheme.LID, "21"));
    }

    @Test
    void readsOnePortsCountersInColumns() {
        assertThat(ParsedInput.ofFixture(new SysfsInfinibandFormat(), "sysfs/columns.txt")
                        .all(PortCountersObserved.class))
                .extracting(PortCountersObserved::port, PortCountersObserved::counters)
                .containsExactly(tuple(PortId.of("columns", "1"), Map.of("DmaWait", 50_646L, "RcvHdrOvr0", 0L)));
    }

    @Test
    void readsCountersByPortFromJson() {
        ParsedInput parsed = ParsedInput.ofFixture(new RocestatFormat(), "sysfs/rocestat.json");
        assertThat(parsed.all(PortCountersObserved.class))
                .extracting(PortCountersObserved::port, PortCountersObserved::counters)
                .containsExactly(
                        tuple(
                                PortId.of("rocestat", "mlx5_0:1"),
                                Map.of(CounterName.TX_BYTES, 40L, CounterName.CNP_RX, 4L)),
                        tuple(PortId.of("rocestat", "mlx5_1:1"), Map.of(CounterName.LINK_DOWNED, 2L)));
    }
}
