package io.fabrictwin.cli.sweep;

import io.fabrictwin.cli.form.Fields;
import io.fabrictwin.cli.form.Yaml;
import io.fabrictwin.cli.scenario.ScenarioForm;
import io.fabrictwin.model.scenario.ScenarioRefusedException;
import io.fabrictwin.model.sweep.Setting;
import io.fabrictwin.model.sweep.Variation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The sweep form of {@code docs/sweep.md}.
 *
 * @param scenario what is asked in every setting
 * @param variations what is varied, one at least
 */
record SweepForm(ScenarioForm scenario, List<Variation> variations) {
    SweepForm {
        variations = List.copyOf(variations);
        if (variations.isEmpty()) {
            throw new IllegalArgumentException("nothing is varied");
        }
    }

    /** Reads a file strictly; a scenario that it names lies beside it. */
    static SweepForm read(Path file) {
        return Yaml.read(file, fields -> new SweepForm(ScenarioForm.within(fields, file), variations(fields)));
    }

    private static List<Variation> variations(Fields fields) {
        List<Variation> variations = new ArrayList<>();
        Fields vary = fields.object("vary");
        for (String key : vary.names()) {
            try {
                variations.add(
                        vary.isText(key) ? Variation.parse(key, vary.text(key)) : Variation.of(key, vary.scalars(key)));
            } catch (ScenarioRefusedException | IllegalArgumentException e) {
                throw vary.bad(key, String.valueOf(e.getMessage()), e);
            }
        }
        return variations;
    }

    /** The question of each setting, equal ones once. */
    Map<ScenarioForm, Setting> questions() {
        Map<ScenarioForm, Setting> questions = new LinkedHashMap<>();
        for (Setting setting : Setting.grid(scenario.changes(), variations)) {
            questions.put(scenario.with(setting.changes()), setting);
        }
        return questions;
    }
}
