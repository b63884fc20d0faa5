package io.fabrictwin.model.backtest;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.model.event.Clock;
import io.fabrictwin.model.event.DcqcnSet;
import io.fabrictwin.model.event.EcnProfileSet;
import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.JobStarted;
import io.fabrictwin.model.event.JobStopped;
import io.fabrictwin.model.event.JobTuned;
import io.fabrictwin.model.event.LinkCameUp;
import io.fabrictwin.model.event.LinkDiscovered;
import io.fabrictwin.model.event.LinkRateChanged;
import io.fabrictwin.model.event.LinkWentDown;
import io.fabrictwin.model.event.RankPlaced;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.id.SourceId;
import io.fabrictwin.model.scenario.Change;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MadeChangesTest {
    private static final long SECOND_NS = 1_000_000_000L;
    private static final DeviceId LEAF = new DeviceId("leaf0");
    private static final LinkId LINK = new LinkId(PortId.of("leaf0", "up1"), PortId.of("spine1", "down0"));

    private final List<FabricEvent> story = new ArrayList<>();

    private EventMeta at(long seconds) {
        return new EventMeta(
                new FabricId("cluster"),
                new SourceId("events", "test"),
                story.size(),
                0,
                seconds * SECOND_NS,
                seconds * SECOND_NS,
                Clock.SOURCE);
    }

    private EcnProfileSet ecn(long seconds, @Nullable String port, long kminBytes) {
        return new EcnProfileSet(
                at(seconds),
                LEAF,
                port == null ? null : PortId.of("leaf0", port),
                null,
                null,
                null,
                kminBytes,
                4 * kminBytes,
                0.2);
    }

    private List<String> found() {
        List<FabricEvent> shuffled = new ArrayList<>(story);
        Collections.shuffle(shuffled, new Random(7));
        shuffled.addAll(story);
        return MadeChanges.of(shuffled).stream()
                .map(change -> change.timeNs() / SECOND_NS + " " + change.kind() + " "
                        + change.changes().stream().map(Change::text).toList())
                .toList();
    }

    private void placed(long seconds, int rank, String host, @Nullable String nic, @Nullable Long fromStep) {
        story.add(new RankPlaced(
                at(seconds),
                new JobId("train"),
                rank,
                new DeviceId(host),
                null,
                nic == null ? null : new DeviceId(nic),
                fromStep));
    }

    @Test
    void ranksThatSwapTheirHostsAreOneChangeOfAll() {
        for (int rank = 0; rank < 12; rank++) {
            placed(1, rank, "h" + rank, null, 0L);
        }
        placed(5, 10, "h2", null, null);
        placed(5, 2, "h10", null, null);
        placed(9, 2, "h2", null, null);
        placed(9, 10, "h10", null, null);

        assertThat(found())
                .containsExactly(
                        "5 place-ranks [hosts@train=h0,h1,h10,h3,h4,h5,h6,h7,h8,h9,h2,h11]",
                        "9 place-ranks [hosts@train=h0,h1,h2,h3,h4,h5,h6,h7,h8,h9,h10,h11]");
    }

    @Test
    void anotherNicIsAnotherPlaceAndAMoveAtAStepHasNoTime() {
        placed(1, 0, "h0", "h0-nic0", null);
        placed(1, 1, "h1", "h1-nic0", null);
        placed(2, 1, "h7", null, 40L);
        placed(5, 1, "h1", "h1-nic3", null);

        assertThat(found()).containsExactly("5 place-ranks [hosts@train=h0-nic0,h1-nic3]");
    }

    @Test
    void aJobThatEndsIsAChangeForTheOthers() {
        story.add(new JobStarted(at(1), new JobId("train"), 4, null));
        story.add(new JobStopped(at(5), new JobId("train")));
        story.add(new JobStopped(at(6), new JobId("train")));
        story.add(new JobStarted(at(7), new JobId("train"), 4, null));
        story.add(new JobStopped(at(9), new JobId("train")));

        assertThat(found()).containsExactly("5 stop-job [job@train=stop]", "9 stop-job [job@train=stop]");
    }

    @Test
    void aFirstValueIsNoChangeAndNeitherIsTheSameAgain() {
        story.add(ecn(1, null, 400_000));
        story.add(ecn(5, null, 400_000));

        assertThat(found()).isEmpty();
    }

    @Test
    void anotherValueIsAChangeOfWhatDiffers() {
        story.add(ecn(1, null, 400_000));
        story.add(ecn(5, null, 100_000));

        assertThat(found()).containsExactly("5 set-ecn [ecn-kmax@leaf0=400KB, ecn-kmin@leaf0=100KB]");
    }

    @Test
    void portsThatAreSetOneByOneAreOneEditOfTheirDevice() {
        story.add(ecn(1, "up0", 400_000));
        story.add(ecn(1, "up1", 400_000));
        story.add(ecn(5, "up0", 100_000));
        story.add(ecn(5, "up1", 100_000));

        assertThat(found()).containsExactly("5 set-ecn [ecn-kmax@leaf0=400KB, ecn-kmin@leaf0=100KB]");
    }

    @Test
    void aLinkIsUpUntilItGoesDown() {
        story.add(new LinkDiscovered(at(1), LINK, 100_000_000_000L, 1_000L, null));
        story.add(new LinkCameUp(at(2), LINK));
        story.add(new LinkWentDown(at(5), LINK));
        story.add(new LinkCameUp(at(9), LINK));
        story.add(new LinkRateChanged(at(12), LINK, 50_000_000_000L));

        assertThat(found())
                .containsExactly(
                        "5 drain-link [link@leaf0:up1:spine1:down0=down]",
                        "9 restore-link [link@leaf0:up1:spine1:down0=up]",
                        "12 set-link-rate [link-rate@leaf0:up1:spine1:down0=50Gbit/s]");
    }

    @Test
    void whatAPushSetsWithinASecondIsOneChange() {
        for (String host : List.of("h0", "h1")) {
            story.add(dcqcn(1, host, 55_000L));
        }
        for (String host : List.of("h0", "h1")) {
            story.add(dcqcn(5, host, 300_000L));
        }
        story.add(new JobTuned(at(1), new JobId("train"), 1, null, null));
        story.add(new JobTuned(at(20), new JobId("train"), 4, null, null));

        assertThat(found())
                .containsExactly(
                        "5 set-dcqcn [dcqcn-rate-increase-timer@h0=300us, dcqcn-rate-increase-timer@h1=300us]",
                        "20 set-queue-pairs [queue-pairs@train=4]");
    }

    @Test
    void whatIsTakenBackWithinASecondIsAChangeOfItsOwn() {
        story.add(ecn(1, null, 400_000));
        story.add(ecn(5, null, 100_000));
        story.add(ecn(6, null, 400_000));

        assertThat(found())
                .containsExactly(
                        "5 set-ecn [ecn-kmax@leaf0=400KB, ecn-kmin@leaf0=100KB]",
                        "6 set-ecn [ecn-kmax@leaf0=1600KB, ecn-kmin@leaf0=400KB]");
    }

    private DcqcnSet dcqcn(long seconds, String host, long timerNs) {
        return new DcqcnSet(at(seconds), new DeviceId(host), null, null, null, timerNs, null, null, null, null);
    }
}
