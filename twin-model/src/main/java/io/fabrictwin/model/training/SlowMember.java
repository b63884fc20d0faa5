package io.fabrictwin.model.training;

/**
 * A GPU that always computes slowly.
 *
 * @param slowdown its computing time over that of the others, at least 1
 */
public record SlowMember(int rank, double slowdown) {
    public SlowMember {
        Require.notNegative("slowMembers.rank", rank);
        Require.atLeastOne("slowMembers.slowdown", slowdown);
    }
}
