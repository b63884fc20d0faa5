package io.fabrictwin.cli.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabrictwin.cli.WrongUsageException;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class QuestionOptionsTest {
    @Test
    void drainsAreLinksThatAreDown() {
        assertThat(parsed("--set", "ecn-kmin@leaf0=400KB", "--drain-link", "leaf0:e1-spine0:e1")
                        .changes())
                .extracting(change -> change.text())
                .containsExactly("ecn-kmin@leaf0=400KB", "link@leaf0:e1-spine0:e1=down");
    }

    @Test
    void aMistypedKeyIsToldWithTheNearestOne() {
        assertThatThrownBy(() -> parsed("--set", "ecn-kmn@leaf0=400KB").changes())
                .isInstanceOf(WrongUsageException.class)
                .hasMessageContaining("'ecn-kmn' is not something that can be changed")
                .hasMessageEndingWith("; did you mean 'ecn-kmin'?");
    }

    @Test
    void aSettingWithoutValueIsWrongUsage() {
        assertThatThrownBy(() -> parsed("--set", "ecn-kmin@leaf0").changes())
                .isInstanceOf(WrongUsageException.class)
                .hasMessageContaining("--set takes KEY=VALUE");
    }

    private static QuestionOptions parsed(String... arguments) {
        QuestionOptions options = new QuestionOptions();
        new CommandLine(options).parseArgs(arguments);
        return options;
    }
}
