package io.fabrictwin.ingest.synth;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.ingest.synth.SynthSettings.Disturbance;
import io.fabrictwin.ingest.synth.topology.TopologyKind;
import io.fabrictwin.model.incident.IncidentReport;
import io.fabrictwin.model.incident.IncidentReport.Answer;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What an incident's report makes of the events of each incident; {@code IncidentBenchmark} does it for many seeds. */
class CausesTest {
    static Stream<Incident> incidents() {
        return Arrays.stream(Incident.values());
    }

    @ParameterizedTest
    @MethodSource("incidents")
    void theCauseIsFound(Incident incident) {
        Synthetic.Recorded recorded =
                Synthetic.of(Synthetic.small(incident.fabrics().iterator().next(), incident));
        Diagnosis diagnosis = Diagnosis.of(recorded.events());

        assertThat(diagnosis.cause()).as("%s", diagnosis).isEqualTo(incident.word());
        IncidentReport report = diagnosis.report();
        if (report == null) {
            return;
        }
        assertThat(report.span().job().value()).isEqualTo("pretraining");
        assertThat(report.answer())
                .isEqualTo(incident == Incident.STRAGGLER_GPU ? Answer.NOT_THE_NETWORK : Answer.NETWORK);
        for (String device : recorded.truth().devices()) {
            assertThat(report.causes().get(0).entities())
                    .as("who it is")
                    .anyMatch(entity -> entity.equals(device) || entity.startsWith(device + ":"));
        }
        assertThat(report.gaps()).isEmpty();
        if (report.way().size() > 1) {
            assertThat(report.way().get(0).stop().what()).isEqualTo("rank");
        }
        assertThat(report.span().fromNs()).isLessThanOrEqualTo(recorded.truth().endNs());
        assertThat(report.span().toNs()).isGreaterThanOrEqualTo(recorded.truth().beginNs());
    }

    /** The straggler stood a step before the first one that is slow, and the steps alone tell of a late rank: not of which. */
    @Test
    void aRankThatComesLateForItComputesLongerIsAStraggler() {
        SynthSettings settings = new SynthSettings(
                64,
                TopologyKind.LEAF_SPINE,
                1,
                FabricKind.ROCE,
                Incident.STRAGGLER_GPU,
                14,
                11,
                Synthetic.ANCHOR_NS,
                null,
                true,
                Disturbance.USUAL);
        Diagnosis diagnosis = Diagnosis.of(Synthetic.of(settings).events());

        assertThat(diagnosis.cause()).as("%s", diagnosis).isEqualTo(Incident.STRAGGLER_GPU.word());
    }
}
