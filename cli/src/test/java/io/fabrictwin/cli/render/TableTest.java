package io.fabrictwin.cli.render;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TableTest {
    private record Row(String port, @Nullable Double pausedShare) {}

    private static final List<Column<Row>> COLUMNS = List.of(
            Column.text("port", Row::port), Column.number("pausedShare", "PAUSED", Row::pausedShare, Units::share));
    private static final List<Row> ROWS = List.of(new Row("leaf1:h5", 0.6), new Row("a,\"b\"", null));

    @Test
    void tableAlignsAndShowsUnknownAsADash() {
        assertThat(print(Output.table, ROWS)).isEqualTo("""
                PORT      PAUSED
                leaf1:h5  60.0 %
                a,"b"          -
                """);
        assertThat(print(Output.table, List.of())).isEqualTo("no ports\n");
    }

    @Test
    void aTableForPeopleMayLeaveOutWhatNobodyKnows() {
        List<Row> rows = List.of(new Row("leaf1:h5", null), new Row("leaf1:h6", null));
        StringWriter table = new StringWriter();
        Table.printWhatIsKnown(new PrintWriter(table), Output.table, rows, COLUMNS, "no ports");
        assertThat(table.toString()).isEqualTo("""
                PORT
                leaf1:h5
                leaf1:h6
                """);
        StringWriter csv = new StringWriter();
        Table.printWhatIsKnown(new PrintWriter(csv), Output.csv, rows, COLUMNS, "no ports");
        assertThat(csv.toString()).startsWith("port,pausedShare\n");
    }

    @Test
    void jsonKeepsNumbersAndNulls() {
        assertThat(print(Output.json, ROWS)).isEqualTo("""
                [ {
                  "port" : "leaf1:h5",
                  "pausedShare" : 0.6
                }, {
                  "port" : "a,\\"b\\"",
                  "pausedShare" : null
                } ]
                """);
        assertThat(print(Output.json, List.of())).isEqualTo("[ ]\n");
    }

    @Test
    void csvQuotesWhatNeedsIt() {
        assertThat(print(Output.csv, ROWS)).isEqualTo("""
                port,pausedShare
                leaf1:h5,0.6
                "a,""b""\",
                """);
    }

    @Test
    void unitsHaveThreeDigits() {
        assertThat(Units.duration(8_431_000)).isEqualTo("8.43 ms");
        assertThat(Units.bitRate(400e9)).isEqualTo("400 Gbit/s");
        assertThat(Units.bytes(1_600_000)).isEqualTo("1.60 MB");
        assertThat(Units.instant(1_772_366_400_000_000_000L)).isEqualTo("2026-03-01T12:00:00Z");
    }

    private static String print(Output output, List<Row> rows) {
        StringWriter text = new StringWriter();
        Table.print(new PrintWriter(text), output, rows, COLUMNS, "no ports");
        return text.toString();
    }
}
