package io.fabrictwin.cli.simulate;

import io.fabrictwin.cli.WrongUsageException;
import io.fabrictwin.model.congestion.Streams;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How many streams of marks a case is run under. */
public final class StreamsOption {
    @Option(
            names = "--streams",
            paramLabel = "N",
            description =
                    "Answer with the most typical of up to N streams of marks (default: 15 for at most 12 flows, where the luck of one"
                            + " stream shows, else 1).")
    private @Nullable Integer streams;

    /** To be asked before anything is run. */
    public void check() {
        if (streams != null && streams < 1) {
            throw new WrongUsageException("--streams must be at least 1: " + streams);
        }
    }

    public int of(SimulationCase simulation) {
        return streams != null
                ? streams
                : Streams.enoughFor(simulation.transfers().size());
    }
}
