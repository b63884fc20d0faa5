package io.fabrictwin.model.gate;

import io.fabrictwin.model.scenario.Forecast;
import io.fabrictwin.model.scenario.JobForecast;
import io.fabrictwin.model.scenario.PortForecast;
import io.fabrictwin.model.scenario.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A sentence that a forecast has to meet, such as {@code job * step-time.p95 grows < 2 %}. What it says of what is not known
 * is neither true nor false, but unknown.
 */
public final class Assertion {
    private final String text;
    private final Function<Forecast, List<Check>> checks;

    private Assertion(String text, Function<Forecast, List<Check>> checks) {
        this.text = text;
        this.checks = checks;
    }

    /**
     * Reads an assertion.
     *
     * @throws IllegalArgumentException where it is none, with what would fit
     */
    public static Assertion parse(String text) {
        return new AssertionParser(text).assertion();
    }

    /** As it was written. */
    public String text() {
        return text;
    }

    /** Holds a forecast against it. */
    public Checked check(Forecast forecast) {
        return new Checked(text, checks.apply(forecast));
    }

    static Assertion noCannotTell(String text) {
        return new Assertion(
                text,
                forecast -> ofJobs(
                        forecast,
                        Pattern.ANY,
                        job -> new Check(
                                job.job().value(),
                                Outcome.of(job.verdict() != Verdict.CANNOT_TELL),
                                job.verdict() == Verdict.CANNOT_TELL
                                        ? job.reasons().get(0)
                                        : job.verdict().words())));
    }

    static Assertion verdict(String text, Pattern jobs, Verdict verdict, boolean isAsked) {
        return new Assertion(
                text,
                forecast -> ofJobs(forecast, jobs, job -> {
                    boolean isUnknown = job.verdict() == Verdict.CANNOT_TELL && verdict != Verdict.CANNOT_TELL;
                    return new Check(
                            job.job().value(),
                            isUnknown ? Outcome.UNKNOWN : Outcome.of((job.verdict() == verdict) == isAsked),
                            isUnknown
                                    ? "cannot tell: " + job.reasons().get(0)
                                    : job.verdict().words());
                }));
    }

    static Assertion ofJobs(String text, Pattern jobs, JobQuantity quantity, Bound bound) {
        return new Assertion(
                text,
                forecast -> ofJobs(
                        forecast,
                        jobs,
                        job -> bound.check(job.job().value(), quantity.read(job), quantity.dimension())));
    }

    /** Ports that are down under the fork do nothing there: there is nothing to hold against a bound. */
    static Assertion ofPorts(String text, Pattern ports, PortQuantity quantity, Bound bound) {
        return new Assertion(text, forecast -> {
            List<Check> found = new ArrayList<>();
            for (PortForecast port : forecast.ports()) {
                if (port.fork() != null && ports.fits(port.port().toString())) {
                    found.add(bound.check(port.port().toString(), quantity.read(port), quantity.dimension()));
                }
            }
            return orUnknown(
                    found,
                    ports,
                    "no such port is up in the fork and among those that the forecast tells of: the busiest, and those"
                            + " that queue, mark or pause most");
        });
    }

    private static List<Check> ofJobs(Forecast forecast, Pattern jobs, Function<JobForecast, Check> check) {
        List<Check> found = new ArrayList<>();
        for (JobForecast job : forecast.jobs()) {
            if (jobs.fits(job.job().value())) {
                found.add(check.apply(job));
            }
        }
        String running = String.join(
                ", ", forecast.jobs().stream().map(job -> job.job().value()).toList());
        return orUnknown(found, jobs, "no such job runs; running: " + (running.isEmpty() ? "none" : running));
    }

    private static List<Check> orUnknown(List<Check> found, Pattern pattern, String why) {
        return found.isEmpty() ? List.of(new Check(pattern.text(), Outcome.UNKNOWN, why)) : found;
    }

    @Override
    public String toString() {
        return text;
    }
}
