package io.fabrictwin.ingest.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.ingest.Fixtures;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.model.state.Fold;
import io.fabrictwin.model.walk.RankWalk;
import io.fabrictwin.model.walk.Stop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * One small cluster told by five kinds of real input, each in its own names: switch configuration, LLDP, NCCL topology
 * files, host counters and a job's NCCL log. The twin joins them to one way from GPU to GPU.
 */
class ClusterWalkTest {
    private static final FabricId FABRIC = new FabricId("cluster");
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-03-01T11:00:00Z"), ZoneOffset.UTC);

    @Test
    void allSourcesTogetherGiveTheWayFromGpuToGpu() throws IOException {
        FabricFrame frame = frame();
        assertThat(frame.identities().conflicts()).isEmpty();
        List<Stop> stops = RankWalk.between(frame, new JobId("job"), 3, 11);
        assertThat(stops)
                .extracting(stop -> stop.what() + " " + stop.name())
                .containsExactly(
                        "rank rank 3",
                        "GPU host1 GPU 0000:22:00.0",
                        "NIC host1 mlx5_1",
                        "port host1:ens1",
                        "link host1:ens1 - leaf1:Ethernet8",
                        "queue leaf1:Ethernet72 priority 3",
                        "queue leaf1:Ethernet72 priority 4",
                        "port leaf1:Ethernet72",
                        "link leaf1:Ethernet72 - spine1:Ethernet0",
                        "queue leaf1:Ethernet80 priority 3",
                        "queue leaf1:Ethernet80 priority 4",
                        "port leaf1:Ethernet80",
                        "link leaf1:Ethernet80 - spine2:Ethernet0",
                        "way through any of them",
                        "port spine1:Ethernet8",
                        "link spine1:Ethernet8 - leaf2:Ethernet72",
                        "queue leaf2:Ethernet8 priority 3",
                        "queue leaf2:Ethernet8 priority 4",
                        "port leaf2:Ethernet8",
                        "link leaf2:Ethernet8 - host2:ens1",
                        "port host2:ens1",
                        "NIC host2 mlx5_1",
                        "GPU host2 GPU 0000:22:00.0",
                        "rank rank 11");
        assertThat(stops.get(2).detail()).isEqualTo("PIX from the GPU");
        assertThat(stops.get(3).knownBy()).isEqualTo("GUID 0x506b4b03000100a1 is of MAC 50:6b:4b:01:00:a1");
        assertThat(stops.get(5).detail()).isEqualTo("marks from 250000 to 2097152 bytes, lossless");
    }

    @Test
    void everyLinkIsSeenThoughSourcesNameItsEndsDifferently() throws IOException {
        FabricFrame frame = frame();
        assertThat(frame.links())
                .hasSize(12)
                .allSatisfy(link -> assertThat(link.isSeen()).isTrue());
        assertThat(frame.identities().portOfMac("50:6b:4b:02:00:a3")).isEqualTo(PortId.of("host2", "ens3"));
    }

    @Test
    void whatAHostCountsForItsNicLiesOnThePortThatItsSwitchSees() throws IOException {
        assertThat(frame().counters(PortId.of("host2", "ens1"))).containsEntry("txBytes", 4_000_000L);
    }

    private static FabricFrame frame() throws IOException {
        Map<EntityKey, EntityState> states = new TreeMap<>();
        List<Path> files;
        try (Stream<Path> paths = Files.walk(Fixtures.path("cluster"))) {
            files = paths.filter(Files::isRegularFile).sorted().toList();
        }
        List<FileReport> reports = new Ingestion(CLOCK)
                .inMemory(
                        FormatChoice.byContent(),
                        files,
                        new IngestOptions(FABRIC, CLOCK.millis() * 1_000_000),
                        event -> Fold.apply(states, event),
                        IngestListener.NONE);
        assertThat(reports).allSatisfy(report -> {
            assertThat(report.rejected()).as(report.toString()).isZero();
            assertThat(report.eventsByType()).as(report.toString()).isNotEmpty();
        });
        return FabricFrame.of(FABRIC, states, Positions.NONE);
    }
}
