package io.fabrictwin.ingest.parse;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.ingest.parse.infiniband.IbnetdiscoverFormat;
import io.fabrictwin.ingest.parse.nccl.NcclLogFormat;
import io.fabrictwin.ingest.parse.prometheus.PrometheusFormat;
import io.fabrictwin.ingest.parse.sonic.SonicConfigDbFormat;
import io.fabrictwin.model.event.Swept;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever happens to an input, no parser throws, and every record is accounted for once. */
class DamagedInputProperties {
    @ParameterizedTest
    @ValueSource(strings = {"infiniband/topology.txt", "infiniband/ports.txt"})
    void ibnetdiscoverAccountsForEveryLine(String fixture) {
        Mutations.damage(new IbnetdiscoverFormat(), fixture, DamagedInputProperties::checkLines);
    }

    @Test
    void ncclLogAccountsForEveryLine() {
        Mutations.damage(new NcclLogFormat(), "nccl/job.log", DamagedInputProperties::checkLines);
    }

    @Test
    void prometheusAccountsForEveryLine() {
        Mutations.damage(new PrometheusFormat(), "prometheus/host.prom", DamagedInputProperties::checkLines);
    }

    @Test
    void sonicConfigDbAccountsForEveryEntry() {
        SonicConfigDbFormat format = new SonicConfigDbFormat();
        long entries = ParsedInput.ofFixture(format, "sonic/leaf.json").records();
        Mutations.damage(format, "sonic/leaf.json", (input, parsed) -> {
            boolean isBroken = parsed.codes.stream()
                    .anyMatch(code -> code == RejectCode.TRUNCATED || code == RejectCode.MALFORMED);
            assertThat(parsed.records()).isPositive();
            if (!isBroken) {
                assertThat(parsed.records()).isBetween(entries - 12, entries + 12);
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 10, 50, 200, 400})
    void aConfigurationThatIsCutOffSweepsNothing(int missingBytes) {
        byte[] whole = ParsedInput.fixture("sonic/leaf.json");
        byte[] cut = Arrays.copyOf(whole, whole.length - 2 - missingBytes);
        ParsedInput parsed = ParsedInput.of(new SonicConfigDbFormat(), new TextInput("leaf.json", cut));
        assertThat(parsed.codes).containsExactly(RejectCode.TRUNCATED);
        assertThat(parsed.all(Swept.class)).isEmpty();
        assertThat(parsed.accepted).isPositive();
    }

    private static void checkLines(TextInput input, ParsedInput parsed) {
        assertThat(parsed.records()).isEqualTo(ParsedInput.lines(input));
    }
}
