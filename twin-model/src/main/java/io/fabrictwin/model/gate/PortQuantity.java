package io.fabrictwin.model.gate;

import io.fabrictwin.model.scenario.PortForecast;
import io.fabrictwin.model.scenario.PortLoad;
import java.util.function.ToDoubleFunction;

/** What can be asserted of a port. */
enum PortQuantity {
    LOAD("load", Dimension.SHARE, PortLoad::load),
    PAUSE_SHARE("pause-share", Dimension.SHARE, PortLoad::pausedShare),
    MARK_SHARE("mark-share", Dimension.SHARE, PortLoad::markedShare),
    QUEUE_PEAK("queue-peak", Dimension.BYTES, PortLoad::queuePeakBytes);

    private final String word;
    private final Dimension dimension;

    @SuppressWarnings("ImmutableEnumChecker") // A function of its argument alone.
    private final ToDoubleFunction<PortLoad> reader;

    PortQuantity(String word, Dimension dimension, ToDoubleFunction<PortLoad> reader) {
        this.word = word;
        this.dimension = dimension;
        this.reader = reader;
    }

    String word() {
        return word;
    }

    Dimension dimension() {
        return dimension;
    }

    Reading read(PortForecast port) {
        PortLoad base = port.base();
        PortLoad fork = port.fork();
        return Reading.of(
                base == null ? null : (Double) reader.applyAsDouble(base),
                fork == null ? null : (Double) reader.applyAsDouble(fork),
                "its link is down in the " + (base == null ? "base" : "fork"));
    }
}
