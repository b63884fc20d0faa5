package io.fabrictwin.model.step;

import io.fabrictwin.model.event.CollectiveOperation;

/**
 * A collective of a step.
 *
 * @param bytesPerRank as {@link io.fabrictwin.model.collective.Collectives} defines it
 * @param launchFraction share of the computing time that has passed when a rank may start it, 0 to 1
 * @param stream collectives of one stream run one after the other
 * @param library how it is run
 */
public record CollectiveWork(
        CollectiveOperation operation, long bytesPerRank, double launchFraction, int stream, LibraryChoice library) {
    /** A collective that is run as usual. */
    public CollectiveWork(CollectiveOperation operation, long bytesPerRank, double launchFraction, int stream) {
        this(operation, bytesPerRank, launchFraction, stream, LibraryChoice.USUAL);
    }

    public CollectiveWork {
        if (bytesPerRank < 0) {
            throw new IllegalArgumentException("bytesPerRank " + bytesPerRank + " is negative");
        }
        if (!(launchFraction >= 0 && launchFraction <= 1)) {
            throw new IllegalArgumentException("launchFraction " + launchFraction + " is not between 0 and 1");
        }
    }

    /** The same, run otherwise. */
    public CollectiveWork with(LibraryChoice other) {
        return new CollectiveWork(operation, bytesPerRank, launchFraction, stream, other);
    }
}
