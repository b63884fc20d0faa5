package io.fabrictwin.ingest.parse.ibdiagnet;

import io.fabrictwin.ingest.parse.infiniband.Guid;
import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One row of a section, its values found by heading whatever its case. What is {@code N/A} is not there. */
final class Row {
    private final Map<String, Integer> columns;
    private final List<String> values;

    Row(Map<String, Integer> columns, List<String> values) {
        this.columns = columns;
        this.values = values;
    }

    @Nullable
    String text(String... headings) {
        for (String heading : headings) {
            Integer column = columns.get(heading.toLowerCase(Locale.ROOT));
            String value = column == null || column >= values.size() ? "" : values.get(column);
            if (!value.isEmpty() && !value.equalsIgnoreCase("N/A") && !value.equalsIgnoreCase("NA")) {
                return value;
            }
        }
        return null;
    }

    @Nullable
    String guid(String... headings) {
        return Guid.nameIfValid(text(headings));
    }

    /** A whole number, decimal or hexadecimal with 0x. */
    @Nullable
    BigInteger whole(String... headings) {
        String text = text(headings);
        if (text == null || text.length() > 40) {
            return null;
        }
        if (text.matches("0[xX][0-9a-fA-F]{1,16}")) {
            return new BigInteger(text.substring(2), 16);
        }
        return text.matches("\\d{1,20}") ? new BigInteger(text) : null;
    }

    /** A whole number of up to 31 bits. */
    @Nullable
    Integer small(String... headings) {
        BigInteger whole = whole(headings);
        return whole == null || whole.bitLength() > 31 - 1 ? null : Integer.valueOf(whole.intValue());
    }

    /** A number with the unit behind it: {@code 42C}. */
    @Nullable
    Double reading(String unit, String... headings) {
        String text = text(headings);
        if (text == null) {
            return null;
        }
        String plain = text.endsWith(unit)
                ? text.substring(0, text.length() - unit.length()).strip()
                : text;
        return plain.matches("-?\\d{1,9}(?:\\.\\d{1,9})?") ? Double.valueOf(plain) : null;
    }
}
