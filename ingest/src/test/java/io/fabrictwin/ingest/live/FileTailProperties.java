package io.fabrictwin.ingest.live;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.model.id.SourceId;
import io.fabrictwin.schemas.TailPosition;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever writers, rotation and restarts do to a followed file: every byte is read once, in order. */
class FileTailProperties {
    private static final SourceId SOURCE = new SourceId("events", "tail");
    private static final int STEPS = 60;

    @TempDir
    Path folder;

    @Test
    void everyByteIsReadOnceInOrder() throws IOException {
        for (long seed = 0; seed < 150; seed++) {
            World world = new World(Files.createDirectory(folder.resolve("seed" + seed)), new Random(seed));
            // What was rotated away before the file was ever followed is not taken.
            world.write();
            world.readSome(1);
            for (int step = 0; step < STEPS; step++) {
                world.step();
            }
            world.catchUp();
            assertThat(world.read.toString(UTF_8))
                    .as("seed %s: %s", seed, world.story)
                    .isEqualTo(world.written.toString(UTF_8));
        }
    }

    private static final class World {
        private final Path file;
        private final Random random;
        private final ByteArrayOutputStream written = new ByteArrayOutputStream();
        private final ByteArrayOutputStream read = new ByteArrayOutputStream();
        private final StringBuilder story = new StringBuilder();
        private long timeMs = 1_767_225_600_000L;
        private long lines;
        private FileTail tail;
        private @Nullable TailPosition saved;
        private boolean isOpen;
        private long begunNs;
        /** Bytes that are read again after a restart. */
        private long again;

        World(Path folder, Random random) {
            this.file = folder.resolve("job.log");
            this.random = random;
            this.tail = new FileTail(file, 0);
        }

        void step() throws IOException {
            timeMs += 10;
            switch (random.nextInt(10)) {
                case 0, 1, 2 -> write();
                case 3, 4, 5, 6 -> readSome(1 + random.nextInt(3));
                case 7 -> rename();
                case 8 -> copyAndTruncate();
                default -> restart();
            }
        }

        void catchUp() throws IOException {
            readSome(200);
        }

        private void write() throws IOException {
            StringBuilder text = new StringBuilder();
            for (int count = random.nextInt(4); count >= 0; count--) {
                text.append(lines++).append(" line").append(random.nextInt(5) == 0 ? "" : "\n");
            }
            byte[] bytes = text.toString().getBytes(UTF_8);
            Files.write(file, bytes, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            written.writeBytes(bytes);
            story.append("write to ").append(lines).append("; ");
            touch(file);
        }

        private void rename() throws IOException {
            if (Files.exists(file)) {
                shift();
                Files.move(file, rotated(1));
                story.append("rename; ");
                if (random.nextBoolean()) {
                    Files.createFile(file);
                    touch(file);
                }
            }
        }

        private void copyAndTruncate() throws IOException {
            // Generations that begin alike cannot be told apart: each begins with a line of its own.
            if (Files.exists(file) && Files.size(file) > 0) {
                shift();
                Files.copy(file, rotated(1));
                story.append("copy; ");
                touch(rotated(1));
                Files.write(file, new byte[0]);
                timeMs += 10;
                touch(file);
            }
        }

        private void shift() throws IOException {
            int count = 1;
            while (Files.exists(rotated(count))) {
                count++;
            }
            for (int i = count - 1; i >= 1; i--) {
                Files.move(rotated(i), rotated(i + 1));
            }
        }

        private Path rotated(int number) {
            return file.resolveSibling("job.log." + number);
        }

        private void touch(Path touched) throws IOException {
            Files.setLastModifiedTime(touched, FileTime.fromMillis(timeMs));
        }

        private void restart() throws IOException {
            story.append("restart; ");
            tail.close();
            tail = new FileTail(file, 0);
            isOpen = saved != null && tail.resume(saved);
            again = isOpen ? saved.positionBytes() : 0;
        }

        private void readSome(int times) throws IOException {
            byte[] buffer = new byte[8 + random.nextInt(64)];
            for (int i = 0; i < times; i++) {
                if (!isOpen) {
                    isOpen = tail.next();
                    begunNs = timeMs * 1_000_000;
                    again = 0;
                    if (!isOpen) {
                        continue;
                    }
                    story.append("open; ");
                    save();
                }
                int count = tail.read(buffer, 0, buffer.length, timeMs * 1_000_000);
                if (count == FileTail.END) {
                    isOpen = false;
                    story.append("end; ");
                } else if (count > 0) {
                    int known = (int) Math.min(again, count);
                    again -= known;
                    read.write(buffer, known, count - known);
                    story.append("read ").append(count - known).append("; ");
                    if (again == 0) {
                        save();
                    }
                }
            }
        }

        private void save() {
            saved = new TailPosition("t", SOURCE, tail.fileKey(), tail.head(), tail.positionBytes(), 0, begunNs);
        }
    }
}
