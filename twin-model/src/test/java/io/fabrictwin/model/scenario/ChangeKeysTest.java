package io.fabrictwin.model.scenario;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ChangeKeysTest {
    private static final Path PAGE = Path.of("..", "docs", "changes.md");

    static Stream<ChangeKey<?>> keys() {
        return ChangeKeys.all().stream();
    }

    @ParameterizedTest
    @MethodSource("keys")
    void theExampleIsAChangeOfItsKey(ChangeKey<?> key) {
        int equals = key.example().indexOf('=');

        Change change =
                Change.parse(key.example().substring(0, equals), key.example().substring(equals + 1));

        assertThat(change.key()).isSameAs(key);
    }

    @Test
    void keysAreListedLayerByLayerEachOnce() {
        assertThat(ChangeKeys.all()).extracting(ChangeKey::layer).isSorted();
        assertThat(ChangeKeys.all()).extracting(ChangeKey::name).doesNotHaveDuplicates();
    }

    /** {@code -Dgolden.refresh=true} writes the page anew. */
    @Test
    void thePageListsAllKeys() throws IOException {
        if (Boolean.getBoolean("golden.refresh")) {
            Files.writeString(PAGE, page(), UTF_8);
        }
        assertThat(PAGE).hasContent(page());
    }

    private static String page() {
        StringBuilder page = new StringBuilder("""
                # What can be changed

                `fork --set KEY@TARGET=VALUE`. Where the target is in brackets, a change without one holds for all. All changes take
                effect at the base time; those of a job from its next step on. How a forecast comes about: [fork.md](fork.md).
                This page is made by `ChangeKeysTest`.
                """);
        Arrays.stream(ChangeLayer.values()).forEach(layer -> addLayer(page, layer));
        return page.toString();
    }

    private static void addLayer(StringBuilder page, ChangeLayer layer) {
        if (keys().noneMatch(key -> key.layer() == layer)) {
            return;
        }
        page.append("\n## ")
                .append(layer.title())
                .append("\n\n| key | value | what it is | example |\n|---|---|---|---|\n");
        keys().filter(key -> key.layer() == layer)
                .forEach(key -> page.append(String.format(
                        "| `%s` | %s | %s | `%s` |\n",
                        key.name() + (key.isForAll() ? "[@" + key.targetForm() + "]" : "@" + key.targetForm()),
                        key.valueForm(),
                        key.meaning() + (key.limits().isEmpty() ? "" : "; " + key.limits()),
                        key.example())));
    }
}
