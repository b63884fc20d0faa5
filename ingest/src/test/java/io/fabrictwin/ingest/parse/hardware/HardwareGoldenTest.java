package io.fabrictwin.ingest.parse.hardware;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.ingest.parse.Mutations;
import io.fabrictwin.ingest.parse.ParsedInput;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.model.event.GpuDiscovered;
import io.fabrictwin.model.event.GpuNicPathDiscovered;
import io.fabrictwin.model.event.NicDiscovered;
import io.fabrictwin.model.event.RingPlanned;
import io.fabrictwin.model.event.TreePlanned;
import org.junit.jupiter.api.Test;

class HardwareGoldenTest {
    @Test
    void readsGpusNicsAndTheWayBetweenThem() {
        ParsedInput parsed = ParsedInput.ofFixture(new NcclTopoFormat(), "hardware/topo.xml");
        assertThat(parsed.rejections).isEmpty();
        assertThat(parsed.all(GpuDiscovered.class))
                .extracting(gpu -> gpu.host() + " " + gpu.gpu() + " " + gpu.deviceIndex() + " " + gpu.model() + " "
                        + gpu.numaNode() + " " + gpu.nvlinkCount())
                .containsExactly("topo 0000:0f:00.0 0 sm 90 0 18", "topo 0000:11:00.0 null null 0 null");
        assertThat(parsed.all(NicDiscovered.class))
                .extracting(nic -> nic.nic() + " " + nic.busId() + " " + nic.guid() + " " + nic.numaNode() + " "
                        + nic.bitsPerSecond() + " " + nic.linkLayer())
                .containsExactly(
                        "mlx5_0 0000:0e:00.0 0x0c8c9d60003ae6d9 0 400000000000 IB",
                        "eth0 null null 0 100000000000 null",
                        "mlx5_1 0000:80:00.0 null null 25000000000 RoCE");
        assertThat(parsed.all(GpuNicPathDiscovered.class))
                .extracting(path -> path.gpu() + " " + path.nic() + " " + path.path() + " " + path.bitsPerSecond())
                .containsExactly(
                        // 16 lanes of 16 GT/s, 128 bits as 130
                        "0000:0f:00.0 mlx5_0 PIX 252061538462",
                        "0000:0f:00.0 eth0 PHB 504123076923",
                        "0000:0f:00.0 mlx5_1 SYS 504123076923",
                        // 8 lanes of 5 GT/s, a byte as 10 bits
                        "0000:11:00.0 mlx5_0 PXB 32000000000",
                        "0000:11:00.0 eth0 PHB 32000000000",
                        "0000:11:00.0 mlx5_1 SYS 32000000000");
    }

    @Test
    void readsRingsAndTrees() {
        ParsedInput parsed = ParsedInput.ofFixture(new NcclGraphFormat(), "hardware/graph.xml");
        assertThat(parsed.all(RingPlanned.class))
                .extracting(ring -> ring.channel() + " " + ring.ranks() + " " + ring.partial())
                .containsExactly("0 [0, 2, 1] true", "1 [1, 0, 2] false");
        assertThat(parsed.all(TreePlanned.class))
                .extracting(tree -> tree.channel() + " " + tree.rank() + " " + tree.parent() + " " + tree.children())
                .containsExactly("0 0 null [1]", "0 1 0 []", "1 0 1 []");
        assertThat(parsed.codes).containsExactly(RejectCode.BAD_VALUE);
    }

    @Test
    void surviveDamage() {
        Mutations.damage(
                new NcclTopoFormat(),
                "hardware/topo.xml",
                (input, parsed) -> assertThat(parsed.records()).isPositive());
        Mutations.damage(
                new NcclGraphFormat(),
                "hardware/graph.xml",
                (input, parsed) -> assertThat(parsed.records()).isPositive());
    }
}
