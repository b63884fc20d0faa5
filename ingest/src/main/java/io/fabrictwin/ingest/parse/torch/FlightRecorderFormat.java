package io.fabrictwin.ingest.parse.torch;

import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.document.JsonDocument;
import io.fabrictwin.ingest.parse.document.PickleDocument;
import io.fabrictwin.ingest.parse.document.Refusal;
import io.fabrictwin.model.event.CollectiveMeasured;
import io.fabrictwin.model.event.CommunicatorInitialized;
import io.fabrictwin.model.event.CommunicatorProgressObserved;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.JobStarted;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.zip.ZipException;

/**
 * What the flight recorder of a PyTorch rank remembers of its newest collectives, as a pickle or as JSON.
 *
 * <p>Records are the dump itself, then each process group, each group's status and each remembered collective. The rank is
 * the one that all of the dump's process groups have in common; where several have, the group-local rank of its own sends
 * tells, and last the number at the end of the file's name.
 *
 * <p>The job is named as the input, without the rank's number.
 */
public final class FlightRecorderFormat implements Format {
    private static final Pattern MARK = Pattern.compile(
            "profiling_name.{1,400}?(?:state|retired|input_sizes)|last_enqueued_collective", Pattern.DOTALL);

    @Override
    public String name() {
        return "flight-recorder";
    }

    @Override
    public String emittedBy() {
        return "PyTorch's flight recorder (TORCH_NCCL_TRACE_BUFFER_SIZE, dumps on timeout or through its debug server)";
    }

    @Override
    public Set<Class<? extends FabricEvent>> yields() {
        return Set.of(
                JobStarted.class,
                CommunicatorInitialized.class,
                CommunicatorProgressObserved.class,
                CollectiveMeasured.class);
    }

    @Override
    public Likeness recognise(Head head) {
        boolean isDump = (PickleDocument.isPickle(head.bytes()) || head.isJson())
                && (head.has(MARK) || head.hasAll("pg_config", "entries", "version"));
        return Likeness.certainIf(isDump);
    }

    @Override
    public void parse(Input input, Sink sink) throws IOException {
        FlightRecorderReader reader = new FlightRecorderReader(input, sink);
        Refusal refusal;
        boolean isPickle;
        try (InputStream in = input.open()) {
            isPickle = PickleDocument.isPickle(in.readNBytes(PickleDocument.MARK_BYTES));
        } catch (EOFException | ZipException e) {
            // Reading the whole shows the damage with its place.
            isPickle = false;
        }
        if (isPickle) {
            PickleDocument document = PickleDocument.read(input);
            refusal = document.refusal();
            if (document.value() != null) {
                reader.read(document.value());
            }
        } else {
            JsonDocument document = JsonDocument.read(input);
            refusal = document.refusal();
            document.values().forEach(reader::read);
        }
        if (refusal != null) {
            refusal.reject(reader.records(), sink);
        }
    }
}
