package io.fabrictwin.ingest.app;

import io.fabrictwin.ingest.publish.LogScan;
import io.fabrictwin.schemas.BrokerAccess;
import io.fabrictwin.schemas.QuarantinedInput;
import io.fabrictwin.schemas.Topics;
import io.fabrictwin.schemas.codec.QuarantinedInputCodec;
import io.fabrictwin.schemas.codec.UndecodableException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * What is in quarantine. A record that was rejected several times is one entry, as it was last rejected; one that was
 * understood since is marked, unless it was rejected again after that.
 */
public final class Quarantine {
    private static final QuarantinedInputCodec CODEC = new QuarantinedInputCodec();

    private final Map<String, Entry> entries = new LinkedHashMap<>();

    /**
     * A rejected record.
     *
     * @param input as it was last rejected
     * @param times how often it was
     * @param outcome what it became when it was replayed; null: it was not understood yet
     */
    public record Entry(
            QuarantinedInput input, long times, @Nullable String outcome) {}

    /** Reads all of it. */
    public static Quarantine read(BrokerAccess broker) {
        Quarantine quarantine = new Quarantine();
        new LogScan(broker, Intake.BROKER_TIMEOUT).read(List.of(Topics.QUARANTINE), quarantine::add);
        return quarantine;
    }

    /** In the order in which they were first rejected. */
    public List<Entry> entries() {
        return List.copyOf(entries.values());
    }

    private void add(ConsumerRecord<byte[], byte[]> message) {
        QuarantinedInput input;
        try {
            input = CODEC.decode(message.value());
        } catch (UndecodableException e) {
            // Of a newer version, or somebody else's: nothing of it can be shown.
            return;
        }
        add(input);
    }

    void add(QuarantinedInput input) {
        entries.compute(input.id(), (id, former) -> {
            if (!input.code().equals(QuarantinedInput.REPLAYED)) {
                return new Entry(input, former == null ? 1 : former.times + 1, null);
            }
            return former == null ? null : new Entry(former.input, former.times, input.reason());
        });
    }
}
