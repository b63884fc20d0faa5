package io.fabrictwin.model.congestion;

/**
 * Bytes that arrive at a port all through a run at a constant rate and are not part of any activity. They queue, are marked
 * and use buffers like all others of the class, and a pause holds them; a mark does not slow them down. Those of a host's
 * port take their rate from it first, as a host has no queue.
 *
 * @param port egress port of the network
 * @param bytesPerSecond bytes on the wire, without acknowledgements of what goes the other way; positive
 */
public record BackgroundLoad(int port, double bytesPerSecond) {
    public BackgroundLoad {
        Require.notNegative("port", port);
        Require.positive("bytesPerSecond", bytesPerSecond);
    }
}
