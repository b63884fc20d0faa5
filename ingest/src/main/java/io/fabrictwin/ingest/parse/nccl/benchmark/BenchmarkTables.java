package io.fabrictwin.ingest.parse.nccl.benchmark;

import io.fabrictwin.ingest.parse.Envelope;
import io.fabrictwin.ingest.parse.Line;
import io.fabrictwin.ingest.parse.LineRecord;
import io.fabrictwin.ingest.parse.nccl.words.BusId;
import io.fabrictwin.ingest.parse.nccl.words.Words;
import io.fabrictwin.ingest.parse.reading.WordSearch;
import io.fabrictwin.ingest.parse.training.JobWords;
import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.event.CommunicationFailed;
import io.fabrictwin.model.event.JobStarted;
import io.fabrictwin.model.event.RankPlaced;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.JobId;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringTokenizer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the tables of nccl-tests and rccl-tests out of a job's output, line by line. The benchmark prints a row in pieces,
 * so that other programs' lines may stand between them; pieces are joined where the same writer printed them.
 *
 * <p>A row whose operation nothing tells (old versions print neither name nor what would tell a gather of all from an
 * exchange among all) is counted as not read.
 */
public final class BenchmarkTables {
    private static final int MAX_WRITERS = 4096;
    private static final WordSearch TYPES = WordSearch.of(
            List.of(), "float", "half", "int ", "int8", "int32", "int64", "double", "f8e4", "f8e5", "fp8_", "fp8e",
            "bf16");

    private static final Pattern NAME = Pattern.compile(
            "\\b(all_?reduce|all_?gather|reduce_?scatter|all_?to_?allv?|broadcast|reduce|gather|scatter|sendrecv|hypercube)(?:_bias)?_perf(?=_mpi\\b|\\b)");
    private static final String BLANKS = " \t\n\u000B\f\r";
    private static final Pattern RANK =
            Pattern.compile("#\\s+Rank\\s+(\\d{1,9})\\s+(?:Group\\s+\\d+\\s+)?Pid\\s+\\d+\\s+on"
                    + "\\s+(\\S+)\\s+device\\s+(\\d{1,4})\\s+\\[([0-9a-fA-Fx:.]+)\\].*");
    private static final Pattern FAILURE =
            Pattern.compile("([\\w.\\-]+): Test (\\w+) failure ([\\w.]+):\\d+ '([^']*)'.*");
    private static final Pattern FAILURE_FRAME = Pattern.compile("\\.\\. \\S+ pid \\d+: Test failure .*");

    private final JobId job;
    private final Map<String, Table> tables = new HashMap<>();
    private @Nullable CollectiveOperation named;
    private boolean isUnknownOperation;
    private int openTables;

    /** One writer's table. */
    private static final class Table {
        private boolean isOpen;
        private int leadWords;
        private @Nullable Lead lead;
        private int leadSeen;
        private int halves;
        private final Map<Integer, String> ranks = new HashMap<>();
        private String[] words = {};

        @Nullable
        Integer rankCount() {
            int count = 0;
            for (int rank : ranks.keySet()) {
                count = Math.max(count, rank + 1);
            }
            long ratio = lead == null ? 0 : lead.ratio();
            if (count > 0) {
                return count;
            }
            return ratio > 1 && ratio < Integer.MAX_VALUE ? Integer.valueOf((int) ratio) : null;
        }
    }

    public BenchmarkTables(JobId job) {
        this.job = job;
    }

    /** Whether a line, behind what launchers put before it, is a row of a table. */
    public static boolean isRow(String line) {
        String[] words = words(own(line, Envelope.of(line)));
        int lead = leadLength(words);
        return lead < words.length && Half.isHalf(words, lead) && Lead.of(words, lead) != null;
    }

    /** Whether a line may be of a table: a cheap look. */
    public boolean mayHold(Line line) {
        String text = line.text();
        int hash = text.indexOf('#');
        if ((hash >= 0 && hash < 64) || JobWords.nameBenchmark(line)) {
            return true;
        }
        int last = text.length() - 1;
        while (last >= 0 && text.charAt(last) <= ' ') {
            last--;
        }
        boolean isNumber = last > 0 && (Character.isDigit(text.charAt(last)) || text.charAt(last) == 'A');
        return isNumber && (openTables > 0 || (TYPES.in(line.bytes(), line.from(), line.to()) != 0 && hasType(text)));
    }

    /** Whether it names a type, not as the end of another word. */
    private static boolean hasType(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        for (int at = TYPES.next(bytes, 0); at >= 0; at = TYPES.next(bytes, at + 1)) {
            char before = at == 0 ? ' ' : (char) bytes[at - 1];
            // uint8 and bfloat16 are types, an interval behind an underscore is none.
            if (before == 'u' || before == 'b' || (before != '_' && !Character.isLetterOrDigit(before))) {
                return true;
            }
        }
        return false;
    }

    /** Reads a line, or what stands before another program's message in it. */
    public void read(String text, Envelope envelope, LineRecord line) {
        String body = own(text, envelope);
        if (body.isEmpty()) {
            return;
        }
        char first = body.charAt(0);
        if (first == '#') {
            readComment(body, envelope, line);
        } else if (body.contains("Test ")) {
            // A launcher's mark and the benchmark's own name of its host look alike.
            readFailure(text.strip(), line);
        } else {
            readWords(words(body), envelope, line);
        }
        if (body.contains("_perf")) {
            readName(body);
        }
    }

    /** What the benchmark wrote. A launcher that marks every write marks the pieces of a row, too. */
    private static String own(String text, Envelope envelope) {
        String own = text.substring(Math.min(envelope.end(), text.length())).strip();
        return own.startsWith("#") || !envelope.mark().startsWith("[")
                ? own
                : own.replace(envelope.mark(), " ").strip();
    }

    private void readName(String body) {
        Matcher name = NAME.matcher(body);
        if (name.find()) {
            named = Words.operation(name.group(1));
            isUnknownOperation = named == null;
        }
    }

    private void readComment(String body, Envelope envelope, LineRecord line) {
        if (body.contains("nThread ") || body.startsWith("# nccl-tests version") || body.startsWith("# rccl-tests")) {
            line.recognise();
            Table table = table(envelope);
            close(table);
            table.ranks.clear();
        } else if (body.contains(" Rank ") && body.contains(" Pid ")) {
            readRank(body, envelope, line);
        } else if (body.contains("size") && body.contains("count") && body.contains("time")) {
            readHeader(body, envelope, line);
        } else if (body.startsWith("# Out of bounds") || body.startsWith("# Avg bus")) {
            line.recognise();
            close(table(envelope));
            line.unread("what a table comes to");
        } else if (body.startsWith("# Collective test concluded")) {
            line.recognise();
            named = null;
        } else if (isOwnComment(body)) {
            line.recognise();
        }
    }

    private static boolean isOwnComment(String body) {
        return body.equals("#")
                || body.startsWith("# Using devices")
                || body.startsWith("# Collective test starting")
                || body.startsWith("# Reducing maxBytes")
                || body.contains("out-of-place")
                || body.contains("(elements)");
    }

    private void readRank(String body, Envelope envelope, LineRecord line) {
        Matcher rank = RANK.matcher(body);
        if (!rank.matches()) {
            line.torn("a rank's place");
            return;
        }
        int member = Integer.parseInt(rank.group(1));
        String host = rank.group(2);
        String gpu = gpu(rank.group(4), rank.group(3));
        table(envelope).ranks.put(member, host);
        line.add(meta -> new RankPlaced(meta, job, member, new DeviceId(host), gpu, null, null));
    }

    /** Old versions print the bus without its domain, and none on machines where all GPUs have a domain of their own. */
    private static String gpu(String bus, String index) {
        if (!bus.startsWith("0x")) {
            return BusId.normal(bus);
        }
        String digits = bus.substring(2).toLowerCase(Locale.ROOT);
        return digits.length() != 2 || digits.equals("00") ? index : BusId.normal(digits + ":00");
    }

    private void readHeader(String body, Envelope envelope, LineRecord line) {
        line.recognise();
        Table table = table(envelope);
        if (!table.isOpen) {
            openTables++;
        }
        table.isOpen = true;
        table.lead = null;
        table.halves = 0;
        List<String> columns = List.of(words(body.substring(1)));
        int time = columns.indexOf("time");
        table.leadWords = time < 0 ? columns.size() : time;
        Integer rankCount = table.rankCount();
        if (rankCount != null) {
            line.add(meta -> new JobStarted(meta, job, rankCount, null));
        }
    }

    private static String[] words(String text) {
        StringTokenizer tokens = new StringTokenizer(text, BLANKS);
        String[] words = new String[tokens.countTokens()];
        for (int i = 0; i < words.length; i++) {
            words[i] = tokens.nextToken();
        }
        return words;
    }

    private void readWords(String[] words, Envelope envelope, LineRecord line) {
        if (Lead.isLead(words)) {
            readRow(words, envelope, line);
            return;
        }
        Table table = tables.get(envelope.mark());
        if (table != null && table.lead != null && table.halves == 0 && words.length <= 2 && isRest(words)) {
            String[] joined = join(table.words, words);
            readRow(joined, envelope, line);
            return;
        }
        boolean isOne = (words.length == Half.WORDS && Half.isHalf(words, 0)) || Half.isTornHalf(words);
        boolean isTwo = words.length == 2 * Half.WORDS && Half.isHalf(words, 0) && Half.isHalf(words, Half.WORDS);
        boolean isExpected = table != null && table.isOpen;
        if (!isTwo && !(isOne && isExpected)) {
            return;
        }
        if (table == null
                || table.lead == null
                || table.leadSeen < table.leadWords
                || table.halves + (isTwo ? 2 : 1) > 2) {
            line.torn("a row of a table");
            return;
        }
        addHalves(table, words, 0, line);
    }

    private static boolean isRest(String[] words) {
        for (String word : words) {
            if (!Lead.isRest(word)) {
                return false;
            }
        }
        return true;
    }

    private void readRow(String[] words, Envelope envelope, LineRecord line) {
        int lead = leadLength(words);
        Lead read = Lead.of(words, lead);
        if (read == null) {
            return;
        }
        Table table = table(envelope);
        table.lead = read;
        table.leadSeen = lead;
        table.halves = 0;
        table.words = words.length == lead ? words : new String[] {};
        line.recognise();
        int values = words.length - lead;
        boolean isForm = values == 0
                || (values == Half.WORDS && Half.isHalf(words, lead))
                || (values == 2 * Half.WORDS && Half.isHalf(words, lead) && Half.isHalf(words, lead + Half.WORDS));
        if (!isForm || (lead < table.leadWords && values > 0)) {
            line.torn("a row of a table");
            table.lead = null;
        } else if (values > 0) {
            addHalves(table, words, lead, line);
        }
    }

    /** Halves are counted from the right, because the columns before them come and go. */
    private static int leadLength(String[] words) {
        for (int halves = 2; halves >= 1; halves--) {
            int lead = words.length - halves * Half.WORDS;
            if (lead >= Lead.LEAST_WORDS && lead <= Lead.MOST_WORDS && Half.isHalf(words, lead)) {
                return lead;
            }
        }
        int lead = Lead.LEAST_WORDS;
        while (lead < words.length
                && lead < Lead.MOST_WORDS
                && (Lead.isRest(words[lead]) || (lead == Lead.MOST_WORDS - 1 && words.length == lead + 1))) {
            lead++;
        }
        return lead;
    }

    private void addHalves(Table table, String[] words, int from, LineRecord line) {
        Lead lead = table.lead;
        if (lead == null) {
            return;
        }
        Half first = Half.of(words, from);
        Half second = words.length - from >= 2 * Half.WORDS ? Half.of(words, from + Half.WORDS) : null;
        CollectiveOperation operation = isUnknownOperation ? null : lead.operation(named, first, second);
        int halves = table.halves;
        table.halves += second == null ? 1 : 2;
        if (operation == null) {
            line.unread("a row of an operation that nothing tells");
            return;
        }
        Integer rankCount = table.rankCount();
        first.add(job, operation, lead.bytes(), rankCount, halves == 1, line);
        if (second != null) {
            second.add(job, operation, lead.bytes(), rankCount, true, line);
        }
    }

    private void readFailure(String text, LineRecord line) {
        Matcher failure = FAILURE.matcher(text);
        if (!failure.find()) {
            if (FAILURE_FRAME.matcher(text).find()) {
                line.unread("a frame of a benchmark's failure");
            }
            return;
        }
        String kind =
                failure.group(2).equals("CUDA") || failure.group(2).equals("HIP") ? "gpu-error" : "benchmark-failure";
        line.add(meta -> new CommunicationFailed(
                meta,
                job,
                new DeviceId(failure.group(1)),
                null,
                kind,
                null,
                null,
                failure.group(3) + ": " + failure.group(4).strip(),
                null,
                null,
                null));
    }

    private void close(Table table) {
        if (table.isOpen) {
            openTables--;
        }
        table.isOpen = false;
        table.lead = null;
        table.leadWords = 0;
    }

    private Table table(Envelope envelope) {
        String writer = tables.size() < MAX_WRITERS ? envelope.mark() : "";
        return tables.computeIfAbsent(writer, mark -> new Table());
    }

    private static String[] join(String[] first, String[] second) {
        String[] joined = new String[first.length + second.length];
        System.arraycopy(first, 0, joined, 0, first.length);
        System.arraycopy(second, 0, joined, first.length, second.length);
        return joined;
    }
}
