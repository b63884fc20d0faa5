package io.fabrictwin.model.scenario;

import static io.fabrictwin.model.scenario.ScenarioRefusedException.nonsense;

import io.fabrictwin.model.congestion.DcqcnParameter;
import io.fabrictwin.model.congestion.DcqcnProfile;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.scenario.ChangeKey.Help;
import io.fabrictwin.model.scenario.ForkState.HostFacts;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A sender's rate control, for flows that run and flows to come. */
final class DcqcnKeys {
    private static final List<ChangeKey<?>> NEUTRAL = List.of(
            key(Field.GAIN, ValueForm.SHARE, "gain of the moving average of marks", "dcqcn-gain=0.00390625"),
            key(Field.ALPHA_TIMER, ValueForm.TIME, "period of that average", "dcqcn-alpha-timer=1us"),
            key(
                    Field.RATE_DECREASE_INTERVAL,
                    ValueForm.TIME,
                    "period of the check that may cut the rate",
                    "dcqcn-rate-decrease-interval=4us"),
            key(
                    Field.RATE_INCREASE_TIMER,
                    ValueForm.TIME,
                    "time without a cut after which the rate rises",
                    "dcqcn-rate-increase-timer@h3=300us"),
            key(Field.ADDITIVE_INCREASE, ValueForm.RATE, "step of the target rate", "dcqcn-additive-increase=20Mbit/s"),
            key(
                    Field.HYPER_INCREASE,
                    ValueForm.RATE,
                    "step of the target rate once it has risen often",
                    "dcqcn-hyper-increase=200Mbit/s"),
            key(Field.MIN_RATE, ValueForm.RATE, "rate that no cut goes below", "dcqcn-min-rate=1Gbit/s"),
            key(
                    Field.FAST_RECOVERY_TIMES,
                    ValueForm.count(0),
                    "rises to the old target before the target itself rises",
                    "dcqcn-fast-recovery-times=1"));

    static final List<ChangeKey<?>> ALL = Stream.concat(
                    NEUTRAL.stream(), Arrays.stream(DcqcnParameter.values()).map(DcqcnKeys::key))
            .toList();

    private enum Field {
        GAIN("gain"),
        ALPHA_TIMER("alpha-timer"),
        RATE_DECREASE_INTERVAL("rate-decrease-interval"),
        RATE_INCREASE_TIMER("rate-increase-timer"),
        ADDITIVE_INCREASE("additive-increase"),
        HYPER_INCREASE("hyper-increase"),
        MIN_RATE("min-rate"),
        FAST_RECOVERY_TIMES("fast-recovery-times");

        private final String word;

        Field(String word) {
            this.word = word;
        }
    }

    private DcqcnKeys() {}

    private static <V extends Number> ChangeKey<V> key(Field field, ValueForm<V> form, String meaning, String example) {
        return ChangeKey.ofAll(
                ChangeLayer.ECN_AND_DCQCN,
                "dcqcn-" + field.word,
                TargetForm.HOSTS,
                form,
                "set-dcqcn",
                new Help(meaning, example, ""),
                (edit, host, value) -> edit(edit, host, old -> with(old, field, value.doubleValue())));
    }

    /** A vendor's parameter, in the vendor's unit. */
    private static ChangeKey<?> key(DcqcnParameter parameter) {
        String name = parameter.name().toLowerCase(Locale.ROOT);
        ValueForm<Double> form = ValueForm.notNegative(parameter.unit());
        return ChangeKey.ofAll(
                ChangeLayer.ECN_AND_DCQCN,
                name,
                TargetForm.HOSTS,
                form,
                "set-dcqcn",
                new Help(parameter.meaning(), name + "@h3=" + form.print(parameter.usual()), ""),
                (edit, host, value) -> edit(edit, host, old -> {
                    try {
                        return parameter.in(old, value);
                    } catch (IllegalArgumentException e) {
                        throw nonsense("'" + form.print(value) + "' does not fit '" + name + "': " + e.getMessage());
                    }
                }));
    }

    private static void edit(ForkEdit edit, @Nullable String name, UnaryOperator<DcqcnProfile> change) {
        for (DeviceId host : edit.hosts(name)) {
            edit.state()
                    .hosts
                    .computeIfPresent(
                            host,
                            (id, facts) -> new HostFacts(
                                    facts.address(),
                                    change.apply(facts.dcqcn()),
                                    facts.payloadBytes(),
                                    facts.wireBytes()));
        }
    }

    private static DcqcnProfile with(DcqcnProfile old, Field field, double value) {
        return new DcqcnProfile(
                field == Field.GAIN ? value : old.g(),
                field == Field.ALPHA_TIMER ? Math.round(value) : old.alphaTimerNs(),
                field == Field.RATE_DECREASE_INTERVAL ? Math.round(value) : old.rateDecreaseIntervalNs(),
                field == Field.RATE_INCREASE_TIMER ? Math.round(value) : old.rateIncreaseTimerNs(),
                field == Field.ADDITIVE_INCREASE ? value : old.additiveIncreaseBitsPerSecond(),
                field == Field.HYPER_INCREASE ? value : old.hyperIncreaseBitsPerSecond(),
                field == Field.MIN_RATE ? value : old.minRateBitsPerSecond(),
                field == Field.FAST_RECOVERY_TIMES ? (int) value : old.fastRecoveryTimes(),
                old.variant());
    }
}
