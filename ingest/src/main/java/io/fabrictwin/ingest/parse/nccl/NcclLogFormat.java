package io.fabrictwin.ingest.parse.nccl;

import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.LineReader;
import io.fabrictwin.ingest.parse.Lines;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.training.TrainingLines;
import io.fabrictwin.model.event.AlgorithmChosen;
import io.fabrictwin.model.event.BenchmarkMeasured;
import io.fabrictwin.model.event.ChannelConnected;
import io.fabrictwin.model.event.CollectiveLaunched;
import io.fabrictwin.model.event.CollectiveTimedOut;
import io.fabrictwin.model.event.CommunicationFailed;
import io.fabrictwin.model.event.CommunicatorClosed;
import io.fabrictwin.model.event.CommunicatorInitialized;
import io.fabrictwin.model.event.CommunicatorProgressObserved;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.GpuDiscovered;
import io.fabrictwin.model.event.GpuNicPathDiscovered;
import io.fabrictwin.model.event.JobStarted;
import io.fabrictwin.model.event.JobTuned;
import io.fabrictwin.model.event.NameObserved;
import io.fabrictwin.model.event.NicDiscovered;
import io.fabrictwin.model.event.NicSelected;
import io.fabrictwin.model.event.RankPlaced;
import io.fabrictwin.model.event.RingPlanned;
import io.fabrictwin.model.event.TreePlanned;
import io.fabrictwin.model.event.TuningTableObserved;
import java.io.IOException;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The log of a job with {@code NCCL_DEBUG=INFO}, as launchers, containers and people hand it on, with the tables of a
 * benchmark and the lines of PyTorch's watchdog that may stand in it.
 *
 * <p>A record is a line. Lines of other programs are ignored; lines of the library that hold no fact are accepted without
 * events. Ranks write to one pipe, so that a line may hold several messages or half of one: all whole messages are
 * read, and a line is rejected if it holds only the half of a message that has facts.
 *
 * <p>Lines of the library's user that tell of training are read as train-log reads them. The job is named as the input.
 */
public final class NcclLogFormat implements Format {
    private static final Pattern MESSAGE = Pattern.compile(
            "(?m)(?::\\d{1,19}:\\d{1,19}|\\w) \\[-?\\d{1,9}\\] (?:\\S+ ){0,3}NCCL (?:INFO|WARN|TRACE)\\b");
    private static final Pattern MARK =
            Pattern.compile("NCCL (?:INFO|WARN|TRACE|CALL|version)\\b|ProcessGroupNCCL\\.cpp:\\d+\\]");

    /** The types of event that such a log may yield. */
    public static final Set<Class<? extends FabricEvent>> YIELDS = Stream.concat(
                    TrainingLines.YIELDS.stream(),
                    Stream.of(
                            AlgorithmChosen.class,
                            BenchmarkMeasured.class,
                            ChannelConnected.class,
                            CollectiveLaunched.class,
                            CollectiveTimedOut.class,
                            CommunicationFailed.class,
                            CommunicatorClosed.class,
                            CommunicatorInitialized.class,
                            CommunicatorProgressObserved.class,
                            GpuDiscovered.class,
                            GpuNicPathDiscovered.class,
                            JobStarted.class,
                            JobTuned.class,
                            NameObserved.class,
                            NicDiscovered.class,
                            NicSelected.class,
                            RankPlaced.class,
                            RingPlanned.class,
                            TreePlanned.class,
                            TuningTableObserved.class))
            .collect(Collectors.toUnmodifiableSet());

    @Override
    public String name() {
        return "nccl-log";
    }

    @Override
    public String emittedBy() {
        return "NCCL or RCCL with NCCL_DEBUG=INFO, and PyTorch's NCCL watchdog";
    }

    @Override
    public Set<Class<? extends FabricEvent>> yields() {
        return YIELDS;
    }

    /** A reader for logs of other programs in which the library's lines stand. */
    public static LineReader lines(Input input) {
        return new JobOutput(input);
    }

    @Override
    public Likeness recognise(Head head) {
        if (!head.text().contains("NCCL")) {
            return Likeness.NONE;
        }
        return head.has(MESSAGE) ? Likeness.CERTAIN : Likeness.possibleIf(head.has(MARK));
    }

    @Override
    public void parse(Input input, Sink sink) throws IOException {
        JobOutput output = new JobOutput(input);
        TrainingLines training = new TrainingLines(input, sink);
        Lines.readText(input, sink, line -> output.read(line, training.beside(line)));
    }
}
