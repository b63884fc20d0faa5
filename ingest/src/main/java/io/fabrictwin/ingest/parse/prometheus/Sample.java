package io.fabrictwin.ingest.parse.prometheus;

import io.fabrictwin.ingest.parse.RejectCode;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One line of the exposition.
 *
 * @param metric its name
 * @param labels by name
 * @param value as Prometheus means it: a 64-bit float, which may be NaN or infinite
 * @param time the time as written; null: none, the scrape's time is meant
 * @param endOfName where metric and labels end in the line
 */
record Sample(
        String metric,
        SortedMap<String, String> labels,
        double value,
        @Nullable Double time,
        int endOfName) {
    private static final Pattern NUMBER = Pattern.compile("[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d{1,4})?");
    private static final Set<String> NOT_NUMBERS = Set.of("NaN", "nan", "Inf", "+Inf", "-Inf", "+inf", "-inf", "inf");

    static Sample parse(String line) throws MalformedSampleException {
        return new Reader(line).read();
    }

    private static final class Reader {
        private final String line;
        private int at;

        Reader(String line) {
            this.line = line;
        }

        Sample read() throws MalformedSampleException {
            String metric = name();
            int endOfName = at;
            SortedMap<String, String> labels = new TreeMap<>();
            skipBlanks();
            if (peek() == '{') {
                at++;
                readLabels(labels);
                endOfName = at;
                skipBlanks();
            }
            String value = word();
            skipBlanks();
            String time = peek() == '#' ? "" : word();
            skipBlanks();
            if (at < line.length() && peek() != '#') {
                throw malformed("more than a value and a time");
            }
            return new Sample(metric, labels, number(value), time.isEmpty() ? null : time(time), endOfName);
        }

        private String name() throws MalformedSampleException {
            int start = at;
            while (at < line.length() && isNameCharacter(line.charAt(at), at == start)) {
                at++;
            }
            if (at == start) {
                throw malformed("a metric's name is expected");
            }
            return line.substring(start, at);
        }

        private void readLabels(SortedMap<String, String> labels) throws MalformedSampleException {
            while (true) {
                skipBlanks();
                if (peek() == '}') {
                    at++;
                    return;
                }
                String label = name();
                skipBlanks();
                if (peek() != '=') {
                    throw malformed("'=' is expected after label " + label);
                }
                at++;
                skipBlanks();
                labels.put(label, quoted());
                skipBlanks();
                if (peek() == ',') {
                    at++;
                } else if (peek() != '}') {
                    throw malformed("',' or '}' is expected after label " + label);
                }
            }
        }

        private String quoted() throws MalformedSampleException {
            if (peek() != '"') {
                throw malformed("a label's value has no quotes");
            }
            at++;
            StringBuilder text = new StringBuilder();
            while (at < line.length() && line.charAt(at) != '"') {
                char c = line.charAt(at++);
                if (c == '\\' && at < line.length()) {
                    char escaped = line.charAt(at++);
                    text.append(escaped == 'n' ? ' ' : escaped);
                } else {
                    text.append(c);
                }
            }
            if (at == line.length()) {
                throw malformed("a label's value is not closed");
            }
            at++;
            return text.toString();
        }

        private String word() {
            int start = at;
            while (at < line.length() && line.charAt(at) != ' ' && line.charAt(at) != '\t') {
                at++;
            }
            return line.substring(start, at);
        }

        private double number(String word) throws MalformedSampleException {
            if (NOT_NUMBERS.contains(word)) {
                return Double.NaN;
            }
            if (!NUMBER.matcher(word).matches()) {
                throw malformed("value '" + word + "' is not a number");
            }
            return Double.parseDouble(word);
        }

        private Double time(String word) throws MalformedSampleException {
            if (!NUMBER.matcher(word).matches()) {
                throw malformed("time '" + word + "' is not a number");
            }
            double time = Double.parseDouble(word);
            if (!(time >= 0 && time <= Scrape.MAX_TIME)) {
                throw new MalformedSampleException(RejectCode.OUT_OF_RANGE, "time '" + word + "' is out of range");
            }
            return time;
        }

        private static boolean isNameCharacter(char c, boolean isFirst) {
            return (c >= 'a' && c <= 'z')
                    || (c >= 'A' && c <= 'Z')
                    || c == '_'
                    || c == ':'
                    || (!isFirst && c >= '0' && c <= '9');
        }

        private char peek() {
            return at < line.length() ? line.charAt(at) : '\0';
        }

        private void skipBlanks() {
            while (peek() == ' ' || peek() == '\t') {
                at++;
            }
        }

        private MalformedSampleException malformed(String reason) {
            return new MalformedSampleException(
                    RejectCode.MALFORMED, "no sample of the text exposition: " + reason + ", at column " + (at + 1));
        }
    }
}
