package io.fabrictwin.schemas.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * Bytes that once were written stay readable for ever. A new version of a schema adds a line to wire-golden.txt; no line
 * is ever changed or taken away.
 */
class WireGoldenTest {
    private record Line(String name, String hex) {
        byte[] bytes() {
            return HexFormat.of().parseHex(hex);
        }

        @Override
        public String toString() {
            return name + " " + hex;
        }
    }

    private final Map<String, Object> examples = new LinkedHashMap<>();
    private final Map<String, Line> encodedToday = new LinkedHashMap<>();
    private final Map<String, Function<byte[], Object>> decoders = new LinkedHashMap<>();

    WireGoldenTest() {
        EventCodec events = new EventCodec();
        Examples.events().forEach(event -> add(event, events.encode(event), events::decode));
        add(Examples.finding(), new FindingCodec().encode(Examples.finding()), new FindingCodec()::decode);
        add(
                Examples.backTestScore(),
                new BackTestScoreCodec().encode(Examples.backTestScore()),
                new BackTestScoreCodec()::decode);
        add(Examples.forecast(), new ForecastCodec().encode(Examples.forecast()), new ForecastCodec()::decode);
        add(
                Examples.quarantinedInput(),
                new QuarantinedInputCodec().encode(Examples.quarantinedInput()),
                new QuarantinedInputCodec()::decode);
        SourceNoteCodec notes = new SourceNoteCodec();
        Examples.sourceNotes().forEach(note -> add(note, notes.encode(note), notes::decode));
        ScenarioNoteCodec scenarioNotes = new ScenarioNoteCodec();
        Examples.scenarioNotes().forEach(note -> add(note, scenarioNotes.encode(note), scenarioNotes::decode));
    }

    private void add(Object example, byte[] bytes, Function<byte[], Object> decoder) {
        String name = example.getClass().getSimpleName();
        examples.put(name, example);
        encodedToday.put(name, new Line(name, HexFormat.of().formatHex(bytes)));
        decoders.put(name, decoder);
    }

    @Test
    void everyRecordHasAnExample() {
        assertThat(examples.keySet())
                .containsExactlyInAnyOrderElementsOf(SchemaHistoryTest.roots().stream()
                        .map(Class::getSimpleName)
                        .toList());
    }

    @Test
    void goldenBytesAreStillRead() throws IOException {
        for (Line line : golden()) {
            assertThat(decoders.get(line.name).apply(line.bytes())).isEqualTo(examples.get(line.name));
        }
    }

    @Test
    void whatIsWrittenTodayIsGolden() throws IOException {
        List<String> golden = golden().stream().map(Line::toString).toList();

        assertThat(encodedToday.values().stream().map(Line::toString)).isSubsetOf(golden);
    }

    @Test
    void everyFrozenVersionHasGoldenBytes() throws IOException {
        List<String> headers = golden().stream()
                .map(line -> line.name + " " + line.hex.substring(4, 20))
                .toList();

        assertThat(RecordCodec.SCHEMAS.history().values())
                .allSatisfy(schema -> assertThat(headers)
                        .contains(schema.getName() + " "
                                + HexFormat.of().toHexDigits(Long.reverseBytes(SchemaStore.fingerprint(schema)))));
    }

    private static List<Line> golden() throws IOException {
        List<Line> lines = new ArrayList<>();
        try (InputStream in = WireGoldenTest.class.getResourceAsStream("wire-golden.txt")) {
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList()) {
                String[] words = line.split(" ", 2);
                lines.add(new Line(words[0], words[1]));
            }
        }
        return lines;
    }
}
