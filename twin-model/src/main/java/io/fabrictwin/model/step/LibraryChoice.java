package io.fabrictwin.model.step;

import io.fabrictwin.model.nccl.Algorithm;
import io.fabrictwin.model.nccl.Protocol;

/**
 * How the library runs a collective.
 *
 * @param algorithm decides the messages
 * @param protocol decides what its flags add to the bytes on the wire
 * @param channels share the bytes; a channel sends what its buffer holds at a time, at least 1
 * @param hopNs what a message costs beside the network: proxies, flags and flushes, ns
 */
public record LibraryChoice(Algorithm algorithm, Protocol protocol, int channels, long hopNs) {
    /** What nobody tells: rings whose messages cost what the network costs. */
    public static final LibraryChoice USUAL = new LibraryChoice(Algorithm.RING, Protocol.SIMPLE, 1, 0);

    public LibraryChoice {
        if (channels < 1 || hopNs < 0) {
            throw new IllegalArgumentException("channels " + channels + ", hopNs " + hopNs);
        }
    }

    public LibraryChoice withAlgorithm(Algorithm other) {
        return new LibraryChoice(other, protocol, channels, hopNs);
    }

    public LibraryChoice withProtocol(Protocol other) {
        return new LibraryChoice(algorithm, other, channels, hopNs);
    }

    public LibraryChoice withChannels(int count) {
        return new LibraryChoice(algorithm, protocol, count, hopNs);
    }

    public LibraryChoice withHopNs(long ns) {
        return new LibraryChoice(algorithm, protocol, channels, ns);
    }
}
