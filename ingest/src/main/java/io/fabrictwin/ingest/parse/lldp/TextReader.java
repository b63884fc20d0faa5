package io.fabrictwin.ingest.parse.lldp;

import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.InputName;
import io.fabrictwin.ingest.parse.Line;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.reading.Block;
import io.fabrictwin.ingest.parse.reading.Facts;
import io.fabrictwin.model.id.DeviceId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a file of text. */
final class TextReader {
    private static final Pattern PROMPT = Pattern.compile(
            "(?:\\S{1,60}@)?([A-Za-z][\\w.-]{0,60})(?::[^#$>]{0,60})?(?:\\([^)]{0,40}\\))?[#>$]\\s*(?:sudo |show |lldp|display |run ).*");

    private final Input input;
    private final Sink sink;
    private final Block block;
    private final List<Neighbour> told = new ArrayList<>();
    private final NeighbourText text = new NeighbourText(told::add);
    private DeviceId device;
    /** The neighbour that is open has just begun, and is not of the block that ends. */
    private boolean isBeginning;

    TextReader(Input input, Sink sink) {
        this.input = input;
        this.sink = sink;
        this.device = new DeviceId(InputName.plain(input));
        this.block = new Block(input.context(), sink, this::end);
    }

    void read() throws IOException {
        block.read(input, this::take);
    }

    private void take(Line line) {
        String plain = line.text().stripTrailing();
        Matcher prompt = PROMPT.matcher(plain.strip());
        if (prompt.matches()) {
            block.close();
            device = new DeviceId(prompt.group(1));
            block.ignore(line);
            return;
        }
        NeighbourText.Kind kind = text.take(plain);
        if (kind == NeighbourText.Kind.BEGIN) {
            isBeginning = true;
            block.close();
            isBeginning = false;
        }
        if (kind == NeighbourText.Kind.OTHER) {
            block.ignore(line);
        } else {
            block.accept(line);
        }
    }

    private void end(Facts facts) {
        if (!isBeginning) {
            text.end();
        }
        for (Neighbour neighbour : told) {
            neighbour.tell(device, facts, sink);
        }
        told.clear();
    }
}
