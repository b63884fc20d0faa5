package io.fabrictwin.ingest.parse;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.ingest.Fixtures;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.id.FabricId;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What became of an input, with the promises that every parser makes checked on the way: each record comes once, and events carry its number. */
public final class ParsedInput implements Sink {
    public final List<FabricEvent> events = new ArrayList<>();
    public final List<String> rejections = new ArrayList<>();
    public final List<String> unread = new ArrayList<>();
    public final List<RejectCode> codes = new ArrayList<>();
    public long accepted;
    public long ignored;
    private final Format format;

    private ParsedInput(Format format) {
        this.format = format;
    }

    public static ParsedInput of(Format format, Input input) {
        ParsedInput parsed = new ParsedInput(format);
        try {
            format.parse(input, parsed);
        } catch (IOException e) {
            throw new UncheckedIOException(input.name(), e);
        }
        return parsed;
    }

    public static ParsedInput ofFixture(Format format, String name) {
        return of(format, new TextInput(name, fixture(name)));
    }

    public static ParsedInput ofFile(Format format, Path file) {
        try {
            return of(
                    format,
                    FileInput.of(format, file, new FabricId("fabric"), TextInput.ANCHOR_NS, TextInput.ANCHOR_NS));
        } catch (IOException e) {
            throw new UncheckedIOException(file.toString(), e);
        }
    }

    public static byte[] fixture(String name) {
        try {
            return Files.readAllBytes(Fixtures.path(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The lines of an input, as a text editor counts them. */
    public static long lines(Input input) {
        try (InputStream in = input.open()) {
            byte[] bytes = in.readAllBytes();
            long lines = 0;
            for (byte b : bytes) {
                lines += b == '\n' ? 1 : 0;
            }
            return bytes.length > 0 && bytes[bytes.length - 1] != '\n' ? lines + 1 : lines;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public long records() {
        return accepted + ignored + rejections.size();
    }

    /** How many events there are of each type. */
    public Map<String, Long> counts() {
        return events.stream()
                .collect(Collectors.groupingBy(
                        event -> event.getClass().getSimpleName(), TreeMap::new, Collectors.counting()));
    }

    public <E extends FabricEvent> List<E> all(Class<E> type) {
        return events.stream().filter(type::isInstance).map(type::cast).toList();
    }

    @Override
    public void accepted(long record, Place place, List<? extends FabricEvent> made) {
        next(record, place.inWords());
        accepted++;
        int index = 0;
        for (FabricEvent event : made) {
            assertThat(event.meta().record()).isEqualTo(record);
            assertThat(event.meta().index()).isEqualTo(index++);
            assertThat(format.yields()).contains(event.getClass());
        }
        events.addAll(made);
    }

    @Override
    public void ignored(long record, Place place) {
        next(record, place.inWords());
        ignored++;
    }

    @Override
    public void rejected(long record, Place place, RejectCode code, String reason, byte[] raw) {
        next(record, place.inWords());
        assertThat(reason).isNotBlank();
        codes.add(code);
        rejections.add(place.inWords() + ": " + code + ": " + reason);
    }

    @Override
    public void unread(String what) {
        unread.add(what);
    }

    private void next(long record, String place) {
        assertThat(record).isEqualTo(records());
        assertThat(place).isNotBlank();
    }
}
