package io.fabrictwin.ingest.parse;

/** The name of an input where nothing in it tells a better one. */
public final class InputName {
    private static final String COMPRESSED_SUFFIX = ".gz";

    private InputName() {}

    /** The file's name without folder, without {@code .gz} and without its extension. */
    public static String plain(Input input) {
        String path = input.name();
        String name = path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
        String file =
                name.endsWith(COMPRESSED_SUFFIX) ? name.substring(0, name.length() - COMPRESSED_SUFFIX.length()) : name;
        int dot = file.lastIndexOf('.');
        String plain = (dot > 0 ? file.substring(0, dot) : file).replaceAll("\\p{Cntrl}", "?");
        return plain.isEmpty() ? "input" : plain;
    }
}
