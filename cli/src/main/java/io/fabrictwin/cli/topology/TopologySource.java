package io.fabrictwin.cli.topology;

import io.fabrictwin.cli.embedded.BrokerOptions;
import io.fabrictwin.cli.log.FoldedLog;
import io.fabrictwin.ingest.topology.Cabling;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of where a topology comes from. */
final class TopologySource {
    @Option(
            names = "--format",
            defaultValue = "auto",
            description = "Format of the files; auto: each by its content (default: ${DEFAULT-VALUE}).")
    private String format = "auto";

    @Option(names = "--fabric", description = "Fabric to take from the log, where it tells of several.")
    private @Nullable String fabric;

    @Mixin
    private final BrokerOptions brokerOptions = new BrokerOptions();

    String format() {
        return format;
    }

    /** The fabric that was named, else another. */
    String fabricOr(String other) {
        return fabric == null ? other : fabric;
    }

    BrokerOptions brokerOptions() {
        return brokerOptions;
    }

    /** The cabling of the twin, as the log tells it now. */
    Cabling ofLog() {
        try (BrokerOptions.Broker broker = brokerOptions.openToRead()) {
            return Cabling.of(FoldedLog.of(broker.access()).frame(fabric));
        }
    }
}
