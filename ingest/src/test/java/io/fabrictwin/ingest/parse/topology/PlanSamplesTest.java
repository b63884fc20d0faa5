package io.fabrictwin.ingest.parse.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.ingest.app.Formats;
import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.ParsedInput;
import io.fabrictwin.ingest.parse.SharedSamples;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every real file of a kind is recognised as one format, and nearly all of it is understood. */
class PlanSamplesTest {
    /** They name no port, or no name: nothing in them is a fact of the twin. */
    private static final Set<String> TELL_NOTHING = Set.of(
            "netlab-input-fabric-ebgp.yml",
            "hpcc-flow.txt",
            "hpcc-trace-nodes.txt",
            "cyclecloud-guids.txt",
            "cyclecloud-slurm_illegal_block_topology.txt");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "network/topo-astra-htsim",
                "network/topo-batfish-l1",
                "network/topo-dot-ptm",
                "network/topo-labs",
                "network/topo-netbox",
                "network/topo-ns3",
                "network/topo-slurm",
                "network/topo-topograph",
                "workload/nccl-topo",
                "workload/nccl-graph"
            })
    void readsAllSamples(String folder) throws IOException {
        for (Path file : SharedSamples.files(folder, "topology")) {
            String name = SharedSamples.name(file);
            List<Format> formats = recognised(file);
            assertThat(formats).as(name).hasSize(1);
            ParsedInput parsed = ParsedInput.ofFile(formats.get(0), file);
            if (!file.toString().contains("test")) {
                assertThat(parsed.rejections.size() * 100L).as(name).isLessThanOrEqualTo(parsed.records());
            }
            if (!TELL_NOTHING.contains(name)) {
                assertThat(parsed.events).as(name).isNotEmpty();
            }
        }
    }

    private static List<Format> recognised(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file);
                InputStream plain = file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in) {
            Head head = Head.of(plain);
            List<Format> certain = new ArrayList<>(Formats.recognised(head));
            certain.removeIf(format -> format.recognise(head) == Likeness.NONE);
            return certain;
        }
    }
}
