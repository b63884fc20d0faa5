package io.fabrictwin.model.frame;

import io.fabrictwin.model.state.AttributeName;
import io.fabrictwin.model.state.Cell;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityKind;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.model.state.StateMap;
import java.util.HashMap;
import java.util.Map;

/**
 * When full dumps last ended. What a format wrote before its newest sweep of a scope, and did not write again at the
 * sweep, is gone. Facts of jobs are never swept.
 *
 * @param sweptNsByScopeAndFormat scope: a device's name, or empty for the fabric
 */
record Sweeps(Map<String, Map<String, Long>> sweptNsByScopeAndFormat) {
    private static final String FABRIC_SCOPE = "";

    static Sweeps of(StateMap states) {
        Sweeps sweeps = new Sweeps(new HashMap<>());
        for (Map.Entry<EntityKey, EntityState> entry : states.entrySet()) {
            EntityKey key = entry.getKey();
            if (key.kind() != EntityKind.FABRIC && key.kind() != EntityKind.DEVICE) {
                // Kinds are in order, and these two are the first.
                break;
            }
            entry.getValue()
                    .attributes()
                    .tailMap(AttributeName.SWEPT_PREFIX)
                    .headMap(AttributeName.SWEPT_PREFIX + Character.MAX_VALUE)
                    .forEach((name, attribute) -> sweeps.sweptNsByScopeAndFormat
                            .computeIfAbsent(key.owner(), scope -> new HashMap<>())
                            .put(
                                    name.substring(AttributeName.SWEPT_PREFIX.length()),
                                    attribute.newest().stamp().eventTimeNs()));
        }
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
