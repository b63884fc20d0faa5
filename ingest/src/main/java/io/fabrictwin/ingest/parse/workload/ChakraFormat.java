package io.fabrictwin.ingest.parse.workload;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.InputName;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.document.JsonElements;
import io.fabrictwin.model.event.CollectivePlanned;
import io.fabrictwin.model.event.ComputePlanned;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.id.JobId;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A Chakra execution trace of one rank, as the stream of messages that simulators read or converted to JSON.
 *
 * <p>Records are its messages or elements. What an accelerator computes and communicates is the plan; what the host does is
 * not. The job is named as the input, without the rank's number, so that the plans of all ranks are one job's.
 */
public final class ChakraFormat implements Format {
    private static final Pattern JSON_MARK =
            Pattern.compile("\"workload_graph\"|\"(?:COMP|COMM_COLL|COMM_SEND|COMM_RECV|MEM_LOAD|METADATA)_NODE\"");

    private static final int MAX_NODE_TYPE = 16;
    private static final int SHOWN_BYTES = 256;

    @Override
    public String name() {
        return "chakra-et";
    }

    @Override
    public String emittedBy() {
        return "Chakra's converters and generators: execution traces (.et) for ASTRA-sim, and their JSON form";
    }

    @Override
    public Set<Class<? extends FabricEvent>> yields() {
        return Set.of(ComputePlanned.class, CollectivePlanned.class);
    }

    @Override
    public Likeness recognise(Head head) {
        return Likeness.certainIf(head.isJson() ? head.has(JSON_MARK) : isStream(head.bytes()));
    }

    @Override
    public void parse(Input input, Sink sink) throws IOException {
        boolean isJson;
        try (InputStream in = input.open()) {
            isJson = Head.of(in).isJson();
        }
        Plan plan = new Plan(new JobId(InputName.withoutRank(input)));
        Teller teller = new Teller(input, sink, plan);
        JsonElements.Problem problem;
        if (isJson) {
            readJson(input, element -> plan.survey(ChakraNodes.of(element)));
            problem = readJson(input, teller::tell);
        } else {
            ChakraStream.read(input, new Survey(plan));
            problem = ChakraStream.read(input, teller);
        }
        if (problem != null) {
            sink.rejected(
                    teller.record,
                    "message " + (teller.record + 1),
                    problem.code(),
                    problem.reason(),
                    problem.reason().getBytes(UTF_8));
        }
    }

    private static JsonElements.@Nullable Problem readJson(Input input, Consumer<JsonNode> elements)
            throws IOException {
        return JsonElements.read(input, "workload_graph", Set.of(), elements::accept);
    }

    /** A message about the file, then nodes with name and type. */
    private static boolean isStream(byte[] bytes) {
        int[] at = {0};
        byte[] about = message(bytes, at);
        byte[] node = about == null ? null : message(bytes, at);
        if (about == null || about.length == 0 || node == null) {
            return false;
        }
        try {
            ProtobufFields field = new ProtobufFields(about);
            while (field.next()) {
                if (field.number() > 2 || !field.isContent()) {
                    return false;
                }
            }
            boolean isNamed = false;
            boolean isTyped = false;
            field = new ProtobufFields(node);
            while (field.next()) {
                isNamed |= field.number() == 2 && field.isContent();
                isTyped |= field.number() == 3 && field.value() > 0 && field.value() < MAX_NODE_TYPE;
            }
            return isNamed && isTyped;
        } catch (ProtobufFields.MalformedException e) {
            return false;
        }
    }

    private static byte @Nullable [] message(byte[] bytes, int[] at) {
        long length = 0;
        int shift = 0;
        while (at[0] < bytes.length && shift < 35) {
            byte next = bytes[at[0]++];
            length |= (long) (next & 0x7f) << shift;
            shift += 7;
            if (next >= 0) {
                if (length > bytes.length - at[0]) {
                    return null;
                }
                byte[] message = Arrays.copyOfRange(bytes, at[0], at[0] + (int) length);
                at[0] += (int) length;
                return message;
            }
        }
        return null;
    }

    private static final class Survey implements ChakraStream.Handler {
        private final Plan plan;
        private boolean isNode;

        Survey(Plan plan) {
            this.plan = plan;
        }

        @Override
        public void message(byte[] message) {
            if (isNode) {
                try {
                    plan.survey(ChakraNodes.of(message));
                } catch (ProtobufFields.MalformedException e) {
                    // Told when it is rejected.
                    return;
                }
            }
            isNode = true;
        }
    }

    private static final class Teller implements ChakraStream.Handler {
        private final Input input;
        private final Sink sink;
        private final Plan plan;
        private long record;

        Teller(Input input, Sink sink, Plan plan) {
            this.input = input;
            this.sink = sink;
            this.plan = plan;
        }

        @Override
        public void message(byte[] message) {
            if (record == 0) {
                sink.accepted(record++, "message 1", List.of());
                return;
            }
            try {
                tell(ChakraNodes.of(message));
            } catch (ProtobufFields.MalformedException e) {
                sink.rejected(
                        record,
                        place(),
                        RejectCode.MALFORMED,
                        String.valueOf(e.getMessage()),
                        Arrays.copyOf(message, Math.min(message.length, SHOWN_BYTES)));
                record++;
            }
        }

        void tell(JsonNode element) {
            tell(ChakraNodes.of(element));
        }

        private void tell(PlanNode node) {
            sink.accepted(record, place(), plan.tell(node, () -> input.context().meta(record, 0, null), sink));
            record++;
        }

        private String place() {
            return "message " + (record + 1);
        }
    }
}
