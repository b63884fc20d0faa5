package io.fabrictwin.model.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.fabrictwin.model.calibration.Status;
import io.fabrictwin.model.calibration.UsedValue;
import io.fabrictwin.model.event.ConnectionObserved;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.id.PortId;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;

class BackgroundTest {
    private static final PortId UPLINK = PortId.of("leaf0", "spine1");
    /** A ring beside 6 GB/s on one of its ports takes about 0.96 ms. */
    private static final long COLLECTIVE_NS = 960_000;

    /** The ring leaves the uplink, as the way on from its spine is drained; the other spine's links are slower. */
    private static final Change[] AWAY = {
        set("link@leaf1:spine1=down"), set("link-rate@leaf0:spine0=80Gbit/s"), set("link-rate@leaf1:spine0=80Gbit/s")
    };

    private static Change set(String text) {
        int equals = text.indexOf('=');
        return Change.parse(text.substring(0, equals), text.substring(equals + 1));
    }

    private static MiniatureFabric recorded() {
        return MiniatureFabric.recorded(COLLECTIVE_NS).forkedAt(MiniatureFabric.STEPS - 1);
    }

    private static SortedMap<PortId, Double> background(MiniatureFabric fabric) {
        ForkState state = ForkState.of(fabric.frame());
        Connections connections = Connections.of(fabric.frame());
        return Background.of(fabric.frame(), state, fabric.window(), connections, new Routing(state), fabric.forkNs());
    }

    @Test
    void whatNoJobExplainsIsFoundOnItsPortAlone() {
        SortedMap<PortId, Double> found = background(recorded().withBackground(UPLINK, 0));

        assertThat(found).containsOnlyKeys(UPLINK);
        assertThat(found.get(UPLINK)).isCloseTo(6e9, within(0.02 * 6e9));
    }

    @Test
    void aForecastListsItAsMeasured() {
        assertThat(recorded().withBackground(UPLINK, 0).whole().values())
                .filteredOn(value -> value.name().equals("load that no known job explains"))
                .singleElement()
                .satisfies(value -> {
                    assertThat(value.status()).isEqualTo(Status.MEASURED);
                    assertThat(value.value()).endsWith("Gbit/s over 1 port");
                });
    }

    @Test
    void whatJobsExplainIsNoBackground() {
        assertThat(background(recorded().withBackground(PortId.of("h9", "leaf9"), 0)))
                .isEmpty();
    }

    @Test
    void burstsThatDoNotStandOutFromTheirOwnNoiseAreLeftOut() {
        assertThat(background(recorded().withBackground(UPLINK, 1))).isEmpty();
    }

    @Test
    void whereTheWaysOfAJobAreNotRecordedNothingIsCalledBackground() {
        MiniatureFabric fabric = recorded().withBackground(UPLINK, 0).without(ConnectionObserved.class::isInstance);

        assertThat(background(fabric)).isEmpty();
        assertThat(fabric.forecast().reasons())
                .anySatisfy(reason -> assertThat(reason)
                        .contains("no traffic beside the jobs (what job0 sent before is not recorded)"));
        assertThat(fabric.whole().values())
                .contains(new UsedValue(
                        "other assumption",
                        "no traffic beside the jobs",
                        Status.ASSUMED,
                        "what job0 sent before is not recorded"));
    }

    @Test
    void theTimeFromAnUnfinishedStepOnIsNotLookedAt() {
        MiniatureFabric fabric = recorded()
                .withBackground(UPLINK, 0)
                .without(event -> event.meta().eventTimeNs() > MiniatureFabric.STEPS * (long) 1e6 + 3_500_000
                        && !(event instanceof PortCountersObserved));

        assertThat(background(fabric)).containsOnlyKeys(UPLINK);
    }

    @Test
    void withoutBackgroundTheSignOfAForecastIsWrongAndWithItRight() {
        JobForecast blind =
                recorded().without(PortCountersObserved.class::isInstance).forecast(AWAY);
        JobForecast seeing = recorded().withBackground(UPLINK, 0).forecast(AWAY);

        assertThat(blind.verdict()).isEqualTo(Verdict.SLOWER);
        assertThat(seeing.verdict()).isEqualTo(Verdict.FASTER);
        assertThat(seeing.reasons())
                .anySatisfy(reason -> assertThat(reason)
                        .contains("1 ports carry bytes that no known job explains, leaf0:spine1 the most"));
        assertThat(seeing.baseMeasures().criticalPath().gates().get(0).port()).isEqualTo(UPLINK);
    }

    @Test
    void backgroundOfADrainedLinkIsSharedByTheOtherUplinks() {
        JobForecast job = recorded().withBackground(UPLINK, 0).forecast(set("link@leaf0:spine1=down"));

        // it follows the ring to the only spine that is left
        assertThat(job.forkMeasures().stepTimes().medianNs()
                        / job.baseMeasures().stepTimes().medianNs())
                .isCloseTo(1, within(0.05));
        // the recorded steps were short by luck, as the forecast takes it
        assertThat(job.ratio().likely()).isCloseTo(1, within(0.06));
    }
}
