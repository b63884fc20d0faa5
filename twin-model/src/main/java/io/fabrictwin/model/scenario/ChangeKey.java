package io.fabrictwin.model.scenario;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Something that can be changed: how it is written, what it means, and what it does to a fork. Each is known by its name
 * and listed in {@link ChangeKeys}.
 *
 * @param <V> type of its value
 */
public final class ChangeKey<V> {
    private final ChangeLayer layer;
    private final String name;
    private final TargetForm target;
    private final ValueForm<V> value;
    private final Function<V, String> kind;
    private final Help help;
    private final Effect<V> effect;

    /**
     * For people.
     *
     * @param meaning what it is, in one line
     * @param example as it is typed after {@code --set}
     * @param limits what holds beside it, or what the engine ignores; empty where there is nothing to say
     */
    record Help(String meaning, String example, String limits) {}

    /** Makes the change to the state in hand, or refuses it. */
    @FunctionalInterface
    interface Effect<V> {
        void apply(ForkEdit edit, @Nullable String target, V value);
    }

    /** An effect of a key that always has a target. */
    @FunctionalInterface
    interface TargetEffect<V> {
        void apply(ForkEdit edit, String target, V value);
    }

    private ChangeKey(
            ChangeLayer layer,
            String name,
            TargetForm target,
            ValueForm<V> value,
            Function<V, String> kind,
            Help help,
            Effect<V> effect) {
        this.layer = layer;
        this.name = name;
        this.target = target;
        this.value = value;
        this.kind = kind;
        this.help = help;
        this.effect = effect;
    }

    /** A key that names what it is for, with an edit's kind by its value. */
    static <V> ChangeKey<V> of(
            ChangeLayer layer,
            String name,
            TargetForm target,
            ValueForm<V> value,
            Function<V, String> kind,
            Help help,
            TargetEffect<V> effect) {
        return new ChangeKey<>(layer, name, target, value, kind, help, (edit, named, set) -> {
            if (named == null) {
                throw new IllegalStateException(name + " was let through without its target");
            }
            effect.apply(edit, named, set);
        });
    }

    /** A key that names what it is for. */
    static <V> ChangeKey<V> of(
            ChangeLayer layer,
            String name,
            TargetForm target,
            ValueForm<V> value,
            String kind,
            Help help,
            TargetEffect<V> effect) {
        return of(layer, name, target, value, set -> kind, help, effect);
    }

    /** A key that stands for all where it has no target. */
    static <V> ChangeKey<V> ofAll(
            ChangeLayer layer,
            String name,
            TargetForm target,
            ValueForm<V> value,
            String kind,
            Help help,
            Effect<V> effect) {
        return new ChangeKey<>(layer, name, target, value, set -> kind, help, effect);
    }

    public ChangeLayer layer() {
        return layer;
    }

    /** As it is typed, such as {@code ecn-kmin}. */
    public String name() {
        return name;
    }

    /** What is written after {@code @}, such as {@code SWITCH} or {@code JOB/RANK}. */
    public String targetForm() {
        return target.form();
    }

    /** Whether it may be written without a target, and then stands for all. */
    public boolean isForAll() {
        return target.isOptional();
    }

    /** What it takes, with units and examples. */
    public String valueForm() {
        return value.form();
    }

    /** What it is, in one line. */
    public String meaning() {
        return help.meaning();
    }

    /** A whole change, as it is typed after {@code --set}. */
    public String example() {
        return help.example();
    }

    /** What holds beside it, or what the engine ignores; empty where there is nothing to say. */
    public String limits() {
        return help.limits();
    }

    ValueForm<V> value() {
        return value;
    }

    /** The change to this value, without a look at its target. */
    Change to(@Nullable String named, V set) {
        return new Edit<>(this, named, set);
    }

    /** Reads a change; {@code whole} is the key with its target, for messages. */
    Change parse(String whole, @Nullable String named, String text) {
        target.check(whole, named);
        return to(named, value.read(whole, text));
    }

    @Override
    public String toString() {
        return name;
    }

    /** A key with its value: the one form of a change. */
    record Edit<V>(ChangeKey<V> key, @Nullable String target, V value) implements Change {
        @Override
        public String name() {
            return key.kind.apply(value);
        }

        @Override
        public String text() {
            return key.name + (target == null ? "" : "@" + target) + "=" + key.value.print(value);
        }

        void applyTo(ForkEdit edit) {
            key.effect.apply(edit, target, value);
        }
    }
}
