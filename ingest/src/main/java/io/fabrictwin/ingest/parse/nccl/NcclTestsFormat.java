package io.fabrictwin.ingest.parse.nccl;

import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.Lines;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.nccl.benchmark.BenchmarkDocument;
import io.fabrictwin.ingest.parse.nccl.benchmark.BenchmarkTables;
import io.fabrictwin.ingest.parse.training.TrainingLines;
import io.fabrictwin.model.event.FabricEvent;
import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What nccl-tests and rccl-tests print: tables of one collective by size, or JSON. Of a table a record is a line, of JSON a
 * result. Everything that a job's log may hold beside a table is read, too.
 *
 * <p>The job is named as the input.
 */
public final class NcclTestsFormat implements Format {
    private static final Pattern HEADER = Pattern.compile(
            "#\\s+size\\s+count\\s+\\(?type|#\\s+\\(B\\)\\s+\\(elements\\)"
                    + "|# nThread \\d+ nGpus \\d+|# (?:nccl|rccl)-tests version|#\\s+Rank\\s+\\d+\\s.{0,30}Pid\\s+\\d+\\s+on ");
    /** Where a table begins that has lost its header. */
    private static final int ROW_LINES = 50;

    private static final Pattern MESSAGE = Pattern.compile("NCCL (?:INFO|WARN) ");

    @Override
    public String name() {
        return "nccl-tests";
    }

    @Override
    public String emittedBy() {
        return "nccl-tests and rccl-tests, such as all_reduce_perf";
    }

    @Override
    public Set<Class<? extends FabricEvent>> yields() {
        return NcclLogFormat.YIELDS;
    }

    @Override
    public Likeness recognise(Head head) {
        // A launcher's mark looks like the beginning of JSON, too.
        Likeness asDocument = head.isJson() ? BenchmarkDocument.recognise(head) : Likeness.NONE;
        if (asDocument != Likeness.NONE) {
            return asDocument;
        }
        boolean isTable = head.text().indexOf('#') >= 0 && head.has(HEADER);
        if (isTable) {
            // A log that holds a table as well is a log.
            return head.has(MESSAGE) ? Likeness.LIKELY : Likeness.CERTAIN;
        }
        return Likeness.likelyIf(head.lines().stream().limit(ROW_LINES).anyMatch(BenchmarkTables::isRow));
    }

    @Override
    public void parse(Input input, Sink sink) throws IOException {
        if (isDocument(input)) {
            BenchmarkDocument.parse(input, sink);
            return;
        }
        JobOutput output = new JobOutput(input);
        TrainingLines training = new TrainingLines(input, sink);
        Lines.readText(input, sink, line -> output.read(line, training.beside(line)));
    }

    private static boolean isDocument(Input input) throws IOException {
        try (InputStream in = input.open()) {
            Head head = Head.of(in);
            return head.isJson() && BenchmarkDocument.recognise(head) != Likeness.NONE;
        }
    }
}
