package io.fabrictwin.model.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.step.CollectiveWork;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChangeTextGoldenTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "ecn-kmin=400KB",
                "ecn-kmin@leaf1=5KB",
                "ecn-kmax@leaf1=1600KB",
                "ecn-pmax=0.2",
                "dcqcn-gain=0.00390625",
                "dcqcn-alpha-timer=1us",
                "dcqcn-rate-decrease-interval=4us",
                "dcqcn-rate-increase-timer@h3=300us",
                "dcqcn-additive-increase=20Mbit/s",
                "dcqcn-hyper-increase=200Mbit/s",
                "dcqcn-min-rate=1Gbit/s",
                "dcqcn-fast-recovery-times=1",
                "buffer@spine0=32MiB",
                "pfc-alpha=0.125",
                "link@leaf0:spine1=down",
                "link@leaf0:spine1=up",
                "links@spine3=down",
                "link-rate@leaf1:spine2=100Gbit/s",
                "link-rate@leaf1:spine2=12500Mbit/s",
                "pause-storm@h5=off",
                "job@job1=stop",
                "hosts@job0=h0,h1,h2",
                "queue-pairs@job0=4",
                "destination-ports@job0=new",
                "compute-factor@job1/3=1",
                "start@job1=hosts h1,h3; compute 500us; jitter 0.02; queue-pairs 1; all-to-all 32000KB at 1 stream 0",
                "start@job1=hosts h1,h3; compute 500us; jitter 0; queue-pairs 2",
            })
    void whatIsPrintedIsReadAsTheSame(String text) {
        int equals = text.indexOf('=');

        assertThat(Change.parse(text.substring(0, equals), text.substring(equals + 1))
                        .text())
                .isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "ecn-kmin;0.4MB;ecn-kmin=400KB",
                "ecn-kmin;400000;ecn-kmin=400KB",
                "buffer;1 MiB;buffer=1MiB",
                "pfc-alpha;1/8;pfc-alpha=0.125",
                "dcqcn-rate-increase-timer;0.3 ms;dcqcn-rate-increase-timer=300us",
                "link-rate@a:b;25G;link-rate@a:b=25Gbit/s",
                "link-rate@a:b;400000Mbps;link-rate@a:b=400Gbit/s",
            })
    void otherUnitsAreRead(String key, String value, String text) {
        assertThat(Change.parse(key, value).text()).isEqualTo(text);
    }

    @Test
    void aJobIsReadWithAllItsParts() {
        assertThat(Change.parse("start@x", "hosts a,b; compute 2ms; all-reduce 16MB; gather 1MB at 0.5 stream 1"))
                .isEqualTo(Change.start(
                        "x",
                        new ArrivingJob(
                                List.of("a", "b"),
                                2_000_000,
                                0,
                                1,
                                List.of(
                                        new CollectiveWork(CollectiveOperation.ALL_REDUCE, 16_000_000, 1, 0),
                                        new CollectiveWork(CollectiveOperation.GATHER, 1_000_000, 0.5, 1)))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "ecn-kmin;many;'many' in 'ecn-kmin' has an unknown unit",
                "ecn-kmin;-5KB;'-5KB' in 'ecn-kmin' is not above 0",
                "ecn-kmin;5Kb;'5Kb' in 'ecn-kmin' has an unknown unit; there are: B, KB",
                "ecn-pmax;1.5;'1.5' in 'ecn-pmax' is not between 0 and 1",
                "ecn-pmax;NaN;'NaN' in 'ecn-pmax' is not a number",
                "pfc-alpha;0;'0' in 'pfc-alpha' is not above 0",
                "pfc-alpha;1/0;'1/0' in 'pfc-alpha' is not above 0",
                "link@a:b;off;'off' does not fit 'link@a:b'; there are: up, down, removed",
                "link;down;'link' does not say of which: write link@A:B",
                "queue-pairs@j;0;'0' in 'queue-pairs@j' is below 1",
                "queue-pairs@j;2.5;'2.5' in 'queue-pairs@j' is not a whole number",
                "compute-factor@j;2;'compute-factor@j' needs a job and a rank",
                "hosts@j;a,,b;'a,,b' in 'hosts@j' has an empty name",
                "start@j;hosts a;'start@j' needs hosts and compute",
                "marking;5;'marking' is not something that can be changed; there are: link, add-link",
            })
    void nonsenseIsRefusedInWords(String key, String value, String message) {
        assertThatThrownBy(() -> Change.parse(key, value))
                .isInstanceOfSatisfying(
                        ScenarioRefusedException.class,
                        refused -> assertThat(refused.reason()).isEqualTo(ScenarioRefusedException.Reason.NONSENSE))
                .hasMessageStartingWith(message);
    }
}
