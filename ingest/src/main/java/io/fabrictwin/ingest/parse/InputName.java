package io.fabrictwin.ingest.parse;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The name of an input where nothing in it tells a better one. */
public final class InputName {
    private static final List<String> COMPRESSED_SUFFIXES = List.of(".gz", ".zst");

    private static final Pattern RANKED =
            Pattern.compile("[_.\\-]?(.*?)(?:[_.\\-]*(?:rank|npu|worker))?[_.\\-]*(?<!\\d|\\d\\.)(\\d{1,6})");

    private InputName() {}

    /** The file's name without folder, without {@code .gz} or {@code .zst} and without its extension. */
    public static String plain(Input input) {
        String path = input.name();
        String name = path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
        String file = uncompressed(name);
        int dot = file.lastIndexOf('.');
        String plain = (dot > 0 ? file.substring(0, dot) : file).replaceAll("\\p{Cntrl}", "?");
        return plain.isEmpty() ? "input" : plain;
    }

    /**
     * The name that the files of all ranks of a job share, where each rank writes its own: the plain name without a number
     * at its end and without what marks that number.
     */
    public static String withoutRank(Input input) {
        String plain = plain(input);
        Matcher ranked = RANKED.matcher(plain);
        if (!ranked.matches()) {
            return plain;
        }
        // rank07: the mark is all there is.
        String shared = ranked.group(1).isEmpty() ? plain.substring(0, ranked.start(2)) : ranked.group(1);
        return shared.isEmpty() ? plain : shared;
    }

    /** The number at the end of the plain name; null: there is none. */
    public static @Nullable Integer rank(Input input) {
        Matcher ranked = RANKED.matcher(plain(input));
        return ranked.matches() ? Integer.valueOf(ranked.group(2)) : null;
    }

    /** A file's name without what compression added to it. */
    static String uncompressed(String fileName) {
        for (String suffix : COMPRESSED_SUFFIXES) {
            if (fileName.endsWith(suffix)) {
                return fileName.substring(0, fileName.length() - suffix.length());
            }
        }
        return fileName;
    }
}
