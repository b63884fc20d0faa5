package io.fabrictwin.ingest.parse;

import org.jspecify.annotations.Nullable;

/** One line of an input. */
public final class Line {
    private final long number;
    private final byte[] raw;
    private final String text;
    private final @Nullable Defect defect;
    private final boolean isTerminated;

    /** Why a line is not whole text. */
    public record Defect(RejectCode code, String reason) {}

    Line(long number, byte[] raw, String text, @Nullable Defect defect, boolean isTerminated) {
        this.number = number;
        this.raw = raw;
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

    public String place() {
        return "line " + number;
    }

    /** Its bytes without line end; of a line that is too long the beginning. Not to be changed. */
    public byte[] raw() {
        return raw;
    }

    /** Decoded as UTF-8, with U+FFFD for what is none. */
    public String text() {
        return text;
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
        return defect == null && text.isBlank();
    }
}
