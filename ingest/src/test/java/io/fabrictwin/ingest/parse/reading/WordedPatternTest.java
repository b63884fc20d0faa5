package io.fabrictwin.ingest.parse.reading;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WordedPatternTest {
    private static final WordedPattern STEP =
            WordedPattern.of(Pattern.compile("step (\\d)|pass (\\d)"), "step", "pass");
    private static final WordedPattern ANY_CASE =
            WordedPattern.of(Pattern.compile("[step]+ step (\\d)", Pattern.CASE_INSENSITIVE), " step ");
    private static final WordSearch SEARCH = WordSearch.of(List.of(STEP, ANY_CASE), "mark");

    @Test
    void findsWhatThePatternFinds() {
        Matcher found = find(STEP, "at pass 7 of 9");

        assertThat(found).isNotNull();
        assertThat(found.group(2)).isEqualTo("7");
        assertThat(find(STEP, "at step nine")).isNull();
        assertThat(find(STEP, "at last")).isNull();
    }

    @Test
    void matchesTheWholeText() {
        assertThat(STEP.match("step 7", SEARCH.in("step 7"))).isNotNull();
        assertThat(STEP.match("a step 7", SEARCH.in("a step 7"))).isNull();
    }

    @Test
    void aPatternThatDoesNotTellCaseFindsItsWordInAnyCase() {
        assertThat(find(ANY_CASE, "pest StEp 7")).isNotNull();
        assertThat(find(STEP, "Step 7")).isNull();
    }

    @Test
    void aTextWithoutAnyWordHasNone() {
        assertThat(SEARCH.in("")).isZero();
        assertThat(SEARCH.in("s")).isZero();
        assertThat(SEARCH.in("ste p pas s mar k (Step) MARK")).isZero();
        assertThat(SEARCH.in("mark")).isNotZero();
    }

    /** Whatever stands around a word and wherever it stands, a search finds it. */
    @Test
    void findsAWordAtEveryPlace() {
        Random random = new Random(1);
        for (int round = 0; round < 2_000; round++) {
            String before = noise(random);
            String after = noise(random);
            assertThat(STEP.mayStandAmong(SEARCH.in(before + "step" + after))).isTrue();
            assertThat(STEP.mayStandAmong(SEARCH.in(before + "pass" + after))).isTrue();
            assertThat(ANY_CASE.mayStandAmong(SEARCH.in(before + " sTEp " + after)))
                    .isTrue();
            assertThat(SEARCH.in(before + "mark" + after)).isNotZero();
        }
    }

    @Test
    void aPatternThatStandsAloneIsNotLookedForWithinAWord() {
        WordedPattern alone = WordedPattern.alone(Pattern.compile("\\bstep=(\\d)"), "step=");
        WordSearch search = WordSearch.of(List.of(alone));

        assertThat(search.in("micro_step=7")).isZero();
        assertThat(search.in("7step=7")).isZero();
        Matcher found = alone.find("micro_step=7, step=8", search.in("micro_step=7, step=8"));
        assertThat(found).isNotNull();
        assertThat(found.group(1)).isEqualTo("8");
        assertThat(search.in("step=7")).isNotZero();
    }

    /** Words of three letters are looked for at every byte. */
    @Test
    void findsTheFirstOfShortAndLongWords() {
        Random random = new Random(1);
        WordSearch search = WordSearch.of(List.of(), "wps", "tokens");
        for (int round = 0; round < 500; round++) {
            String before = noise(random);
            byte[] text = (before + (round % 2 == 0 ? "wps" : "tokens") + " wps").getBytes(ISO_8859_1);
            assertThat(search.next(text, 0)).isEqualTo(before.length());
            assertThat(search.next(text, text.length - 2)).isEqualTo(-1);
        }
    }

    private static String noise(Random random) {
        StringBuilder noise = new StringBuilder();
        for (int i = random.nextInt(12); i > 0; i--) {
            noise.append("steparkSTEP \u00e9\u20ac.".charAt(random.nextInt(15)));
        }
        return noise.toString();
    }

    private static @Nullable Matcher find(WordedPattern pattern, String text) {
        return pattern.find(text, SEARCH.in(text));
    }
}
