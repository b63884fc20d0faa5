package io.fabrictwin.model.event;

import io.fabrictwin.model.id.DeviceId;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A full dump ended: what its format wrote earlier within what it covered, and did not see again, is gone.
 *
 * @param meta where, when and from whom
 * @param device the device that it covered; null: everything of its format in the fabric
 * @param seen names of what it saw, for people; the fold needs only the time
 */
public record Swept(EventMeta meta, @Nullable DeviceId device, SortedSet<String> seen) implements FabricEvent {

    public Swept {
        seen = Collections.unmodifiableSortedSet(new TreeSet<>(seen));
    }

    @Override
    public Topic topic() {
        return Topic.TOPOLOGY;
    }

    @Override
    public String key() {
        return device == null ? meta.fabric().value() : device.value();
    }

    @Override
    public <R> R accept(Cases<R> cases) {
        return cases.swept(this);
    }
}
