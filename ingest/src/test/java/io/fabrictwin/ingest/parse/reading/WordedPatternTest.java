package io.fabrictwin.ingest.parse.reading;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class WordedPatternTest {
    private static final WordedPattern STEP =
            WordedPattern.of(Pattern.compile("step (\\d)|pass (\\d)"), "step", "pass");

    @Test
    void findsWhatThePatternFinds() {
        Matcher found = STEP.find("at pass 7 of 9");

        assertThat(found).isNotNull();
        assertThat(found.group(2)).isEqualTo("7");
        assertThat(STEP.find("at step nine")).isNull();
        assertThat(STEP.find("at last")).isNull();
    }

    @Test
    void matchesTheWholeText() {
        assertThat(STEP.match("step 7")).isNotNull();
        assertThat(STEP.match("a step 7")).isNull();
    }

    @Test
    void aPatternThatDoesNotTellCaseFindsItsWordInAnyCase() {
        WordedPattern anyCase = WordedPattern.of(Pattern.compile("step (\\d)", Pattern.CASE_INSENSITIVE), "step");

        assertThat(anyCase.find("StEp 7")).isNotNull();
        assertThat(STEP.find("Step 7")).isNull();
    }
}
