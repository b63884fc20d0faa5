package io.fabrictwin.schemas.codec;

import io.fabrictwin.model.detection.Finding;
import java.util.List;

/** Findings to bytes and back. Thread-safe; instances are free and alike. */
public final class FindingCodec {
    private static final RecordCodec<Finding> RECORDS = new RecordCodec<>("a finding", List.of(Finding.class));

    /** As {@link EventCodec#encode}. */
    public byte[] encode(Finding finding) {
        return RECORDS.encode(finding);
    }

    /** As {@link EventCodec#decode}. */
    public Finding decode(byte[] bytes) {
        return RECORDS.decode(bytes);
    }
}
