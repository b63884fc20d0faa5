package io.fabrictwin.model.calibration;

/**
 * The parameters that may be fitted; all others stay at their documented constants. Each has a normal prior on its fitted
 * scale: the logarithm of a factor, or the exponent itself.
 *
 * <p>Priors are judgements that the published figures bear out: large all-reduces run at 92 % of the NIC limit on a public
 * 4 to 64 node scaling run; per-priority pauses stretch permutations by 12 to 15 % in packet-level runs; sprayed traffic
 * reaches about 96 %; a flow over H congested hops gets about H to the -0.8 of the rate. Not in this list, since history
 * gives them outright: the jitter of steps, a straggler's factor, a job's overlap window. The capacity of a link is its
 * configured rate unless its error counters say otherwise.
 */
public enum Parameter {
    /** Factor on the library's latency constants, per library version and kind of link. */
    LATENCY_SCALE("latency scale", true, 0, 0.2, "small collectives"),
    /** Share of the nominal bandwidth that is reached, per operation, algorithm, protocol and kind of link. */
    BANDWIDTH_EFFICIENCY("bandwidth efficiency", true, StrictMath.log(0.92), 0.08, "large collectives"),
    /** Factor on the time in one octave of message size; neighbours are tied by {@link Prior#randomWalk}. */
    SIZE_RESIDUAL("size residual", true, 0, 0.15, "collectives of middle size"),
    /** Factor by which pauses stretch transfers where PFC holds traffic back. */
    PAUSE_INFLATION("pause inflation", true, StrictMath.log(1.13), 0.06, "pause counters with slow collectives"),
    /** Multiplies the logarithm of the start-up slowdown that the congestion emulator gives. */
    TRANSIENT_GAIN("transient gain", true, 0, 0.3, "bursts, all-to-all"),
    /** Share of the bandwidth that spraying or adaptive routing reaches. */
    SPRAY_EFFICIENCY("spray efficiency", true, StrictMath.log(0.96), 0.03, "large collectives on sprayed paths"),
    /** Exponent of the number of congested hops in a flow's share; not a logarithm. */
    HOP_FAIRNESS_EXPONENT("hop fairness exponent", false, 0.8, 0.1, "contention over several hops");

    private final String words;
    private final boolean isLogarithmic;
    private final double priorMean;
    private final double priorSpread;
    private final String seenBy;

    Parameter(String words, boolean isLogarithmic, double priorMean, double priorSpread, String seenBy) {
        this.words = words;
        this.isLogarithmic = isLogarithmic;
        this.priorMean = priorMean;
        this.priorSpread = priorSpread;
        this.seenBy = seenBy;
    }

    /** As people read it. */
    public String words() {
        return words;
    }

    /** Mean of the prior on the fitted scale. */
    public double priorMean() {
        return priorMean;
    }

    /** Standard deviation of the prior on the fitted scale. */
    public double priorSpread() {
        return priorSpread;
    }

    /** Which observations tell of it. */
    public String seenBy() {
        return seenBy;
    }

    /** From the fitted scale to the number that the model takes; a pure number. */
    public double natural(double fitted) {
        return isLogarithmic ? StrictMath.exp(fitted) : fitted;
    }

    /** The prior's value, as a forecast uses it without history. */
    public UsedValue assumed() {
        return UsedValue.of(words, natural(priorMean), "1", Status.ASSUMED, "prior, seen by " + seenBy);
    }

    /** The value that a fit found, or the prior's where the observations do not tell of it. */
    public UsedValue found(Posterior posterior, int index, String observations) {
        return posterior.isIdentified(index)
                ? UsedValue.of(words, natural(posterior.mean(index)), "1", Status.FITTED, observations)
                : UsedValue.of(
                        words,
                        natural(posterior.mean(index)),
                        "1",
                        Status.ASSUMED,
                        "not identified by " + observations + ", prior used");
    }
}
