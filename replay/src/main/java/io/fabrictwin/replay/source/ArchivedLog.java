package io.fabrictwin.replay.source;

import io.fabrictwin.model.frame.Positions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** A log as an archive holds it. */
final class ArchivedLog implements HeldLog {
    private final Path folder;
    private final Manifest manifest;

    private ArchivedLog(Path folder, Manifest manifest) {
        this.folder = folder;
        this.manifest = manifest;
    }

    static ArchivedLog of(Path folder) {
        return new ArchivedLog(
                folder,
                Manifest.read(folder)
                        .orElseThrow(() -> new HistoryRefusedException("there is no archive in " + folder + " (no "
                                + Manifest.FILE + "); make one with: fabric-twin archive --to " + folder)));
    }

    void requireSameLog(SortedMap<String, String> others, String where) {
        if (!manifest.topicIds().equals(others)) {
            throw new HistoryRefusedException("the archive " + folder + " is of another log than " + where
                    + ": read one of them, or archive this log into another folder");
        }
    }

    @Override
    public SortedMap<String, String> topicIds() {
        return manifest.topicIds();
    }

    @Override
    public Positions begin() {
        return manifest.begin();
    }

    @Override
    public Positions end() {
        return manifest.end();
    }

    @Override
    public List<LogGap> gaps() {
        return manifest.gaps();
    }

    @Override
    public boolean hasAppendTimes() {
        return manifest.hasAppendTimes();
    }

    @Override
    public Positions endKnownAt(long timeMs) {
        SortedMap<Positions.Partition, Long> known = new TreeMap<>();
        Set<Positions.Partition> ended = new HashSet<>();
        for (ArchivedFile file : manifest.files()) {
            // The files of a partition come in order: what follows an early end does not move it.
            if (ended.contains(file.place())) {
                continue;
            }
            if (file.lastAppendMs() <= timeMs) {
                known.put(file.place(), file.to());
            } else {
                known.put(file.place(), firstAfter(file, timeMs));
                ended.add(file.place());
            }
        }
        return new Positions(known);
    }

    private long firstAfter(ArchivedFile file, long timeMs) {
        long[] first = {file.to()};
        ArchiveSlice.of(folder, file, file.from(), file.to()).read(next -> {
            if (next.appendTimeMs() > timeMs) {
                first[0] = Math.min(first[0], next.offset());
            }
        });
        return first[0];
    }

    @Override
    public OptionalLong firstAppendTimeMs() {
        return manifest.files().stream().mapToLong(ArchivedFile::firstAppendMs).min();
    }

    private List<ArchiveSlice> slices(LogSpan span) {
        List<ArchiveSlice> slices = new ArrayList<>();
        for (ArchivedFile file : manifest.files()) {
            long from = Math.max(file.from(), span.from().getOrDefault(file.place(), Long.MAX_VALUE));
            long to = Math.min(file.to(), span.to().getOrDefault(file.place(), 0L));
            if (from < to) {
                slices.add(ArchiveSlice.of(folder, file, from, to));
            }
        }
        return slices;
    }

    @Override
    public void read(LogSpan span, Consumer<LogRecord> receiver) {
        slices(span).forEach(slice -> slice.read(receiver));
    }

    @Override
    public DataStream<LogRecord> stream(StreamExecutionEnvironment environment, LogSpan span) {
        // Long files first: the slots then end at about the same time.
        List<ArchiveSlice> slices = slices(span).stream()
                .sorted(Comparator.comparingLong(ArchiveSlice::bytes).reversed())
                .toList();
        return environment
                .fromData(slices, TypeInformation.of(ArchiveSlice.class))
                .setParallelism(1)
                .rebalance()
                .<LogRecord>flatMap((slice, out) -> slice.read(out::collect))
                .returns(TypeInformation.of(LogRecord.class))
                .name("archive");
    }
}
