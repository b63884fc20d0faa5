package io.fabrictwin.model.congestion;

/**
 * New marking of one egress queue in the course of a run.
 *
 * @param port the egress port
 * @param atNs when it takes effect, ns from the start of the run
 */
public record EcnChange(int port, long atNs, EcnProfile ecn) {
    public EcnChange {
        Require.notNegative("port", port);
        Require.notNegative("atNs", atNs);
    }
}
