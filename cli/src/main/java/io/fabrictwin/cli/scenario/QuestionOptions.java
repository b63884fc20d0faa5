package io.fabrictwin.cli.scenario;

import io.fabrictwin.cli.WrongUsageException;
import io.fabrictwin.cli.render.Times;
import io.fabrictwin.model.scenario.Change;
import io.fabrictwin.model.scenario.Reading;
import io.fabrictwin.model.scenario.ScenarioRefusedException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** A scenario in options. */
public final class QuestionOptions {
    @Option(
            names = "--at",
            paramLabel = "TIME",
            description = "Event time of the fork: ISO-8601, seconds since 1970, or -1h.")
    private @Nullable String at;

    @Option(
            names = "--window",
            paramLabel = "DURATION",
            description = "Length of recorded work to run again from there, such as 30s or 10m.")
    private @Nullable String window;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "A change to try, such as ecn-kmin@leaf0=400KB or pause-storm@h5=off; may be repeated.")
    private List<String> sets = new ArrayList<>();

    @Option(
            names = "--drain-link",
            paramLabel = "A:B",
            description = "Take the link between two devices out of routing; may be repeated.")
    private List<String> drains = new ArrayList<>();

    @Option(
            names = "--seed",
            defaultValue = "" + ScenarioForm.SEED,
            description = "Seed of every random draw (default: ${DEFAULT-VALUE}).")
    private long seed = ScenarioForm.SEED;

    @Option(names = "--strict", description = "Read nothing after the fork, as before a rollout.")
    private boolean isStrict;

    /** Whether a question is put in options. */
    public boolean isGiven() {
        return at != null || window != null || !sets.isEmpty() || !drains.isEmpty();
    }

    /** Whether a time is among it, or only changes. */
    public boolean hasTime() {
        return at != null || window != null;
    }

    public long seed() {
        return seed;
    }

    public Reading reading() {
        return isStrict ? Reading.STRICT : Reading.OPEN_BOOK;
    }

    /** The scenario that the options ask. */
    public ScenarioForm form(String name, List<String> jobs) {
        if (at == null || window == null) {
            throw new WrongUsageException("--at TIME and --window DURATION go together");
        }
        if (Times.parseDuration(window) == 0) {
            throw new WrongUsageException("--window " + window + " holds no work; give it a length, such as 30s");
        }
        return new ScenarioForm(name, null, at, window, null, changes(), seed, reading(), jobs);
    }

    /** The changes alone. */
    public List<Change> changes() {
        List<Change> changes = new ArrayList<>();
        for (String set : sets) {
            int equals = set.indexOf('=');
            if (equals <= 0) {
                throw new WrongUsageException("--set takes KEY=VALUE, such as ecn-kmin@leaf0=400KB, not '" + set + "'");
            }
            changes.add(change(set.substring(0, equals), set.substring(equals + 1)));
        }
        for (String link : drains) {
            changes.add(change("link@" + link, "down"));
        }
        return changes;
    }

    private static Change change(String key, String value) {
        try {
            return Change.parse(key, value);
        } catch (ScenarioRefusedException e) {
            throw new WrongUsageException(String.valueOf(e.getMessage()) + ScenarioForm.hint(key), e);
        }
    }
}
