package io.fabrictwin.cli.incident;

import io.fabrictwin.cli.WrongUsageException;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.incident.IncidentReport;
import io.fabrictwin.model.incident.RankedCause;
import io.fabrictwin.model.incident.SlowSteps.Question;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What an incident's report, or a finding in it, is called: {@code FABRIC/KIND/WHO/NANOSECONDS}.
 *
 * @param kind INCIDENT, or the finding's
 * @param who a job for an incident, else the first entity of the finding
 */
record IncidentId(String text, String fabric, String kind, String who, long startNs) {
    static final String INCIDENT = "INCIDENT";

    private static final Pattern FORM = Pattern.compile("(.+)/([A-Z_]+)/(.+)/([0-8]?\\d{1,18})");

    static IncidentId parse(String text) {
        Matcher form = FORM.matcher(text.strip());
        if (!form.matches()) {
            throw new WrongUsageException(
                    "'" + text + "' is no incident; fabric-twin incident prints what it is called,"
                            + " as FABRIC/INCIDENT/JOB/TIME, and fabric-twin show findings -o json tells of findings");
        }
        return new IncidentId(text.strip(), form.group(1), form.group(2), form.group(3), Long.parseLong(form.group(4)));
    }

    boolean isIncident() {
        return kind.equals(INCIDENT);
    }

    /** Slow steps at its begin or after it. */
    Question question() {
        return new Question(isIncident() ? new JobId(who) : null, startNs, null);
    }

    /** The cause that is meant: that of the finding, else the likeliest; null where the report has none. */
    @Nullable
    RankedCause cause(IncidentReport report) {
        Optional<RankedCause> own = report.causes().stream()
                .filter(cause -> isIncident() || cause.findingId().contains("/" + kind + "/" + who + "/"))
                .findFirst();
        return own.orElse(null);
    }
}
