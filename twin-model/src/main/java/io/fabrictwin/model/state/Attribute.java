package io.fabrictwin.model.state;

import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The writes of one attribute that stand, newest first.
 *
 * @param cells never empty
 */
public record Attribute(Retention retention, List<Cell> cells) {
    public Attribute {
        cells = List.copyOf(cells);
        if (cells.isEmpty()) {
            throw new IllegalArgumentException("attribute without a value");
        }
    }

    /** The newest write. */
    public Cell newest() {
        return cells.get(0);
    }

    /** Adds a write; the outcome is the same whatever the order and number of additions. */
    Attribute with(Cell cell) {
        if (retention == Retention.NEWEST) {
            return cell.compareTo(newest()) > 0 ? new Attribute(retention, List.of(cell)) : this;
        }
        SortedSet<Cell> all = new TreeSet<>(Collections.reverseOrder());
        all.addAll(cells);
        all.add(cell);
        int ofFormat = 0;
        String format = cell.stamp().source().format();
        for (var iterator = all.iterator(); iterator.hasNext(); ) {
            if (iterator.next().stamp().source().format().equals(format) && ++ofFormat > 2) {
                iterator.remove();
            }
        }
        return new Attribute(retention, List.copyOf(all));
    }
}
