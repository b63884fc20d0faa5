package io.fabrictwin.ingest.live;

import io.fabrictwin.ingest.app.FormatChoice;
import io.fabrictwin.ingest.parse.FileInput;
import io.fabrictwin.ingest.parse.Format;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Takes whole files that are put into a folder, or changed there. Their identity is their content, as always. */
final class WatchSource implements LiveSource {
    private static final long NS_PER_MS = 1_000_000;

    private final SourceSpec.Watch spec;
    private final FormatChoice choice;
    private final Duration pause;

    WatchSource(SourceSpec.Watch spec) {
        this.spec = spec;
        this.choice = FormatChoice.named(spec.format()).orElseThrow();
        this.pause =
                Duration.ofMillis(Math.max(100, Math.min(1_000, spec.settle().toMillis() / 2)));
    }

    @Override
    public void run(SourceContext context) throws IOException {
        WatchedFolder folder = new WatchedFolder(spec.settle().toNanos());
        while (!context.stop().isWished()) {
            if (!Files.isDirectory(spec.folder())) {
                context.status().state("waiting for the folder " + spec.folder());
            } else {
                context.status().state("watching");
                List<Path> ready = folder.ready(present(), context.clockNs().getAsLong());
                for (int i = 0; i < ready.size() && !context.stop().isWished(); i++) {
                    context.status().lag(folder.waiting() + ready.size() - i);
                    take(ready.get(i), context);
                }
                context.status().lag(folder.waiting());
            }
            context.stop().within(pause);
        }
    }

    private SortedMap<Path, WatchedFolder.Look> present() throws IOException {
        SortedMap<Path, WatchedFolder.Look> present = new TreeMap<>();
        try (Stream<Path> files = Files.list(spec.folder())) {
            files.filter(file -> !isUnfinished(String.valueOf(file.getFileName())))
                    .forEach(file -> {
                        try {
                            BasicFileAttributes look = Files.readAttributes(file, BasicFileAttributes.class);
                            if (look.isRegularFile()) {
                                present.put(
                                        file,
                                        new WatchedFolder.Look(
                                                String.valueOf(look.fileKey()),
                                                look.size(),
                                                look.lastModifiedTime().toMillis() * NS_PER_MS));
                            }
                        } catch (IOException e) {
                            // It went away while we looked; the next look tells.
                            present.remove(file);
                        }
                    });
        }
        return present;
    }

    /** By the names that those who write and then rename give meanwhile. */
    private static boolean isUnfinished(String name) {
        return name.startsWith(".") || name.endsWith(".tmp") || name.endsWith(".part") || name.endsWith("~");
    }

    private void take(Path file, SourceContext context) {
        try {
            Format format = choice.of(file);
            FileInput input = FileInput.of(
                    format, file, context.fabric(), null, context.clockNs().getAsLong());
            if (!context.intake().isWhole(input.context().source())) {
                context.took(file.toString(), context.intake().take(format, input));
            }
        } catch (IOException e) {
            context.status().error(file + ": " + e.getMessage());
        }
    }
}
