package io.fabrictwin.model.scenario;

import static io.fabrictwin.model.scenario.ScenarioRefusedException.nonsense;

import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.nccl.Algorithm;
import io.fabrictwin.model.nccl.Protocol;
import io.fabrictwin.model.scenario.ChangeKey.Help;
import io.fabrictwin.model.scenario.ForkState.JobFacts;
import io.fabrictwin.model.step.CollectiveWork;
import io.fabrictwin.model.step.LibraryChoice;
import io.fabrictwin.model.step.LibraryMessages;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.function.IntUnaryOperator;
import java.util.function.UnaryOperator;

/** How the collective library runs a job's collectives, from its next step on. */
final class LibraryKeys {
    /** NCCL has no more (channels.limit of its constants). */
    private static final int MOST_CHANNELS = 64;

    private static final String COUNTED = "a fork counts no GPU copies: see docs/model.md";

    private static final ValueForm<Algorithm> ALGORITHM = words(Algorithm.values(), LibraryKeys::word, "algorithm");
    private static final ValueForm<Protocol> PROTOCOL = words(Protocol.values(), LibraryKeys::word, "protocol");
    private static final ValueForm<Integer> CHANNELS = new ValueForm<>(
            "count, up to " + MOST_CHANNELS,
            (key, text) -> {
                int count = ValueForm.count(1).read(key, text);
                if (count > MOST_CHANNELS) {
                    throw nonsense("'" + text + "' in '" + key + "' is above " + MOST_CHANNELS + ", the most NCCL has");
                }
                return count;
            },
            String::valueOf);

    /** What a person may say of reduction in switches. */
    private enum Sharp {
        ON,
        OFF,
        ASSUMED
    }

    static final List<ChangeKey<?>> ALL = List.of(
            ChangeKey.of(
                    ChangeLayer.COLLECTIVE_LIBRARY,
                    "nccl-algorithm",
                    TargetForm.COLLECTIVES,
                    ALGORITHM,
                    "set-nccl-algorithm",
                    new Help(
                            "how collectives are run, all that the algorithm can run or those of one kind",
                            "nccl-algorithm@job0/all-reduce=tree",
                            "nvls, collnet-direct and collnet-chain reduce in switches; nvls-tree is a tree over hosts; "
                                    + COUNTED),
                    LibraryKeys::setAlgorithm),
            ChangeKey.of(
                    ChangeLayer.COLLECTIVE_LIBRARY,
                    "nccl-protocol",
                    TargetForm.COLLECTIVES,
                    PROTOCOL,
                    "set-nccl-protocol",
                    new Help(
                            "how the receiver is told that data has come",
                            "nccl-protocol@job0=ll128",
                            "ll doubles the bytes, ll128 adds a fifteenth; hops cost as much of NCCL's figures as the"
                                    + " recording shows"),
                    LibraryKeys::setProtocol),
            ChangeKey.of(
                    ChangeLayer.COLLECTIVE_LIBRARY,
                    "nccl-channels",
                    TargetForm.JOB,
                    CHANNELS,
                    "set-nccl-channels",
                    new Help(
                            "channels of the job's collectives, each with connections of its own",
                            "nccl-channels@job0=8",
                            "where no event tells today's number it counts as 1; " + COUNTED),
                    (edit, job, count) -> edit.editJob(job, facts -> facts.withChannels(count))),
            ChangeKey.of(
                    ChangeLayer.COLLECTIVE_LIBRARY,
                    "nccl-min-channels",
                    TargetForm.JOB,
                    CHANNELS,
                    "set-nccl-channels",
                    new Help("at least so many channels", "nccl-min-channels@job0=8", "today's number must be told"),
                    (edit, job, least) -> bound(edit, job, today -> Math.max(today, least))),
            ChangeKey.of(
                    ChangeLayer.COLLECTIVE_LIBRARY,
                    "nccl-max-channels",
                    TargetForm.JOB,
                    CHANNELS,
                    "set-nccl-channels",
                    new Help("at most so many channels", "nccl-max-channels@job0=4", "today's number must be told"),
                    (edit, job, most) -> bound(edit, job, today -> Math.min(today, most))),
            ChangeKey.of(
                    ChangeLayer.COLLECTIVE_LIBRARY,
                    "sharp",
                    TargetForm.JOB,
                    words(Sharp.values(), LibraryKeys::word, "state of SHARP"),
                    set -> set == Sharp.OFF ? "disable-sharp" : "enable-sharp",
                    new Help(
                            "whether switches reduce for the job's all-reduces; assumed: as if they could",
                            "sharp@job0=on",
                            "a tree of switches for each job, of which it has all; switches reach 95 % of the line rate"),
                    LibraryKeys::setSharp));

    private LibraryKeys() {}

    private static <E extends Enum<E>> ValueForm<E> words(
            E[] values, java.util.function.Function<E, String> word, String what) {
        List<String> known = Arrays.stream(values).map(word).toList();
        return new ValueForm<>(
                String.join(", ", known),
                (key, text) -> Arrays.stream(values)
                        .filter(value -> word.apply(value).equals(text))
                        .findFirst()
                        .orElseThrow(() -> nonsense("'" + text + "' in '" + key + "' is no " + what, known)),
                word);
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static void setAlgorithm(ForkEdit edit, String target, Algorithm algorithm) {
        editCollectives(edit, target, algorithm, choice -> choice.withAlgorithm(algorithm));
        if (LibraryMessages.needsSwitches(algorithm)) {
            requireTree(edit, jobOf(edit, target));
        }
    }

    private static void setProtocol(ForkEdit edit, String target, Protocol protocol) {
        editCollectives(edit, target, null, choice -> choice.withProtocol(protocol));
    }

    private static void setSharp(ForkEdit edit, String job, Sharp sharp) {
        if (sharp == Sharp.OFF) {
            edit.editJob(
                    job,
                    facts -> facts.withCollectives(facts.collectives().stream()
                            .map(work ->
                                    LibraryMessages.needsSwitches(work.library().algorithm())
                                            ? work.with(work.library().withAlgorithm(Algorithm.RING))
                                            : work)
                            .toList()));
            return;
        }
        if (sharp == Sharp.ASSUMED) {
            edit.state().reducing.addAll(edit.state().switches.keySet());
        }
        editCollectives(
                edit,
                job + "/" + word(CollectiveOperation.ALL_REDUCE),
                Algorithm.COLLNET_DIRECT,
                choice -> choice.withAlgorithm(Algorithm.COLLNET_DIRECT));
        requireTree(edit, job);
    }

    private static void bound(ForkEdit edit, String job, IntUnaryOperator bound) {
        edit.editJob(job, facts -> {
            Integer today = facts.channels();
            if (today == null) {
                throw nonsense("no event tells how many channels " + job + " has: write nccl-channels@" + job
                        + " with the number that it shall have");
            }
            int count = bound.applyAsInt(today);
            return count == today ? facts : facts.withChannels(count);
        });
    }

    /** A job may be named with a slash in it: what is behind the last one counts only where there is no such job. */
    private static String jobOf(ForkEdit edit, String target) {
        int slash = target.lastIndexOf('/');
        return slash < 0 || edit.state().jobs.containsKey(new JobId(target)) ? target : target.substring(0, slash);
    }

    private static void editCollectives(
            ForkEdit edit,
            String target,
            @org.jspecify.annotations.Nullable Algorithm algorithm,
            UnaryOperator<LibraryChoice> change) {
        String job = jobOf(edit, target);
        String kind = target.equals(job) ? null : target.substring(job.length() + 1);
        edit.editJob(job, facts -> {
            List<CollectiveWork> asked = facts.collectives().stream()
                    .filter(work -> kind == null || word(work.operation()).equals(kind))
                    .toList();
            if (asked.isEmpty()) {
                throw nonsense(
                        "job '" + job + "' has no " + (kind == null ? "collective" : "'" + kind + "'"), kinds(facts));
            }
            if (algorithm != null
                    && asked.stream().noneMatch(work -> LibraryMessages.runs(algorithm, work.operation()))) {
                throw nonsense(word(algorithm) + " runs none of the collectives asked about ("
                        + String.join(
                                ", ",
                                asked.stream()
                                        .map(work -> word(work.operation()))
                                        .distinct()
                                        .toList())
                        + "): it runs "
                        + String.join(
                                ", ",
                                Arrays.stream(CollectiveOperation.values())
                                        .filter(operation -> LibraryMessages.runs(algorithm, operation))
                                        .map(LibraryKeys::word)
                                        .toList()));
            }
            if (algorithm != null
                    && algorithm != Algorithm.RING
                    && new HashSet<>(facts.hosts().values()).size()
                            < facts.hosts().size()) {
                throw nonsense("job '" + job
                        + "' has several ranks on a host: trees over the hosts of such a job are not" + " modelled");
            }
            return facts.withCollectives(facts.collectives().stream()
                    .map(work -> asked.contains(work)
                                    && (algorithm == null || LibraryMessages.runs(algorithm, work.operation()))
                            ? work.with(change.apply(work.library()))
                            : work)
                    .toList());
        });
    }

    private static List<String> kinds(JobFacts facts) {
        return facts.collectives().stream()
                .map(work -> word(work.operation()))
                .distinct()
                .toList();
    }

    private static void requireTree(ForkEdit edit, String name) {
        ForkState state = edit.state();
        JobId job = new JobId(name);
        JobFacts facts = state.jobs.get(job);
        if (facts == null || new ReductionTrees(state, state.reducing).of(job, facts) != null) {
            return;
        }
        List<String> able = state.reducing.stream().map(DeviceId::value).toList();
        throw nonsense("no tree of switches that reduce joins the hosts of " + name + "; "
                + (able.isEmpty()
                        ? "no switch is told to (by its model or an aggregation node behind it)"
                        : "told to reduce are " + String.join(", ", able))
                + "; sharp@" + name + "=assumed asks as if all could");
    }
}
