package io.fabrictwin.model.frame;

import io.fabrictwin.model.state.AttributeName;
import io.fabrictwin.model.state.Cell;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.model.state.Value;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** Reads attributes of one entity by type, leaving out what a sweep has made obsolete. */
record Entity(EntityKey key, EntityState state, Sweeps sweeps) {

    String path(int position) {
        return key.path().get(position);
    }

    int pathNumber(int position) {
        return Integer.parseInt(path(position));
    }

    /** Writes of the attribute that still hold, newest first. */
    List<Cell> cells(String attribute) {
        var stored = state.attributes().get(attribute);
        return stored == null
                ? List.of()
                : stored.cells().stream().filter(cell -> sweeps.keep(key, cell)).toList();
    }

    boolean has(String attribute) {
        return !cells(attribute).isEmpty();
    }

    boolean isSeen() {
        return has(AttributeName.SEEN);
    }

    private @Nullable Value value(String attribute) {
        List<Cell> cells = cells(attribute);
        return cells.isEmpty() ? null : cells.get(0).value();
    }

    @Nullable
    Long whole(String attribute) {
        return value(attribute) instanceof Value.Whole whole ? whole.number() : null;
    }

    @Nullable
    Integer count(String attribute) {
        Long whole = whole(attribute);
        return whole == null ? null : Math.toIntExact(whole);
    }

    @Nullable
    Double decimal(String attribute) {
        return value(attribute) instanceof Value.Decimal decimal ? decimal.number() : null;
    }

    @Nullable
    String text(String attribute) {
        return value(attribute) instanceof Value.Text text ? text.text() : null;
    }

    @Nullable
    Boolean flag(String attribute) {
        return value(attribute) instanceof Value.Flag flag ? flag.isSet() : null;
    }

    @Nullable
    List<String> texts(String attribute) {
        return value(attribute) instanceof Value.Texts texts ? texts.texts() : null;
    }

    @Nullable
    SortedMap<String, Long> numbers(String attribute) {
        return value(attribute) instanceof Value.Numbers numbers ? numbers.byName() : null;
    }
}
