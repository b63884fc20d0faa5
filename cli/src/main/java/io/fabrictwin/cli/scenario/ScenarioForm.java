package io.fabrictwin.cli.scenario;

import io.fabrictwin.cli.WrongUsageException;
import io.fabrictwin.cli.form.Fields;
import io.fabrictwin.cli.form.Nearest;
import io.fabrictwin.cli.form.Yaml;
import io.fabrictwin.cli.render.Times;
import io.fabrictwin.model.scenario.Change;
import io.fabrictwin.model.scenario.ChangeKey;
import io.fabrictwin.model.scenario.ChangeKeys;
import io.fabrictwin.model.scenario.Reading;
import io.fabrictwin.model.scenario.Scenario;
import io.fabrictwin.model.scenario.ScenarioRefusedException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The scenario form of {@code docs/fork.md}, as a person wrote it: times may be relative.
 *
 * @param fabric null: the one fabric that the log tells of
 * @param knownAt what was in the log by then is used; null: all that is
 * @param reading how much of the recording may be read
 * @param jobs those a person asks about; empty: all
 */
public record ScenarioForm(
        String name,
        @Nullable String fabric,
        String at,
        String window,
        @Nullable String knownAt,
        List<Change> changes,
        long seed,
        Reading reading,
        List<String> jobs) {
    /** The seed where none is given. */
    public static final long SEED = 1;

    public ScenarioForm {
        changes = List.copyOf(changes);
        jobs = List.copyOf(jobs);
    }

    /** Reads a file strictly: a field that is not known, or a change that makes no sense, is refused with its line. */
    public static ScenarioForm read(Path file) {
        return Yaml.read(file, fields -> of(fields, nameOf(file)));
    }

    /** What a larger form asks under {@code scenario}: a scenario of its own, or a file beside it. */
    public static ScenarioForm within(Fields fields, Path file) {
        if (fields.isText("scenario")) {
            return read(file.resolveSibling(fields.text("scenario")));
        }
        Fields inline = fields.object("scenario");
        return inline.build(() -> of(inline, nameOf(file)));
    }

    /** The name of the file, up to its ending. */
    private static String nameOf(Path file) {
        String name = String.valueOf(file.getFileName());
        int point = name.lastIndexOf('.');
        return point > 0 ? name.substring(0, point) : name;
    }

    /**
     * Reads the form where it stands in another one. Fields that it does not know are left to who asked.
     *
     * @param name where the form has none
     */
    private static ScenarioForm of(Fields fields, String name) {
        return new ScenarioForm(
                fields.has("name") ? fields.text("name") : name,
                fields.has("fabric") ? fields.text("fabric") : null,
                time(fields, "at"),
                duration(fields, "window"),
                fields.has("known-at") ? time(fields, "known-at") : null,
                fields.has("changes") ? changes(fields) : List.of(),
                fields.has("seed") ? fields.whole("seed") : SEED,
                fields.flag("strict", false) ? Reading.STRICT : Reading.OPEN_BOOK,
                fields.has("jobs") ? fields.texts("jobs") : List.of());
    }

    private static String time(Fields fields, String name) {
        String text = fields.scalar(name);
        try {
            Times.parseTime(text, Instant.EPOCH.plusSeconds(Integer.MAX_VALUE));
        } catch (WrongUsageException e) {
            throw fields.bad(name, String.valueOf(e.getMessage()), e);
        }
        return text;
    }

    private static String duration(Fields fields, String name) {
        String text = fields.scalar(name);
        try {
            if (Times.parseDuration(text) == 0) {
                throw new WrongUsageException("'" + text + "' holds no work; give it a length, such as 30s");
            }
        } catch (WrongUsageException e) {
            throw fields.bad(name, String.valueOf(e.getMessage()), e);
        }
        return text;
    }

    private static List<Change> changes(Fields fields) {
        List<Change> changes = new ArrayList<>();
        for (Fields entry : fields.objects("changes")) {
            for (String key : entry.names()) {
                String value = entry.scalar(key);
                try {
                    changes.add(Change.parse(key, value));
                } catch (ScenarioRefusedException e) {
                    throw entry.bad(key, String.valueOf(e.getMessage()) + hint(key), e);
                }
            }
        }
        return changes;
    }

    /** The key that a person may have meant; empty where the key is known, or none is like it. */
    static String hint(String key) {
        int at = key.indexOf('@');
        String name = at < 0 ? key : key.substring(0, at);
        List<String> known = ChangeKeys.all().stream().map(ChangeKey::name).toList();
        return known.contains(name) ? "" : Nearest.hint(name, known);
    }

    /** The question, with relative times as of {@code now}. */
    public Scenario scenario(Instant now) {
        long atNs = Times.parseTime(at, now);
        long windowNs = Times.parseDuration(window);
        if (windowNs > Long.MAX_VALUE - atNs) {
            throw new WrongUsageException("window " + window + " after " + at + " ends beyond all time");
        }
        return new Scenario(name, atNs, atNs, atNs + windowNs, changes, seed, reading);
    }

    /** The same question with other changes. */
    public ScenarioForm with(List<Change> otherChanges) {
        return new ScenarioForm(name, fabric, at, window, knownAt, otherChanges, seed, reading, jobs);
    }
}
