package io.fabrictwin.ingest.parse.nccl.tuner;

import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.InputName;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.Line;
import io.fabrictwin.ingest.parse.LineRecord;
import io.fabrictwin.ingest.parse.Lines;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.nccl.words.Words;
import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.TuningRuleDeclared;
import io.fabrictwin.model.id.JobId;
import java.io.IOException;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The rules of NCCL's example tuner plugin: a record is a line, {@code
 * collective,minBytes,maxBytes,algorithm,protocol,channels,nodes,ranks[,pipeline operations[,registered buffer]]}; -1 stands
 * for any, and the first rule that fits counts.
 *
 * <p>The plugin takes something else where a value is wrong; here the line is rejected. The table of measurements from which
 * such rules are made has the same look and is counted as not read. The set of rules is named as the input.
 */
public final class NcclTunerFormat implements Format {
    private static final int LEAST_FIELDS = 8;
    private static final int MOST_FIELDS = 10;
    private static final Pattern RULE = Pattern.compile(
            "(?im)^[ \\t]*+(?:allreduce|allgather|reducescatter|broadcast|reduce)\\s*,\\s*\\d{1,18}\\s*,\\s*\\d{1,18}\\s*,"
                    + "\\s*[a-z_]+\\s*,\\s*(?:ll|ll128|simple)\\s*,\\s*-?\\d{1,6}\\s*,\\s*-?\\d{1,9}\\s*,\\s*-?\\d{1,9}\\b");
    private static final Pattern MEASURED =
            Pattern.compile("(?im)^[ \\t]*+collective,size_bytes,algorithm,protocol,channels,");
    private static final Pattern WHOLE = Pattern.compile("-?\\d{1,18}");

    @Override
    public String name() {
        return "nccl-tuner";
    }

    @Override
    public String emittedBy() {
        return "operators, for the example tuner plugin of NCCL, NCCL_TUNER_CONFIG_FILE";
    }

    @Override
    public Set<Class<? extends FabricEvent>> yields() {
        return Set.of(TuningRuleDeclared.class);
    }

    @Override
    public Likeness recognise(Head head) {
        return Likeness.certainIf(head.has(RULE) || head.has(MEASURED));
    }

    @Override
    public void parse(Input input, Sink sink) throws IOException {
        Rules rules = new Rules(input);
        Lines.readText(input, sink, line -> rules.read(line, sink));
    }

    private static final class Rules {
        private final Input input;
        private final JobId job;
        private int position;
        private boolean isMeasured;

        Rules(Input input) {
            this.input = input;
            this.job = new JobId(InputName.plain(input));
        }

        void read(Line line, Sink sink) {
            LineRecord record = new LineRecord(line, input.context());
            String text = line.text().strip();
            if (MEASURED.matcher(text).find()) {
                isMeasured = true;
                record.recognise();
            } else if (isMeasured && !text.isEmpty()) {
                record.unread("a measurement from which rules are made");
            } else if (!text.isEmpty() && !text.startsWith("#")) {
                int comment = text.indexOf('#');
                readRule((comment < 0 ? text : text.substring(0, comment)).split(",", -1), record);
            }
            record.tell(sink);
        }

        private void readRule(String[] fields, LineRecord record) {
            if (fields.length < LEAST_FIELDS || fields.length > MOST_FIELDS) {
                record.refuse(
                        RejectCode.MALFORMED,
                        "a rule has " + LEAST_FIELDS + " to " + MOST_FIELDS + " fields, this line has "
                                + fields.length);
                return;
            }
            CollectiveOperation operation = Words.operation(fields[0].strip());
            String algorithm = fields[3].strip();
            String protocol = fields[4].strip();
            if (operation == null) {
                bad("collective", fields[0], record);
            } else if (!Words.isAlgorithm(algorithm)) {
                bad("algorithm", algorithm, record);
            } else if (!Words.isProtocol(protocol)) {
                bad("protocol", protocol, record);
            } else {
                readNumbers(operation, Words.algorithm(algorithm), Words.protocol(protocol), fields, record);
            }
        }

        private void readNumbers(
                CollectiveOperation operation, String algorithm, String protocol, String[] fields, LineRecord record) {
            for (int i = 1; i < fields.length; i++) {
                boolean isWord = i == 3 || i == 4;
                if (!isWord && !WHOLE.matcher(fields[i].strip()).matches()) {
                    bad("number in field " + (i + 1), fields[i].strip(), record);
                    return;
                }
            }
            for (int i = LEAST_FIELDS; i < fields.length; i++) {
                if (number(fields[i]) != null) {
                    record.unread(
                            i == LEAST_FIELDS ? "a number of pipeline operations" : "whether buffers are registered");
                }
            }
            int at = position++;
            record.add(meta -> new TuningRuleDeclared(
                    meta,
                    job,
                    at,
                    operation,
                    number(fields[1]),
                    number(fields[2]),
                    algorithm,
                    protocol,
                    small(fields[5]),
                    small(fields[6]),
                    small(fields[7])));
        }

        private static void bad(String what, String value, LineRecord record) {
            record.refuse(RejectCode.BAD_VALUE, "'" + value.strip() + "' is no " + what);
        }

        /** Null: any. */
        private static @Nullable Long number(String field) {
            long number = Long.parseLong(field.strip());
            return number < 0 ? null : Long.valueOf(number);
        }

        private static @Nullable Integer small(String field) {
            Long number = number(field);
            return number == null ? null : Integer.valueOf(Math.toIntExact(Math.min(number, Integer.MAX_VALUE)));
        }
    }
}
