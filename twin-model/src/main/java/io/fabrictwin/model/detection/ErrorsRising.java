package io.fabrictwin.model.detection;

import io.fabrictwin.model.detection.PortHistory.Interval;
import io.fabrictwin.model.event.CounterName;
import io.fabrictwin.model.id.PortId;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Finds links that are wrong ever more often while few packets are lost yet: the port's own past is the measure. Errors of
 * the last third of the time that is known are many times those of the first, and the middle third lies between.
 */
final class ErrorsRising {
    /** Intervals in a third. */
    static final int LEAST_INTERVALS = 6;
    /** Temperature over a day changes errors by less. */
    static final double LEAST_GROWTH = 4;
    /** Twenty errors are 20 +- 4.5: five once more are no chance. */
    static final double LEAST_ERRORS = 20;

    private ErrorsRising() {}

    static List<Finding> of(Context context, List<Finding> errors) {
        return context.surroundings().ports().stream()
                .map(port -> finding(context, port, errors))
                .filter(Objects::nonNull)
                .toList();
    }

    private static @Nullable Finding finding(Context context, PortId port, List<Finding> errors) {
        PortHistory history = context.history(port);
        String counter =
                history.hasGrown(CounterName.SYMBOL_ERRORS) ? CounterName.SYMBOL_ERRORS : CounterName.RX_ERRORS;
        int third = history.size() / 3;
        if (third < LEAST_INTERVALS
                || !history.hasGrown(counter)
                || errors.stream().anyMatch(error -> error.entities().get(0).equals(port.toString()))) {
            return null;
        }
        List<Interval> intervals = history.intervals().stream()
                .filter(interval -> interval.increase(counter) != null)
                .toList();
        third = intervals.size() / 3;
        if (third < LEAST_INTERVALS) {
            return null;
        }
        List<Interval> last = intervals.subList(intervals.size() - third, intervals.size());
        double early = perSecond(intervals.subList(0, third), counter);
        double middle = perSecond(intervals.subList(third, intervals.size() - third), counter);
        double late = perSecond(last, counter);
        boolean rises = late >= LEAST_GROWTH * early && middle >= early && middle <= late;
        if (!rises || middle <= 0 || Counters.sum(last, counter) < LEAST_ERRORS) {
            return null;
        }
        long startNs = intervals.get(third).fromNs();
        PortId from = context.surroundings().neighbour(port);
        return new Finding(
                context.frame().fabric(),
                FindingKind.ERRORS_RISING,
                Severity.NOTICE,
                startNs,
                null,
                from == null ? List.of(port.toString()) : List.of(port.toString(), from.toString()),
                "Errors at " + port + " come ever more often.",
                List.of(String.format(
                        Locale.ROOT,
                        "%s of %s a second: %.3g until %s, then %.3g, and %.3g since %s",
                        counter,
                        port,
                        early,
                        Suggestion.time(startNs),
                        middle,
                        late,
                        Suggestion.time(last.get(0).fromNs()))),
                from == null
                        ? null
                        : Suggestion.fork(
                                startNs,
                                context.reachNs(),
                                List.of("link@" + from.device() + ":" + port.device() + "=down")));
    }

    private static double perSecond(List<Interval> intervals, String counter) {
        return Counters.sum(intervals, counter) * 1e9 / Counters.spanNs(intervals);
    }
}
