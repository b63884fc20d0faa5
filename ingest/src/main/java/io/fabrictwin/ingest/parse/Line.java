package io.fabrictwin.ingest.parse;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** One line of an input. */
public final class Line {
    private final long number;
    private final byte[] bytes;
    private final int from;
    private final int to;
    private @Nullable String text;
    private final @Nullable Defect defect;
    private final boolean isTerminated;
    private @Nullable Look look;
    private long found;

    /** Looks for something in bytes. */
    @FunctionalInterface
    public interface Look {
        /** What it finds between two places. */
        long in(byte[] bytes, int from, int to);
    }

    /** Why a line is not whole text. */
    public record Defect(RejectCode code, String reason) {}

    /** @param text null: the bytes are of ASCII alone */
    Line(
            long number,
            byte[] bytes,
            int from,
            int to,
            @Nullable String text,
            @Nullable Defect defect,
            boolean isTerminated) {
        this.number = number;
        this.bytes = bytes;
        this.from = from;
        this.to = to;
        this.text = text;
        this.defect = defect;
        this.isTerminated = isTerminated;
    }

    /** From 1. */
    public long number() {
        return number;
    }

    /** Position of the line as a record, from 0. */
    public long record() {
        return number - 1;
    }

    public Place place() {
        return Place.line(number);
    }

    /** Its bytes without line end; of a line that is too long the beginning. */
    public byte[] raw() {
        return Arrays.copyOfRange(bytes, from, to);
    }

    /** Where its bytes lie, between {@link #from()} and {@link #to()}. Not to be changed. */
    public byte[] bytes() {
        return bytes;
    }

    public int from() {
        return from;
    }

    public int to() {
        return to;
    }

    /** What a look at its bytes finds; looked for once where several readers ask for the same. */
    public long found(Look asked) {
        if (look != asked) {
            found = asked.in(bytes, from, to);
            look = asked;
        }
        return found;
    }

    /** Decoded as UTF-8, with U+FFFD for what is none. */
    public String text() {
        String known = text;
        if (known == null) {
            known = new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
            text = known;
        }
        return known;
    }

    /** What is wrong with it as a line; null: nothing. */
    public @Nullable Defect defect() {
        return defect;
    }

    /** Whether a line end follows. */
    public boolean isTerminated() {
        return isTerminated;
    }

    public boolean isBlank() {
        return defect == null && text().isBlank();
    }
}
