package io.fabrictwin.ingest.live;

import io.fabrictwin.ingest.parse.EventContext;
import io.fabrictwin.ingest.parse.Input;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.List;

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

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean isFolder() {
        return false;
    }

    @Override
    public List<Input> files() {
        return List.of();
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
