package io.fabrictwin.cli.export;

import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.Fold;
import io.fabrictwin.model.state.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What an event says of entities, attribute by attribute, as the fold reads it.
 *
 * @param entity as a path, such as {@code leaf0/Ethernet4}
 * @param attribute with its unit at the end; of what holds several values with their names behind a point
 * @param value in words
 * @param number null: it is none
 */
record ChangedAttributes(
        String entityKind,
        String entity,
        String attribute,
        String value,
        @Nullable Double number) {
    static List<ChangedAttributes> of(FabricEvent event) {
        List<ChangedAttributes> changed = new ArrayList<>();
        new TreeMap<>(Fold.writesByEntity(event))
                .forEach((entity, writes) -> writes.forEach(write ->
                        add(changed, entity, write.attribute(), write.cell().value())));
        return changed;
    }

    private static void add(List<ChangedAttributes> changed, EntityKey entity, String attribute, Value value) {
        if (value instanceof Value.Whole whole) {
            changed.add(of(entity, attribute, Long.toString(whole.number()), (double) whole.number()));
        } else if (value instanceof Value.Decimal decimal) {
            changed.add(of(entity, attribute, Double.toString(decimal.number()), decimal.number()));
        } else if (value instanceof Value.Text text) {
            changed.add(of(entity, attribute, text.text(), null));
        } else if (value instanceof Value.Flag flag) {
            changed.add(of(entity, attribute, Boolean.toString(flag.isSet()), null));
        } else if (value instanceof Value.Texts texts) {
            changed.add(of(entity, attribute, String.join(" ", texts.texts()), null));
        } else if (value instanceof Value.Numbers numbers) {
            numbers.byName()
                    .forEach((name, number) -> changed.add(
                            of(entity, attribute + "." + name, Long.toString(number), number.doubleValue())));
        } else if (value instanceof Value.Pairs pairs) {
            for (Map.Entry<String, String> pair : pairs.byName().entrySet()) {
                changed.add(of(entity, attribute + "." + pair.getKey(), pair.getValue(), null));
            }
        }
    }

    private static ChangedAttributes of(EntityKey entity, String attribute, String value, @Nullable Double number) {
        return new ChangedAttributes(
                entity.kind().name().toLowerCase(Locale.ROOT),
                String.join("/", entity.path()),
                attribute,
                value,
                number);
    }
}
