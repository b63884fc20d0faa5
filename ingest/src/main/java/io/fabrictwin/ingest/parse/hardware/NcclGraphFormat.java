package io.fabrictwin.ingest.parse.hardware;

import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.InputName;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.document.XmlDocument;
import io.fabrictwin.ingest.parse.document.XmlElement;
import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.RingPlanned;
import io.fabrictwin.model.event.TreePlanned;
import io.fabrictwin.model.id.JobId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The channels that NCCL or RCCL searched over a server ({@code NCCL_GRAPH_DUMP_FILE}), or is told to use. Each communicator
 * overwrites the file, so it tells of the last one. GPUs are named by their index, which is the rank where a
 * communicator is within one server; a channel with a network leaves the server, so only a part of it is known.
 *
 * <p>A record is a channel.
 */
public final class NcclGraphFormat implements Format {
    private static final Pattern MARK = Pattern.compile("<graphs\\s[^>]*version=");
    private static final int RING = 4;
    private static final Set<Integer> TREES = Set.of(1, 2, 3);

    @Override
    public String name() {
        return "nccl-graph";
    }

    @Override
    public String emittedBy() {
        return "NCCL or RCCL: NCCL_GRAPH_DUMP_FILE, and files for NCCL_GRAPH_FILE";
    }

    @Override
    public Set<Class<? extends FabricEvent>> yields() {
        return Set.of(RingPlanned.class, TreePlanned.class);
    }

    @Override
    public Likeness recognise(Head head) {
        return Likeness.certainIf(head.isXml() && head.has(MARK));
    }

    @Override
    public void parse(Input input, Sink sink) throws IOException {
        XmlDocument document = XmlDocument.read(input);
        XmlElement root = document.root();
        long record = 0;
        if (root != null) {
            JobId job = new JobId(InputName.plain(input));
            for (XmlElement graph : root.all("graph")) {
                int channel = 0;
                for (XmlElement told : graph.all("channel")) {
                    tell(graph, told, channel++, job, record++, input, sink);
                }
                if (channel == 0) {
                    sink.accepted(record++, graph.place(), List.of());
                }
            }
        }
        if (document.refusal() != null) {
            document.refusal().reject(record++, sink);
        }
        if (record == 0) {
            sink.ignored(0, "document");
        }
    }

    private static void tell(
            XmlElement graph, XmlElement told, int channel, JobId job, long record, Input input, Sink sink) {
        List<Integer> ranks = new ArrayList<>();
        for (XmlElement gpu : told.all("gpu")) {
            Integer rank = PcieTree.integer(gpu.attribute("dev"));
            if (rank == null || rank < 0) {
                sink.rejected(
                        record,
                        gpu.place(),
                        RejectCode.BAD_VALUE,
                        "dev '" + gpu.attribute("dev") + "' of a gpu is not a whole number from 0 on",
                        gpu.toString().getBytes(StandardCharsets.UTF_8));
                return;
            }
            ranks.add(rank);
        }
        boolean isPartial = !told.all("net").isEmpty();
        Integer pattern = PcieTree.integer(graph.attribute("pattern"));
        List<FabricEvent> events = new ArrayList<>();
        if (pattern != null && pattern == RING) {
            events.add(
                    new RingPlanned(input.context().meta(record, 0, null), job, null, null, channel, ranks, isPartial));
        } else if (pattern != null && TREES.contains(pattern)) {
            addTree(ranks, isPartial, channel, job, record, input, sink, events);
        } else {
            sink.unread("graph of pattern " + pattern);
        }
        sink.accepted(record, told.place(), events);
    }

    /** Within a server a tree is a chain, its first GPU nearest to the root. */
    private static void addTree(
            List<Integer> ranks,
            boolean isPartial,
            int channel,
            JobId job,
            long record,
            Input input,
            Sink sink,
            List<FabricEvent> events) {
        for (int i = 0; i < ranks.size(); i++) {
            if (isPartial && i == 0) {
                // Its parent is on another server, which the file does not tell.
                sink.unread("tree beyond the server");
                continue;
            }
            Integer parent = i == 0 ? null : ranks.get(i - 1);
            List<Integer> children = i + 1 < ranks.size() ? List.of(ranks.get(i + 1)) : List.of();
            events.add(tree(
                    input.context().meta(record, events.size(), null), job, channel, ranks.get(i), parent, children));
        }
    }

    private static TreePlanned tree(
            EventMeta meta, JobId job, int channel, int rank, @Nullable Integer parent, List<Integer> children) {
        return new TreePlanned(meta, job, null, null, channel, rank, parent, children);
    }
}
