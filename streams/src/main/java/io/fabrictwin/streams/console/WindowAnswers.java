package io.fabrictwin.streams.console;

import io.fabrictwin.model.clock.ClockEstimate;
import io.fabrictwin.model.event.CounterName;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.window.CounterWindow;
import io.fabrictwin.model.window.DepthWindow;
import io.fabrictwin.model.window.JobWindow;
import io.fabrictwin.model.window.JobWindows;
import io.fabrictwin.model.window.PortWindow;
import io.fabrictwin.model.window.Span;
import io.fabrictwin.streams.query.TwinCut;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What is read of the history beside the state: what ports, queues and jobs did in a rolling window, and clocks. */
final class WindowAnswers {
    private WindowAnswers() {}

    /** The span that a request asks for. */
    static Span span(@Nullable String word) {
        return Span.ofWord(word == null ? Span.TEN_SECONDS.word() : word)
                .orElseThrow(() -> new ApiException(
                        400,
                        "BAD_PARAMETER",
                        "span=" + word + " is not possible",
                        "give one of: "
                                + Arrays.stream(Span.values()).map(Span::word).toList()));
    }

    static List<Views.PortWindow> ports(TwinCut cut, FabricId fabric, Span span) {
        return cut.portWindows(fabric, span).stream().map(WindowAnswers::view).toList();
    }

    private static Views.PortWindow view(PortWindow window) {
        CounterWindow counters = window.counters();
        SortedMap<String, Double> perSecond = new TreeMap<>();
        counters.increases()
                .keySet()
                .forEach(name -> perSecond.put(name, counters.perSecond(name).orElseThrow()));
        DepthWindow depth = window.depth();
        OptionalDouble sent = counters.perSecond(CounterName.TX_BYTES);
        return new Views.PortWindow(
                window.port().device().value(),
                window.port().name(),
                window.priority(),
                counters.span().word(),
                counters.toNs(),
                counters.ageNs(),
                (double) Math.min(counters.coveredNs(), counters.span().ns())
                        / counters.span().ns(),
                counters.isStale(),
                counters.hasGap(),
                counters.hasReset(),
                counters.isCoarse(),
                orNull(window.load()),
                sent.isPresent() ? (Double) (8 * sent.getAsDouble()) : null,
                orNull(counters.pausedShare()),
                orNull(counters.pausingShare()),
                orNull(counters.markedShare()),
                window.depthBytes(),
                depth == null ? null : depth.meanBytes(),
                depth == null ? null : (Long) depth.maxBytes(),
                window.preFecBitErrorRate(),
                window.postFecBitErrorRate(),
                orNull(window.symbolErrorsPerBit()),
                orNull(counters.retransmitsPerSecond()),
                perSecond);
    }

    static List<Views.JobWindow> jobs(TwinCut cut, FabricId fabric, Span span) {
        List<Views.JobWindow> windows = new ArrayList<>();
        JobWindows.of(cut.frame(fabric), cut.history(fabric), cut.windows(fabric), span)
                .forEach((job, window) -> windows.add(view(job, window)));
        return windows;
    }

    private static Views.JobWindow view(JobId job, JobWindow window) {
        return new Views.JobWindow(
                job.value(),
                window.span().word(),
                window.toNs(),
                window.ageNs(),
                window.steps(),
                window.meanStepNs(),
                window.longestStepNs(),
                window.exposedShare(),
                window.slowestRank(),
                window.slowestRankNs(),
                window.medianRankNs(),
                window.slowestRail(),
                window.slowestRailLagNs(),
                window.collectives().stream()
                        .map(collective -> new Views.CollectiveWindow(
                                Answers.word(collective.operation()),
                                collective.sizeClassBytes(),
                                collective.count(),
                                collective.meanNs(),
                                collective.busBytesPerSecond()))
                        .toList());
    }

    static List<Views.Clock> clocks(TwinCut cut, FabricId fabric) {
        return cut.clocks(fabric).estimates().values().stream()
                .map(WindowAnswers::view)
                .toList();
    }

    private static Views.Clock view(ClockEstimate clock) {
        DeviceId reference = clock.reference();
        return new Views.Clock(
                clock.device().value(),
                reference == null ? null : reference.value(),
                clock.facts(),
                clock.offsetNs(),
                clock.uncertaintyNs(),
                clock.skewPpm(),
                clock.skewUncertaintyPpm(),
                clock.toldOffsetNs(),
                clock.toldUncertaintyNs(),
                clock.unknown().isEmpty() ? null : clock.unknown());
    }

    private static @Nullable Double orNull(OptionalDouble value) {
        return value.isPresent() ? (Double) value.getAsDouble() : null;
    }
}
