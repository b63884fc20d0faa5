package io.fabrictwin.model.state;

import io.fabrictwin.model.event.FabricEvent;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;

/** What events say of entities of some kinds. As {@link Fold#writesByEntity} has it, without the cost of what nobody asks. */
public final class EntityWrites {
    private final Set<EntityKind> kinds;
    private final Writes writes;

    /** Of these kinds. */
    public EntityWrites(Set<EntityKind> kinds) {
        this.kinds = EnumSet.copyOf(kinds);
        this.writes = new Writes(this.kinds);
    }

    /**
     * Tells what an event says, entity by entity.
     *
     * @param receiver gets writes of one entity; an entity may come more than once, each time with other writes
     */
    @SuppressWarnings("ReferenceEquality") // the writes of one entity hold the same key; else they come apart
    public void tell(FabricEvent event, BiConsumer<EntityKey, List<Write>> receiver) {
        List<Write> told = event.accept(writes);
        int size = told.size();
        int end;
        for (int begin = 0; begin < size; begin = end) {
            EntityKey entity = told.get(begin).entity();
            end = begin + 1;
            while (end < size && told.get(end).entity() == entity) {
                end++;
            }
            if (kinds.contains(entity.kind())) {
                receiver.accept(entity, begin == 0 && end == size ? told : told.subList(begin, end));
            }
        }
    }
}
