package io.fabrictwin.model.scenario;

import static io.fabrictwin.model.scenario.ScenarioRefusedException.nonsense;

import io.fabrictwin.model.pause.Watchdog;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** A watchdog in words; empty where there is none. */
final class WatchdogForm {
    static final ValueForm<Optional<Watchdog>> FORM = new ValueForm<>(
            "drop, forward or alert, with times (drop detect 200ms restore 400ms poll 200ms); or off",
            WatchdogForm::parse,
            watchdog -> watchdog.map(WatchdogForm::text).orElse("off"));

    private static final long USUAL_POLL_NS = 200_000_000;

    private WatchdogForm() {}

    private static String text(Watchdog watchdog) {
        return watchdog.action().name().toLowerCase(Locale.ROOT)
                + " detect " + ValueForm.TIME.print(watchdog.detectionNs())
                + " restore " + ValueForm.TIME.print(watchdog.restorationNs())
                + " poll " + ValueForm.TIME.print(watchdog.pollNs());
    }

    private static Optional<Watchdog> parse(String key, String text) {
        if (text.equals("off")) {
            return Optional.empty();
        }
        String[] words = text.split("\\s+", -1);
        long detectNs = -1;
        long restoreNs = -1;
        long pollNs = USUAL_POLL_NS;
        for (int word = 1; word + 1 < words.length; word += 2) {
            long ns = ValueForm.TIME.read(key, words[word + 1]);
            switch (words[word]) {
                case "detect" -> detectNs = ns;
                case "restore" -> restoreNs = ns;
                case "poll" -> pollNs = ns;
                default -> throw misfit(key, text);
            }
        }
        if (words.length % 2 == 0 || detectNs < 0 || restoreNs < 0) {
            throw misfit(key, text);
        }
        try {
            Watchdog.Action action = Watchdog.Action.valueOf(words[0].toUpperCase(Locale.ROOT));
            return Optional.of(new Watchdog(action, detectNs, restoreNs, pollNs));
        } catch (IllegalArgumentException e) {
            boolean isWord = Arrays.stream(Watchdog.Action.values())
                    .noneMatch(action -> action.name().equalsIgnoreCase(words[0]));
            throw isWord
                    ? misfit(key, text)
                    : nonsense("'" + text + "' does not fit '" + key
                            + "': switches detect after 100 ms to 5 s and restore" + " after 100 ms to 60 s");
        }
    }

    private static ScenarioRefusedException misfit(String key, String text) {
        return nonsense("'" + text + "' does not fit '" + key
                + "': it takes 'off', or what to do and when, as in 'drop detect 200ms restore 400ms'");
    }
}
