package io.fabrictwin.model.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SchedulesTest {
    /** By hand, as NCCL's trees.cc draws them: 0 - 4 - (2 - (1, 3), 6 - (5, 7)) for eight, and the mirror image. */
    @Test
    void treesOfEight() {
        DoubleTree trees = DoubleTree.over(8);
        int[] parents = {-1, 2, 4, 2, 0, 6, 4, 6};
        for (int member = 0; member < 8; member++) {
            assertThat(trees.parent(0, member)).isEqualTo(parents[member]);
            assertThat(trees.parent(1, 7 - member)).isEqualTo(parents[member] < 0 ? -1 : 7 - parents[member]);
        }
    }

    /** Each tree has one root and reaches all; nobody has more than three edges in one, or more than four in both. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 7, 8, 12, 16, 31, 100, 540})
    void treesSpanAllMembers(int members) {
        DoubleTree trees = DoubleTree.over(members);
        for (int tree = 0; tree < 2; tree++) {
            int roots = 0;
            for (int member = 0; member < members; member++) {
                int steps = 0;
                for (int at = member; trees.parent(tree, at) >= 0; at = trees.parent(tree, at)) {
                    steps++;
                    assertThat(steps).isLessThan(members);
                }
                roots += trees.parent(tree, member) < 0 ? 1 : 0;
            }
            assertThat(roots).isOne();
        }
        assertThat(trees.crossings(1)).isLessThanOrEqualTo(4);
        assertThat(DoubleTree.over(2).crossings(1)).isEqualTo(2);
        assertThat(trees.crossings(members)).isZero();
    }

    /** Who knows what after the messages, of each chunk: with a sum, everybody has everybody's part. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 7, 8, 13})
    void doubleTreeGivesEverybodyTheSum(int members) {
        int chunks = 3;
        List<Message> messages = Schedules.doubleTree(members, 6000, chunks);
        assertThat(messages).hasSize(2 * 2 * (members - 1) * chunks);
        assertThat(messages.stream().mapToLong(Message::bytes).sum()).isEqualTo(2L * (members - 1) * 6000);
        requireOrder(messages);
        int perChunk = 2 * (members - 1);
        for (int chunk = 0; chunk < 2 * chunks; chunk++) {
            List<BitSet> known = known(members);
            for (Message message : messages.subList(chunk * perChunk, (chunk + 1) * perChunk)) {
                known.get(message.destinationRank()).or(known.get(message.sourceRank()));
            }
            assertThat(known)
                    .allSatisfy(parts -> assertThat(parts.cardinality()).isEqualTo(members));
        }
    }

    /** A message of a later chunk waits for the same edge's message before it, and for nothing that comes after it. */
    @Test
    void chainPassesChunksOn() {
        List<Message> messages = Schedules.chain(4, 900, 3);
        assertThat(messages).hasSize(9);
        assertThat(messages.get(4)).isEqualTo(new Message(1, 2, 300, 1, List.of(1, 3)));
        assertThat(messages.get(0).after()).isEmpty();
        requireOrder(messages);
        assertThat(Schedules.chain(1, 900, 3)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 8})
    void roundsOfAnAllToAllPairEveryTwoOnce(int members) {
        List<Message> messages = Schedules.allToAllRounds(members, 800);
        requireOrder(messages);
        assertThat(messages).hasSize(members * (members - 1));
        assertThat(messages.stream().map(message -> message.sourceRank() * members + message.destinationRank()))
                .doesNotHaveDuplicates();
        if (members == 3) {
            // Member 0 sent message 0 and received message 2 in the first round.
            assertThat(messages.get(3)).isEqualTo(new Message(0, 2, 266, 1, List.of(0, 2)));
        }
    }

    @Test
    void everybodySendsToTheNext() {
        assertThat(Schedules.sendToNext(3, 7))
                .extracting(Message::destinationRank)
                .containsExactly(1, 2, 0);
        assertThat(Schedules.sendToNext(1, 7)).isEmpty();
        assertThatIllegalArgumentException().isThrownBy(() -> Schedules.chain(0, 7, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> Schedules.doubleTree(2, 7, 0));
    }

    private static void requireOrder(List<Message> messages) {
        for (int i = 0; i < messages.size(); i++) {
            int at = i;
            assertThat(messages.get(i).after()).isSorted().allSatisfy(before -> {
                assertThat(before).isLessThan(at);
                Message earlier = messages.get(before);
                Message here = messages.get(at);
                // What is waited for ends at the sender, or left it before, or kept the receiver busy.
                assertThat(earlier.destinationRank() == here.sourceRank() || earlier.sourceRank() == here.sourceRank())
                        .isTrue();
            });
        }
    }

    private static List<BitSet> known(int members) {
        List<BitSet> known = new ArrayList<>();
        for (int member = 0; member < members; member++) {
            BitSet own = new BitSet();
            own.set(member);
            known.add(own);
        }
        return known;
    }
}
