package io.fabrictwin.ingest.parse.infiniband;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.ingest.app.Formats;
import io.fabrictwin.ingest.parse.Mutations;
import io.fabrictwin.ingest.parse.ParsedInput;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever happens to an input, no parser of the family throws, and every line is accounted for once. */
class InfinibandDamageProperties {
    @ParameterizedTest
    @CsvSource({
        "perfquery, infiniband/query/perfquery.txt",
        "smpquery, infiniband/query/smpquery.txt",
        "ibstat, infiniband/query/ibstat.txt",
        "iblinkinfo, infiniband/linkinfo/by-node.txt",
        "iblinkinfo, infiniband/linkinfo/by-line.txt",
        "ibqueryerrors, infiniband/errors/errors.txt",
        "ibswinfo, infiniband/health/switch.txt",
        "opensm-log, opensm/opensm.log",
        "opensm-log, opensm/terminal.txt",
        "opensm-log, opensm/ib_sm.log",
        "opensm-subnet-lst, opensm/subnet.lst",
        "ib-lft, opensm/opensm.fdbs",
        "ib-lft, opensm/ibroute.txt",
        "ib-lft, opensm/vectors.fdbs",
        "opensm-lid-matrix, opensm/lid-matrix.dump",
        "opensm-cache, opensm/guid2lid",
        "opensm-cache, opensm/neighbors",
        "ibsim-net, infiniband/plan/network.net",
        "ibsim-net, infiniband/plan/console.txt",
        "ibdm-topology, infiniband/plan/tree.topo",
        "ibdm-topology, infiniband/plan/list.cables",
        "ibdm-topology, infiniband/plan/type.ibnl",
        "sysfs-infiniband, sysfs/host.txt",
        "sysfs-infiniband, sysfs/columns.txt",
        "ufm-telemetry-csv, ufm/rows.csv",
        "ufm-event-log, ufm/event.log",
        "ufm-event-policy, ufm/policy.csv",
        "ufm-ndt, ufm-ndt/plan.csv",
        "ibdiagnet-db-csv, ibdiagnet/fabric.db_csv",
    })
    void everyLineIsAccountedFor(String format, String fixture) {
        Mutations.damage(
                Formats.named(format).orElseThrow(),
                fixture,
                (input, parsed) -> assertThat(parsed.records()).isEqualTo(ParsedInput.lines(input)));
    }

    @ParameterizedTest
    @CsvSource({
        "pcp-rocestat, sysfs/rocestat.json",
        "ufm-systems, ufm/systems.json",
        "ufm-telemetry, ufm/telemetry.json",
        "ufm-ndt-report, ufm-ndt/report.json",
    })
    void noDocumentGoesUnanswered(String format, String fixture) {
        Mutations.damage(
                Formats.named(format).orElseThrow(),
                fixture,
                (input, parsed) -> assertThat(parsed.records()).isPositive());
    }
}
