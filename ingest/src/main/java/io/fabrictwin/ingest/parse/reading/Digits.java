package io.fabrictwin.ingest.parse.reading;

/** Whole numbers at the end of bytes of ASCII, where counters have their values. */
public final class Digits {
    /** Numbers of so many digits always fit. */
    public static final int MOST = 18;

    private static final int DECIMAL = 10;

    private Digits() {}

    /** Where the digits at the end begin; the end: there are none. */
    public static int begin(byte[] bytes, int from, int to) {
        int at = to;
        while (at > from && bytes[at - 1] >= '0' && bytes[at - 1] <= '9') {
            at--;
        }
        return at;
    }

    /** The number of {@value #MOST} digits at most that stands there. */
    public static long value(byte[] bytes, int from, int to) {
        long value = 0;
        for (int i = from; i < to; i++) {
            value = DECIMAL * value + bytes[i] - '0';
        }
        return value;
    }
}
