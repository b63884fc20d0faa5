package io.fabrictwin.streams.store;

import java.util.Map;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.internals.CacheFlushListener;
import org.apache.kafka.streams.state.internals.CachedStateStore;
import org.jspecify.annotations.Nullable;

/**
 * A store that holds nothing: it is told when its task is about to commit, as a store with a cache is, and runs what writes
 * the task's other stores. So what changes often between two commits is written once, and in the same transaction.
 */
public final class BeforeCommit implements StateStore, CachedStateStore<Object, Object> {
    private final String name;
    private @Nullable Runnable action;
    private boolean isOpen;

    private BeforeCommit(String name) {
        this.name = name;
    }

    /** From now on this runs before each commit, until the task closes. */
    void run(Runnable writing) {
        action = writing;
    }

    @Override
    public void flushCache() {
        if (action != null) {
            action.run();
        }
    }

    @Override
    public void clearCache() {
        action = null;
    }

    @Override
    public boolean setFlushListener(@Nullable CacheFlushListener<Object, Object> listener, boolean sendOldValues) {
        return false;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {
        context.register(root, (key, value) -> {});
        isOpen = true;
    }

    @Override
    public void close() {
        action = null;
        isOpen = false;
    }

    @Override
    public boolean persistent() {
        return false;
    }

    @Override
    public boolean isOpen() {
        return isOpen;
    }

    /** Makes one for each task. */
    record Builder(String name) implements StoreBuilder<BeforeCommit> {
        @Override
        public StoreBuilder<BeforeCommit> withCachingEnabled() {
            return this;
        }

        @Override
        public StoreBuilder<BeforeCommit> withCachingDisabled() {
            return this;
        }

        @Override
        public StoreBuilder<BeforeCommit> withLoggingEnabled(Map<String, String> settings) {
            throw new UnsupportedOperationException("it holds nothing");
        }

        @Override
        public StoreBuilder<BeforeCommit> withLoggingDisabled() {
            return this;
        }

        @Override
        public BeforeCommit build() {
            return new BeforeCommit(name);
        }

        @Override
        public Map<String, String> logConfig() {
            return Map.of();
        }

        @Override
        public boolean loggingEnabled() {
            return false;
        }
    }
}
