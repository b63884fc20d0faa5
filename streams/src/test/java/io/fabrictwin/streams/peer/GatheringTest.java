package io.fabrictwin.streams.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.streams.query.Shared;
import io.fabrictwin.streams.query.Sharing;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GatheringTest {
    private static final String SELF = "a:1";
    private static final String OTHER = "b:1";

    private final SampleLog log = new SampleLog(new Random(1), 200);
    private final SampleInstance own = new SampleInstance("runa", log);
    private final SampleInstance other = new SampleInstance("runb", log);
    private final Gathering gathering = new Gathering(() -> SELF, own.journal);

    @BeforeEach
    void shareTheWork() {
        own.takeOver(0, log.partition(0).size());
        own.takeOver(1, log.partition(1).size());
        other.takeOver(2, log.partition(2).size());
        other.takeOver(3, log.partition(3).size());
    }

    private Shared gather(long nowMs) {
        return gathering.gather(SampleLog.PARTITIONS, log.ends(), nowMs);
    }

    private void accept(long nowMs) throws Exception {
        gathering.accept(OTHER, other.answer(null).orElseThrow(), nowMs);
    }

    @Test
    void whatNobodyAnswersForIsMissing() {
        Sharing sharing = gather(1_000).sharing();
        assertThat(sharing.isComplete()).isFalse();
        assertThat(sharing.missing()).containsExactly(2, 3);
        assertThat(sharing.lagRecords())
                .containsEntry(SampleLog.name(2), (long) log.partition(2).size())
                .containsEntry(SampleLog.name(0), 0L);
        assertThat(sharing.detail()).startsWith("nobody answers for partitions [2, 3]");
    }

    @Test
    void anotherThatHasNotAnsweredYetIsSaidToBeMissing() throws Exception {
        gathering.follow(Set.of(OTHER));
        assertThat(gather(1_000).sharing().detail()).contains("b:1 has not answered yet");
        accept(1_100);
        Sharing sharing = gather(1_200).sharing();
        assertThat(sharing.isComplete()).isTrue();
        assertThat(sharing.detail()).isEmpty();
        assertThat(sharing.ageMs(1_250)).isEqualTo(150);
    }

    @Test
    void whoIsLostIsMissingAndWhatHeToldIsKept() throws Exception {
        gathering.follow(Set.of(OTHER));
        accept(1_000);
        Shared before = gather(1_000);
        gathering.miss(OTHER, "does not answer");
        Shared lost = gather(1_500);
        assertThat(lost.sharing().missing()).containsExactly(2, 3);
        assertThat(lost.sharing().detail()).endsWith("b:1 does not answer");
        assertThat(lost.cut()).isSameAs(before.cut());

        gathering.follow(Set.of());
        assertThat(gather(2_000).sharing().members()).containsOnlyKeys(SELF);
        assertThat(gather(2_000).cut()).isSameAs(before.cut());

        own.takeOver(2, log.partition(2).size());
        assertThat(gather(2_500).sharing().missing()).containsExactly(3);
        own.takeOver(3, 0);
        Shared restoring = gather(3_000);
        assertThat(restoring.sharing().isComplete()).isTrue();
        assertThat(SampleLog.digests(restoring.cut()))
                .isEqualTo(log.digests(restoring.cut().positions()));
        own.fold(3, log.partition(3).size());
        assertThat(SampleLog.digests(gather(3_500).cut())).isEqualTo(log.digests(log.ends()));
    }

    @Test
    void whoHangsIsAwayAfterAWhile() throws Exception {
        gathering.follow(Set.of(OTHER));
        accept(1_000);
        assertThat(gather(1_000 + Gathering.AWAY_MS).sharing().isComplete()).isTrue();
        Sharing late = gather(1_001 + Gathering.AWAY_MS).sharing();
        assertThat(late.missing()).containsExactly(2, 3);
        assertThat(late.detail()).endsWith("b:1 has not answered for a while");
        gathering.acceptSame(OTHER, 9_000);
        assertThat(gather(9_000).sharing().isComplete()).isTrue();
    }

    @Test
    void oneThatFoldsAllServesItsOwnCut() {
        own.takeOver(2, 0);
        own.takeOver(3, 0);
        assertThat(gather(1_000).cut()).isSameAs(own.journal.cut());
    }

    @Test
    void nothingNewIsTheSameCut() throws Exception {
        gathering.follow(Set.of(OTHER));
        accept(1_000);
        Shared first = gather(1_000);
        gathering.acceptSame(OTHER, 1_100);
        assertThat(gather(1_200).cut()).isSameAs(first.cut());
    }

    @Test
    void whatComesFromOneThatWasLetGoIsNotTaken() throws Exception {
        gathering.follow(Set.of(OTHER));
        gathering.follow(Set.of());
        accept(1_000);
        assertThat(gather(1_000).cut().positions()).isEqualTo(own.journal.cut().positions());
    }

    @Test
    void whileTheLogIsUnknownNothingIsComplete() {
        Sharing sharing = gathering.gather(0, null, 1_000).sharing();
        assertThat(sharing.isComplete()).isFalse();
        assertThat(sharing.detail()).isEqualTo("how many partitions the log has is not known yet");
    }
}
