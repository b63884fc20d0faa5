package io.fabrictwin.model.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabrictwin.model.event.CollectiveOperation;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CollectivesTest {
    @Test
    void ringAllReduceOfFourRanksTakesSixRoundsOfAQuarter() {
        List<Message> messages = Collectives.messages(CollectiveOperation.ALL_REDUCE, 4, 4_003);

        assertThat(messages).hasSize(6 * 4);
        assertThat(messages).allSatisfy(message -> {
            assertThat(message.bytes()).isEqualTo(1_000);
            assertThat(message.destinationRank()).isEqualTo((message.sourceRank() + 1) % 4);
        });
        assertThat(messages.get(0).after()).isEmpty();
        // rank 0 in round 1 waits for its own round 0 and for that of rank 3, its left neighbour
        assertThat(messages.get(4)).isEqualTo(new Message(0, 1, 1_000, 1, List.of(0, 3)));
        assertThat(messages.get(23)).isEqualTo(new Message(3, 0, 1_000, 5, List.of(18, 19)));
    }

    @Test
    void gatherAndScatterOfTheRingTakeHalfTheRounds() {
        for (CollectiveOperation operation :
                List.of(CollectiveOperation.ALL_GATHER, CollectiveOperation.REDUCE_SCATTER)) {
            assertThat(Collectives.messages(operation, 8, 8_000))
                    .hasSize(7 * 8)
                    .allMatch(message -> message.bytes() == 1_000);
        }
    }

    @Test
    void allToAllSendsAShareToEveryOtherRankAtOnce() {
        List<Message> messages = Collectives.messages(CollectiveOperation.ALL_TO_ALL, 5, 5_000);

        assertThat(messages).hasSize(20).allMatch(message -> message.after().isEmpty() && message.bytes() == 1_000);
        assertThat(messages.stream().map(message -> message.sourceRank() * 5 + message.destinationRank()))
                .doesNotHaveDuplicates();
    }

    @Test
    void gatherIsAnIncastAndScatterItsReverse() {
        assertThat(Collectives.messages(CollectiveOperation.GATHER, 3, 700))
                .containsExactly(new Message(1, 0, 700, 0, List.of()), new Message(2, 0, 700, 0, List.of()));
        assertThat(Collectives.messages(CollectiveOperation.SCATTER, 3, 700))
                .containsExactly(new Message(0, 1, 700, 0, List.of()), new Message(0, 2, 700, 0, List.of()));
    }

    @Test
    void broadcastGrowsAsABinomialTree() {
        assertThat(Collectives.messages(CollectiveOperation.BROADCAST, 6, 10))
                .containsExactly(
                        new Message(0, 1, 10, 0, List.of()),
                        new Message(0, 2, 10, 1, List.of(0)),
                        new Message(1, 3, 10, 1, List.of(0)),
                        new Message(0, 4, 10, 2, List.of(1)),
                        new Message(1, 5, 10, 2, List.of(2)));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 7, 8, 13, 16})
    void reduceBringsEveryRanksPartToTheRoot(int ranks) {
        List<Message> messages = Collectives.messages(CollectiveOperation.REDUCE, ranks, 10);
        BitSet[] parts = new BitSet[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            parts[rank] = new BitSet();
            parts[rank].set(rank);
        }
        for (int index = 0; index < messages.size(); index++) {
            Message message = messages.get(index);
            for (int earlier : message.after()) {
                assertThat(earlier).isLessThan(index);
            }
            // it sends what it had once the messages it waits for had come
            BitSet sent = new BitSet();
            sent.set(message.sourceRank());
            message.after()
                    .forEach(earlier ->
                            assertThat(messages.get(earlier).destinationRank()).isEqualTo(message.sourceRank()));
            sent.or(parts[message.sourceRank()]);
            parts[message.destinationRank()].or(sent);
        }

        assertThat(messages).hasSize(ranks - 1);
        assertThat(parts[0].cardinality()).isEqualTo(ranks);
    }

    @ParameterizedTest
    @EnumSource(CollectiveOperation.class)
    void messagesComeAfterThoseTheyWaitFor(CollectiveOperation operation) {
        for (int ranks = 2; ranks <= 9; ranks++) {
            List<Message> messages = Collectives.messages(operation, ranks, 9_000);
            int rounds = Collectives.rounds(operation, ranks);
            for (int index = 0; index < messages.size(); index++) {
                int own = index;
                assertThat(messages.get(index).after()).allMatch(earlier -> earlier < own);
                assertThat(messages.get(index).round()).isLessThan(rounds);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(CollectiveOperation.class)
    void oneRankHasNobodyToTalkTo(CollectiveOperation operation) {
        assertThat(Collectives.messages(operation, 1, 1_000)).isEmpty();
    }

    @Test
    void nonsenseIsRefused() {
        assertThatThrownBy(() -> Collectives.messages(CollectiveOperation.GATHER, 0, 1))
                .hasMessage("rankCount 0 is not positive");
        assertThatThrownBy(() -> Collectives.messages(CollectiveOperation.GATHER, 2, -1))
                .hasMessage("bytesPerRank -1 is negative");
    }
}
