package io.fabrictwin.model.queue;

import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.scenario.Change;
import io.fabrictwin.model.scenario.Scenario;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;

/**
 * A scenario that somebody wants an answer to.
 *
 * @param id name and a checksum of the question, fit for an address: asking the same again is the same scenario
 * @param fabric to fork
 * @param changes as a person would type them, in order
 * @param askedTimeNs when it was asked, ns since 1970
 */
public record ScenarioAsked(
        String id,
        FabricId fabric,
        String name,
        long baseTimeNs,
        long windowFromNs,
        long windowToNs,
        List<String> changes,
        long seed,
        long askedTimeNs)
        implements ScenarioNote {
    private static final Pattern NOT_IN_AN_ID = Pattern.compile("[^A-Za-z0-9._-]+");

    public ScenarioAsked {
        changes = List.copyOf(changes);
    }

    /** Asks for a forecast of the scenario. */
    public static ScenarioAsked of(FabricId fabric, Scenario scenario, long askedTimeNs) {
        List<String> changes = scenario.changes().stream().map(Change::text).toList();
        CRC32C checksum = new CRC32C();
        for (Object part : List.of(
                fabric,
                scenario.name(),
                scenario.baseTimeNs(),
                scenario.windowFromNs(),
                scenario.windowToNs(),
                changes,
                scenario.seed())) {
            checksum.update((part + "\n").getBytes(StandardCharsets.UTF_8));
        }
        return new ScenarioAsked(
                String.format(
                        Locale.ROOT,
                        "%s-%08x",
                        NOT_IN_AN_ID.matcher(scenario.name()).replaceAll("-"),
                        checksum.getValue()),
                fabric,
                scenario.name(),
                scenario.baseTimeNs(),
                scenario.windowFromNs(),
                scenario.windowToNs(),
                changes,
                scenario.seed(),
                askedTimeNs);
    }

    /**
     * The question itself.
     *
     * @throws io.fabrictwin.model.scenario.ScenarioRefusedException where this version knows no such change
     * @throws IllegalArgumentException where window and base time do not fit
     */
    public Scenario scenario() {
        return new Scenario(
                name,
                baseTimeNs,
                windowFromNs,
                windowToNs,
                changes.stream().map(Change::parse).toList(),
                seed);
    }

    @Override
    public String key() {
        return "asked/" + id;
    }
}
