package io.fabrictwin.model.collective;

/**
 * Two binary trees over n members (Sanders, Speck and Träff 2009; the shapes are those of NCCL's trees.cc): nearly every
 * member is inside one of them and a leaf of the other, so that each tree can carry half of the data.
 * The first hangs every member below the one at twice its lowest bit; the second is its mirror image for an even number of
 * members, and shifted by one for an odd number.
 */
public final class DoubleTree {
    private static final int NONE = -1;

    private final int[][] parent;

    private DoubleTree(int[][] parent) {
        this.parent = parent;
    }

    /**
     * The trees over {@code members}.
     *
     * @throws IllegalArgumentException if there is no member
     */
    public static DoubleTree over(int members) {
        if (members < 1) {
            throw new IllegalArgumentException("members must be positive: " + members);
        }
        int[][] parent = new int[2][members];
        for (int member = 0; member < members; member++) {
            parent[0][member] = parentInFirst(member, members);
            if (members % 2 == 0) {
                int mirrored = parentInFirst(members - 1 - member, members);
                parent[1][member] = mirrored == NONE ? NONE : members - 1 - mirrored;
            } else {
                int shifted = parentInFirst((member + members - 1) % members, members);
                parent[1][member] = shifted == NONE ? NONE : (shifted + 1) % members;
            }
        }
        return new DoubleTree(parent);
    }

    private static int parentInFirst(int member, int members) {
        if (member == 0) {
            return NONE;
        }
        int lowest = Integer.lowestOneBit(member);
        int above = (member ^ lowest) | (lowest << 1);
        return above >= members ? member ^ lowest : above;
    }

    public int members() {
        return parent[0].length;
    }

    /** The member above in tree 0 or 1; -1 for the root. */
    public int parent(int tree, int member) {
        return parent[tree][member];
    }

    /** Edges of both trees that leave one of consecutive blocks of {@code blockSize} members: the most of any block. */
    public int crossings(int blockSize) {
        int[] crossings = new int[(members() + blockSize - 1) / blockSize];
        for (int[] tree : parent) {
            for (int member = 0; member < tree.length; member++) {
                int above = tree[member];
                if (above != NONE && above / blockSize != member / blockSize) {
                    crossings[above / blockSize]++;
                    crossings[member / blockSize]++;
                }
            }
        }
        int most = 0;
        for (int count : crossings) {
            most = Math.max(most, count);
        }
        return most;
    }
}
