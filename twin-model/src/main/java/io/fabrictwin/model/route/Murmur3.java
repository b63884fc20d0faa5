package io.fabrictwin.model.route;

/** The 32-bit murmur3 hash (x86 variant, by Austin Appleby, public domain) of whole 32-bit words. */
public final class Murmur3 {
    private Murmur3() {}

    /** Hash of some words. */
    public static int hash(int seed, int... words) {
        int hash = seed;
        for (int word : words) {
            hash = mixed(hash, word);
        }
        return finished(hash, words.length);
    }

    /** Hash of three words, as above but without an array. */
    public static int hash(int seed, int first, int second, int third) {
        return finished(mixed(mixed(mixed(seed, first), second), third), 3);
    }

    private static int mixed(int hash, int word) {
        int mixed = hash ^ Integer.rotateLeft(word * 0xcc9e2d51, 15) * 0x1b873593;
        return Integer.rotateLeft(mixed, 13) * 5 + 0xe6546b64;
    }

    private static int finished(int mixed, int words) {
        int hash = mixed ^ words * 4;
        hash = (hash ^ (hash >>> 16)) * 0x85ebca6b;
        hash = (hash ^ (hash >>> 13)) * 0xc2b2ae35;
        return hash ^ (hash >>> 16);
    }
}
