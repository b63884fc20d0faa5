package io.fabrictwin.ingest.parse;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What launchers, containers and log collectors put before a program's line, one layer around the other, in any order:
 * times, {@code [1,12]<stdout>:} of Open MPI, {@code 15: } of Slurm, {@code [rank3]:} and {@code [default7]:} of torchrun,
 * {@code node01: } of pdsh, {@code stdout F } of a container runtime, {@code (Worker pid=7, ip=192.0.2.1)} of Ray.
 *
 * @param end where the program's own text begins
 * @param mark the layers that tell writers apart, as they stand; empty: none
 * @param rank number that a layer gives the writer: its rank, or that of who launched it; null: none
 * @param host name that a layer gives the writer; null: none
 */
public record Envelope(
        int end,
        String mark,
        @Nullable Integer rank,
        @Nullable String host) {
    private static final Pattern LAYER = Pattern.compile("\\s*+(?:"
            + "(?<time>\\[?\\d{4}-\\d{2}-\\d{2}[T ][0-9:.,]{8,20}+(?:Z|[+-]\\d{2}:?\\d{2})?\\]?:?)"
            + "|\\[\\d{1,9},(?<mpi>\\d{1,7})\\]<std(?:out|err)>:"
            + "|\\[(?:rank|default)?(?<bracket>\\d{1,4})\\]:?"
            + "|\\[\\d{5,12}\\]"
            + "|(?<slurm>\\d{1,7}):(?=\\s|$)"
            + "|\\((?=[^)]{0,100}pid=)[^)]{1,100}\\)"
            + "|std(?:out|err) F(?= )"
            + "|(?<host>[A-Za-z](?=[A-Za-z_.]*+[\\d\\-])[\\w.\\-]{0,63}+):(?= )"
            + "|[A-Za-z](?=[A-Za-z_.]*+[\\d\\-])[\\w.\\-]{0,63}+ {1,20}\\|(?= ))");
    private static final int MAX_LAYERS = 8;
    private static final Envelope NONE = new Envelope(0, "", null, null);

    /** The envelope of a line; where there is none, all of the line is the program's. */
    public static Envelope of(String line) {
        Matcher layer = LAYER.matcher(line);
        int end = 0;
        String mark = "";
        Integer rank = null;
        String host = null;
        for (int i = 0; i < MAX_LAYERS && layer.region(end, line.length()).lookingAt(); i++) {
            end = layer.end();
            if (layer.group("time") == null) {
                mark += layer.group().strip();
                Integer told = firstNumber(layer.group("mpi"), layer.group("bracket"), layer.group("slurm"));
                rank = told == null ? rank : told;
                host = layer.group("host") == null ? host : layer.group("host");
            }
        }
        return end == 0 ? NONE : new Envelope(end, mark, rank, host);
    }

    private static @Nullable Integer firstNumber(@Nullable String... texts) {
        for (String text : texts) {
            if (text != null) {
                return Integer.valueOf(text);
            }
        }
        return null;
    }
}
