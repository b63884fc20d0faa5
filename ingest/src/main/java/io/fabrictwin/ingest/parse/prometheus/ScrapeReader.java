package io.fabrictwin.ingest.parse.prometheus;

import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Line;
import io.fabrictwin.ingest.parse.Lines;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.reading.KnownNames;
import io.fabrictwin.model.event.FabricEvent;
import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads one input twice: first gathers it, then hands its records on. What the first reading found of a line is kept in
 * two bits, so that the second need not parse it.
 */
final class ScrapeReader {
    private final Input input;
    private final Sink sink;
    private final Scrape scrape = new Scrape();
    private final KnownNames<Series> known = new KnownNames<>();
    /** Records of samples that are a part of an event which stands with a later one. */
    private final BitSet gathered = new BitSet();
    /** Records of samples that are none of ours. */
    private final BitSet foreign = new BitSet();

    ScrapeReader(Input input, Sink sink) {
        this.input = input;
        this.sink = sink;
    }

    void read() throws IOException {
        Lines.read(input, line -> {
            if (line.defect() == null) {
                gather(line);
            }
        });
        scrape.end(record -> {
            if (record < Integer.MAX_VALUE) {
                gathered.clear((int) record);
            }
        });
        Lines.readText(input, sink, this::tell);
    }

    private void gather(Line line) {
        byte[] bytes = line.bytes();
        int from = line.from();
        int to = line.to();
        if (isComment(line)) {
            return;
        }
        int endOfName = endOfName(bytes, from, to);
        Series series = known.find(bytes, from, endOfName);
        double value = series == null ? Double.NaN : PlainValue.parse(bytes, endOfName, to);
        try {
            if (series != null && !Double.isNaN(value)) {
                gather(line.record(), series, value);
                return;
            }
            String text = line.text().strip();
            if (text.equals("# EOF")) {
                scrape.endOfOpenMetrics();
            } else if (!isIgnored(text)) {
                Sample sample = Sample.parse(text);
                Series found = scrape.gather(line.record(), sample);
                mark(line.record(), found);
                // Only where the name ends for certain where a look at the bytes alone finds its end.
                boolean isPlain =
                        line.text().length() == to - from && line.text().startsWith(sample.metric());
                if (isPlain && sample.time() == null && sample.endOfName() == endOfName - from) {
                    known.add(bytes, from, endOfName, found);
                }
            }
        } catch (MalformedSampleException e) {
            // Told on the second reading, when records are handed on.
            return;
        }
    }

    private void gather(long record, Series series, double value) throws MalformedSampleException {
        Series.Member<PortCounter, Long> counter = series.counter();
        Series.Member<Reading, Double> reading = series.reading();
        if (counter != null) {
            counter.group().put(record, counter.place(), counter.meaning().valueOf(value));
        } else if (reading != null) {
            reading.group().put(record, reading.place(), reading.meaning().valueOf(value));
        }
        mark(record, series);
    }

    private void mark(long record, Series series) {
        if (record < Integer.MAX_VALUE && (series.isGathered() || series.isOfNoInterest())) {
            (series.isGathered() ? gathered : foreign).set((int) record);
        }
    }

    private void tell(Line line) {
        long record = line.record();
        if (is(gathered, record)) {
            sink.accepted(record, line.place(), List.of());
            return;
        }
        if (is(foreign, record) || isComment(line)) {
            sink.ignored(record, line.place());
            return;
        }
        int endOfName = endOfName(line.bytes(), line.from(), line.to());
        Series series = known.find(line.bytes(), line.from(), endOfName);
        Told told = series == null ? null : series.told();
        double value = told == null ? Double.NaN : PlainValue.parse(line.bytes(), endOfName, line.to());
        if (told == null || Double.isNaN(value)) {
            tellParsed(line, series);
        } else {
            tell(line, told, value, null);
        }
    }

    private void tellParsed(Line line, @Nullable Series series) {
        String text = line.text().strip();
        if (isIgnored(text)) {
            sink.ignored(line.record(), line.place());
            return;
        }
        try {
            Sample sample = Sample.parse(text);
            PortCounter counter = PortCounter.of(sample);
            if (counter == null) {
                Told told = scrape.told(sample, input);
                if (series != null) {
                    series.tells(told);
                }
                tell(line, told, sample.value(), scrape.timeNs(sample.time()));
            } else {
                var unused = counter.valueOf(sample.value());
                Optional<? extends FabricEvent> event = scrape.eventAt(line.record(), input);
                sink.accepted(line.record(), line.place(), event.map(List::of).orElse(List.of()));
            }
        } catch (MalformedSampleException e) {
            boolean isCut = !line.isTerminated() && e.code() == RejectCode.MALFORMED;
            sink.rejected(
                    line.record(),
                    line.place(),
                    isCut ? RejectCode.TRUNCATED : e.code(),
                    String.valueOf(e.getMessage()),
                    line.raw());
        }
    }

    private void tell(Line line, Told told, double value, @Nullable Long timeNs) {
        long record = line.record();
        List<FabricEvent> facts = told.events(value, input.context(), record, timeNs);
        if (!facts.isEmpty()) {
            sink.accepted(record, line.place(), facts);
        } else if (told.isReading()) {
            FabricEvent event = scrape.readingsAt(record, input);
            sink.accepted(record, line.place(), event == null ? List.of() : List.of(event));
        } else if (told.isOfFamily()) {
            sink.unread(told.metric());
            sink.accepted(record, line.place(), List.of());
        } else {
            sink.ignored(record, line.place());
        }
    }

    /** Where the name of the series ends: after the last brace, else before the first blank. */
    private static int endOfName(byte[] bytes, int from, int to) {
        int end = to;
        while (end > from && bytes[end - 1] != '}') {
            end--;
        }
        if (end == from) {
            while (end < to && bytes[end] != ' ' && bytes[end] != '\t') {
                end++;
            }
        }
        return end;
    }

    private static boolean is(BitSet records, long record) {
        return record < Integer.MAX_VALUE && records.get((int) record);
    }

    /** A comment for certain, and not the mark at the end of OpenMetrics. */
    private static boolean isComment(Line line) {
        int from = line.from();
        return line.to() - from > 2 && line.bytes()[from] == '#' && line.bytes()[from + 2] != 'E';
    }

    /** Blank, comment, or the mark of something left out of a pasted sample. */
    private static boolean isIgnored(String text) {
        return text.isEmpty() || text.startsWith("#") || text.equals("...");
    }
}
