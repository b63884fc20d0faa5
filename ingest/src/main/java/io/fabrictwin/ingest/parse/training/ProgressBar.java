package io.fabrictwin.ingest.parse.training;

import io.fabrictwin.ingest.parse.reading.WordedPattern;
import io.fabrictwin.model.event.StepMeasured;
import io.fabrictwin.model.id.JobId;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The progress bar of Python's tqdm as trainers draw it: the one without a label, or whose label speaks of training. */
final class ProgressBar {
    static final WordedPattern BAR = WordedPattern.of(
            Pattern.compile(
                    "(?:^|(?:Epoch|Train(?:ing)?|Steps?)\\b[^|%]{0,40}?)\\s{0,4}\\d{1,3}%\\|[^|]{0,200}\\| "
                            + "{0,4}(\\d{1,12})/(\\d{1,12}) \\[[\\d:]{4,12}<[^,\\]]{1,20}, {0,4}(\\d{1,9}(?:\\.\\d{1,6})?) ?(s/it|it/s)"),
            "s/it",
            "it/s");

    private final JobId job;
    /** The longest bar is the training's; evaluations between draw shorter ones. */
    private long greatestTotal;

    ProgressBar(JobId job) {
        this.job = job;
    }

    /** Reads a line; false: it is no bar. */
    boolean read(String text, long words, Findings findings) {
        Matcher bar = BAR.find(text, words);
        if (bar == null) {
            return false;
        }
        findings.claim();
        long total = Long.parseLong(bar.group(2));
        greatestTotal = Math.max(greatestTotal, total);
        double figure = Double.parseDouble(bar.group(3));
        Long timeNs = bar.group(4).equals("s/it") ? Figure.ns(figure, "s") : null;
        if (timeNs == null && figure > 0) {
            timeNs = Figure.ns(1 / figure, "s");
        }
        if (total == greatestTotal && timeNs != null) {
            findings.add(new StepMeasured(
                    findings.meta(), job, Long.parseLong(bar.group(1)), timeNs, null, null, null, null));
        }
        return true;
    }
}
