package io.fabrictwin.model.scenario;

import static io.fabrictwin.model.scenario.ScenarioRefusedException.nonsense;

/** A link that comes with a change: its speed both ways, and its one-way delay in ns. */
record NewLink(double bitsPerSecond, long delayNs) {
    static final ValueForm<NewLink> FORM = new ValueForm<>(
            "rate and delay (100Gbit/s 1us)",
            NewLink::parse,
            link -> ValueForm.RATE.print(link.bitsPerSecond) + " " + ValueForm.TIME.print(link.delayNs));

    private static NewLink parse(String key, String text) {
        String[] words = text.split("\\s+", -1);
        if (words.length != 2) {
            throw nonsense(
                    "'" + text + "' does not fit '" + key + "': it takes a rate and a delay, as in 100Gbit/s 1us");
        }
        return new NewLink(ValueForm.RATE.read(key, words[0]), ValueForm.TIME.read(key, words[1]));
    }
}
