package io.fabrictwin.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.cli.Run;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class DemoIT {
    private static final Pattern DIGEST = Pattern.compile("(?m)^digest, (live twin|replay) +([0-9a-f]{64})$");
    private static final Pattern ANSWER =
            Pattern.compile("(?m)^.*\\S  +pretraining .*  (faster|slower|no material change|cannot tell)$");

    @Test
    void theIncidentIsFoundReplayedAndAskedAbout() {
        String out = Run.fine("demo", "--once", "--port", "0").out();

        assertThat(out.lines().findFirst().orElseThrow()).contains("synthetic");
        List<MatchResult> digests = DIGEST.matcher(out).results().toList();
        assertThat(digests).extracting(digest -> digest.group(1)).containsExactly("live twin", "replay");
        assertThat(digests.get(0).group(2)).isEqualTo(digests.get(1).group(2));
        assertThat(ANSWER.matcher(out).results().map(answer -> answer.group(1)))
                .containsExactly("faster", "faster", "no material change");
    }
}
