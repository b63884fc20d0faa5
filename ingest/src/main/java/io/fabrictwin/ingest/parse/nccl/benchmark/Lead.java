package io.fabrictwin.ingest.parse.nccl.benchmark;

import io.fabrictwin.ingest.parse.nccl.words.Words;
import io.fabrictwin.model.event.CollectiveOperation;
import org.jspecify.annotations.Nullable;

/**
 * The beginning of a row: what was called.
 *
 * @param bytes size of the larger buffer of a rank
 * @param count elements that a rank gives
 * @param typeBytes size of an element
 * @param isReduction whether values are combined
 * @param hasRoot whether one rank gives or takes all
 */
record Lead(long bytes, long count, int typeBytes, boolean isReduction, boolean hasRoot) {
    static final int LEAST_WORDS = 3;
    static final int MOST_WORDS = 5;

    /** Reads the words before the first half; null: they have not the form. */
    static @Nullable Lead of(String[] words, int length) {
        if (!isLead(words) || length < LEAST_WORDS || length > MOST_WORDS) {
            return null;
        }
        boolean isReduction = false;
        boolean hasRoot = false;
        for (int i = LEAST_WORDS; i < length; i++) {
            if (isRoot(words[i])) {
                hasRoot = !words[i].startsWith("-");
            } else if (isReductionName(words[i])) {
                isReduction = !words[i].equals("none");
            } else {
                return null;
            }
        }
        Integer typeBytes = Words.bytesOfType(words[2]);
        return typeBytes == null
                ? null
                : new Lead(Long.parseLong(words[0]), Long.parseLong(words[1]), typeBytes, isReduction, hasRoot);
    }

    static boolean isLead(String[] words) {
        return words.length >= LEAST_WORDS
                && isWhole(words[0])
                && isWhole(words[1])
                && Character.isLetter(words[2].charAt(0))
                && Words.bytesOfType(words[2]) != null;
    }

    /** A reduction or a root, of which a torn row may have left one alone. */
    static boolean isRest(String word) {
        return isReductionName(word) || word.equals("-1");
    }

    /** By how much the larger buffer is larger: the number of ranks, where each gives a part; 0: the row is empty. */
    long ratio() {
        long given = count * typeBytes;
        return given > 0 && bytes % given == 0 ? bytes / given : 0;
    }

    /**
     * What was called. A name from elsewhere counts if it fits the row.
     *
     * @param named what the output calls itself; null: nothing
     * @param first what was told of calls out of place
     * @param second what was told of calls in place; null: nothing
     * @return null: several operations look like this
     */
    @Nullable
    CollectiveOperation operation(@Nullable CollectiveOperation named, Half first, @Nullable Half second) {
        boolean isPlain = !isReduction && !hasRoot;
        boolean isChecked = second != null && !first.isUnchecked();
        if (isPlain && !first.isUnchecked() && second != null && second.isUnchecked()) {
            // The only one of which calls in place are never checked.
            return CollectiveOperation.ALL_TO_ALL;
        }
        if (named != null && fits(named)) {
            return named;
        }
        long ratio = ratio();
        if (isReduction && hasRoot) {
            return CollectiveOperation.REDUCE;
        }
        if (ratio == 0) {
            return null;
        }
        if (isReduction) {
            return ratio == 1 ? CollectiveOperation.ALL_REDUCE : CollectiveOperation.REDUCE_SCATTER;
        }
        if (hasRoot) {
            return ratio == 1 ? CollectiveOperation.BROADCAST : null;
        }
        if (ratio == 1) {
            return CollectiveOperation.SEND;
        }
        return isChecked ? CollectiveOperation.ALL_GATHER : null;
    }

    private boolean fits(CollectiveOperation named) {
        return switch (named) {
            case ALL_REDUCE, REDUCE_SCATTER -> isReduction && !hasRoot;
            case REDUCE -> isReduction;
            case BROADCAST, GATHER, SCATTER -> !isReduction;
            default -> !isReduction && !hasRoot;
        };
    }

    private static boolean isRoot(String word) {
        return word.equals("-1") || (isWhole(word) && word.length() <= 6);
    }

    private static boolean isReductionName(String word) {
        return switch (word) {
            case "sum", "prod", "max", "min", "avg", "mulsum", "none", "all" -> true;
            default -> false;
        };
    }

    private static boolean isWhole(String word) {
        return !word.isEmpty()
                && word.length() <= 18
                && word.chars().allMatch(letter -> letter >= '0' && letter <= '9');
    }
}
