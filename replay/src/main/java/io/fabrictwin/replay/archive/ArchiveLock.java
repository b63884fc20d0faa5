package io.fabrictwin.replay.archive;

import io.fabrictwin.replay.source.HistoryRefusedException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** One process at a time fills an archive. The operating system frees the lock of one that dies. */
final class ArchiveLock implements AutoCloseable {
    private final FileChannel channel;

    private ArchiveLock(FileChannel channel) {
        this.channel = channel;
    }

    static ArchiveLock of(Path folder) throws IOException {
        FileChannel channel =
                FileChannel.open(folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException heldByThisProcess) {
            lock = null;
        }
        if (lock == null) {
            channel.close();
            throw new HistoryRefusedException("another process is filling the archive " + folder);
        }
        return new ArchiveLock(channel);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
