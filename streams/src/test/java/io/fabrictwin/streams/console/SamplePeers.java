package io.fabrictwin.streams.console;

import io.fabrictwin.streams.query.Peers;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Other instances that are made up: everything is this one's, unless said otherwise. */
final class SamplePeers implements Peers {
    private final Map<String, Owner> owners = new HashMap<>();
    private final Map<String, PeerAnswer> answers = new HashMap<>();

    SamplePeers own(String key, Owner owner) {
        owners.put(key, owner);
        return this;
    }

    /** @param question instance, path and query */
    SamplePeers answer(String question, PeerAnswer answer) {
        answers.put(question, answer);
        return this;
    }

    @Override
    public Owner ownerOf(String key) {
        return owners.getOrDefault(key, new Owner(0, SampleTwin.INSTANCE));
    }

    @Override
    public Optional<PeerAnswer> ask(String instance, String pathAndQuery) {
        return Optional.ofNullable(answers.get(instance + pathAndQuery));
    }

    @Override
    public Optional<Body> part(@Nullable String since) {
        return "newest".equals(since)
                ? Optional.empty()
                : Optional.of(out -> out.write("all".getBytes(StandardCharsets.UTF_8)));
    }
}
