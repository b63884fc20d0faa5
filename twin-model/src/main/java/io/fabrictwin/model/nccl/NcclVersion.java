package io.fabrictwin.model.nccl;

import java.util.Comparator;

/** A release of NCCL. */
public record NcclVersion(int major, int minor, int patch) implements Comparable<NcclVersion> {
    private static final Comparator<NcclVersion> ORDER = Comparator.comparingInt(NcclVersion::major)
            .thenComparingInt(NcclVersion::minor)
            .thenComparingInt(NcclVersion::patch);

    /**
     * Reads {@code 2.26} or {@code 2.26.2}; what follows a plus or minus sign is left out.
     *
     * @throws IllegalArgumentException if it is no version
     */
    public static NcclVersion parse(String text) {
        String[] parts = text.split("[-+]", 2)[0].split("\\.", -1);
        if (parts.length < 2 || parts.length > 3) {
            throw new IllegalArgumentException("version must look like 2.26 or 2.26.2: " + text);
        }
        try {
            return new NcclVersion(
                    Integer.parseInt(parts[0]),
                    Integer.parseInt(parts[1]),
                    parts.length == 3 ? Integer.parseInt(parts[2]) : 0);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("version must look like 2.26 or 2.26.2: " + text, e);
        }
    }

    @Override
    public int compareTo(NcclVersion other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return major + "." + minor + "." + patch;
    }
}
