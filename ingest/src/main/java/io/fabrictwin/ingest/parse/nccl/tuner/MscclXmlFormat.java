package io.fabrictwin.ingest.parse.nccl.tuner;

import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.InputName;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.document.Refusal;
import io.fabrictwin.ingest.parse.document.XmlDocument;
import io.fabrictwin.ingest.parse.document.XmlElement;
import io.fabrictwin.ingest.parse.nccl.words.Words;
import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.ScheduleDeclared;
import io.fabrictwin.model.id.JobId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A schedule of MSCCL, which says step by step what each GPU sends, receives and reduces. The document is one record.
 *
 * <p>Of the steps only their number is kept. The set of schedules is named as the input.
 */
public final class MscclXmlFormat implements Format {
    @Override
    public String name() {
        return "msccl-xml";
    }

    @Override
    public String emittedBy() {
        return "msccl-tools, for MSCCL, MSCCL++ and RCCL";
    }

    @Override
    public Set<Class<? extends FabricEvent>> yields() {
        return Set.of(ScheduleDeclared.class);
    }

    @Override
    public Likeness recognise(Head head) {
        return Likeness.certainIf(head.isXml() && head.hasAll("<algo ", "ngpus=", "coll="));
    }

    @Override
    public void parse(Input input, Sink sink) throws IOException {
        XmlDocument document = XmlDocument.read(input);
        Refusal refusal = document.refusal();
        XmlElement root = document.root();
        if (refusal != null) {
            refusal.reject(0, sink);
        } else if (root != null) {
            read(root, input, sink);
        }
    }

    private static void read(XmlElement algorithm, Input input, Sink sink) {
        String collective = algorithm.attribute("coll");
        CollectiveOperation operation = collective == null ? null : Words.operation(collective);
        if (!algorithm.name().equals("algo") || operation == null) {
            reject(algorithm, "the outermost element has to be 'algo' with the name of a collective in 'coll'", sink);
            return;
        }
        String name = algorithm.attribute("name");
        long steps = algorithm
                .tree()
                .filter(element -> element.name().equals("step"))
                .count();
        try {
            ScheduleDeclared schedule = new ScheduleDeclared(
                    input.context().meta(0, 0, null),
                    new JobId(InputName.plain(input)),
                    name == null ? InputName.plain(input) : name,
                    operation,
                    protocol(algorithm.attribute("proto")),
                    whole(algorithm.attribute("nchannels")),
                    whole(algorithm.attribute("ngpus")),
                    size(algorithm.attribute("minBytes")),
                    limit(algorithm.attribute("maxBytes")),
                    Math.toIntExact(steps));
            sink.unread("the steps of a schedule");
            sink.accepted(0, algorithm.place(), List.of(schedule));
        } catch (IllegalArgumentException | ArithmeticException e) {
            reject(algorithm, "an attribute is no whole number: " + e.getMessage(), sink);
        }
    }

    private static void reject(XmlElement algorithm, String reason, Sink sink) {
        byte[] raw = (algorithm.name() + " " + algorithm.attributes()).getBytes(StandardCharsets.UTF_8);
        sink.rejected(0, algorithm.place(), RejectCode.BAD_VALUE, reason, raw);
    }

    private static @Nullable String protocol(@Nullable String told) {
        return told == null ? null : Words.protocol(told);
    }

    private static @Nullable Integer whole(@Nullable String told) {
        return told == null ? null : Integer.valueOf(told);
    }

    private static @Nullable Long size(@Nullable String told) {
        return told == null || told.startsWith("-") ? null : Long.valueOf(told);
    }

    /** Zero: there is none. */
    private static @Nullable Long limit(@Nullable String told) {
        Long size = size(told);
        return size == null || size == 0 ? null : size;
    }
}
