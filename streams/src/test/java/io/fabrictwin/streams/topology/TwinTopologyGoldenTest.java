package io.fabrictwin.streams.topology;

import io.fabrictwin.streams.processor.FoldCounts;
import io.fabrictwin.streams.store.LocalStores;
import io.fabrictwin.testkit.golden.Golden;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class TwinTopologyGoldenTest {
    private static final Pattern LIST = Pattern.compile("\\[([^\\]]*)]");

    @Test
    void descriptionIsAsAgreed() {
        String description =
                TwinTopology.of(new LocalStores(), new FoldCounts()).describe().toString();
        Golden.matches("topology.txt", LIST.matcher(description).replaceAll(TwinTopologyGoldenTest::sorted));
    }

    /** Kafka prints sets in any order. */
    private static String sorted(MatchResult list) {
        return "[" + String.join(", ", new TreeSet<>(List.of(list.group(1).split(", ")))) + "]";
    }
}
