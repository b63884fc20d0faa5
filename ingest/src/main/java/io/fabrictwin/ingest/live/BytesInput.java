package io.fabrictwin.ingest.live;

import io.fabrictwin.ingest.parse.EventContext;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.SourceId;
import java.io.ByteArrayInputStream;
import java.io.InputStream;

/** An input in memory. */
final class BytesInput implements Input {
    private final String name;
    private final byte[] content;
    private final EventContext context;

    /** @param content not to be changed afterwards */
    BytesInput(String name, byte[] content, EventContext context) {
        this.name = name;
        this.content = content;
        this.context = context;
    }

    /** To look at only: its events have no place. */
    static BytesInput unplaced(byte[] content) {
        return new BytesInput(
                "input", content, new EventContext(new FabricId("fabric"), new SourceId("unknown", "input"), 0, 0));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public InputStream open() {
        return new ByteArrayInputStream(content);
    }

    @Override
    public EventContext context() {
        return context;
    }
}
