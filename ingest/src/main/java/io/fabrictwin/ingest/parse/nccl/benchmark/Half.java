package io.fabrictwin.ingest.parse.nccl.benchmark;

import io.fabrictwin.ingest.parse.LineRecord;
import io.fabrictwin.model.event.BenchmarkMeasured;
import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.id.JobId;
import org.jspecify.annotations.Nullable;

/**
 * What a row tells of one way to call: out of place or in place.
 *
 * @param time µs, with four to six digits
 * @param algorithmBandwidth GB/s with two decimals
 * @param busBandwidth GB/s with two decimals
 * @param wrong number of wrong values, {@code N/A} or, in old versions, the greatest error
 */
record Half(String time, String algorithmBandwidth, String busBandwidth, String wrong) {
    static final int WORDS = 4;
    private static final double NS_PER_US = 1e3;
    private static final double BYTES_PER_GIGABYTE = 1e9;
    private static final double NS_PER_SECOND = 1e9;

    static Half of(String[] words, int from) {
        String wrong = from + 3 < words.length ? words[from + 3] : "N/A";
        return new Half(words[from], words[from + 1], words[from + 2], wrong);
    }

    /** Whether these words are a half whose last number was lost to the line that came between. */
    static boolean isTornHalf(String[] words) {
        return words.length == WORDS - 1 && isHalf(new String[] {words[0], words[1], words[2], "N/A"}, 0);
    }

    /** Whether words from there on have the form of a half. */
    static boolean isHalf(String[] words, int from) {
        return from + WORDS <= words.length
                && isNumber(words[from])
                && isNumber(words[from + 1])
                && isNumber(words[from + 2])
                && (isNumber(words[from + 3]) || words[from + 3].equals("N/A"))
                && words[from + 1].indexOf('.') > 0
                && words[from + 2].indexOf('.') > 0;
    }

    /** Whether in-place calls are not checked, as of an exchange among all. */
    boolean isUnchecked() {
        return wrong.equals("N/A");
    }

    void add(
            JobId job,
            CollectiveOperation operation,
            long bytes,
            @Nullable Integer rankCount,
            boolean isInPlace,
            LineRecord line) {
        double printed = Double.parseDouble(algorithmBandwidth) * BYTES_PER_GIGABYTE;
        double bus = Double.parseDouble(busBandwidth) * BYTES_PER_GIGABYTE;
        boolean isRounded = time.indexOf('e') > 0 && printed > 0;
        double ns = isRounded ? bytes / printed * NS_PER_SECOND : Double.parseDouble(time) * NS_PER_US;
        long timeNs = Math.round(ns);
        // Two decimals are nothing for small sizes; size and time tell more.
        double algorithm = isRounded || ns <= 0 ? printed : bytes / ns * NS_PER_SECOND;
        double factor = printed > 0 ? bus / printed : 0;
        Double algorithmRate = algorithm > 0 ? Double.valueOf(algorithm) : null;
        boolean isExact = printed >= BYTES_PER_GIGABYTE && bus > 0;
        Double busRate = bus > 0 ? Double.valueOf(isExact ? algorithm * factor : bus) : null;
        Long wrongValues = wrongValues();
        line.add(meta -> new BenchmarkMeasured(
                meta, job, operation, bytes, rankCount, isInPlace, timeNs, algorithmRate, busRate, wrongValues));
    }

    /** An error of old versions says nothing of how many are wrong, unless it is none. */
    private @Nullable Long wrongValues() {
        if (isUnchecked()) {
            return null;
        }
        boolean isCount = wrong.chars().allMatch(Character::isDigit) && wrong.length() < 18;
        if (isCount) {
            return Long.valueOf(wrong);
        }
        return Double.parseDouble(wrong) == 0 ? Long.valueOf(0) : null;
    }

    private static boolean isNumber(String word) {
        boolean hasDigit = false;
        for (int i = 0; i < word.length(); i++) {
            char letter = word.charAt(i);
            boolean isDigit = letter >= '0' && letter <= '9';
            boolean isSign = letter == '.' || (i > 0 && (letter == 'e' || letter == '+' || letter == '-'));
            if (!isDigit && !isSign) {
                return false;
            }
            hasDigit |= isDigit;
        }
        return hasDigit && word.length() <= 20 && isParsed(word);
    }

    private static boolean isParsed(String word) {
        try {
            return Double.isFinite(Double.parseDouble(word));
        } catch (NumberFormatException e) {
            return false;
        }
    }
}
