package io.fabrictwin.cli.render;

/** Text that stands in Markdown. */
public final class Markdown {
    private Markdown() {}

    /** The text as it is, also where it holds what Markdown would read as form. */
    public static String escaped(String text) {
        return text.replaceAll("([\\\\`*_|<\\[\\]#])", "\\\\$1").replaceAll("\\s*\\R\\s*", " ");
    }
}
