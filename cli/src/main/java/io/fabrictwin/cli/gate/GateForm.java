package io.fabrictwin.cli.gate;

import io.fabrictwin.cli.form.Fields;
import io.fabrictwin.cli.form.Yaml;
import io.fabrictwin.cli.scenario.ScenarioForm;
import io.fabrictwin.model.gate.Assertion;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The gate form of {@code docs/gate.md}.
 *
 * @param scenario what is asked; its name is the gate's
 * @param assertions what the answer has to meet; one at least
 * @param isUnknownAllowed whether what is not known passes
 */
record GateForm(ScenarioForm scenario, List<Assertion> assertions, boolean isUnknownAllowed) {
    GateForm {
        assertions = List.copyOf(assertions);
    }

    /** Reads a file strictly; a scenario that it names lies beside it. */
    static GateForm read(Path file) {
        return Yaml.read(
                file,
                fields -> new GateForm(
                        ScenarioForm.within(fields, file), assertions(fields), fields.flag("allow-unknown", false)));
    }

    private static List<Assertion> assertions(Fields fields) {
        List<Assertion> assertions = new ArrayList<>();
        for (String text : fields.texts("assertions")) {
            try {
                assertions.add(Assertion.parse(text));
            } catch (IllegalArgumentException e) {
                throw fields.bad("assertions[" + assertions.size() + "]", String.valueOf(e.getMessage()), e);
            }
        }
        return assertions;
    }
}
