package io.fabrictwin.model.pause;

/** What a receiver does about a packet that is missing, and what a loss then costs. */
public enum LossRecovery {
    /** The receiver takes packets in order only: the sender begins again at the missing one. */
    GO_BACK_N,
    /** The receiver keeps what comes after a gap: the missing packet alone is sent again. */
    SELECTIVE_REPEAT;

    /**
     * Goodput as a share of the sending rate, in the mean of independent losses: {@code (1 - p) / (1 + 2a p)} under
     * go-back-N, {@code 1 - p} under selective repeat (textbook sliding-window formulas). A message whose last packet is lost waits for a
     * {@link TransportTimeout} besides.
     *
     * @param lossProbability probability that a packet is lost, 0 to 1
     * @param packetsPerRoundTrip packets that are under way in a round trip, {@code 2a}: round-trip time x rate / packet
     */
    public double goodputShare(double lossProbability, double packetsPerRoundTrip) {
        Require.share("lossProbability", lossProbability);
        Require.notNegative("packetsPerRoundTrip", packetsPerRoundTrip);
        double arrive = 1 - lossProbability;
        return this == SELECTIVE_REPEAT ? arrive : arrive / (1 + packetsPerRoundTrip * lossProbability);
    }

    /**
     * Refuses to spread the packets of a flow over several paths for a receiver that must have them in order: every
     * overtaking packet looks like a loss, and the flow sends for ever.
     *
     * @param flow what is refused, as the message calls it
     * @throws IllegalArgumentException under {@link #GO_BACK_N}
     */
    public void requireTakesAnyOrder(String flow) {
        if (this == GO_BACK_N) {
            throw new IllegalArgumentException(
                    flow + " is sprayed packet by packet over several paths, but its receiver"
                            + " takes packets in order only: choose a receiver with selective repeat, or one path a flow");
        }
    }
}
