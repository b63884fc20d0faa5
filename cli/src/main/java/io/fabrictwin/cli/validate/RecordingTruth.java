package io.fabrictwin.cli.validate;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import io.fabrictwin.cli.BadDataException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What really happened to a recording's question.
 *
 * @param name the case: the folder of its recording
 * @param ratio mean step time of the window, changed over unchanged; all random streams together
 * @param verdict in the words of a forecast
 * @param isTelling false where the random streams of the truth itself disagree on the verdict
 */
record RecordingTruth(String name, double ratio, String verdict, boolean isTelling) {
    private static final String FOLDER = "truth";
    private static final String FILE = "truth.csv";
    private static final ObjectReader CSV = new CsvMapper()
            .readerForMapOf(String.class)
            .with(CsvSchema.emptySchema().withHeader());

    /** Reads {@code truth/truth.csv} (columns {@code case}, {@code ratio_pooled}, {@code verdict}, {@code streams_disagree}). */
    static List<RecordingTruth> read(Path recordings) {
        Path file = recordings.resolve(FOLDER).resolve(FILE);
        List<RecordingTruth> truths = new ArrayList<>();
        int line = 1;
        try (MappingIterator<Map<String, String>> rows = CSV.readValues(file.toFile())) {
            while (rows.hasNextValue()) {
                line = rows.getCurrentLocation().getLineNr();
                truths.add(of(rows.nextValue()));
            }
        } catch (IOException | IllegalArgumentException bad) {
            throw new BadDataException(file + " line " + line + ": " + bad.getMessage(), bad);
        }
        if (truths.isEmpty()) {
            throw new BadDataException(file + ": tells of no case");
        }
        return truths;
    }

    private static RecordingTruth of(Map<String, String> row) {
        double ratio = Double.parseDouble(field(row, "ratio_pooled"));
        if (!(ratio > 0 && ratio < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("ratio_pooled " + ratio + " is not above 0");
        }
        return new RecordingTruth(
                field(row, "case"),
                ratio,
                field(row, "verdict"),
                field(row, "streams_disagree").equals("0"));
    }

    private static String field(Map<String, String> row, String name) {
        String value = row.get(name);
        if (value == null) {
            throw new IllegalArgumentException("column " + name + " is missing");
        }
        return value;
    }
}
