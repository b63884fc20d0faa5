package io.fabrictwin.model.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The ring's two crossings go over spine1, one each way, and each host sends and receives once at a time. */
class TopologyChangeTest {
    private final MiniatureFabric fabric = MiniatureFabric.healthy();

    private JobForecast forecast(String change) {
        return fabric.forecast(MiniatureFabric.change(change));
    }

    private ForkState fork(String... changes) {
        return ForkEdit.applied(
                ForkState.of(fabric.frame()), fabric.window(), fabric.scenario(MiniatureFabric.changes(changes)));
    }

    private static Set<String> linksOf(ForkState state, String device) {
        return state.links.keySet().stream()
                .map(Object::toString)
                .filter(link -> link.contains(device + ":"))
                .collect(Collectors.toSet());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "link-delay@leaf0:spine1=50us;slower",
                "link-delay@leaf0:spine0=50us;no material change",
                "oversubscription@leaf0=4;slower",
                "oversubscription=4;slower",
                "oversubscription@leaf0=0.5;no material change",
                "switch@spine1=removed;no material change",
                "link@leaf0:spine1=removed;no material change",
                "port@leaf0:spine1=down;no material change",
                "switch@spine2=like spine0;no material change",
                "add-link@leaf0:spine1=100Gbit/s 1us;no material change",
                "add-link@leaf0:leaf1=10Gbit/s 1us;slower",
                "link@h2:leaf1=removed;cannot tell",
                "rail@0=removed;cannot tell",
            })
    void changesActInTheDirectionTheyMust(String change, String verdict) {
        JobForecast job = forecast(change);

        assertThat(job.verdict().words())
                .as("%s %s", job.ratio(), job.reasons())
                .isEqualTo(verdict);
    }

    @Test
    void aNewSwitchHasTheLinksAndSettingsOfTheOneItIsLike() {
        ForkState state = fork("ecn-kmin@spine0=300KB", "switch@spine2=like spine0");

        assertThat(linksOf(state, "spine2"))
                .containsExactlyInAnyOrder("leaf0:spine2 - spine2:leaf0", "leaf1:spine2 - spine2:leaf1");
        assertThat(state.queues.ecn.entrySet())
                .filteredOn(entry -> entry.getKey().device().value().equals("spine2"))
                .hasSize(2)
                .allSatisfy(entry -> assertThat(entry.getValue().kminBytes()).isEqualTo(300_000));
    }

    @Test
    void aNewRailHasLeavesOfItsOwn() {
        ForkState state = fork("rail@1=like 0");

        assertThat(linksOf(state, "leaf1-rail1"))
                .containsExactlyInAnyOrder(
                        "h2:leaf1-rail1 - leaf1-rail1:h2",
                        "h3:leaf1-rail1 - leaf1-rail1:h3",
                        "leaf1-rail1:spine0 - spine0:leaf1-rail1",
                        "leaf1-rail1:spine1 - spine1:leaf1-rail1");
        assertThat(linksOf(fork("rail@1=like 0", "rail@1=removed"), "h2")).hasSize(1);
        assertThat(forecast("rail@1=like 0").verdict()).isEqualTo(Verdict.NO_MATERIAL_CHANGE);
    }

    @Test
    void aNewLinkHasThresholdsByItsRate() {
        ForkState state = fork("add-link@leaf0:spine1=400Gbit/s 1us");

        assertThat(linksOf(state, "leaf0")).contains("leaf0:spine1-2 - spine1:leaf0-2");
        assertThat(state.queues.ecn.values()).extracting(ecn -> ecn.kminBytes()).contains(1_600_000L);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "port@leaf0:eth7=down;no port 'leaf0:eth7' in the frame; there are: leaf0:h0, leaf0:h1, leaf0:spine0",
                "link@leaf0:spine9=removed;no link 'leaf0:spine9' in the frame; there are: h0:leaf0",
                "add-link@leaf0:spine9=1Gbit/s 1us;no device 'spine9' in the frame; there are: h0, h1",
                "add-link@leaf0:leaf0=1Gbit/s 1us;a link from 'leaf0' to itself leads nowhere",
                "add-link@leaf0:spine0=1Gbit/s;'1Gbit/s' does not fit 'add-link@leaf0:spine0': it takes a rate and a delay",
                "switch@spine2=like spine9;no switch 'spine9' in the frame; there are: leaf0, leaf1, spine0, spine1",
                "switch@spine1=like spine0;'spine1' is there already; give the new switch another name",
                "switch@spine9=removed;no switch 'spine9' in the frame",
                "switch@spine9=gone;'gone' does not fit 'switch@spine9': it takes 'like OTHER' or 'removed'",
                "rail@1=removed;no rail '1' in the frame; there are: 0",
                "rail@x=removed;'x' in 'rail@x' is not a whole number",
                "oversubscription@spine0=2;'spine0' has not both hosts and uplinks, so it has no oversubscription",
            })
    void whatCannotBeIsRefused(String change, String message) {
        assertThatThrownBy(() -> forecast(change))
                .isInstanceOf(ScenarioRefusedException.class)
                .hasMessageStartingWith(message);
    }
}
