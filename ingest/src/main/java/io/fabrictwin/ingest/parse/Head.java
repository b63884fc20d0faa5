package io.fabrictwin.ingest.parse;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipException;

/**
 * What recognition sees of an input: its beginning, uncompressed, or the names of a folder's files. The input's own name
 * is not in it, because names lie.
 */
public final class Head {
    /** Where the marks of all formats are, also of those that begin with long lists. */
    public static final int BYTES = 1 << 18;

    private static final Pattern TERMINAL_COLOUR = Pattern.compile("\u001b\\[[0-9;]*m");
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private final byte[] bytes;
    private final boolean isWhole;
    private final List<String> files;
    private final String text;
    private final List<String> lines;

    private Head(byte[] bytes, boolean isWhole, List<String> files) {
        this.bytes = bytes;
        this.isWhole = isWhole;
        this.files = List.copyOf(files);
        String decoded = TERMINAL_COLOUR
                .matcher(new String(bytes, StandardCharsets.UTF_8))
                .replaceAll("");
        this.text = decoded.startsWith(BYTE_ORDER_MARK) ? decoded.substring(1) : decoded;
        this.lines = text.lines().toList();
    }

    /** Reads the beginning of a file. Of damaged compression: what came out before the damage. */
    public static Head of(InputStream in) throws IOException {
        byte[] bytes = new byte[BYTES];
        int length = 0;
        boolean isWhole = false;
        try {
            int count;
            while (length < BYTES && (count = in.read(bytes, length, BYTES - length)) >= 0) {
                length += count;
            }
            isWhole = length < BYTES || in.read() < 0;
        } catch (EOFException | ZipException e) {
            // What follows the damage is not needed to tell the format; the parser reports the damage with its place.
            isWhole = false;
        }
        return new Head(Arrays.copyOf(bytes, length), isWhole, List.of());
    }

    /** A folder by the names of its files. */
    static Head ofFolder(List<String> files) {
        return new Head(new byte[0], true, files);
    }

    /** The first bytes. Not to be changed. */
    public byte[] bytes() {
        return bytes;
    }

    /** Whether nothing follows. */
    public boolean isWhole() {
        return isWhole;
    }

    /** Names of the files of a folder, sorted; of a file: none. */
    public List<String> files() {
        return files;
    }

    public boolean isEmpty() {
        return bytes.length == 0 && files.isEmpty();
    }

    /** As UTF-8, without byte order mark and terminal colours. */
    public String text() {
        return text;
    }

    /** The text's lines; the last may be cut off. */
    public List<String> lines() {
        return lines;
    }

    /** Lines that are not blank. */
    public Stream<String> told() {
        return lines.stream().filter(line -> !line.isBlank());
    }

    /** Whether a line matches from its beginning to its end. */
    public boolean hasLine(Pattern pattern) {
        return lines.stream().anyMatch(line -> pattern.matcher(line).matches());
    }

    /** Whether the pattern is found somewhere. */
    public boolean has(Pattern pattern) {
        return pattern.matcher(text).find();
    }

    /** Whether all words stand somewhere. */
    public boolean hasAll(String... words) {
        return Stream.of(words).allMatch(text::contains);
    }

    /** The first character that is no blank; a NUL character where there is none. */
    public char first() {
        int index = 0;
        while (index < text.length() && Character.isWhitespace(text.charAt(index))) {
            index++;
        }
        return index < text.length() ? text.charAt(index) : '\0';
    }

    /** Whether it may be JSON. */
    public boolean isJson() {
        return first() == '{' || first() == '[';
    }

    /** Whether it may be XML. */
    public boolean isXml() {
        return first() == '<';
    }
}
