package io.fabrictwin.model.collective;

import io.fabrictwin.model.event.CollectiveOperation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A tree of switches that reduce what the ranks below them send, and copy what comes from above to all below (SHARP; Graham
 * et al. 2016 and 2020). Members are numbered: ranks first, switches after.
 *
 * @param ranks at least 2
 * @param parent the member above each; -1 for the one root. A switch comes after all members below it, so the root is last
 */
public record ReductionTree(int ranks, List<Integer> parent) {
    private static final int NONE = -1;

    public ReductionTree {
        parent = List.copyOf(parent);
        if (ranks < 2 || parent.size() <= ranks) {
            throw new IllegalArgumentException(
                    "a reduction tree of " + ranks + " ranks and " + (parent.size() - ranks) + " switches");
        }
        for (int member = 0; member < parent.size(); member++) {
            boolean isRoot = member == parent.size() - 1;
            int above = parent.get(member);
            if (isRoot ? above != NONE : above < ranks || above <= member || above >= parent.size()) {
                throw new IllegalArgumentException("member " + member + " of a reduction tree is below " + above);
            }
        }
    }

    /** Levels of switches above the ranks. */
    public int depth() {
        int deepest = 0;
        for (int rank = 0; rank < ranks; rank++) {
            int depth = 0;
            for (int at = parent.get(rank); at != NONE; at = parent.get(at)) {
                depth++;
            }
            deepest = Math.max(deepest, depth);
        }
        return deepest;
    }

    /** Whether a collective may be run by such a tree. */
    public static boolean runs(CollectiveOperation operation) {
        return switch (operation) {
            case ALL_REDUCE, ALL_GATHER, REDUCE_SCATTER, BROADCAST, REDUCE -> true;
            case ALL_TO_ALL, GATHER, SCATTER, SEND, RECEIVE -> false;
        };
    }

    /**
     * The messages of one collective, up to the root and down again. Data streams: all edges are busy at once but for the
     * first and the last part, which go from edge to edge.
     *
     * @param bytes as {@link Collectives} takes them
     * @param partBytes size of the first and the last part
     * @throws IllegalArgumentException for a collective that is not one of {@link #runs}
     */
    public List<Message> messages(CollectiveOperation operation, long bytes, long partBytes) {
        if (!runs(operation)) {
            throw new IllegalArgumentException("switches do not run " + operation);
        }
        long[] up = new long[parent.size()];
        long[] down = new long[parent.size()];
        int[] below = ranksBelow();
        for (int member = 0; member < parent.size() - 1; member++) {
            long part = bytes / ranks * below[member];
            long ofRoot = isAbove(member, 0) ? bytes : 0;
            up[member] = switch (operation) {
                case ALL_REDUCE, REDUCE_SCATTER, REDUCE -> bytes;
                case ALL_GATHER -> part;
                default -> ofRoot;
            };
            down[member] = switch (operation) {
                case ALL_REDUCE, ALL_GATHER, BROADCAST -> bytes;
                case REDUCE_SCATTER -> part;
                default -> ofRoot;
            };
        }
        List<Message> messages = new ArrayList<>();
        int[] lastUp = none();
        int[] lastDown = none();
        for (Part part : Part.of(bytes, partBytes)) {
            addPart(messages, up, down, lastUp, lastDown, part);
        }
        return messages;
    }

    private void addPart(List<Message> messages, long[] up, long[] down, int[] lastUp, int[] lastDown, Part part) {
        int root = parent.size() - 1;
        int[] height = new int[parent.size()];
        for (int member = 0; member < root; member++) {
            int above = parent.get(member);
            height[above] = Math.max(height[above], height[member] + 1);
            List<Integer> after = new ArrayList<>();
            if (lastUp[member] != NONE) {
                after.add(lastUp[member]);
            }
            if (!part.isStreamed()) {
                addUpOfChildren(after, member, lastUp);
            }
            lastUp[member] = messages.size();
            messages.add(message(member, above, part.of(up[member]), height[member], after));
        }
        for (int member = root - 1; member >= 0; member--) {
            int above = parent.get(member);
            List<Integer> after = new ArrayList<>();
            if (lastDown[member] != NONE) {
                after.add(lastDown[member]);
            }
            if (!part.isStreamed() && above == root) {
                addUpOfChildren(after, root, lastUp);
            } else if (!part.isStreamed()) {
                after.add(lastDown[above]);
            }
            int round = 2 * height[root] - 1 - height[member];
            lastDown[member] = messages.size();
            messages.add(message(above, member, part.of(down[member]), round, after));
        }
    }

    /** Children come before their parent, so theirs are the messages of this chunk. */
    private void addUpOfChildren(List<Integer> after, int member, int[] lastUp) {
        for (int child = 0; child < member; child++) {
            if (parent.get(child) == member) {
                after.add(lastUp[child]);
            }
        }
    }

    private static Message message(int from, int to, long bytes, int round, List<Integer> after) {
        return new Message(
                from, to, bytes, round, after.stream().sorted().distinct().toList());
    }

    private boolean isAbove(int member, int rank) {
        for (int at = rank; at != NONE; at = parent.get(at)) {
            if (at == member) {
                return true;
            }
        }
        return false;
    }

    private int[] ranksBelow() {
        int[] below = new int[parent.size()];
        for (int rank = 0; rank < ranks; rank++) {
            for (int at = rank; at != NONE; at = parent.get(at)) {
                below[at]++;
            }
        }
        return below;
    }

    private int[] none() {
        int[] none = new int[parent.size()];
        Arrays.fill(none, NONE);
        return none;
    }
}
