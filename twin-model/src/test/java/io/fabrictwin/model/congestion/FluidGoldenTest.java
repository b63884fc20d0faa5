package io.fabrictwin.model.congestion;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Results of small cases, kept so that a change of the engine shows what it changes. Written anew with {@code
 * -Dgolden.refresh=true}; the difference is then for review.
 */
final class FluidGoldenTest {
    private static final Path GOLDEN = Path.of("src/test/resources/golden/fluid.txt");

    @Test
    void smallCasesStayAsTheyAre() throws IOException {
        String actual = String.join("\n", lines()) + "\n";
        assertThat(String.join("\n", lines()) + "\n").as("the same twice").isEqualTo(actual);
        if (Boolean.getBoolean("golden.refresh")) {
            Files.createDirectories(GOLDEN.getParent());
            Files.writeString(GOLDEN, actual);
        }
        assertThat(actual).isEqualTo(Files.readString(GOLDEN));
    }

    private static List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (TransportKind kind : TransportKind.values()) {
            Network star = Fabrics.star(kind, 5);
            add(lines, kind.wireName() + " incast 4 x 2 MB", star, Fabrics.incast(star, 4, 2_000_000), List.of());
            add(lines, kind.wireName() + " ring 4 x 6 x 1 MB", star, Fabrics.ring(star, 4, 6, 1_000_000), List.of());
            Network leafSpine = Fabrics.leafSpine(kind, 4);
            List<Activity> shared = new ArrayList<>();
            for (int host = 0; host < 4; host++) {
                int[] ports = Fabrics.path(leafSpine, "h" + host, "leaf0", "spine0", "leaf1", "h" + (4 + host));
                shared.add(new Transfer(host, ports, 3_000_000, 1000L * host, new int[0]));
            }
            add(lines, kind.wireName() + " four flows over one spine", leafSpine, shared, List.of());
        }
        Network star = Fabrics.star(TransportKind.ROCE_DCQCN, 5);
        PauseStorm storm = new PauseStorm(star.portsBetween("s", "h1")[0], 50_000, 30_000, 20_000, 400_000);
        add(lines, "ring under a storm", star, Fabrics.ring(star, 4, 6, 1_000_000), List.of(storm));
        return lines;
    }

    private static void add(
            List<String> lines, String name, Network network, List<Activity> activities, List<PauseStorm> storms) {
        FluidResult result = Fluid.run(network, activities, storms, new int[0], 42);
        StringBuilder ends = new StringBuilder();
        for (int id = 0; id < activities.size(); id++) {
            ends.append(' ').append(result.endNs(id));
        }
        lines.add(name + ":" + ends);
    }
}
