package io.fabrictwin.model.state;

import java.util.ArrayList;
import java.util.List;

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
        String format = cell.stamp().source().format();
        if (isNext(cell, format)) {
            return new Attribute(retention, List.of(cell, newest()));
        }
        List<Cell> next = new ArrayList<>(cells.size() + 1);
        boolean isAdded = false;
        int ofFormat = 0;
        for (Cell present : cells) {
            int order = isAdded ? 1 : cell.compareTo(present);
            if (order == 0) {
                return this;
            }
            boolean isOfFormat = present.stamp().source().format().equals(format);
            if (!isAdded && order > 0) {
                if (ofFormat == 2) {
                    return this;
                }
                next.add(cell);
                isAdded = true;
                ofFormat++;
            }
            if (!isOfFormat || ++ofFormat <= 2) {
                next.add(present);
            }
        }
        if (!isAdded) {
            if (ofFormat == 2) {
                return this;
            }
            next.add(cell);
        }
        return new Attribute(retention, next);
    }

    /** Whether a sample follows one or two of the same format: by far most do. */
    private boolean isNext(Cell cell, String format) {
        return cells.size() <= 2
                && newest().stamp().source().format().equals(format)
                && cells.get(cells.size() - 1).stamp().source().format().equals(format)
                && cell.compareTo(newest()) > 0;
    }
}
