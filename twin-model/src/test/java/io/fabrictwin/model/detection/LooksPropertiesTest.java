package io.fabrictwin.model.detection;

import static io.fabrictwin.model.detection.SmallFabric.MILLISECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.model.event.CounterName;
import io.fabrictwin.model.event.LinkCameUp;
import io.fabrictwin.model.event.LinkWentDown;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** However often and in whatever order a log is looked at, an incident that happened once is found once. */
class LooksPropertiesTest {
    private static final int END_MS = 90;
    private static final int LOOKS = 40;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void looksInAnyOrderAndAgainDoubleNoFinding(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Story story = Story.of(random);
        List<Finding> findings = List.of();
        for (int look = 0; look < LOOKS; look++) {
            int nowMs = random.nextInt(END_MS + 1);
            findings = looked(findings, story, nowMs);
            assertThat(looked(findings, story, nowMs)).isEqualTo(findings);
        }
        findings = looked(findings, story, END_MS);
        List<String> told = findings.stream()
                .map(finding -> finding.kind() + " " + finding.entities().get(0))
                .toList();
        assertThat(told).doesNotHaveDuplicates();
        assertThat(told).contains("PAUSE_STORM h" + story.host(), "LINK_FLAPPING leaf0:spine0");
        assertThat(findings)
                .extracting(Finding::id)
                .containsAll(story.until(END_MS).findings().stream()
                        .filter(finding -> finding.kind() != FindingKind.CONFIG_DRIFT)
                        .map(Finding::id)
                        .toList());
    }

    private static List<Finding> looked(List<Finding> before, Story story, int nowMs) {
        return Detections.continued(before, story.until(nowMs).findings(), nowMs * MILLISECOND);
    }

    /** A storm, a link that flaps and a push, each from one time to another. */
    private record Story(int host, int stormMs, int stormEndMs, int flapMs, int pushMs, int restoreMs) {
        static Story of(SplittableRandom random) {
            int stormMs = 5 + random.nextInt(20);
            int pushMs = 5 + random.nextInt(30);
            return new Story(
                    1 + random.nextInt(7),
                    stormMs,
                    stormMs + 10 + random.nextInt(40),
                    5 + random.nextInt(30),
                    pushMs,
                    pushMs + 1 + random.nextInt(40));
        }

        SmallFabric until(int nowMs) {
            SmallFabric fabric = new SmallFabric();
            String leaf = "leaf" + host / 2;
            between(0, stormMs, nowMs, (from, to) -> fabric.samples(leaf, "h" + host, from, to, 0.5, 0, 0));
            between(stormMs, stormEndMs, nowMs, (from, to) -> fabric.samples(leaf, "h" + host, from, to, 0.2, 0.7, 0));
            between(stormEndMs, END_MS, nowMs, (from, to) -> fabric.samples(leaf, "h" + host, from, to, 0.5, 0, 0));
            for (int ms = 0; ms <= nowMs; ms++) {
                boolean isEdge = ms >= flapMs && ms < flapMs + 24 && (ms - flapMs) % 6 == 0;
                fabric.counters("leaf0", "spine0", ms, ms + 1, Map.of(CounterName.LINK_DOWNED, isEdge ? 1L : 0L));
                if (isEdge) {
                    long downNs = ms * MILLISECOND + 1;
                    fabric.apply(new LinkWentDown(fabric.at(downNs), SmallFabric.linkId("leaf0", "spine0")));
                }
                if (ms >= flapMs && ms < flapMs + 24 && (ms - flapMs) % 6 == 2) {
                    fabric.apply(new LinkCameUp(fabric.at(ms * MILLISECOND), SmallFabric.linkId("leaf0", "spine0")));
                }
            }
            if (nowMs >= pushMs) {
                fabric.ecn("leaf3", pushMs * MILLISECOND, 5_000, 20_000);
            }
            if (nowMs >= restoreMs) {
                fabric.ecn("leaf3", restoreMs * MILLISECOND, 400_000, 1_600_000);
            }
            return fabric;
        }

        private interface Span {
            void tell(int fromMs, int toMs);
        }

        private static void between(int fromMs, int toMs, int nowMs, Span span) {
            if (nowMs >= fromMs) {
                span.tell(fromMs, Math.min(toMs, nowMs + 1));
            }
        }
    }
}
