package io.fabrictwin.ingest.recording;

import io.fabrictwin.ingest.parse.RejectCode;
import java.math.BigDecimal;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One row of a table, by column name. All numbers of a recording are at least 0. */
final class Row {
    private final Map<String, Integer> columns;
    private final String[] fields;

    Row(Map<String, Integer> columns, String[] fields) {
        this.columns = columns;
        this.fields = fields;
    }

    /** Empty if the field is. */
    String text(String column) {
        Integer position = columns.get(column);
        if (position == null) {
            throw new IllegalStateException("table without checked column " + column);
        }
        return fields[position];
    }

    long whole(String column) {
        String text = text(column);
        long number;
        try {
            number = Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new BadRowException(RejectCode.BAD_VALUE, column + " '" + text + "' is not a whole number");
        }
        if (number < 0) {
            throw new BadRowException(RejectCode.OUT_OF_RANGE, column + " " + number + " is negative");
        }
        return number;
    }

    int count(String column) {
        long number = whole(column);
        if (number > Integer.MAX_VALUE) {
            throw new BadRowException(
                    RejectCode.OUT_OF_RANGE, column + " " + number + " is more than " + Integer.MAX_VALUE);
        }
        return (int) number;
    }

    @Nullable
    Long wholeOrEmpty(String column) {
        return text(column).isEmpty() ? null : (Long) whole(column);
    }

    /**
     * A cumulative counter; null where it has run below 0 and shows as a number just under 2^64, as the marks of some
     * recordings do: that is no count, and says nothing of the row's other counters.
     */
    @Nullable
    Long counter(String column) {
        String text = text(column);
        try {
            return Long.parseUnsignedLong(text) < 0 ? null : (Long) whole(column);
        } catch (NumberFormatException e) {
            return whole(column);
        }
    }

    BigDecimal decimal(String column) {
        String text = text(column);
        BigDecimal number;
        try {
            number = new BigDecimal(text);
        } catch (NumberFormatException e) {
            throw new BadRowException(RejectCode.BAD_VALUE, column + " '" + text + "' is not a number");
        }
        // A power of ten beyond this is no setting, and would take for ever to write out.
        if (number.signum() < 0 || Math.abs((long) number.scale()) > 30 || number.precision() > 30) {
            throw new BadRowException(RejectCode.OUT_OF_RANGE, column + " " + text + " is out of range");
        }
        return number;
    }
}
