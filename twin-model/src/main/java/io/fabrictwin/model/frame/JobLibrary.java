package io.fabrictwin.model.frame;

import static io.fabrictwin.model.state.AttributeName.*;

import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.state.EntityKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a job's collective library told of its choices.
 *
 * @param choices in order of operation and size
 * @param algorithmSetting value of NCCL_ALGO as the job was given it; null: not told
 */
public record JobLibrary(List<Choice> choices, @Nullable String algorithmSetting) {
    private static final String ALGORITHM_VARIABLE = "NCCL_ALGO";

    /**
     * What it chose for one size of one operation.
     *
     * @param algorithm name, as the library writes it
     * @param protocol name, as the library writes it
     * @param channels null: not told
     */
    public record Choice(
            CollectiveOperation operation,
            long bytes,
            String algorithm,
            String protocol,
            @Nullable Integer channels) {}

    public JobLibrary {
        choices = List.copyOf(choices);
    }

    /** What the frame has of a job. */
    public static JobLibrary of(FabricFrame frame, JobId job) {
        List<Choice> choices = new ArrayList<>();
        for (Entity chosen : frame.entities(EntityKind.ALGORITHM, job.value())) {
            String algorithm = chosen.text(ALGORITHM);
            String protocol = chosen.text(PROTOCOL);
            if (algorithm != null && protocol != null) {
                choices.add(new Choice(
                        CollectiveOperation.valueOf(chosen.path(2)),
                        Long.parseLong(chosen.path(3)),
                        algorithm,
                        protocol,
                        chosen.count(CHANNELS)));
            }
        }
        choices.sort(Comparator.comparing(Choice::operation).thenComparingLong(Choice::bytes));
        String setting = frame.entities(EntityKind.JOB, job.value()).stream()
                .map(own -> own.text(SETTING_PREFIX + ALGORITHM_VARIABLE))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
        return new JobLibrary(choices, setting);
    }

    /** What it chose for the size nearest to this one; empty where it told nothing of the operation. */
    public Optional<Choice> nearest(CollectiveOperation operation, long bytes) {
        return choices.stream()
                .filter(choice -> choice.operation() == operation)
                .min(Comparator.comparingDouble(choice ->
                        Math.abs(StrictMath.log(Math.max(1, choice.bytes()) / Math.max(1.0, (double) bytes)))));
    }
}
