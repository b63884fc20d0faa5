package io.fabrictwin.streams.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.streams.console.SampleTwin;
import io.fabrictwin.streams.processor.FoldCounts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class TwinMetricsTest {
    private static final Pattern NAME = Pattern.compile("(?m)^# TYPE (fabrictwin_\\w+) ");

    @Test
    void everyNameIsToldInTheDocumentation() throws IOException {
        String told = Files.readString(Path.of("..", "docs", "api.md"));
        try (TwinMetrics metrics = new TwinMetrics(new FoldCounts(), SampleTwin.empty())) {
            List<String> names = NAME.matcher(metrics.scrape())
                    .results()
                    .map(name -> name.group(1))
                    .toList();
            assertThat(names)
                    .hasSizeGreaterThanOrEqualTo(6)
                    .allSatisfy(name -> assertThat(told).contains("`" + name));
        }
    }
}
