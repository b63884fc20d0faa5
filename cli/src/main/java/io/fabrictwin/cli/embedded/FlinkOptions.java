package io.fabrictwin.cli.embedded;

import io.fabrictwin.replay.Replays;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Where a verb works on history: a Flink cluster that is named, else one in this process. */
public final class FlinkOptions {
    @Option(
            names = "--flink",
            paramLabel = "HOST:PORT",
            converter = AddressConverter.class,
            description = "Flink cluster to work on, by its REST address; all its slots are used"
                    + " (default: one in this process).")
    private @Nullable Address cluster;

    /** Whether a cluster is named, which then is none of ours. */
    public boolean isNamed() {
        return cluster != null;
    }

    /** Connects to the cluster, or starts one for as long as the result is open. */
    public Replays open() {
        Address named = cluster;
        return named == null
                ? Replays.start(Runtime.getRuntime().availableProcessors())
                : Replays.at(named.host(), named.port());
    }

    private record Address(String host, int port) {}

    private static final class AddressConverter implements ITypeConverter<Address> {
        private static final int LAST_PORT = 65_535;

        @Override
        public Address convert(String text) {
            int colon = text.lastIndexOf(':');
            try {
                int port = Integer.parseInt(text.substring(colon + 1));
                if (colon > 0 && port > 0 && port <= LAST_PORT) {
                    return new Address(text.substring(0, colon), port);
                }
            } catch (NumberFormatException e) {
                // Told below, like any other text that is no address.
            }
            throw new TypeConversionException("'" + text + "' is not HOST:PORT, such as localhost:8081");
        }
    }
}
