package io.fabrictwin.ingest.parse.infiniband;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.ingest.app.Formats;
import io.fabrictwin.ingest.parse.FileInput;
import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.ParsedInput;
import io.fabrictwin.ingest.parse.SharedSamples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every real file of the family is known for what it is, understood, and yields something. */
class InfinibandSamplesTest {
    /** A bare list of GUIDs says of nothing what it is; a line of prose is no plan. */
    private static final Set<String> NO_INPUTS = Set.of("x5-gen-opensm-updn-roots.dump", "negative-garbage.ndt");
    /** Counters of all ports together, counters that are not available, events of no port. */
    private static final Set<String> WITHOUT_FACTS =
            Set.of("port-all-line.txt", "x5-gen-perfquery-a.out", "i40iw-na-no-pma.txt", "event-log-over-syslog.log");
    /** Made to be refused, or without the headings that rows need; of the fixtures those with such rows. */
    private static final Set<String> BROKEN = Set.of(
            "negative-incorrect_columns.ndt",
            "negative-incorrect_ports.ndt",
            "dynamic-telemetry-rows.csv",
            "plan.csv",
            "upload.json",
            "report.json",
            "systems.json",
            "telemetry.json",
            "rows.csv");

    @ParameterizedTest
    @CsvSource({
        "perfquery, infiniband/query",
        "iblinkinfo, infiniband/linkinfo",
        "ibqueryerrors, infiniband/errors",
        "ibswinfo, infiniband/health",
        "ibnetdiscover, infiniband",
        "opensm, opensm",
        "ib-lft, opensm",
        "ib-subnet-lst, opensm",
        "ibsim, infiniband/plan",
        "ib-ibdm-topo, infiniband/plan",
        "ib-topo-ndt, ufm-ndt",
        "ufm, ufm",
        "sysfs-infiniband, sysfs",
    })
    void readsAllSamples(String samples, String fixtures) throws IOException {
        for (Path file : SharedSamples.files("network/" + samples, fixtures)) {
            String name = SharedSamples.name(file);
            if (Files.size(file) == 0 || NO_INPUTS.contains(name)) {
                continue;
            }
            List<Format> recognised = Formats.recognised(FileInput.head(file));
            assertThat(recognised).as(name).hasSize(1);
            ParsedInput parsed = ParsedInput.ofFile(recognised.get(0), file);
            assertThat(parsed.records()).as(name).isPositive();
            if (BROKEN.contains(name)) {
                assertThat(parsed.rejections).as(name).isNotEmpty();
                continue;
            }
            assertThat(parsed.rejections.size() * 100L)
                    .as(name + parsed.rejections)
                    .isLessThanOrEqualTo(parsed.records());
            if (!WITHOUT_FACTS.contains(name)) {
                assertThat(parsed.events).as(name).isNotEmpty();
            }
        }
    }
}
