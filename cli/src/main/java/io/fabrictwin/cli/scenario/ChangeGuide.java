package io.fabrictwin.cli.scenario;

import io.fabrictwin.cli.WrongUsageException;
import io.fabrictwin.cli.form.Nearest;
import io.fabrictwin.cli.render.Column;
import io.fabrictwin.cli.render.Output;
import io.fabrictwin.cli.render.Table;
import io.fabrictwin.model.scenario.ChangeKey;
import io.fabrictwin.model.scenario.ChangeKeys;
import java.io.PrintWriter;
import java.util.List;

/** Explains what can be changed, layer by layer. */
public final class ChangeGuide {
    private static final List<Column<ChangeKey<?>>> COLUMNS = List.of(
            Column.text("layer", key -> key.layer().title()),
            Column.text("key", ChangeGuide::whole),
            Column.text("value", ChangeKey::valueForm),
            Column.text("meaning", ChangeKey::meaning),
            Column.text("limits", key -> key.limits().isEmpty() ? null : key.limits()),
            Column.text("example", ChangeKey::example));
    /** The meaning stands with the one key that is asked for; in a list of all it makes lines too long. */
    private static final List<Column<ChangeKey<?>>> LIST = List.of(
            Column.text("layer", key -> key.layer().title()),
            Column.text("key", ChangeGuide::whole),
            Column.text("value", key -> shortened(key.valueForm())),
            Column.text("meaning", key -> key.meaning()));

    private static final int WIDEST_VALUE = 32;

    private ChangeGuide() {}

    /** Prints all keys, or where {@code name} is not empty all there is to say of one. */
    public static void print(PrintWriter out, Output output, String name) {
        if (name.isEmpty()) {
            boolean isForPeople = output == Output.table;
            Table.print(out, output, ChangeKeys.all(), isForPeople ? LIST : COLUMNS, "nothing can be changed");
            if (isForPeople) {
                out.println();
                out.println("in brackets: without it a change holds for all; more on one: fork --explain KEY");
                out.flush();
            }
            return;
        }
        ChangeKey<?> key = named(name);
        if (output != Output.table) {
            Table.print(out, output, List.<ChangeKey<?>>of(key), COLUMNS, "");
            return;
        }
        out.println(whole(key) + ": " + key.meaning());
        out.println("  layer    " + key.layer().title());
        out.println("  value    " + key.valueForm());
        if (!key.limits().isEmpty()) {
            out.println("  limits   " + key.limits());
        }
        int equals = key.example().indexOf('=');
        out.println("  example  --set '" + key.example() + "'");
        out.println("  in YAML  - " + key.example().substring(0, equals) + ": "
                + key.example().substring(equals + 1));
        out.flush();
    }

    private static ChangeKey<?> named(String text) {
        int at = text.indexOf('@');
        String name = at < 0 ? text : text.substring(0, at);
        for (ChangeKey<?> key : ChangeKeys.all()) {
            if (key.name().equals(name)) {
                return key;
            }
        }
        throw new WrongUsageException("'" + name + "' is not something that can be changed"
                + Nearest.hint(
                        name, ChangeKeys.all().stream().map(ChangeKey::name).toList())
                + "; fork --explain lists all");
    }

    private static String whole(ChangeKey<?> key) {
        String target = "@" + key.targetForm();
        return key.name() + (key.isForAll() ? "[" + target + "]" : target);
    }

    private static String shortened(String form) {
        return form.length() <= WIDEST_VALUE ? form : form.substring(0, WIDEST_VALUE - 3) + "...";
    }
}
