package io.fabrictwin.ingest.parse;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.ingest.app.Formats;
import io.fabrictwin.model.id.FabricId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Set;

/** What every real file of a kind must pass. */
public final class SampleCheck {
    private static final double MAX_REJECTED = 0.01;

    private SampleCheck() {}

    /**
     * Each file is recognised as the format and as no other, is rejected by less than 1 %, and tells something.
     *
     * @param silent files that hold nothing the twin keeps
     * @param broken files that are damaged for more than 1 %
     */
    public static void check(Format format, Iterable<Path> files, Set<String> silent, Set<String> broken) {
        for (Path file : files) {
            String name = SharedSamples.name(file);
            assertThat(Formats.recognised(head(format, file))).as(name).containsExactly(format(format));
            ParsedInput parsed = ParsedInput.ofFile(format, file);
            assertThat(parsed.records()).as(name).isPositive();
            if (!broken.contains(name)) {
                assertThat((double) parsed.rejections.size())
                        .as(name + " " + parsed.rejections)
                        .isLessThanOrEqualTo(MAX_REJECTED * parsed.records());
            }
            if (!silent.contains(name)) {
                assertThat(parsed.events).as(name).isNotEmpty();
            }
        }
    }

    private static Format format(Format format) {
        return Formats.named(format.name()).orElseThrow();
    }

    private static Head head(Format format, Path file) {
        try {
            FileInput input =
                    FileInput.of(format, file, new FabricId("fabric"), TextInput.ANCHOR_NS, TextInput.ANCHOR_NS);
            return Head.of(input.open());
        } catch (IOException e) {
            throw new UncheckedIOException(file.toString(), e);
        }
    }
}
