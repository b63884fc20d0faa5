package io.fabrictwin.model.state;

import io.fabrictwin.model.id.SourceId;
import io.fabrictwin.model.named.NamedValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** All that stands of one entity: its attributes by name. Immutable. */
public record EntityState(SortedMap<String, Attribute> attributes) {
    public static final EntityState EMPTY = new EntityState(NamedValues.none());

    private static final int VERSION = 1;

    public EntityState {
        attributes = NamedValues.copyOf(attributes);
    }

    /** Adds one event's writes to this entity: itself where they are all known or older. Total, order-independent and idempotent. */
    @SuppressWarnings("ReferenceEquality") // the same object is what tells that nothing changed
    public EntityState with(Iterable<Write> writes) {
        NamedValues<Attribute> next = NamedValues.copyOf(attributes);
        for (Write write : writes) {
            Attribute present = next.get(write.attribute());
            Attribute after = present == null
                    ? new Attribute(write.retention(), List.of(write.cell()))
                    : present.with(write.cell());
            if (after != present) {
                next = next.with(write.attribute(), after);
            }
        }
        return next == attributes ? this : new EntityState(next.sharingNames());
    }

    /** Merges what another partition knows of the same entity: itself where that is nothing new. */
    @SuppressWarnings("ReferenceEquality") // the same object is what tells that nothing changed
    public EntityState mergedWith(EntityState other) {
        NamedValues<Attribute> next = NamedValues.copyOf(attributes);
        for (Map.Entry<String, Attribute> told : other.attributes.entrySet()) {
            Attribute present = next.get(told.getKey());
            Attribute after = told.getValue();
            if (present != null && present != after) {
                after = present;
                for (Cell cell : told.getValue().cells()) {
                    after = after.with(cell);
                }
            }
            if (after != present) {
                next = next.with(told.getKey(), after);
            }
        }
        return next == attributes ? this : new EntityState(next.sharingNames());
    }

    /** What stands from writes of the given event time or later, ns since 1970, as if there had been no others. */
    public EntityState since(long eventTimeNs) {
        SortedMap<String, Attribute> later = new TreeMap<>();
        attributes.forEach((name, attribute) -> {
            List<Cell> cells = attribute.cells().stream()
                    .filter(cell -> cell.stamp().eventTimeNs() >= eventTimeNs)
                    .toList();
            if (!cells.isEmpty()) {
                later.put(name, new Attribute(attribute.retention(), cells));
            }
        });
        return new EntityState(later);
    }

    public Optional<Cell> newest(String attribute) {
        return Optional.ofNullable(attributes.get(attribute)).map(Attribute::newest);
    }

    /** The newest value of an attribute that is a whole number; null where it is not, or was not told. */
    public @Nullable Long whole(String attribute) {
        Attribute told = attributes.get(attribute);
        return told == null ? null : told.newest().whole();
    }

    /** The newest value of an attribute that is a text; null where it is not, or was not told. */
    public @Nullable String text(String attribute) {
        Attribute told = attributes.get(attribute);
        return told == null ? null : told.newest().text();
    }

    public byte[] toBytes() {
        CanonicalWriter out = new CanonicalWriter();
        out.tag(VERSION);
        out.count(attributes.size());
        attributes.forEach((name, attribute) -> {
            out.text(name);
            out.text(attribute.retention().name());
            out.count(attribute.cells().size());
            for (Cell cell : attribute.cells()) {
                out.number(cell.stamp().eventTimeNs());
                out.text(cell.stamp().source().format());
                out.text(cell.stamp().source().identity());
                out.number(cell.stamp().record());
                out.count(cell.stamp().index());
                ValueCodec.write(cell.value(), out);
            }
        });
        return out.toBytes();
    }

    /** Reads what {@link #toBytes()} wrote. */
    public static EntityState fromBytes(byte[] bytes) {
        CanonicalReader in = new CanonicalReader(bytes);
        int version = in.tag();
        if (version != VERSION) {
            throw new IllegalArgumentException(
                    "entity state of version " + version + "; this build reads version " + VERSION);
        }
        SortedMap<String, Attribute> attributes = new TreeMap<>();
        SourceId source = null;
        for (int left = in.count(); left > 0; left--) {
            String name = in.text();
            Retention retention = Retention.valueOf(in.text());
            List<Cell> cells = new ArrayList<>();
            for (int cell = in.count(); cell > 0; cell--) {
                long eventTimeNs = in.number();
                source = source(in.text(), in.text(), source);
                Stamp stamp = new Stamp(eventTimeNs, source, in.number(), in.count());
                cells.add(new Cell(stamp, ValueCodec.read(in)));
            }
            attributes.put(name, new Attribute(retention, cells));
        }
        if (!in.isAtEnd()) {
            throw new IllegalArgumentException("bytes left behind an entity state");
        }
        return new EntityState(NamedValues.copyOf(attributes).sharingNames());
    }

    private static SourceId source(String format, String identity, @Nullable SourceId before) {
        return before != null
                        && before.format().equals(format)
                        && before.identity().equals(identity)
                ? before
                : new SourceId(format, identity).shared();
    }
}
