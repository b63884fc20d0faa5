package io.fabrictwin.ingest.parse.infiniband;

import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.InputName;
import io.fabrictwin.ingest.parse.Line;
import io.fabrictwin.ingest.parse.Lines;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.model.event.DeviceDiscovered;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.LinkDiscovered;
import io.fabrictwin.model.event.NameObserved;
import io.fabrictwin.model.event.NameScheme;
import io.fabrictwin.model.event.NicDiscovered;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.event.PortDiscovered;
import io.fabrictwin.model.event.PortStateObserved;
import io.fabrictwin.model.event.SubnetManagerChanged;
import io.fabrictwin.model.id.DeviceId;
import java.io.IOException;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads what the query tools of infiniband-diags print, one answer after the other, as people put several tools' output
 * into one file.
 */
final class QueryReader {
    static final Set<Class<? extends FabricEvent>> YIELDS = Set.of(
            DeviceDiscovered.class,
            LinkDiscovered.class,
            NameObserved.class,
            NicDiscovered.class,
            PortCountersObserved.class,
            PortDiscovered.class,
            PortStateObserved.class,
            SubnetManagerChanged.class);

    private static final Pattern MANAGER = Pattern.compile(
            "sminfo: sm lid (\\d{1,9}) sm guid 0x([0-9a-fA-F]{1,16}),?.*? priority (\\d{1,3}) state \\d+ SMINFO_(\\w{1,20})\\s*");
    private static final Pattern FOREIGN = Pattern.compile(
            "\\s*|ib(?:warn|panic|debug|error|warning): .*|\\w+: iberror: .*|(?:Peer |CA |Switch )?PortInfo:|\\+ .*|[^#]{0,80}[#$>%] ?.*"
                    + "|#.*|.*\\b(?:umad_\\w+|mad_rpc\\w*)\\b.*|\\w[\\w ]{0,30}:");

    private final BlockLines lines;
    private final Sink sink;
    private final DeviceId host;
    private final CounterFields.Names counterNames = new CounterFields.Names();
    private @Nullable QueryBlock block;

    private QueryReader(Input input, Sink sink) {
        this.sink = sink;
        this.host = new DeviceId(InputName.plain(input));
        this.lines = new BlockLines(input.context(), sink, this::end);
    }

    static void read(Input input, Sink sink) throws IOException {
        QueryReader reader = new QueryReader(input, sink);
        Lines.read(input, reader::read);
        reader.lines.close();
    }

    private void read(Line line) {
        Line.Defect defect = line.defect();
        if (defect != null) {
            lines.reject(line, defect.code(), defect.reason());
            return;
        }
        QueryBlock open = block;
        if (open != null && open.takeKnown(line)) {
            lines.accept(line);
            return;
        }
        String text = line.text().stripTrailing();
        if (open != null && open.takesNoHeading() && open.take(line, text)) {
            lines.accept(line);
            return;
        }
        QueryBlock begun = begin(text);
        if (begun != null) {
            end();
            lines.accept(line);
            block = begun;
            return;
        }
        Matcher manager = MANAGER.matcher(text);
        if (manager.matches()) {
            end();
            lines.accept(line);
            tellManager(manager);
            return;
        }
        if (open != null && open.take(line, text)) {
            lines.accept(line);
        } else if (FOREIGN.matcher(text).matches()) {
            lines.ignore(line);
        } else {
            begun = AttributeBlock.beginWithout(text);
            if (begun == null) {
                lines.reject(line, "neither a heading nor a field of an answer");
            } else {
                end();
                lines.accept(line);
                block = begun;
            }
        }
    }

    private @Nullable QueryBlock begin(String text) {
        QueryBlock counters = CounterBlock.begin(text, counterNames);
        if (counters != null) {
            return counters;
        }
        QueryBlock attribute = AttributeBlock.begin(text);
        return attribute == null ? AdapterBlock.begin(text, host) : attribute;
    }

    private void end() {
        QueryBlock ended = block;
        block = null;
        if (ended != null) {
            ended.tell(lines, sink::unread);
        }
    }

    private void tellManager(Matcher manager) {
        String guid = Guid.nameIfValid(manager.group(2));
        if (guid == null) {
            sink.unread("subnet manager without GUID");
            return;
        }
        DeviceId device = new DeviceId(guid);
        Integer lid = LocalIdentifier.of(manager.group(1), 10);
        lines.tell(null, meta -> new NameObserved(meta, device, null, NameScheme.PORT_GUID, guid));
        if (lid != null) {
            lines.tell(null, meta -> new NameObserved(meta, device, null, NameScheme.LID, String.valueOf(lid)));
        }
        String state = manager.group(4).equals("DISCOVER") ? "DISCOVERING" : manager.group(4);
        lines.tell(
                null, meta -> new SubnetManagerChanged(meta, device, state, null, Integer.valueOf(manager.group(3))));
    }
}
