package io.fabrictwin.model.scenario;

import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.frame.JobLibrary;
import io.fabrictwin.model.nccl.Algorithm;
import io.fabrictwin.model.nccl.Protocol;
import io.fabrictwin.model.scenario.UsedSettings.Setting;
import io.fabrictwin.model.step.CollectiveWork;
import io.fabrictwin.model.step.LibraryChoice;
import io.fabrictwin.model.step.LibraryMessages;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How a job's library runs its collectives today, as far as events tell; else as usual. */
final class ToldLibrary {
    private final JobLibrary library;
    private final UsedSettings used;

    ToldLibrary(JobLibrary library, UsedSettings used) {
        this.library = library;
        this.used = used;
    }

    /** Most channels of any collective; null: not told. */
    @Nullable
    Integer channels() {
        return library.choices().stream()
                .map(JobLibrary.Choice::channels)
                .filter(Objects::nonNull)
                .filter(channels -> channels > 0)
                .max(Integer::compare)
                .orElse(null);
    }

    /** The collective as the library runs it. */
    CollectiveWork told(CollectiveWork work) {
        LibraryChoice choice = chosen(work.operation(), work.bytesPerRank())
                .orElseGet(() -> byVariable().orElse(LibraryChoice.USUAL));
        Integer channels = channels();
        if (channels != null) {
            choice = choice.withChannels(channels);
        }
        if (!LibraryMessages.runs(choice.algorithm(), work.operation())) {
            choice = choice.withAlgorithm(Algorithm.RING);
        }
        if (!choice.equals(LibraryChoice.USUAL)) {
            used.add(
                    Setting.ALGORITHM,
                    choice.algorithm().libraryName() + " " + choice.protocol().libraryName(),
                    true);
        }
        return work.with(choice);
    }

    private Optional<LibraryChoice> chosen(CollectiveOperation operation, long bytes) {
        return library.nearest(operation, bytes).flatMap(told -> {
            try {
                return Optional.of(new LibraryChoice(
                        Algorithm.ofLibraryName(told.algorithm()), Protocol.ofLibraryName(told.protocol()), 1, 0));
            } catch (IllegalArgumentException e) {
                return Optional.empty(); // an algorithm that came after this model
            }
        });
    }

    /** NCCL_ALGO where it names one algorithm for all. */
    private Optional<LibraryChoice> byVariable() {
        String setting = library.algorithmSetting();
        if (setting == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(LibraryChoice.USUAL.withAlgorithm(Algorithm.ofLibraryName(setting.strip())));
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // a list, or one that is excluded
        }
    }
}
