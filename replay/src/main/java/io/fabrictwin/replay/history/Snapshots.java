package io.fabrictwin.replay.history;

import io.fabrictwin.model.state.Fold;
import io.fabrictwin.replay.operator.Assembly;
import io.fabrictwin.replay.operator.FoldScope;
import io.fabrictwin.replay.operator.FoldedPart;
import io.fabrictwin.replay.source.LogCut;
import io.fabrictwin.schemas.codec.EventCodec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Folders of snapshots. A snapshot only saves time: one that cannot be used is told of and passed over, and one that
 * cannot be written is told of and left out.
 */
public final class Snapshots {
    /** Keeps none, and knows none. */
    public static final Snapshots NONE = new Snapshots(List.of(), told -> {});

    /** Most that are kept of one log. */
    static final int MOST_KEPT = 12;

    private final List<Path> folders;
    private final Consumer<String> teller;

    /**
     * Names the folders.
     *
     * @param folders new ones are written to the first; they need not be there
     * @param teller told in one line what a person should know
     */
    public Snapshots(List<Path> folders, Consumer<String> teller) {
        this.folders = List.copyOf(folders);
        this.teller = teller;
    }

    /** What a snapshot depends on beside its log. */
    static String version() {
        return "fold " + Fold.VERSION + ", schemas " + EventCodec.schemaSet();
    }

    /** The newest snapshot from which the fold of a scope may begin; it is as it was written. */
    public Optional<Snapshot> nearest(LogCut log, FoldScope scope) {
        List<Snapshot> serving = all().stream()
                .filter(snapshot -> snapshot.serves(log, scope) && isOfThisVersion(snapshot))
                .sorted(Comparator.comparingLong(Snapshot::eventTimeNs)
                        .thenComparing(snapshot -> log.size(snapshot.resumeAt()), Comparator.reverseOrder())
                        .reversed())
                .toList();
        return serving.stream().filter(this::isWhole).findFirst();
    }

    private boolean isOfThisVersion(Snapshot snapshot) {
        boolean isOfThis = snapshot.version().equals(version());
        if (!isOfThis) {
            teller.accept("snapshot " + snapshot.file() + " was made by another version and is not used ("
                    + snapshot.version() + "; this is " + version() + ")");
        }
        return isOfThis;
    }

    private boolean isWhole(Snapshot snapshot) {
        try {
            if (SnapshotFile.isWhole(snapshot.path())) {
                return true;
            }
            teller.accept("snapshot " + snapshot.file() + " is damaged and is not used; remove it");
        } catch (IOException e) {
            teller.accept("snapshot " + snapshot.file() + " cannot be read and is not used: " + e.getMessage());
        }
        return false;
    }

    private List<Snapshot> all() {
        List<Snapshot> all = new ArrayList<>();
        for (Path folder : folders) {
            if (Files.isDirectory(folder)) {
                all.addAll(in(folder));
            }
        }
        return all;
    }

    private List<Snapshot> in(Path folder) {
        List<Snapshot> snapshots = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(file -> file.toString().endsWith(SnapshotFile.SUFFIX))
                    .sorted()
                    .toList()) {
                try {
                    snapshots.add(SnapshotFile.header(file));
                } catch (IOException e) {
                    teller.accept("snapshot " + file + " is damaged and is not used; remove it");
                }
            }
        } catch (IOException e) {
            teller.accept("snapshots in " + folder + " cannot be read: " + e.getMessage());
        }
        return snapshots;
    }

    /** Reads the parts of a snapshot that {@link #nearest} gave. */
    public static void read(String file, Consumer<FoldedPart> receiver) throws IOException {
        SnapshotFile.read(Path.of(file), receiver);
    }

    /** What a fold of a scope begins with: what the snapshot holds of it; with none, nothing. */
    public static Assembly begin(@Nullable Snapshot base, FoldScope scope) {
        Assembly assembly = new Assembly();
        if (base != null) {
            try {
                read(base.file(), part -> part.within(scope).ifPresent(assembly::add));
            } catch (IOException e) {
                throw new UncheckedIOException("cannot read the snapshot " + base.file(), e);
            }
        }
        return assembly;
    }

    /**
     * Keeps a fold.
     *
     * @param header says all but where it is
     */
    void keep(Snapshot header, Collection<FoldedPart> parts) {
        if (folders.isEmpty()) {
            return;
        }
        Path folder = folders.get(0);
        try {
            SnapshotFile.write(folder, header, parts);
            thinOut(folder, header);
        } catch (IOException e) {
            teller.accept("no snapshot is kept: cannot write to " + folder + ": " + e.getMessage());
        }
    }

    /** Of too many, removes those whose neighbours are nearest, measured by how long ago they are. */
    private void thinOut(Path folder, Snapshot written) throws IOException {
        List<Snapshot> ofLog = new ArrayList<>(in(folder).stream()
                .filter(snapshot -> snapshot.topicIds().equals(written.topicIds()))
                .sorted(Comparator.comparingLong(Snapshot::eventTimeNs)
                        .thenComparing(Snapshot::version)
                        .thenComparing(Snapshot::file))
                .toList());
        while (ofLog.size() > MOST_KEPT) {
            long newestNs = ofLog.get(ofLog.size() - 1).eventTimeNs();
            int least = 1;
            double leastSpan = Double.MAX_VALUE;
            for (int i = 1; i < ofLog.size() - 1; i++) {
                double spanNs =
                        ofLog.get(i + 1).eventTimeNs() - ofLog.get(i - 1).eventTimeNs();
                double span = spanNs / (newestNs - ofLog.get(i).eventTimeNs() + 1);
                if (span < leastSpan) {
                    leastSpan = span;
                    least = i;
                }
            }
            Files.deleteIfExists(ofLog.remove(least).path());
        }
    }
}
