package io.fabrictwin.ingest.parse.hardware;

import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.document.XmlDocument;
import io.fabrictwin.ingest.parse.document.XmlElement;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.GpuDiscovered;
import io.fabrictwin.model.event.GpuNicPathDiscovered;
import io.fabrictwin.model.event.NicDiscovered;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The topology that NCCL and RCCL found in a server ({@code NCCL_TOPO_DUMP_FILE}), or that a vendor wrote for a virtual
 * machine ({@code NCCL_TOPO_FILE}).
 *
 * <p>A record is a CPU with all that hangs from it; the paths between GPUs and NICs of all CPUs stand with the last one.
 */
public final class NcclTopoFormat implements Format {
    private static final Pattern MARK = Pattern.compile("<system\\s[^>]*version=");
    private static final Pattern CPU = Pattern.compile("<cpu\\s[^>]*numaid=");

    @Override
    public String name() {
        return "nccl-topo";
    }

    @Override
    public String emittedBy() {
        return "NCCL or RCCL: NCCL_TOPO_DUMP_FILE, and topology files for NCCL_TOPO_FILE";
    }

    @Override
    public Set<Class<? extends FabricEvent>> yields() {
        return Set.of(GpuDiscovered.class, NicDiscovered.class, GpuNicPathDiscovered.class);
    }

    @Override
    public Likeness recognise(Head head) {
        return Likeness.certainIf(head.isXml() && head.has(MARK) && head.has(CPU));
    }

    @Override
    public void parse(Input input, Sink sink) throws IOException {
        XmlDocument document = XmlDocument.read(input);
        XmlElement root = document.root();
        long record = 0;
        if (root != null && root.name().equals("system")) {
            record = new Inventory(root, input, sink).tell();
        } else if (root != null) {
            sink.rejected(
                    record++,
                    root.place(),
                    RejectCode.MALFORMED,
                    "the outermost element is " + root.name() + ", not system",
                    root.name().getBytes(StandardCharsets.UTF_8));
        }
        if (document.refusal() != null) {
            document.refusal().reject(record++, sink);
        }
        if (record == 0) {
            sink.ignored(0, "document");
        }
    }
}
