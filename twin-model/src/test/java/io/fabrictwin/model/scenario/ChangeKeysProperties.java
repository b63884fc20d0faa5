package io.fabrictwin.model.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.step.CollectiveWork;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ChangeKeysProperties {
    private static final int SEEDS = 200;

    static Stream<ChangeKey<?>> keys() {
        return ChangeKeys.all().stream();
    }

    @ParameterizedTest
    @MethodSource("keys")
    void anyChangeIsReadBackAsTheSame(ChangeKey<?> key) {
        for (long seed = 0; seed < SEEDS; seed++) {
            Change change = random(key, new Random(seed));
            String text = change.text();
            int equals = text.indexOf('=');
            Change read = Change.parse(text.substring(0, equals), text.substring(equals + 1));

            assertThat(read).as("seed %d: %s", seed, text).isEqualTo(change);
            assertThat(read.text()).isEqualTo(text);
            assertThat(read.name()).isEqualTo(change.name());
        }
    }

    private static <V> Change random(ChangeKey<V> key, Random random) {
        return key.to(key.isForAll() && random.nextBoolean() ? null : target(key, random), value(key, random));
    }

    private static String target(ChangeKey<?> key, Random random) {
        return switch (key.targetForm()) {
            case "JOB/RANK" -> name(random) + "/" + random.nextInt(1000);
            case "NUMBER" -> String.valueOf(random.nextInt(100));
            case "PRIORITY" -> String.valueOf(random.nextInt(8));
            case "DSCP" -> String.valueOf(random.nextInt(64));
            default -> name(random);
        };
    }

    private static String name(Random random) {
        return "n" + Integer.toString(random.nextInt(1 << 20), 36);
    }

    /** By the form of the value; where it is one of a few words, that of the example. */
    @SuppressWarnings("unchecked")
    private static <V> V value(ChangeKey<V> key, Random random) {
        ValueForm<V> form = key.value();
        if (form.equals(ValueForm.BYTES) || form.equals(ValueForm.TIME)) {
            return (V) (Long) quantity(random);
        }
        if (form.equals(ValueForm.RATE)) {
            return (V) (Double) (double) quantity(random);
        }
        if (form.equals(ValueForm.SHARE)) {
            return (V) (Double) random.nextDouble();
        }
        if (form.equals(ValueForm.POSITIVE)) {
            return (V) (Double) StrictMath.exp(20 * random.nextDouble() - 10);
        }
        if (form.equals(ValueForm.NAMES)) {
            return (V) names(random);
        }
        if (form.equals(ArrivingJob.FORM)) {
            return (V) job(random);
        }
        String example = key.example();
        return form.read(key.name(), example.substring(example.indexOf('=') + 1));
    }

    /** Over many magnitudes, round or not. */
    private static long quantity(Random random) {
        long round = 1L + random.nextInt(4096);
        return switch (random.nextInt(4)) {
            case 0 -> round;
            case 1 -> round * 1000;
            case 2 -> round << 20;
            default -> 1 + (random.nextLong() >>> (11 + random.nextInt(50)));
        };
    }

    private static List<String> names(Random random) {
        return IntStream.rangeClosed(0, random.nextInt(5))
                .mapToObj(index -> name(random))
                .toList();
    }

    private static ArrivingJob job(Random random) {
        CollectiveOperation[] operations = CollectiveOperation.values();
        List<CollectiveWork> work = IntStream.range(0, random.nextInt(3))
                .mapToObj(index -> new CollectiveWork(
                        operations[random.nextInt(operations.length)],
                        quantity(random),
                        random.nextDouble(),
                        random.nextInt(4)))
                .toList();
        return new ArrivingJob(names(random), quantity(random), random.nextDouble(), 1 + random.nextInt(8), work);
    }
}
