package io.fabrictwin.cli.replay;

import io.fabrictwin.cli.WrongUsageException;
import io.fabrictwin.cli.form.Nearest;
import io.fabrictwin.cli.render.Times;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.id.JobId;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a replay is shown frame by frame. */
final class FrameOptions {
    private static final Pattern SPEED = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)x");

    @Option(
            names = "--every",
            paramLabel = "DURATION",
            description = "Show the frame at the end of each such step of event time, not only the last one.")
    private @Nullable String every;

    @Option(
            names = "--until",
            paramLabel = "EVENT",
            description = "End with the frame in which an event of that type came, such as LinkWentDown.")
    private @Nullable String until;

    @Option(
            names = "--speed",
            paramLabel = "FACTOR",
            defaultValue = "max",
            description = "How much faster than it happened, such as 60x, or max (default: ${DEFAULT-VALUE}).")
    private String speed = "max";

    @Option(
            names = "--job",
            paramLabel = "JOB",
            description = "Tell with each frame which training steps of that job were over.")
    private @Nullable String job;

    /**
     * Whether frames are asked for.
     *
     * @throws WrongUsageException where only their details are
     */
    boolean isGiven() {
        if (every == null && (until != null || job != null || !speed.equals("max"))) {
            throw new WrongUsageException(
                    "--until, --speed and --job tell how frames are shown: name how far apart, such as --every 1s");
        }
        return every != null;
    }

    long everyNs() {
        long everyNs = Times.parseDuration(String.valueOf(every));
        if (everyNs == 0) {
            throw new WrongUsageException("--every " + every + " is no step; give it a length, such as 1s");
        }
        return everyNs;
    }

    @Nullable
    JobId job() {
        return job == null ? null : new JobId(job);
    }

    /** The event type with which the replay ends, as it is spelt; null: with none. */
    @Nullable
    String until() {
        if (until == null) {
            return null;
        }
        List<String> types = Arrays.stream(FabricEvent.class.getPermittedSubclasses())
                .map(Class::getSimpleName)
                .sorted()
                .toList();
        return types.stream()
                .filter(until::equalsIgnoreCase)
                .findFirst()
                .orElseThrow(() -> new WrongUsageException(
                        "there is no event type '" + until + "'" + Nearest.hint(String.valueOf(until), types)));
    }

    /** How many seconds of event time pass in one; infinite where nothing is waited for. */
    double speed() {
        Matcher factor = SPEED.matcher(speed);
        if (speed.equals("max")) {
            return Double.POSITIVE_INFINITY;
        }
        if (!factor.matches() || Double.parseDouble(factor.group(1)) == 0) {
            throw new WrongUsageException("--speed takes a factor such as 60x, or max, not '" + speed + "'");
        }
        return Double.parseDouble(factor.group(1));
    }
}
