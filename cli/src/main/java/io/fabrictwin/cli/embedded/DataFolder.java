package io.fabrictwin.cli.embedded;

import io.fabrictwin.cli.BadDataException;
import io.fabrictwin.cli.CommandFailedException;
import io.fabrictwin.cli.UnreachableException;
import io.fabrictwin.cli.WriteFailure;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The folder that holds everything of an embedded twin: the broker's log, stores, archive, and {@code endpoint}, which
 * names the broker that runs on it. One process at a time holds it.
 */
public final class DataFolder implements AutoCloseable {
    /** Layout of the folder; raised when an older build could not read it. */
    private static final String VERSION = "1";

    private final Path root;
    private final FileChannel channel;
    private final FileLock lock;

    private DataFolder(Path root, FileChannel channel, FileLock lock) {
        this.root = root;
        this.channel = channel;
        this.lock = lock;
    }

    /**
     * Takes the folder for this process; creates it when it is new.
     *
     * @throws UnreachableException when another process holds it, or it cannot be written
     * @throws BadDataException when it was written by a build of another layout
     */
    public static DataFolder open(Path root) {
        try {
            Files.createDirectories(root);
            FileChannel channel =
                    FileChannel.open(root.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            try {
                FileLock lock = tryLock(channel);
                if (lock == null) {
                    throw new UnreachableException("another process holds the data folder " + root
                            + "; stop it, or name another folder with --data");
                }
                checkVersion(root);
                return new DataFolder(root, channel, lock);
            } catch (IOException | CommandFailedException e) {
                channel.close();
                throw e;
            }
        } catch (IOException e) {
            throw new UnreachableException(
                    "cannot use the data folder " + root + ": " + WriteFailure.reason(e) + "; name another with --data",
                    e);
        }
    }

    /** The broker that another process runs on the folder; empty when none does. */
    public static Optional<String> endpoint(Path root) {
        Path endpoint = root.resolve("endpoint");
        if (!Files.exists(endpoint) || !isHeld(root)) {
            return Optional.empty();
        }
        try {
            return Optional.of(Files.readString(endpoint).strip());
        } catch (IOException e) {
            throw new UnreachableException("cannot read " + endpoint + ": " + e.getMessage(), e);
        }
    }

    public Path brokerDirectory() {
        return root.resolve("broker");
    }

    /** Tells other processes where the broker is. */
    public void publishEndpoint(String bootstrap) {
        try {
            Files.writeString(root.resolve("endpoint"), bootstrap + "\n");
        } catch (IOException e) {
            throw new UnreachableException("cannot write to the data folder " + root + ": " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        try {
            Files.deleteIfExists(root.resolve("endpoint"));
            lock.release();
            channel.close();
        } catch (IOException e) {
            throw new UnreachableException("cannot release the data folder " + root + ": " + e.getMessage(), e);
        }
    }

    private static boolean isHeld(Path root) {
        try (FileChannel channel = FileChannel.open(root.resolve("lock"), StandardOpenOption.WRITE)) {
            FileLock lock = tryLock(channel);
            if (lock != null) {
                lock.release();
            }
            return lock == null;
        } catch (IOException e) {
            return false;
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException heldByThisProcess) {
            return null;
        }
    }

    private static void checkVersion(Path root) throws IOException {
        Path version = root.resolve("version");
        if (!Files.exists(version)) {
            Files.writeString(version, VERSION + "\n");
            return;
        }
        String found = Files.readString(version).strip();
        if (!found.equals(VERSION)) {
            throw new BadDataException("the data folder " + root + " has layout " + found + ", this build reads layout "
                    + VERSION + "; run the build that wrote it, or name another folder with --data");
        }
    }
}
