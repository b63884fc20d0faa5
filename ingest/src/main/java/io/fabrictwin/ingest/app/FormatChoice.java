package io.fabrictwin.ingest.app;

import io.fabrictwin.ingest.parse.FileInput;
import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** How the format of a file or folder is found: as named by a person, or from its content. */
public interface FormatChoice {
    /** The name under which a person asks for recognition. */
    String AUTO = "auto";

    /** As typed: a format's name, or {@value #AUTO}. */
    String name();

    /**
     * The format to read it with.
     *
     * @throws IOException if it cannot be read or is not recognised; the message is for people
     */
    Format of(Path path) throws IOException;

    /** Whether a folder is one input; else each file in it is. */
    boolean isInput(Path folder) throws IOException;

    /** What a person means who types a format's name or {@value #AUTO}; empty: there is no such format. */
    static Optional<FormatChoice> named(String name) {
        return name.equals(AUTO)
                ? Optional.of(byContent())
                : Formats.named(name).map(FormatChoice::of);
    }

    /** Always the same format. */
    static FormatChoice of(Format format) {
        return new FormatChoice() {
            @Override
            public String name() {
                return format.name();
            }

            @Override
            public Format of(Path path) {
                return format;
            }

            @Override
            public boolean isInput(Path folder) {
                return format.isFolder();
            }
        };
    }

    /** The format that the content looks most like. */
    static FormatChoice byContent() {
        return new FormatChoice() {
            @Override
            public String name() {
                return AUTO;
            }

            @Override
            public Format of(Path path) throws IOException {
                return byContent(FileInput.head(path));
            }

            @Override
            public boolean isInput(Path folder) throws IOException {
                return Formats.recognised(FileInput.head(folder)).stream().anyMatch(Format::isFolder);
            }
        };
    }

    /**
     * The format that the beginning of an input looks most like.
     *
     * @throws IOException if it looks like none, or like several; the message is for people
     */
    static Format byContent(Head head) throws IOException {
        if (head.isEmpty()) {
            throw new IOException("it is empty: whoever wrote it had nothing to tell or failed");
        }
        List<Format> found = Formats.recognised(head);
        if (found.isEmpty()) {
            throw new IOException(unknown(head));
        }
        if (found.size() > 1) {
            throw new IOException("it looks like "
                    + String.join(
                            " as well as ", found.stream().map(Format::name).toList())
                    + "; name the format");
        }
        return found.get(0);
    }

    private static String unknown(Head head) {
        boolean isZip = head.text().startsWith("PK\u0003\u0004");
        return isZip
                ? "it is a zip archive; unpack it and take in what is in it"
                : "its content is of no format that can be read; 'ingest --list' shows the formats";
    }
}
