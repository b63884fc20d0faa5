package io.fabrictwin.model.collective;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Schedules of messages beyond the ring, cut into chunks that follow each other: a chunk is passed on once it has come, while
 * the next one is on its way. The members are what talks over the network, as a rule servers or the GPUs of one rail: hops
 * within a server are no messages and cost nothing here. Chunks are rounded down, as those of {@link Collectives} are.
 */
public final class Schedules {
    private static final int NONE = -1;

    private Schedules() {}

    /**
     * An all-reduce over two binary trees, each with half of the bytes: every chunk goes up to the root, summed on the way, and
     * comes down again. Up and down of different chunks overlap, so that each edge is used both ways.
     *
     * @param members at least 1
     * @param bytes the buffer
     * @param chunks chunks of each tree, at least 1
     */
    public static List<Message> doubleTree(int members, long bytes, int chunks) {
        require(members, bytes, chunks);
        return doubleTree(members, bytes, Collections.nCopies(chunks, new Part(1.0 / chunks, false)));
    }

    /**
     * The same all-reduce, streamed: but for the first and the last chunk of each tree all edges are busy at once.
     *
     * @param members at least 1
     * @param bytes the buffer
     * @param chunkBytes of each tree, at least 1
     */
    public static List<Message> streamedDoubleTree(int members, long bytes, long chunkBytes) {
        require(members, bytes, 1);
        return doubleTree(members, bytes, Part.of(bytes / 2, chunkBytes));
    }

    private static List<Message> doubleTree(int members, long bytes, List<Part> parts) {
        DoubleTree trees = DoubleTree.over(members);
        List<Message> messages = new ArrayList<>(4 * (members - 1) * parts.size());
        for (int tree = 0; tree < 2; tree++) {
            int[] parent = new int[members];
            int root = 0;
            for (int member = 0; member < members; member++) {
                parent[member] = trees.parent(tree, member);
                root = parent[member] == NONE ? member : root;
            }
            int[] fromRoot = breadthFirst(parent, root);
            int[] lastUp = filled(members);
            int[] lastDown = filled(members);
            for (Part part : parts) {
                addTreePart(messages, parent, fromRoot, lastUp, lastDown, bytes / 2, part);
            }
        }
        return messages;
    }

    private static void addTreePart(
            List<Message> messages, int[] parent, int[] fromRoot, int[] lastUp, int[] lastDown, long bytes, Part part) {
        long partBytes = part.of(bytes);
        int members = parent.length;
        int[] up = filled(members);
        int[] down = filled(members);
        int[] height = new int[members];
        for (int place = members - 1; place > 0; place--) {
            int member = fromRoot[place];
            List<Integer> after = new ArrayList<>();
            for (int child = 0; !part.isStreamed() && child < members; child++) {
                if (parent[child] == member) {
                    after.add(up[child]);
                }
            }
            add(after, lastUp[member]);
            height[parent[member]] = Math.max(height[parent[member]], height[member] + 1);
            up[member] = messages.size();
            messages.add(message(member, parent[member], partBytes, height[member], after));
        }
        int depthOfRoot = height[fromRoot[0]];
        int[] depth = new int[members];
        for (int place = 1; place < members; place++) {
            int member = fromRoot[place];
            int above = parent[member];
            depth[member] = depth[above] + 1;
            List<Integer> after = new ArrayList<>();
            if (part.isStreamed()) {
                add(after, lastDown[member]);
            } else if (down[above] == NONE) {
                for (int child = 0; child < members; child++) {
                    if (parent[child] == above) {
                        after.add(up[child]);
                    }
                }
            } else {
                after.add(down[above]);
            }
            if (!part.isStreamed()) {
                add(after, lastDown[member]);
            }
            down[member] = messages.size();
            messages.add(message(above, member, partBytes, depthOfRoot + depth[member] - 1, after));
        }
        System.arraycopy(up, 0, lastUp, 0, members);
        System.arraycopy(down, 0, lastDown, 0, members);
    }

    /**
     * A broadcast along the chain 0, 1, 2 ... of members, as NCCL's ring runs one; the chain backwards is its reduce.
     *
     * @param members at least 1
     * @param bytes the buffer
     * @param chunks at least 1
     */
    public static List<Message> chain(int members, long bytes, int chunks) {
        require(members, bytes, chunks);
        List<Message> messages = new ArrayList<>((members - 1) * chunks);
        for (int chunk = 0; chunk < chunks; chunk++) {
            for (int member = 0; member < members - 1; member++) {
                List<Integer> after = new ArrayList<>();
                add(after, chunk == 0 ? NONE : (chunk - 1) * (members - 1) + member);
                add(after, member == 0 ? NONE : messages.size() - 1);
                messages.add(message(member, member + 1, bytes / chunks, member, after));
            }
        }
        return messages;
    }

    /**
     * An all-to-all in rounds: in round r every member sends to the one r + 1 places on, once its own sending and receiving of
     * the round before have ended (the pairwise exchange of MPI).
     *
     * @param members at least 1
     * @param bytesPerMember what a member sends in all, its own part included
     */
    public static List<Message> allToAllRounds(int members, long bytesPerMember) {
        require(members, bytesPerMember, 1);
        List<Message> messages = new ArrayList<>(members * (members - 1));
        for (int round = 0; round < members - 1; round++) {
            for (int member = 0; member < members; member++) {
                List<Integer> after = new ArrayList<>();
                if (round > 0) {
                    int before = (round - 1) * members;
                    add(after, before + member);
                    add(after, before + (member + members - round) % members);
                }
                messages.add(message(member, (member + round + 1) % members, bytesPerMember / members, round, after));
            }
        }
        return messages;
    }

    /**
     * Every member sends to the next, all at once: the send and receive of nccl-tests, and of a pipeline's stages.
     *
     * @param members at least 1
     */
    public static List<Message> sendToNext(int members, long bytes) {
        require(members, bytes, 1);
        List<Message> messages = new ArrayList<>(members);
        for (int member = 0; members > 1 && member < members; member++) {
            messages.add(new Message(member, (member + 1) % members, bytes, 0, List.of()));
        }
        return messages;
    }

    /**
     * An all-gather in about log2 n rounds (Bruck et al. 1997): in round r every member passes all that it has, up to 2^r
     * parts, to the one 2^r places back. A reduce-scatter is the same backwards and takes as long.
     *
     * @param members at least 1
     * @param bytes the gathered buffer
     */
    public static List<Message> logarithmicGather(int members, long bytes) {
        require(members, bytes, 1);
        List<Message> messages = new ArrayList<>();
        int round = 0;
        for (int distance = 1; distance < members; distance *= 2) {
            int parts = Math.min(distance, members - distance);
            for (int member = 0; member < members; member++) {
                List<Integer> after = new ArrayList<>();
                if (round > 0) {
                    int before = (round - 1) * members;
                    add(after, before + member);
                    add(after, before + (member + distance / 2) % members);
                }
                messages.add(message(
                        member, Math.floorMod(member - distance, members), bytes / members * parts, round, after));
            }
            round++;
        }
        return messages;
    }

    private static Message message(int from, int to, long bytes, int round, List<Integer> after) {
        after.sort(null);
        return new Message(from, to, bytes, round, after.stream().distinct().toList());
    }

    private static void add(List<Integer> after, int message) {
        if (message != NONE) {
            after.add(message);
        }
    }

    private static int[] filled(int members) {
        int[] none = new int[members];
        Arrays.fill(none, NONE);
        return none;
    }

    private static int[] breadthFirst(int[] parent, int root) {
        int[] order = new int[parent.length];
        order[0] = root;
        int found = 1;
        for (int at = 0; at < found; at++) {
            for (int member = 0; member < parent.length; member++) {
                if (parent[member] == order[at]) {
                    order[found++] = member;
                }
            }
        }
        return order;
    }

    private static void require(int members, long bytes, int chunks) {
        if (members < 1 || bytes < 0 || chunks < 1) {
            throw new IllegalArgumentException(
                    "schedule of " + members + " members, " + bytes + " B, " + chunks + " chunks");
        }
    }
}
