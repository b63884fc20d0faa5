package io.fabrictwin.model.scenario;

import static io.fabrictwin.model.scenario.ScenarioRefusedException.nonsense;

import io.fabrictwin.model.congestion.TransportKind;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.route.Ecmp.Field;
import io.fabrictwin.model.route.Ecmp.Hashing;
import io.fabrictwin.model.route.Spreading;
import io.fabrictwin.model.route.Spreading.Mode;
import io.fabrictwin.model.scenario.ChangeKey.Help;
import io.fabrictwin.model.scenario.ForkState.JobFacts;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Over which paths a job's bytes go. */
final class MultipathKeys {
    /** Target of a change that holds for all jobs. */
    private static final String ALL_JOBS = "all";

    private static final ValueForm<Spreading> MODE = new ValueForm<>(
            "ecmp, flowlet GAP (flowlet 500us), adaptive, spray", MultipathKeys::mode, MultipathKeys::text);

    private static final ValueForm<Set<Field>> FIELDS = new ValueForm<>(
            "list of source-address, destination-address, source-port, destination-port",
            MultipathKeys::fields,
            fields -> fields.stream().sorted().map(Field::word).collect(Collectors.joining(",")));

    private static final ValueForm<TransportKind> TRANSPORT = new ValueForm<>(
            Arrays.stream(TransportKind.values()).map(TransportKind::wireName).collect(Collectors.joining(", ")),
            MultipathKeys::transport,
            TransportKind::wireName);

    static final List<ChangeKey<?>> ALL = List.of(
            ChangeKey.ofAll(
                    ChangeLayer.MULTIPATH,
                    "multipath",
                    TargetForm.SWITCHES,
                    MODE,
                    "set-multipath",
                    new Help(
                            "how the switch spreads traffic over equal next hops",
                            "multipath@leaf0=spray",
                            "receivers of RoCE take packets in order: forecasts with spray and adaptive hold for such as put"
                                    + " them in order"),
                    (edit, device, mode) -> edit(
                            edit, device, today -> new Spreading(mode.mode(), mode.flowletGapNs(), today.hashing()))),
            ChangeKey.ofAll(
                    ChangeLayer.MULTIPATH,
                    "ecmp-seed",
                    TargetForm.SWITCHES,
                    ValueForm.count(0),
                    "set-ecmp-hash",
                    new Help(
                            "seed of the switch's hash",
                            "ecmp-seed@leaf0=77",
                            "paths are computed where the hash gives the recorded ones, else drawn"),
                    MultipathKeys::setSeed),
            ChangeKey.ofAll(
                    ChangeLayer.MULTIPATH,
                    "ecmp-fields",
                    TargetForm.SWITCHES,
                    FIELDS,
                    "set-ecmp-hash",
                    new Help(
                            "what the switch's hash reads",
                            "ecmp-fields=source-address,destination-address",
                            "fields left out count as 0"),
                    MultipathKeys::setFields),
            ChangeKey.ofAll(
                    ChangeLayer.MULTIPATH,
                    "transport",
                    TargetForm.JOBS,
                    TRANSPORT,
                    "set-transport",
                    new Help(
                            "what senders do, with all that belongs to it (docs/model.md)",
                            "transport@all=spectrum-x",
                            "the engine has one transport for all jobs; kinds without queues know no marks, pauses or first"
                                    + " round trips"),
                    MultipathKeys::setTransport),
            ChangeKey.of(
                    ChangeLayer.MULTIPATH,
                    "queue-pairs",
                    TargetForm.JOB,
                    ValueForm.count(1),
                    "set-queue-pairs",
                    new Help(
                            "queue pairs over which each message is split, from the job's next step on",
                            "queue-pairs@job0=4",
                            "ports of new ones are drawn"),
                    (edit, job, count) -> edit.editJob(job, facts -> facts.withQueuePairs(count))),
            ChangeKey.of(
                    ChangeLayer.MULTIPATH,
                    "destination-ports",
                    TargetForm.JOB,
                    ValueForm.word("new"),
                    "renew-connections",
                    new Help(
                            "all connections get other destination ports, so other paths, from the job's next step on",
                            "destination-ports@job0=new",
                            "the ports are drawn"),
                    (edit, job, value) -> edit.editJob(job, JobFacts::withNewPorts)));

    private MultipathKeys() {}

    private static Spreading mode(String key, String text) {
        String[] words = text.split("\\s+", 2);
        for (Mode mode : Mode.values()) {
            if (mode.word().equals(words[0])) {
                if ((mode == Mode.FLOWLET) != (words.length == 2)) {
                    throw nonsense(
                            "'" + text + "' does not fit '" + key + "': flowlet takes the idle time after which a"
                                    + " connection may move, as in 'flowlet 500us', the others nothing");
                }
                return new Spreading(mode, words.length == 2 ? ValueForm.TIME.read(key, words[1]) : 0, null);
            }
        }
        throw nonsense(
                "'" + words[0] + "' does not fit '" + key + "'",
                Arrays.stream(Mode.values()).map(Mode::word).toList());
    }

    private static String text(Spreading spreading) {
        return spreading.mode().word()
                + (spreading.mode() == Mode.FLOWLET ? " " + ValueForm.TIME.print(spreading.flowletGapNs()) : "");
    }

    private static Set<Field> fields(String key, String text) {
        EnumSet<Field> fields = EnumSet.noneOf(Field.class);
        for (String word : ValueForm.NAMES.read(key, text)) {
            fields.add(Arrays.stream(Field.values())
                    .filter(field -> field.word().equals(word.strip()))
                    .findFirst()
                    .orElseThrow(() -> nonsense(
                            "'" + word + "' in '" + key + "' is no field of a hash",
                            Arrays.stream(Field.values()).map(Field::word).toList())));
        }
        return Set.copyOf(fields);
    }

    private static TransportKind transport(String key, String text) {
        try {
            return TransportKind.ofWireName(text);
        } catch (IllegalArgumentException e) {
            throw nonsense(
                    "'" + text + "' in '" + key + "' is no transport",
                    Arrays.stream(TransportKind.values())
                            .map(TransportKind::wireName)
                            .toList());
        }
    }

    private static void setSeed(ForkEdit edit, @Nullable String name, int seed) {
        for (DeviceId device : edit.switches(name)) {
            Long today = routingSeed(edit, device);
            edit(edit, device.value(), spreading -> {
                Hashing hashing = spreading.hashing();
                Set<Field> fields = hashing == null ? Hashing.ALL_FIELDS : hashing.fields();
                return spreading.with(hashing(today, seed, fields));
            });
        }
    }

    private static void setFields(ForkEdit edit, @Nullable String name, Set<Field> fields) {
        for (DeviceId device : edit.switches(name)) {
            Long today = routingSeed(edit, device);
            edit(edit, device.value(), spreading -> {
                Hashing hashing = spreading.hashing();
                int seed = hashing != null
                        ? hashing.seed()
                        : today == null ? device.value().hashCode() : today.intValue();
                return spreading.with(hashing(today == null ? (Long) (long) seed : today, seed, fields));
            });
        }
    }

    /** Null where it is what the switch does today. */
    private static @Nullable Hashing hashing(@Nullable Long todaysSeed, int seed, Set<Field> fields) {
        boolean isUsual = todaysSeed != null && todaysSeed == seed && fields.equals(Hashing.ALL_FIELDS);
        return isUsual ? null : new Hashing(seed, fields);
    }

    private static @Nullable Long routingSeed(ForkEdit edit, DeviceId device) {
        ForkState.SwitchFacts facts = edit.state().switches.get(device);
        return facts == null ? null : facts.routingSeed();
    }

    private static void edit(ForkEdit edit, @Nullable String name, UnaryOperator<Spreading> change) {
        for (DeviceId device : edit.switches(name)) {
            Spreading changed = change.apply(edit.state().spreading.getOrDefault(device, Spreading.USUAL));
            if (changed.equals(Spreading.USUAL)) {
                edit.state().spreading.remove(device);
            } else {
                edit.state().spreading.put(device, changed);
            }
        }
    }

    private static void setTransport(ForkEdit edit, @Nullable String job, TransportKind kind) {
        if (job != null && !job.equals(ALL_JOBS)) {
            edit.editJob(job, facts -> facts);
            if (edit.state().jobs.size() > 1) {
                throw nonsense("the engine has one transport for all senders, and beside " + job + " there run "
                        + edit.state().jobs.keySet().stream()
                                .map(JobId::value)
                                .filter(other -> !other.equals(job))
                                .collect(Collectors.joining(", "))
                        + ": write transport@" + ALL_JOBS);
            }
        }
        edit.state().transport = kind;
    }
}
