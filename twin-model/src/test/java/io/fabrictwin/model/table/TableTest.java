package io.fabrictwin.model.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class TableTest {
    private final Table table = Table.of(TableTest.class, "good.table");

    @Test
    void readsRowsByColumn() {
        assertThat(table.rows()).hasSize(2);
        assertThat(table.row("a").whole("length")).isEqualTo(1);
        assertThat(table.row("b").decimal("length")).isEqualTo(2.5);
        assertThat(table.row("b").text("name")).isEqualTo("b");
    }

    @Test
    void tellsWhatItHasIfAskedForSomethingElse() {
        assertThatIllegalArgumentException().isThrownBy(() -> table.row("c")).withMessageContaining("a, b");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> table.row("a").text("width"))
                .withMessageContaining("length");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Table.of(TableTest.class, "none.table"))
                .withMessageContaining("none.table");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Table.of(TableTest.class, "ragged.table"))
                .withMessageContaining("[a, 1, 2]");
    }
}
