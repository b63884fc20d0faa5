package io.fabrictwin.model.frame;

import io.fabrictwin.model.state.AttributeName;
import io.fabrictwin.model.state.Cell;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityKind;
import io.fabrictwin.model.state.EntityState;
import java.util.HashMap;
import java.util.Map;

/**
 * When full dumps last ended. What a format wrote before its newest sweep of a scope, and did not write again at the
 * sweep, is gone. Facts of jobs are never swept.
 */
final class Sweeps {
    private static final String FABRIC_SCOPE = "";

    /** By scope (device name, or empty for the fabric) and format. */
    private final Map<String, Map<String, Long>> sweptNsByScopeAndFormat = new HashMap<>();

    static Sweeps of(Map<EntityKey, EntityState> states) {
        Sweeps sweeps = new Sweeps();
        states.forEach((key, state) -> {
            if (key.kind() == EntityKind.FABRIC || key.kind() == EntityKind.DEVICE) {
                state.attributes()
                        .tailMap(AttributeName.SWEPT_PREFIX)
                        .headMap(AttributeName.SWEPT_PREFIX + Character.MAX_VALUE)
                        .forEach((name, attribute) -> sweeps.sweptNsByScopeAndFormat
                                .computeIfAbsent(key.owner(), scope -> new HashMap<>())
                                .put(
                                        name.substring(AttributeName.SWEPT_PREFIX.length()),
                                        attribute.newest().stamp().eventTimeNs()));
            }
        });
        return sweeps;
    }

    boolean keep(EntityKey key, Cell cell) {
        return switch (key.kind()) {
            case DEVICE, PORT, QUEUE, NAME, GPU, HOST_NIC, GPU_NIC_PATH ->
                isNewer(cell, FABRIC_SCOPE) && isNewer(cell, key.owner());
            case LINK ->
                isNewer(cell, FABRIC_SCOPE)
                        && isNewer(cell, key.path().get(0))
                        && isNewer(cell, key.path().get(2));
            default -> true;
        };
    }

    private boolean isNewer(Cell cell, String scope) {
        Map<String, Long> sweptNsByFormat = sweptNsByScopeAndFormat.get(scope);
        Long sweptNs = sweptNsByFormat == null
                ? null
                : sweptNsByFormat.get(cell.stamp().source().format());
        return sweptNs == null || cell.stamp().eventTimeNs() >= sweptNs;
    }
}
