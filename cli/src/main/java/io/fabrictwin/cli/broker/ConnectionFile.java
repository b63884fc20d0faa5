package io.fabrictwin.cli.broker;

import io.fabrictwin.cli.BadDataException;
import io.fabrictwin.cli.form.Nearest;
import io.fabrictwin.schemas.BrokerAccess;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Properties;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/**
 * A file of Kafka client properties that say how to connect. It holds what every kind of client understands: what to
 * send, read and commit is ours to say.
 */
public final class ConnectionFile {
    private static final String ADDRESS = AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG;

    private ConnectionFile() {}

    /**
     * Reads a file.
     *
     * @param bootstrap stands above the address in the file; null: that one counts
     * @throws BadDataException where it cannot be read, or holds what is no setting of a connection
     */
    public static BrokerAccess read(Path file, @Nullable String bootstrap) {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        } catch (NoSuchFileException e) {
            throw new BadDataException("there is no file " + file + " of Kafka client settings (--kafka-config)", e);
        } catch (IOException | IllegalArgumentException e) {
            throw new BadDataException(file + " cannot be read as Kafka client properties: " + e.getMessage(), e);
        }
        SortedMap<String, String> settings = new TreeMap<>();
        properties.stringPropertyNames().forEach(name -> settings.put(name, properties.getProperty(name)));
        requireKnown(file, settings);
        String address = settings.remove(ADDRESS);
        String wanted = bootstrap == null ? address : bootstrap;
        if (wanted == null) {
            throw new BadDataException(file + " has no " + ADDRESS + ": add it, or name the broker with --bootstrap");
        }
        BrokerAccess access = new BrokerAccess(wanted, settings);
        try {
            var unused = new AdminClientConfig(access.with(settings));
        } catch (ConfigException e) {
            throw new BadDataException(file + ": " + e.getMessage(), e);
        }
        return access;
    }

    private static void requireKnown(Path file, SortedMap<String, String> settings) {
        SortedSet<String> known = new TreeSet<>(AdminClientConfig.configNames());
        known.remove(AdminClientConfig.CLIENT_ID_CONFIG);
        for (String name : settings.keySet()) {
            if (!known.contains(name)) {
                throw new BadDataException(file + " has '" + name + "', which does not say how to connect: keep to"
                        + " security.protocol, ssl.*, sasl.* and the like" + Nearest.hint(name, known));
            }
        }
    }
}
