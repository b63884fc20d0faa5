package io.fabrictwin.ingest.parse.nccl;

import io.fabrictwin.ingest.parse.LineRecord;
import io.fabrictwin.ingest.parse.nccl.words.Words;
import io.fabrictwin.model.event.AlgorithmChosen;
import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.event.TuningTableObserved;
import io.fabrictwin.model.id.DeviceId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads what the library's own model holds, and what it chose by it. */
final class Tuning {
    private static final double NS_PER_US = 1e3;
    private static final double BYTES_PER_GIGABYTE = 1e9;

    private static final Pattern CHOICE = Pattern.compile(
            "(?:(\\w+): )?(\\d{1,18}) Bytes -> Algo (\\w+) proto (\\w+)(?: time (\\d[0-9.eE+\\-]*))?(.*)");
    private static final Pattern CHANNELS = Pattern.compile("channel\\{Lo\\.\\.Hi\\}=\\{(\\d{1,6})\\.\\.(\\d{1,6})\\}");
    private static final Pattern CHANNEL_COUNT =
            Pattern.compile("\\b(?:nchannels|nChannels|channels)[ =](\\d{1,6})\\b");
    private static final Pattern CELL = Pattern.compile("\\s*(\\d[0-9.]*)\\s*/\\s*(\\d[0-9.]*)\\s*");

    private final JobState state;
    private final Launches launches;
    private final Map<String, Header> headers = new HashMap<>();

    /** Columns of the table that a thread prints. */
    private static final class Header {
        private final List<String> algorithms = new ArrayList<>();
        private final List<String> pairs = new ArrayList<>();
    }

    Tuning(JobState state, Launches launches) {
        this.state = state;
        this.launches = launches;
    }

    static boolean isChoice(String text) {
        return text.indexOf(" Bytes -> Algo ") > 0;
    }

    void readChoice(Message message, LineRecord line) {
        Matcher choice = CHOICE.matcher(message.text());
        if (!choice.matches()) {
            line.torn("a choice of an algorithm");
            return;
        }
        CollectiveOperation operation =
                choice.group(1) == null ? launches.last(message) : Words.operation(choice.group(1));
        if (operation == null) {
            line.unread("a choice of an algorithm for an operation that is not told");
            return;
        }
        String algorithm = Words.algorithm(choice.group(3));
        String protocol = Words.protocol(choice.group(4));
        Long modelNs = choice.group(5) == null
                ? null
                : Long.valueOf(Math.round(Double.parseDouble(choice.group(5)) * NS_PER_US));
        Integer channels = channels(choice.group(6));
        String communicator = state.identity(message);
        DeviceId host = message.device();
        long bytes = Long.parseLong(choice.group(2));
        line.add(meta -> new AlgorithmChosen(
                meta, state.job(), host, communicator, operation, bytes, algorithm, protocol, channels, modelNs));
    }

    private static @Nullable Integer channels(String text) {
        Matcher range = CHANNELS.matcher(text);
        if (range.find()) {
            int channels = Integer.parseInt(range.group(2)) - Integer.parseInt(range.group(1)) + 1;
            return channels > 0 ? Integer.valueOf(channels) : null;
        }
        Matcher count = CHANNEL_COUNT.matcher(text);
        return count.find() ? Integer.valueOf(count.group(1)) : null;
    }

    static boolean isTable(String text) {
        int bar = text.indexOf('|');
        return bar > 0 && bar < 20 && text.indexOf('|', bar + 1) > 0;
    }

    /** A line of the table: algorithms, protocols, or what holds for one operation. */
    void readTable(Message message, LineRecord line) {
        String[] cells = message.text().split("\\|");
        String name = cells[0].strip();
        Header header = headers.computeIfAbsent(message.threadKey(), thread -> new Header());
        line.recognise();
        if (name.equals("Algorithm")) {
            header.algorithms.clear();
            header.pairs.clear();
            for (int i = 1; i < cells.length; i++) {
                if (!cells[i].isBlank()) {
                    header.algorithms.add(Words.algorithm(cells[i].strip()));
                }
            }
        } else if (name.equals("Protocol")) {
            header.pairs.clear();
            int perAlgorithm = header.algorithms.isEmpty() ? 0 : (cells.length - 1) / header.algorithms.size();
            for (int i = 1; i < cells.length && perAlgorithm > 0; i++) {
                int algorithm = Math.min((i - 1) / perAlgorithm, header.algorithms.size() - 1);
                header.pairs.add(header.algorithms.get(algorithm) + "/" + Words.protocol(cells[i].strip()));
            }
        } else if (name.startsWith("Latency/")) {
            header.pairs.clear();
            for (int i = 1; i < cells.length; i++) {
                String[] pair = cells[i].split("/", 2);
                if (pair.length == 2) {
                    header.pairs.add(Words.algorithm(pair[0].strip()) + "/" + Words.protocol(pair[1].strip()));
                }
            }
        } else {
            readRow(message, name, cells, header, line);
        }
    }

    private void readRow(Message message, String name, String[] cells, Header header, LineRecord line) {
        CollectiveOperation operation = Words.operation(name);
        if (operation == null || header.pairs.isEmpty()) {
            line.unread("a row of a tuning table");
            return;
        }
        SortedMap<String, Double> latencyNs = new TreeMap<>();
        SortedMap<String, Double> bytesPerSecond = new TreeMap<>();
        for (int i = 1; i < cells.length && i <= header.pairs.size(); i++) {
            Matcher cell = CELL.matcher(cells[i]);
            // A bandwidth of zero is how the library says that a pair is not allowed.
            if (cell.matches() && Double.parseDouble(cell.group(2)) > 0) {
                latencyNs.put(header.pairs.get(i - 1), Double.parseDouble(cell.group(1)) * NS_PER_US);
                bytesPerSecond.put(header.pairs.get(i - 1), Double.parseDouble(cell.group(2)) * BYTES_PER_GIGABYTE);
            }
        }
        if (latencyNs.isEmpty()) {
            line.unread("a row of a tuning table that allows nothing");
            return;
        }
        DeviceId host = message.device();
        String communicator = state.identity(message);
        line.add(meta ->
                new TuningTableObserved(meta, state.job(), host, communicator, operation, latencyNs, bytesPerSecond));
    }
}
