package io.fabrictwin.ingest.parse.infiniband;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A line of comma-separated values, quoted or not. */
public final class CsvRow {
    private static final ObjectReader READER = new CsvMapper()
            .enable(CsvParser.Feature.WRAP_AS_ARRAY)
            .enable(CsvParser.Feature.TRIM_SPACES)
            .readerFor(String[].class);

    private CsvRow() {}

    /** The values, without blanks around them; null: the quotes do not fit together. A blank line has none. */
    public static @Nullable List<String> of(String line) {
        if (line.indexOf('"') < 0) {
            return plain(line);
        }
        try (MappingIterator<String[]> rows = READER.readValues(line)) {
            return rows.hasNextValue() ? List.of(rows.nextValue()) : List.of();
        } catch (JsonProcessingException e) {
            return null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> plain(String line) {
        if (line.isBlank()) {
            return List.of();
        }
        List<String> values = new ArrayList<>();
        int from = 0;
        int comma;
        while ((comma = line.indexOf(',', from)) >= 0) {
            values.add(line.substring(from, comma).strip());
            from = comma + 1;
        }
        values.add(line.substring(from).strip());
        return values;
    }
}
