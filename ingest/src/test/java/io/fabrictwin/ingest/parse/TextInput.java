package io.fabrictwin.ingest.parse;

import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.SourceId;
import java.io.ByteArrayInputStream;
import java.io.InputStream;

/** An input in memory, anchored at 2025-06-01T00:00Z. */
public final class TextInput implements Input {
    public static final long ANCHOR_NS = 1_748_736_000_000_000_000L;

    private final String name;
    private final byte[] content;

    public TextInput(String name, byte[] content) {
        this.name = name;
        this.content = content;
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
        return new EventContext(new FabricId("fabric"), new SourceId("test", "1"), ANCHOR_NS, ANCHOR_NS);
    }
}
