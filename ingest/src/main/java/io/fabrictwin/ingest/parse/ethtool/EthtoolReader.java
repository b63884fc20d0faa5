package io.fabrictwin.ingest.parse.ethtool;

import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.InputName;
import io.fabrictwin.ingest.parse.Line;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.reading.Block;
import io.fabrictwin.ingest.parse.reading.Digits;
import io.fabrictwin.ingest.parse.reading.Facts;
import io.fabrictwin.ingest.parse.reading.Figure;
import io.fabrictwin.ingest.parse.reading.KnownNames;
import io.fabrictwin.ingest.parse.reading.WordSearch;
import io.fabrictwin.ingest.parse.reading.WordedPattern;
import io.fabrictwin.model.event.PortStateObserved;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.PortId;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads one input of ethtool's output. */
final class EthtoolReader {
    /** Where the command line was not pasted. */
    private static final String UNTOLD_PORT = "port";

    private static final WordedPattern COMMAND =
            WordedPattern.of(Pattern.compile("ethtool\\s+(?:-{1,2}[\\w-]+\\s+)?([A-Za-z][\\w.@-]*)"), "ethtool");
    private static final WordedPattern SETTINGS =
            WordedPattern.of(Pattern.compile("Settings for ([\\w.@-]+):"), "Settings for ");
    private static final WordSearch WORDS = WordSearch.of(List.of(COMMAND, SETTINGS));
    private static final Pattern PAIR =
            Pattern.compile("([A-Za-z\\[][^:\\s]*+(?::(?=\\s?[A-Za-z])[^:\\s]*+)?): ?(\\d{1,20})(?=\\s|$)");
    private static final Pattern STATISTIC =
            Pattern.compile("\\s*([A-Za-z\\[][^\\s].{0,200}?)\\s*:\\s*(-?\\d{1,25})\\s*");
    private static final Pattern SETTING = Pattern.compile("\\s*([A-Z][\\w /().-]{1,60}):\\s*(.*?)\\s*");

    private final Input input;
    private final Sink sink;
    private final DeviceId device;
    private final Statistics statistics;
    private final Map<String, String> settings = new TreeMap<>();
    private final Block block;
    /** By all that stands before the value. */
    private final KnownNames<Statistics.Statistic> known = new KnownNames<>();

    private boolean isOfSettings;

    EthtoolReader(Input input, Sink sink) {
        this.input = input;
        this.sink = sink;
        this.device = new DeviceId(InputName.plain(input));
        this.statistics = new Statistics(device, new PortId(device, UNTOLD_PORT));
        this.block = new Block(input.context(), sink, this::end);
    }

    void read() throws IOException {
        block.read(input, this::take);
    }

    private void take(Line line) {
        if (isOfSettings || !takeKnown(line)) {
            takeOther(line);
        }
    }

    /** Takes a statistic whose name was met before: most lines, and no other line begins like one. */
    private boolean takeKnown(Line line) {
        byte[] bytes = line.bytes();
        int from = line.from();
        int digits = Digits.begin(bytes, from, line.to());
        int count = line.to() - digits;
        int at = digits;
        while (at > from && bytes[at - 1] == ' ') {
            at--;
        }
        Statistics.Statistic statistic = count > 0 && count <= Digits.MOST && at > from && bytes[at - 1] == ':'
                ? known.find(bytes, from, at)
                : null;
        if (statistic == null) {
            return false;
        }
        block.accept(line);
        statistics.take(statistic, Digits.value(bytes, digits, line.to()));
        return true;
    }

    private void remember(Line line, Statistics.Statistic statistic) {
        int end = line.to();
        while (line.bytes()[end - 1] != ':') {
            end--;
        }
        known.add(line.bytes(), line.from(), end, statistic);
    }

    private void takeOther(Line line) {
        String text = line.text().strip();
        long words = WORDS.in(line.bytes(), line.from(), line.to());
        Matcher command = COMMAND.find(text, words);
        Matcher heading = SETTINGS.match(text, words);
        if (text.isEmpty()) {
            block.ignore(line);
        } else if (heading != null) {
            begin(heading.group(1), true);
            block.accept(line);
        } else if (text.equals("NIC statistics:")) {
            begin(null, false);
            block.accept(line);
        } else if (command != null || isPrompt(text)) {
            begin(command == null ? null : command.group(1), false);
            takePairs(line, text);
        } else if (isOfSettings) {
            takeSetting(line, text);
        } else {
            takeStatistic(line);
        }
    }

    private static boolean isPrompt(String text) {
        return text.startsWith("#") || text.startsWith("$ ");
    }

    private void begin(@Nullable String port, boolean ofSettings) {
        block.close();
        isOfSettings = ofSettings;
        if (port != null) {
            statistics.begin(port);
        }
    }

    /** A command line, with all its output behind it where a page has joined the lines. */
    private void takePairs(Line line, String text) {
        Matcher pair = PAIR.matcher(text);
        boolean hasPair = false;
        while (pair.find()) {
            if (!hasPair) {
                block.accept(line);
                hasPair = true;
            }
            Long value = Figure.whole(pair.group(2));
            if (value != null) {
                statistics.take(statistics.statistic(pair.group(1)), value);
            }
        }
        if (!hasPair) {
            block.ignore(line);
        }
    }

    private void takeStatistic(Line line) {
        Matcher matcher = STATISTIC.matcher(line.text());
        if (!matcher.matches()) {
            takeUnknown(line);
            return;
        }
        Long value = Figure.whole(matcher.group(2));
        if (value == null) {
            block.reject(
                    line,
                    RejectCode.OUT_OF_RANGE,
                    "statistic " + matcher.group(1) + " '" + matcher.group(2) + "' is no count of up to 63 bits");
            return;
        }
        block.accept(line);
        Statistics.Statistic statistic = statistics.statistic(matcher.group(1));
        statistics.take(statistic, value);
        remember(line, statistic);
    }

    private void takeUnknown(Line line) {
        String text = line.text().strip();
        if (PAIR.matcher(text).results().limit(2).count() == 2) {
            takePairs(line, text);
        } else if (text.equals("...") || text.startsWith("no stats available")) {
            block.ignore(line);
        } else {
            block.rejectMalformed(line, "'" + shown(text) + "' is not of the form name: value");
        }
    }

    private void takeSetting(Line line, String text) {
        Matcher matcher = SETTING.matcher(text);
        block.accept(line);
        if (matcher.matches()) {
            settings.put(matcher.group(1), matcher.group(2));
        }
    }

    private void end(Facts facts) {
        if (statistics.hasRings()) {
            sink.unread("counters of single rings");
        }
        statistics.drainTo(facts);
        if (!settings.isEmpty()) {
            tellSettings(facts);
        }
        settings.clear();
    }

    private void tellSettings(Facts facts) {
        PortId port = statistics.port();
        String detected = settings.remove("Link detected");
        Long speed = Figure.bitsPerSecond(settings.remove("Speed"));
        if (detected != null || speed != null) {
            Boolean isUp = detected == null ? null : Boolean.valueOf(detected.startsWith("yes"));
            facts.add(new PortStateObserved(
                    facts.meta(), port, isUp, detected == null ? null : "Link detected: " + detected, speed, null));
        }
        facts.tuned(device, port, "autonegotiation", settings.remove("Auto-negotiation"));
        facts.tuned(device, port, "duplex", settings.remove("Duplex"));
        facts.tuned(device, port, "fec", settings.remove("Active FEC encodings"));
        settings.keySet().forEach(sink::unread);
    }

    private static String shown(String text) {
        return text.length() <= 60 ? text : text.substring(0, 60) + "...";
    }
}
