package io.fabrictwin.ingest.parse;

import java.util.List;

/** The name of an input where nothing in it tells a better one. */
public final class InputName {
    private static final List<String> COMPRESSED_SUFFIXES = List.of(".gz", ".zst");

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
