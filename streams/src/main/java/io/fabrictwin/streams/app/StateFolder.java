package io.fabrictwin.streams.app;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The folder of the stores: held by one process, and of one version. */
final class StateFolder implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(StateFolder.class);
    /**
     * Rises when stores are no longer read as they were written, or would hold more of the past. It is a part of the
     * application's id, so that stores and changelogs of another version are not read: all is folded again from the log.
     */
    static final String VERSION = "3";

    private final FileChannel lockFile;

    private StateFolder(FileChannel lockFile) {
        this.lockFile = lockFile;
    }

    static StateFolder open(Path folder) {
        FileChannel lockFile = null;
        try {
            Files.createDirectories(folder);
            lockFile =
                    FileChannel.open(folder.resolve("twin.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (tryLock(lockFile) == null) {
                throw new CannotStartException("state folder " + folder
                        + " is held by another process: stop it, or give this one a folder of its own");
            }
            Path versionFile = folder.resolve("twin.version");
            String version =
                    Files.exists(versionFile) ? Files.readString(versionFile).strip() : VERSION;
            if (!version.equals(VERSION)) {
                LOG.info(
                        "state folder {} is of version {}, this build keeps version {} beside it: it is made anew from the"
                                + " log, and what the other version left can be deleted",
                        folder,
                        version,
                        VERSION);
            }
            Files.writeString(versionFile, VERSION + "\n");
            return new StateFolder(lockFile);
        } catch (IOException e) {
            close(lockFile);
            throw new CannotStartException(
                    "state folder " + folder + " cannot be used (" + e + "): choose one that can be written", e);
        } catch (CannotStartException e) {
            close(lockFile);
            throw e;
        }
    }

    private static @Nullable FileLock tryLock(FileChannel file) throws IOException {
        try {
            return file.tryLock();
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    private static void close(@Nullable FileChannel file) {
        if (file != null) {
            try {
                file.close();
            } catch (IOException e) {
                throw new CannotStartException("the lock file of the state folder cannot be closed: " + e, e);
            }
        }
    }

    @Override
    public void close() {
        close(lockFile);
    }
}
