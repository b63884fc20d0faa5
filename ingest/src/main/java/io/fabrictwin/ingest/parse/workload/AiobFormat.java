package io.fabrictwin.ingest.parse.workload;

import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.InputName;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.Lines;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.model.event.ComputePlanned;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.id.JobId;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The computing times that AIOB measured of a model's parts: for each its name and the greatest, least and mean time in µs.
 *
 * <p>A record is a line; the mean is the plan. The job is named as the input.
 */
public final class AiobFormat implements Format {
    private static final Pattern PART = Pattern.compile("([A-Za-z]\\w{0,80}):\\s*");
    private static final Pattern TIME =
            Pattern.compile("\\s+time_gpu_(max|min|avg):\\s*(\\d{1,12}(?:\\.\\d{1,9})?)\\s*");
    private static final Pattern COUNT = Pattern.compile("train_iter:\\s*\\d{1,9}\\s*");

    @Override
    public String name() {
        return "aiob";
    }

    @Override
    public String emittedBy() {
        return "AIOB (AICB): computing times of a model's parts";
    }

    @Override
    public Set<Class<? extends FabricEvent>> yields() {
        return Set.of(ComputePlanned.class);
    }

    @Override
    public Likeness recognise(Head head) {
        return Likeness.certainIf(head.hasLine(TIME));
    }

    @Override
    public void parse(Input input, Sink sink) throws IOException {
        JobId job = new JobId(InputName.plain(input));
        Parts parts = new Parts();
        Lines.readText(input, sink, line -> {
            Matcher time = TIME.matcher(line.text());
            Matcher name = PART.matcher(line.text());
            if (time.matches() && time.group(1).equals("avg")) {
                long computeNs = Math.round(Double.parseDouble(time.group(2)) * 1e3);
                sink.accepted(
                        line.record(),
                        line.place(),
                        List.of(new ComputePlanned(
                                input.context().meta(line.record(), 0, null),
                                job,
                                parts.position++,
                                parts.name,
                                null,
                                computeNs)));
                return;
            }
            if (name.matches()) {
                parts.name = name.group(1);
            }
            if (name.matches() || time.matches() || COUNT.matcher(line.text()).matches()) {
                sink.accepted(line.record(), line.place(), List.of());
            } else {
                sink.ignored(line.record(), line.place());
            }
        });
    }

    /** Where the reading is. */
    private static final class Parts {
        @Nullable
        String name;

        int position;
    }
}
