package io.fabrictwin.cli.embedded;

import io.fabrictwin.cli.WrongUsageException;
import io.fabrictwin.cli.broker.ConnectionFile;
import io.fabrictwin.cli.log.TruthLog;
import io.fabrictwin.schemas.BrokerAccess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where a verb finds the log: a broker that is named, one that runs on the data folder, else one of its own. */
public final class BrokerOptions {
    private static final String USUAL_DATA = "fabric-twin-data";

    @Option(
            names = "--bootstrap",
            paramLabel = "HOST:PORT",
            description = "Kafka broker to use; without it an embedded one in the data folder.")
    private @Nullable String bootstrap;

    @Option(
            names = "--kafka-config",
            paramLabel = "FILE",
            defaultValue = "${env:FABRIC_TWIN_KAFKA_CONFIG}",
            description = "Kafka client properties of the connection: TLS, SASL, and bootstrap.servers where"
                    + " --bootstrap is not given (default: what FABRIC_TWIN_KAFKA_CONFIG names).")
    private @Nullable Path kafkaConfig;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            defaultValue = USUAL_DATA,
            description = "Folder of the embedded broker's log and stores (default: ./${DEFAULT-VALUE}).")
    private Path data = Path.of(USUAL_DATA);

    /** Connects, or starts a broker for as long as the result is open; topics exist afterwards. */
    public Broker open() {
        Broker broker = connect();
        try {
            new TruthLog(broker.access()).createTopics();
            return broker;
        } catch (RuntimeException e) {
            broker.close();
            throw e;
        }
    }

    /** As {@link #open()}, for a verb that only reads: an embedded broker's folder has to be there. */
    public Broker openToRead() {
        if (!isNamed() && !Files.exists(data)) {
            throw new WrongUsageException(
                    data + ": there is no such data folder; name one with --data, or bring events in"
                            + " with: fabric-twin ingest FORMAT FILE --data " + data);
        }
        return open();
    }

    /** As {@link #open()}, but a broker that is named need not be there yet, nor the topics. */
    public Broker openWithoutTopics() {
        return connect();
    }

    /** Whether a broker is named, which then is none of ours. */
    public boolean isNamed() {
        return bootstrap != null || kafkaConfig != null;
    }

    /** Where the broker is, as far as it is known before it is there; for people. */
    public String where() {
        BrokerAccess named = named();
        return named == null ? "of the data folder " + data : named.bootstrap();
    }

    /** What another verb needs to find the same log, each option with a blank before it; empty: nothing. */
    public String asGiven() {
        return (bootstrap == null ? "" : " --bootstrap " + bootstrap)
                + (kafkaConfig == null ? "" : " --kafka-config " + kafkaConfig)
                + (isNamed() || data.equals(Path.of(USUAL_DATA)) ? "" : " --data " + data);
    }

    public Path data() {
        return data;
    }

    /** The way to the broker that is named; null: none is. */
    private @Nullable BrokerAccess named() {
        if (kafkaConfig != null) {
            return ConnectionFile.read(kafkaConfig, bootstrap);
        }
        return bootstrap == null ? null : BrokerAccess.plain(bootstrap);
    }

    private Broker connect() {
        BrokerAccess named = named();
        if (named != null) {
            return new Broker(named, null, null);
        }
        Optional<String> running = DataFolder.endpoint(data);
        if (running.isPresent()) {
            return new Broker(BrokerAccess.plain(running.get()), null, null);
        }
        DataFolder folder = DataFolder.open(data);
        EmbeddedBroker embedded = EmbeddedBroker.start(folder.brokerDirectory());
        folder.publishEndpoint(embedded.bootstrap());
        return new Broker(embedded.access(), embedded, folder);
    }

    /**
     * A broker for the run of a verb.
     *
     * @param embedded ours to stop; null when it runs elsewhere
     * @param folder ours to release; null like that
     */
    public record Broker(
            BrokerAccess access,
            @Nullable EmbeddedBroker embedded,
            @Nullable DataFolder folder) implements AutoCloseable {
        /** Where it is; for people. */
        public String bootstrap() {
            return access.bootstrap();
        }

        @Override
        public void close() {
            if (embedded != null) {
                embedded.close();
            }
            if (folder != null) {
                folder.close();
            }
        }
    }
}
