package io.fabrictwin.model.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabrictwin.model.id.PortId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Half of the uplink that the job's ring uses is taken by background. */
class PriorityChangeTest {
    private final MiniatureFabric fabric = MiniatureFabric.recorded(900_000)
            .forkedAt(MiniatureFabric.STEPS - 1)
            .withBackground(PortId.of("leaf0", "spine1"), 0);

    private JobForecast forecast(String... changes) {
        return fabric.forecast(MiniatureFabric.changes(changes));
    }

    @Test
    void aJobThatGoesBeforeTheBackgroundIsFaster() {
        JobForecast job = forecast("priority@background=1", "strict@3=on");

        assertThat(job.verdict()).as("%s %s", job.ratio(), job.reasons()).isEqualTo(Verdict.FASTER);
        assertThat(job.reasons()).contains("background has queues of its own priority, 1, at every port");
    }

    @Test
    void aJobThatComesAfterTheBackgroundIsSlowerThanOneThatGoesBefore() {
        double before = ratio("priority@job0=4", "strict@4=on");
        double after = ratio("priority@job0=4", "strict@3=on");

        assertThat(after).isGreaterThan(1.02 * before);
        assertThat(ratio("priority@job0=4", "ets-weight@4=9")).isLessThan(ratio("priority@job0=4", "ets-weight@4=0.1"));
    }

    private double ratio(String... changes) {
        JobForecast job = forecast(changes);
        assertThat(job.ratio()).as("%s", job.reasons()).isNotNull();
        return job.ratio().likely();
    }

    @Test
    void queuesOfAPriorityHaveTheirOwnSettings() {
        double marked = ratio("priority@job0=4", "strict@4=on", "ecn-kmin@/4=5KB", "ecn-kmax@/4=10KB");

        assertThat(marked).isGreaterThanOrEqualTo(ratio("priority@job0=4", "strict@4=on"));
        assertThat(ratio("priority@job0=4", "strict@4=on", "ecn-kmin@/3=5KB", "ecn-kmax@/3=10KB"))
                .isEqualTo(ratio("priority@job0=4", "strict@4=on"));
    }

    @Test
    void prioritiesInOneQueueAreAsOne() {
        assertThat(forecast("priority@job0=4", "queue@4=3").reasons())
                .contains("all known traffic is in one queue: which queue that is cannot matter");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "ets-weight@3=9;all known traffic is in priority 3: how queues share a line cannot matter",
                "strict@3=on;all known traffic is in priority 3: how queues share a line cannot matter",
                "ets-weight@5=9;no known traffic is in priority 5: its queues cannot matter",
                "queue@3=5;all known traffic is in one queue: which queue that is cannot matter",
            })
    void whatCannotMatterIsSaid(String change, String reason) {
        JobForecast job = forecast(change);

        assertThat(job.verdict()).isEqualTo(Verdict.NO_MATERIAL_CHANGE);
        assertThat(job.reasons()).contains(reason);
    }

    @Test
    void aMapOfDscpCannotBeTold() {
        JobForecast job = forecast("dscp-priority@26=4");

        assertThat(job.verdict()).isEqualTo(Verdict.CANNOT_TELL);
        assertThat(job.reasons()).anyMatch(reason -> reason.endsWith("ask with priority@JOB=4"));
        assertThat(job.forkMeasures()).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "priority@job7=4;no job 'job7' in the frame; there are: job0",
                "priority@job0=8;'8' in 'priority@job0' is above 7",
                "ets-weight@8=1;'8' in 'ets-weight@8' is above 7",
                "dscp-priority@64=1;'64' in 'dscp-priority@64' is above 63",
                "strict@x=on;'x' in 'strict@x' is not a whole number",
            })
    void whatCannotBeIsRefused(String change, String message) {
        assertThatThrownBy(() -> forecast(change))
                .isInstanceOf(ScenarioRefusedException.class)
                .hasMessageStartingWith(message);
    }
}
