package io.fabrictwin.ingest.parse.nccl;

import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.Lines;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.model.event.ChannelConnected;
import io.fabrictwin.model.event.CollectiveLaunched;
import io.fabrictwin.model.event.CommunicationFailed;
import io.fabrictwin.model.event.CommunicatorInitialized;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.JobStarted;
import io.fabrictwin.model.event.JobTuned;
import io.fabrictwin.model.event.NicSelected;
import java.io.IOException;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The log of a job with {@code NCCL_DEBUG=INFO}, as launchers, containers and people hand it on.
 *
 * <p>A record is a line. Lines of other programs are ignored; lines of the library that hold no fact are accepted without
 * events. Ranks write to one pipe, so that a line may hold several messages or half of one: all whole messages are
 * read, and a line is rejected if it holds only the half of a message that has facts.
 *
 * <p>The job is named as the input.
 */
public final class NcclLogFormat implements Format {
    private static final Pattern MARK = Pattern.compile("NCCL (INFO|WARN|TRACE|CALL|version)\\b");

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
        return Set.of(
                JobStarted.class,
                JobTuned.class,
                CommunicatorInitialized.class,
                NicSelected.class,
                ChannelConnected.class,
                CollectiveLaunched.class,
                CommunicationFailed.class);
    }

    @Override
    public Likeness recognise(Head head) {
        return Likeness.likelyIf(head.has(MARK));
    }

    @Override
    public void parse(Input input, Sink sink) throws IOException {
        LogReader reader = new LogReader(input);
        Lines.readText(input, sink, line -> reader.read(line, sink));
    }
}
