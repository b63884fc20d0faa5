package io.fabrictwin.ingest.live;

import io.fabrictwin.schemas.TailPosition;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads a file that grows, and its next generation when it is rotated: renamed and made anew, or copied and truncated.
 * It never waits; who reads asks again. Files beside it that are named like a rotated one ({@code job.log.1},
 * {@code job.log-20260301}) are looked for what came between, so that nothing is lost while nobody reads, as long as it
 * is still there and not compressed. For one thread.
 */
final class FileTail implements Closeable {
    /** There is nothing to read now. */
    static final int NOTHING_NOW = 0;
    /** The generation is over: {@link #next()}. */
    static final int END = -1;

    private final Path path;
    private final Pattern rotatedName;
    private final long graceNs;
    private @Nullable Generation generation;
    private boolean isBegun;
    /** Rotated files that are older than what is read, or were read: none of them is a copy of it, or comes after it. */
    private final Set<String> formerKeys = new HashSet<>();

    private static final class Generation {
        final String key;
        final FileChannel channel;
        /** Read what was copied away before it was truncated: it grows no more. */
        final boolean isCopy;

        byte[] head = new byte[0];
        long position;
        /** How far it was read before a restart. */
        long formerPosition;

        long rotatedSinceNs = Long.MAX_VALUE;

        Generation(String key, FileChannel channel, boolean isCopy) {
            this.key = key;
            this.channel = channel;
            this.isCopy = isCopy;
        }

        /** It never was shorter than this. */
        long leastBytes() {
            return Math.max(position, formerPosition);
        }
    }

    private record Candidate(Path file, String key, long lastWrittenNs, long sizeBytes) {}

    /**
     * A tail that has no generation open yet.
     *
     * @param graceNs how long a renamed file is still listened to: its writer may not know yet
     */
    FileTail(Path path, long graceNs) {
        this.path = path.toAbsolutePath();
        this.graceNs = graceNs;
        this.rotatedName = Pattern.compile(Pattern.quote(name(path)) + "[.-]\\d[\\dTZ:_-]*");
    }

    /**
     * Opens the generation of which so much is in the log, at its start. If neither the file nor a rotated one is it, the
     * next one is whatever was written since.
     *
     * @return whether it is still there
     */
    boolean resume(TailPosition saved) throws IOException {
        isBegun = true;
        List<Candidate> found = new ArrayList<>();
        for (Candidate candidate : candidates(candidate -> candidate.sizeBytes >= saved.positionBytes())) {
            boolean isSameFile = candidate.key.equals(saved.fileKey());
            if ((isSameFile || saved.headBytes().length > 0) && hasHead(candidate.file, saved.headBytes())) {
                found.add(isSameFile ? 0 : found.size(), candidate);
            }
        }
        // Rotated files of before: last written before it was begun, or before a generation that grew no more by then.
        long sinceNs = found.isEmpty() ? saved.begunAtNs() : Math.min(saved.begunAtNs(), found.get(0).lastWrittenNs);
        candidates(other ->
                        !other.file.equals(path) && !other.key.equals(saved.fileKey()) && other.lastWrittenNs < sinceNs)
                .forEach(former -> formerKeys.add(former.key));
        if (found.isEmpty()) {
            return false;
        }
        Candidate candidate = found.get(0);
        Generation resumed = open(candidate, !candidate.key.equals(saved.fileKey()) && !candidate.file.equals(path));
        resumed.head = saved.headBytes();
        resumed.formerPosition = saved.positionBytes();
        generation = resumed;
        return true;
    }

    /** Opens the next generation; false: there is none yet. */
    boolean next() throws IOException {
        List<Candidate> present = candidates(candidate -> true);
        if (!isBegun) {
            // What was rotated away before the file is followed is not taken.
            present.stream()
                    .filter(candidate -> !candidate.file.equals(path))
                    .forEach(candidate -> formerKeys.add(candidate.key));
        }
        formerKeys.retainAll(present.stream().map(Candidate::key).toList());
        Optional<Candidate> next = present.stream()
                .filter(candidate -> candidate.file.equals(path) || !formerKeys.contains(candidate.key))
                .findFirst();
        if (next.isEmpty()) {
            return false;
        }
        close();
        generation = open(next.get(), false);
        isBegun = true;
        if (next.get().file.equals(path)) {
            present.stream()
                    .filter(candidate -> !candidate.file.equals(path))
                    .forEach(candidate -> formerKeys.add(candidate.key));
        }
        return true;
    }

    /** Reads what is new: the number of bytes, or {@link #NOTHING_NOW}, or {@link #END}. */
    int read(byte[] target, int offset, int length, long nowNs) throws IOException {
        Generation open = opened();
        if (isTruncated(open)) {
            if (!resumeCopy(open)) {
                return END;
            }
            open = opened();
        }
        int count = open.channel.read(ByteBuffer.wrap(target, offset, length), open.position);
        if (count > 0) {
            int missing = Math.min(TailPosition.MAX_HEAD_BYTES - open.head.length, count);
            if (missing > 0 && open.position == open.head.length) {
                int before = open.head.length;
                open.head = Arrays.copyOf(open.head, before + missing);
                System.arraycopy(target, offset, open.head, before, missing);
            }
            open.position += count;
            open.rotatedSinceNs = Long.MAX_VALUE;
            return count;
        }
        if (open.isCopy) {
            return ended(open);
        }
        String key = open.key;
        List<Candidate> present = candidates(candidate -> true);
        boolean isItself =
                present.stream().anyMatch(candidate -> candidate.file.equals(path) && candidate.key.equals(key));
        boolean isFollowed = present.stream()
                .anyMatch(candidate -> !candidate.key.equals(key)
                        && (candidate.file.equals(path) || !formerKeys.contains(candidate.key)));
        if (isItself || !isFollowed) {
            return NOTHING_NOW;
        }
        open.rotatedSinceNs = Math.min(open.rotatedSinceNs, nowNs);
        return nowNs - open.rotatedSinceNs >= graceNs ? ended(open) : NOTHING_NOW;
    }

    String fileKey() {
        return opened().key;
    }

    byte[] head() {
        return opened().head.clone();
    }

    long positionBytes() {
        return opened().position;
    }

    /** Bytes of this generation that are not read yet. */
    long lagBytes() throws IOException {
        Generation open = opened();
        return Math.max(0, open.channel.size() - open.position);
    }

    @Override
    public void close() throws IOException {
        if (generation != null) {
            generation.channel.close();
        }
    }

    private Generation opened() {
        Generation open = generation;
        if (open == null) {
            throw new IllegalStateException("no generation of " + path + " is open");
        }
        return open;
    }

    private static Generation open(Candidate candidate, boolean isCopy) throws IOException {
        return new Generation(candidate.key, FileChannel.open(candidate.file, StandardOpenOption.READ), isCopy);
    }

    /** A renamed or copied file is read to its end. */
    private int ended(Generation rotated) {
        formerKeys.add(rotated.key);
        return END;
    }

    /** Whether other bytes stand where we have read, or none. */
    private boolean isTruncated(Generation open) throws IOException {
        if (open.isCopy) {
            return false;
        }
        if (open.head.length > 0) {
            return open.channel.size() < open.leastBytes()
                    || !Arrays.equals(head(open.channel, open.head.length), open.head);
        }
        // Nothing was read, so only a copy tells that there was something.
        for (Candidate copy : newCopies(open)) {
            byte[] copied = head(copy.file);
            if (open.channel.size() < copy.sizeBytes || !Arrays.equals(head(open.channel, copied.length), copied)) {
                return true;
            }
        }
        return false;
    }

    /** What appeared beside the file since it was opened, and may hold what it held: it was written no later. */
    private List<Candidate> newCopies(Generation open) throws IOException {
        long writtenNs = candidates(candidate -> candidate.key.equals(open.key)).stream()
                .mapToLong(Candidate::lastWrittenNs)
                .findFirst()
                .orElse(Long.MIN_VALUE);
        return candidates(candidate -> !candidate.file.equals(path)
                && !candidate.key.equals(open.key)
                && !formerKeys.contains(candidate.key)
                && candidate.lastWrittenNs <= writtenNs
                && candidate.sizeBytes >= Math.max(1, open.leastBytes()));
    }

    /** Goes on in the copy that was made before the file was truncated, if there is one with more than was read. */
    private boolean resumeCopy(Generation truncated) throws IOException {
        for (Candidate candidate : newCopies(truncated)) {
            if (hasHead(candidate.file, truncated.head)) {
                Generation copy = open(candidate, true);
                copy.head = truncated.head;
                copy.position = truncated.position;
                copy.formerPosition = truncated.formerPosition;
                truncated.channel.close();
                generation = copy;
                return true;
            }
        }
        return false;
    }

    /** The file and its rotated ones, eldest first, the file itself last. */
    private List<Candidate> candidates(Predicate<Candidate> wanted) throws IOException {
        Path folder = path.getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file ->
                            file.equals(path) || rotatedName.matcher(name(file)).matches())
                    .flatMap(file -> candidate(file).stream())
                    .filter(wanted)
                    .sorted(Comparator.<Candidate, Boolean>comparing(candidate -> candidate.file.equals(path))
                            .thenComparing(Candidate::lastWrittenNs)
                            .thenComparing(Candidate::file, Comparator.reverseOrder()))
                    .toList();
        }
    }

    private static Optional<Candidate> candidate(Path file) {
        try {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return attributes.isRegularFile()
                    ? Optional.of(new Candidate(
                            file,
                            String.valueOf(attributes.fileKey()),
                            attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS),
                            attributes.size()))
                    : Optional.empty();
        } catch (IOException e) {
            // It went away while we looked.
            return Optional.empty();
        }
    }

    private static boolean hasHead(Path file, byte[] head) throws IOException {
        byte[] found = head(file);
        return found.length >= head.length && Arrays.equals(found, 0, head.length, head, 0, head.length);
    }

    private static byte[] head(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return head(channel, TailPosition.MAX_HEAD_BYTES);
        } catch (NoSuchFileException e) {
            // It went away while we looked.
            return new byte[0];
        }
    }

    private static byte[] head(FileChannel channel, int length) throws IOException {
        ByteBuffer head = ByteBuffer.allocate(length);
        int position = 0;
        while (head.hasRemaining()) {
            int count = channel.read(head, position);
            if (count < 0) {
                break;
            }
            position += count;
        }
        return Arrays.copyOf(head.array(), position);
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName());
    }
}
