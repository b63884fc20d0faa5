package io.fabrictwin.cli.embedded;

import io.fabrictwin.cli.UnreachableException;
import io.fabrictwin.schemas.BrokerAccess;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.tools.StorageTool;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;

/**
 * A real single-node KRaft broker in this process, on loopback, with its log in a folder. These are internal classes of
 * Kafka's server: nothing else in the product touches them.
 */
public final class EmbeddedBroker implements AutoCloseable {
    private static final int ANY_PORT = 0;

    private final KafkaRaftServer server;
    private final String bootstrap;

    private EmbeddedBroker(KafkaRaftServer server, String bootstrap) {
        this.server = server;
        this.bootstrap = bootstrap;
    }

    /** Starts a broker on a free port; the folder is formatted when it is new, and its log is kept on close. */
    public static EmbeddedBroker start(Path directory) {
        return start(directory, ANY_PORT);
    }

    /**
     * Starts a broker.
     *
     * @param port on loopback; 0 takes a free one
     * @throws UnreachableException when the port is taken or the folder cannot be used
     */
    public static EmbeddedBroker start(Path directory, int port) {
        return start(directory, port, "PLAINTEXT", Map.of());
    }

    /**
     * Starts a broker that clients reach in a given way.
     *
     * @param protocol Kafka's name of it, such as {@code SASL_SSL}
     * @param settings what the broker needs for it
     */
    static EmbeddedBroker start(Path directory, int port, String protocol, Map<String, String> settings) {
        int brokerPort = freePort(port);
        int controllerPort = freePort(ANY_PORT);
        Properties properties = properties(directory, protocol, brokerPort, controllerPort);
        properties.putAll(settings);
        try {
            Files.createDirectories(directory);
            format(directory, properties);
        } catch (IOException e) {
            throw new UnreachableException(
                    "cannot write to the broker's folder " + directory + ": " + e.getMessage()
                            + "; name another with --data",
                    e);
        }
        KafkaRaftServer server = new KafkaRaftServer(KafkaConfig.fromProps(properties, false), Time.SYSTEM);
        server.startup();
        return new EmbeddedBroker(server, "127.0.0.1:" + brokerPort);
    }

    /** Where clients connect. */
    public String bootstrap() {
        return bootstrap;
    }

    /** How to get to it: it asks nobody who he is. */
    public BrokerAccess access() {
        return BrokerAccess.plain(bootstrap);
    }

    @Override
    public void close() {
        server.shutdown();
        server.awaitShutdown();
    }

    private static Properties properties(Path directory, String protocol, int brokerPort, int controllerPort) {
        Properties properties = new Properties();
        properties.put("process.roles", "broker,controller");
        properties.put("node.id", "1");
        properties.put("controller.quorum.voters", "1@127.0.0.1:" + controllerPort);
        properties.put(
                "listeners", protocol + "://127.0.0.1:" + brokerPort + ",CONTROLLER://127.0.0.1:" + controllerPort);
        properties.put("advertised.listeners", protocol + "://127.0.0.1:" + brokerPort);
        properties.put("inter.broker.listener.name", protocol);
        properties.put("listener.security.protocol.map", "CONTROLLER:PLAINTEXT," + protocol + ":" + protocol);
        properties.put("controller.listener.names", "CONTROLLER");
        properties.put("log.dirs", directory.toString());
        properties.put("auto.create.topics.enable", "false");
        properties.put("offsets.topic.replication.factor", "1");
        properties.put("offsets.topic.num.partitions", "4");
        properties.put("transaction.state.log.replication.factor", "1");
        properties.put("transaction.state.log.min.isr", "1");
        properties.put("transaction.state.log.num.partitions", "4");
        properties.put("share.coordinator.state.topic.replication.factor", "1");
        properties.put("share.coordinator.state.topic.min.isr", "1");
        // One node: nobody to wait for when groups form.
        properties.put("group.initial.rebalance.delay.ms", "0");
        return properties;
    }

    private static void format(Path directory, Properties properties) throws IOException {
        if (Files.exists(directory.resolve("meta.properties"))) {
            return;
        }
        Path configuration = Files.createTempFile("fabric-twin-broker", ".properties");
        try {
            Files.writeString(
                    configuration,
                    properties.stringPropertyNames().stream()
                            .map(name ->
                                    name + "=" + properties.getProperty(name).replace("\\", "\\\\"))
                            .collect(Collectors.joining("\n")));
            // The tool tells what it formats on standard output, which is for answers.
            ByteArrayOutputStream told = new ByteArrayOutputStream();
            int exitCode = StorageTool.execute(
                    List.of(
                                    "format",
                                    "--cluster-id",
                                    Uuid.randomUuid().toString(),
                                    "--config",
                                    configuration.toString())
                            .toArray(new String[0]),
                    new PrintStream(told, true, StandardCharsets.UTF_8));
            if (exitCode != 0) {
                throw new UncheckedIOException(
                        new IOException("formatting failed: " + told.toString(StandardCharsets.UTF_8)));
            }
        } finally {
            Files.deleteIfExists(configuration);
        }
    }

    private static int freePort(int wanted) {
        try (ServerSocket socket = new ServerSocket(wanted, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UnreachableException(
                    "port " + wanted + " is taken; stop what listens there or name another port", e);
        }
    }
}
