package io.fabrictwin.streams.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What instances tell each other, and how much of it. */
class PartFileTest {
    private final SampleLog log = new SampleLog(new Random(2), 200);
    private final SampleInstance instance = new SampleInstance("run", log);

    @BeforeEach
    void fold() {
        instance.takeOver(0, 3);
        instance.takeOver(1, log.partition(1).size());
    }

    @Test
    void whoKnowsNothingGetsAll() throws IOException {
        Part part = instance.answer(null).orElseThrow();
        assertThat(part.partitions()).containsExactly(0, 1);
        assertThat(part.positions()).isEqualTo(instance.journal.cut().positions());
        assertThat(part.states()).isEqualTo(instance.journal.cut().folded());
        assertThat(part.histories()).containsOnlyKeys(0, 1);
    }

    @Test
    void whoKnowsSomeGetsWhatIsNewAlone() throws IOException {
        Part all = instance.answer(null).orElseThrow();
        assertThat(instance.answer(all)).isEmpty();
        instance.fold(0, 1);
        instance.fold(0, 1);
        Part news = instance.answer(all).orElseThrow();
        assertThat(news.states().size()).isBetween(1, 8).isLessThan(all.states().size());
        assertThat(news.positions().nextOffsets()).containsEntry(SampleLog.name(0), 5L);
        assertThat(instance.answer(news)).isEmpty();
    }

    @Test
    void whoLagsFarBehindGetsAllAgain() throws IOException {
        Part all = instance.answer(null).orElseThrow();
        for (int cut = 0; cut < 20; cut++) {
            instance.fold(0, 1);
        }
        assertThat(instance.answer(all).orElseThrow().states())
                .isEqualTo(instance.journal.cut().folded());
    }

    @Test
    void whatWasKnownOfAnotherRunOrBeforePartitionsMovedIsVoid() throws IOException {
        Part all = instance.answer(null).orElseThrow();
        Part ofAnother = new Part("other-1", all.partitions(), all.positions(), all.states(), all.histories());
        assertThat(instance.answer(ofAnother).orElseThrow().states()).isEqualTo(all.states());
        instance.giveUp(1);
        Part moved = instance.answer(all).orElseThrow();
        assertThat(moved.partitions()).containsExactly(0);
        assertThat(moved.states()).isEqualTo(instance.journal.cut().folded());
    }

    @Test
    void whatEndsEarlyOrIsSomethingElseIsRefused() throws IOException {
        byte[] bytes = instance.bytes(null).orElseThrow();
        assertThatThrownBy(() -> PartFile.read(new ByteArrayInputStream(Arrays.copyOf(bytes, bytes.length - 30)), null))
                .isInstanceOf(IOException.class);
        assertThatThrownBy(
                        () -> PartFile.read(new ByteArrayInputStream("<html>".getBytes(StandardCharsets.UTF_8)), null))
                .isInstanceOf(IOException.class);
        Part all = instance.answer(null).orElseThrow();
        instance.fold(0, 1);
        byte[] news = instance.bytes(all).orElseThrow();
        assertThatThrownBy(() -> PartFile.read(new ByteArrayInputStream(news), null))
                .isInstanceOf(IOException.class)
                .hasMessage("a change of what was never told");
    }
}
