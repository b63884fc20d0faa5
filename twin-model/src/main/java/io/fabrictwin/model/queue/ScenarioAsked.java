package io.fabrictwin.model.queue;

import io.fabrictwin.model.calibration.PastChange;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.scenario.Change;
import io.fabrictwin.model.scenario.Reading;
import io.fabrictwin.model.scenario.Scenario;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A scenario that somebody wants an answer to.
 *
 * @param id name and a checksum of the question, fit for an address: asking the same again is the same scenario
 * @param fabric to fork
 * @param changes as a person would type them, in order
 * @param askedTimeNs when it was asked, ns since 1970
 * @param reading how much of the recording may be read
 * @param knownAtNs only what the log had taken in by then counts, ns since 1970; null: all that it holds
 * @param pastChanges that the forecast's intervals are to rest on; empty: none
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
        long askedTimeNs,
        Reading reading,
        @Nullable Long knownAtNs,
        List<PastChange> pastChanges)
        implements ScenarioNote {
    private static final Pattern NOT_IN_AN_ID = Pattern.compile("[^A-Za-z0-9._-]+");

    public ScenarioAsked {
        changes = List.copyOf(changes);
        pastChanges = List.copyOf(pastChanges);
    }

    /** Asks for a forecast of the scenario from all that the log holds, with intervals that rest on no past changes. */
    public static ScenarioAsked of(FabricId fabric, Scenario scenario, long askedTimeNs) {
        return of(fabric, scenario, askedTimeNs, null, List.of());
    }

    /**
     * Asks for a forecast of the scenario.
     *
     * @param knownAtNs see {@link #knownAtNs}
     * @param pastChanges see {@link #pastChanges}
     */
    public static ScenarioAsked of(
            FabricId fabric,
            Scenario scenario,
            long askedTimeNs,
            @Nullable Long knownAtNs,
            List<PastChange> pastChanges) {
        List<String> changes = scenario.changes().stream().map(Change::text).toList();
        CRC32C checksum = new CRC32C();
        List<Object> question = new ArrayList<>(List.of(
                fabric,
                scenario.name(),
                scenario.baseTimeNs(),
                scenario.windowFromNs(),
                scenario.windowToNs(),
                changes,
                scenario.seed()));
        if (isSpecial(scenario.reading(), knownAtNs, pastChanges)) {
            question.addAll(List.of(scenario.reading(), String.valueOf(knownAtNs), pastChanges));
        }
        for (Object part : question) {
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
                askedTimeNs,
                scenario.reading(),
                knownAtNs,
                pastChanges);
    }

    private static boolean isSpecial(Reading reading, @Nullable Long knownAtNs, List<PastChange> pastChanges) {
        return reading != Reading.OPEN_BOOK || knownAtNs != null || !pastChanges.isEmpty();
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
                seed,
                reading);
    }

    @Override
    public String key() {
        return "asked/" + id;
    }
}
