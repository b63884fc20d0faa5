package io.fabrictwin.streams.app;

import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.streams.fault.FaultText;
import io.fabrictwin.streams.processor.FoldCounts;
import io.fabrictwin.streams.query.Peers;
import io.fabrictwin.streams.query.TwinStatus;
import io.fabrictwin.streams.store.LocalStores;
import io.fabrictwin.streams.store.TwinStores;
import io.fabrictwin.streams.store.WindowStore;
import io.fabrictwin.streams.topology.TwinTopology;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KeyQueryMetadata;
import org.apache.kafka.streams.StoreQueryParameters;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.apache.kafka.streams.state.HostInfo;
import org.apache.kafka.streams.state.QueryableStoreTypes;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Kafka Streams at work: waits for broker and topics, folds, and knows what the broker and the group tell of it. */
final class Folding implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Folding.class);
    private static final long RETRY_MS = 1_000;
    private static final Duration STOP = Duration.ofSeconds(20);
    private static final Duration FAULT_SHOWN = Duration.ofMinutes(1);
    /** What the group calls an instance that did not say where it is. */
    private static final int NO_PORT = -1;

    private final Settings settings;
    private final ClientSettings clients;
    private final LocalStores stores;
    private final FoldCounts counts;
    private final Admin admin;
    private final BrokerTopics topics;
    private final Object startAndStop = new Object();
    private final CountDownLatch closing = new CountDownLatch(1);
    private volatile @Nullable KafkaStreams streams;
    private volatile TwinStatus.State beforeFolding = TwinStatus.State.WAITING_FOR_BROKER;
    private volatile String detail;
    private volatile long faultNs = System.nanoTime();
    private volatile boolean brokerReachable;
    private volatile BrokerTopics.@Nullable Ends ends;
    private volatile @Nullable Positions endsAtBegin;

    Folding(Settings settings, ClientSettings clients, LocalStores stores, FoldCounts counts) {
        this.settings = settings;
        this.clients = clients;
        this.stores = stores;
        this.counts = counts;
        this.detail = waitingForBroker();
        this.admin = Admin.create(clients.admin());
        this.topics = new BrokerTopics(admin);
    }

    /**
     * Waits until there is something to fold, and begins.
     *
     * @param instance host and port that other instances reach this one at
     * @param onStart called just after
     */
    void start(String instance, Runnable onStart) {
        try {
            while (!hasTopics()) {
                if (closing.await(RETRY_MS, TimeUnit.MILLISECONDS)) {
                    return;
                }
            }
            synchronized (startAndStop) {
                if (closing.getCount() == 0) {
                    return;
                }
                KafkaStreams started = new KafkaStreams(TwinTopology.of(stores, counts), clients.streams(instance));
                started.setUncaughtExceptionHandler(fault -> {
                    LOG.error("a folding thread failed and is replaced", fault);
                    faultNs = System.nanoTime();
                    detail = FaultText.of(fault, settings.stateDirectory());
                    return StreamThreadExceptionResponse.REPLACE_THREAD;
                });
                started.start();
                detail = "";
                streams = started;
            }
            onStart.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.error("cannot start folding", e);
            beforeFolding = TwinStatus.State.STOPPED;
            detail = "folding could not be started (" + e.getMessage() + "): see the log, then start again";
        }
    }

    private boolean hasTopics() throws InterruptedException {
        try {
            List<String> missing = topics.missing();
            brokerReachable = true;
            if (missing.isEmpty()) {
                return true;
            }
            beforeFolding = TwinStatus.State.WAITING_FOR_TOPICS;
            detail = "waiting for topics " + String.join(", ", missing)
                    + ": make them with fabric-twin topics apply, or ingest something";
        } catch (ExecutionException e) {
            LOG.debug("the broker does not answer", e);
            brokerReachable = false;
            beforeFolding = TwinStatus.State.WAITING_FOR_BROKER;
            detail = e.getCause() instanceof AuthenticationException refusal
                    ? "the broker at " + settings.broker() + " does not let us in: " + refusal.getMessage()
                    : waitingForBroker();
        }
        return false;
    }

    private String waitingForBroker() {
        return "waiting for the broker at " + settings.broker() + ": start it, or give another address";
    }

    /** A fault is told of until folding has gone on for a while. */
    private void forgetFault() {
        KafkaStreams started = streams;
        if (started != null
                && started.state() == KafkaStreams.State.RUNNING
                && System.nanoTime() - faultNs > FAULT_SHOWN.toNanos()) {
            detail = "";
        }
    }

    /** Asks how far the log goes; answers whether the broker came back or went away. */
    boolean askForEnds() {
        boolean wasReachable = brokerReachable;
        forgetFault();
        try {
            BrokerTopics.Ends now = topics.ends();
            ends = now;
            if (endsAtBegin == null) {
                endsAtBegin = now.positions();
            }
            brokerReachable = true;
        } catch (ExecutionException e) {
            LOG.debug("the broker does not answer", e);
            brokerReachable = false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.error("cannot ask for the log's end; trying again", e);
            brokerReachable = false;
        }
        return wasReachable != brokerReachable;
    }

    boolean brokerReachable() {
        return brokerReachable;
    }

    /** The log's end; null: not known. */
    @Nullable
    Positions ends() {
        BrokerTopics.Ends known = ends;
        return known == null ? null : known.positions();
    }

    /** The log's end when folding began; null: not known. */
    @Nullable
    Positions endsAtBegin() {
        return endsAtBegin;
    }

    /** Partitions of a topic of truth; 0: not known. */
    int partitionCount() {
        BrokerTopics.Ends known = ends;
        return known == null ? 0 : known.partitionCount();
    }

    TwinStatus.State state() {
        KafkaStreams started = streams;
        return started == null
                ? beforeFolding
                : switch (started.state()) {
                    case RUNNING -> TwinStatus.State.RUNNING;
                    case CREATED, REBALANCING -> TwinStatus.State.STARTING;
                    case PENDING_SHUTDOWN, NOT_RUNNING, PENDING_ERROR, ERROR -> TwinStatus.State.STOPPED;
                };
    }

    /** One sentence for people; empty where there is nothing to say. */
    String detail() {
        if (streams == null || brokerReachable) {
            return detail;
        }
        return "the broker at " + settings.broker() + " does not answer: what is shown is what was folded before";
    }

    /** Where the other instances of the group are, by what it was last told. */
    SortedSet<String> others(String self) {
        KafkaStreams started = streams;
        if (started == null) {
            return Collections.emptySortedSet();
        }
        SortedSet<String> others = new TreeSet<>();
        started.metadataForAllStreamsClients().forEach(client -> {
            if (client.port() != NO_PORT) {
                others.add(Address.of(client.hostInfo().host(), client.port()));
            }
        });
        others.remove(self);
        return others;
    }

    /** As {@link Peers#ownerOf}. */
    Peers.Owner ownerOf(String key) {
        KafkaStreams started = streams;
        if (started == null || !started.state().isRunningOrRebalancing()) {
            return new Peers.Owner(null, null);
        }
        KeyQueryMetadata metadata = started.queryMetadataForKey(TwinStores.ENTITIES, key, new StringSerializer());
        if (metadata == null || KeyQueryMetadata.NOT_AVAILABLE.equals(metadata)) {
            return new Peers.Owner(null, null);
        }
        HostInfo active = metadata.activeHost();
        return new Peers.Owner(
                metadata.partition(),
                HostInfo.unavailable().equals(active) ? null : Address.of(active.host(), active.port()));
    }

    /**
     * Reads all history that the stores of a partition hold.
     *
     * @throws InvalidStateStoreException where this instance does not fold it, or no longer
     */
    void forEachStored(int partition, BiConsumer<byte[], byte[]> taker) {
        KafkaStreams started = streams;
        if (started == null) {
            throw new InvalidStateStoreException("folding has not begun");
        }
        // First what the store lacks, then the store: what is written in between is then in both.
        var unwritten = stores.unwrittenWindows(partition);
        WindowStore.forEach(
                started.store(StoreQueryParameters.fromNameAndType(
                                TwinStores.WINDOWS, QueryableStoreTypes.<byte[], byte[]>keyValueStore())
                        .withPartition(partition)),
                unwritten,
                (entry, state) -> taker.accept(entry.toBytes(), state));
    }

    @Override
    public void close() {
        synchronized (startAndStop) {
            closing.countDown();
            KafkaStreams started = streams;
            if (started != null) {
                started.close(CloseOptions.groupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP)
                        .withTimeout(STOP));
            }
        }
        admin.close(STOP);
    }
}
