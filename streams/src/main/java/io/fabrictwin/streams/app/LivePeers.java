package io.fabrictwin.streams.app;

import io.fabrictwin.streams.peer.PartJournal;
import io.fabrictwin.streams.peer.PeerClient;
import io.fabrictwin.streams.query.Peers;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.jspecify.annotations.Nullable;

/** The other instances of the group. */
final class LivePeers implements Peers {
    private final Folding folding;
    private final PeerClient client;
    private final PartJournal own;

    LivePeers(Folding folding, PeerClient client, PartJournal own) {
        this.folding = folding;
        this.client = client;
        this.own = own;
    }

    @Override
    public Owner ownerOf(String key) {
        return folding.ownerOf(key);
    }

    @Override
    public Optional<PeerAnswer> ask(String instance, String pathAndQuery) {
        return client.ask(instance, pathAndQuery);
    }

    @Override
    public Optional<Body> part(@Nullable String since) {
        return own.body(since, this::forEachStored);
    }

    private void forEachStored(int partition, BiConsumer<byte[], byte[]> taker) {
        try {
            folding.forEachStored(partition, taker);
        } catch (InvalidStateStoreException e) {
            throw new NotNowException(e);
        }
    }
}
