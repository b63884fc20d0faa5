package io.fabrictwin.ingest.parse.topology;

import org.jspecify.annotations.Nullable;

/** Cuts a Graphviz text into its words, with comments left out. */
final class DotTokens {
    private final String text;
    private int at;
    private int line = 1;

    /**
     * One word.
     *
     * @param text what it says, without quotes
     * @param isName a name or value rather than a sign
     * @param line where it begins
     */
    record Token(String text, boolean isName, int line) {
        boolean is(String sign) {
            return !isName && text.equals(sign);
        }
    }

    DotTokens(String text) {
        this.text = text;
    }

    /** The next word; null: the text is over. */
    @Nullable
    Token next() {
        skip();
        if (at >= text.length()) {
            return null;
        }
        int begin = line;
        char c = text.charAt(at);
        if (c == '"') {
            return new Token(quoted(), true, begin);
        }
        if (c == '<') {
            return new Token(markup(), true, begin);
        }
        if (text.startsWith("--", at) || text.startsWith("->", at)) {
            at += 2;
            return new Token(text.substring(at - 2, at), false, begin);
        }
        if (isNameCharacter(c)) {
            int start = at;
            while (at < text.length() && isNameCharacter(text.charAt(at)) && !isEdge()) {
                at++;
            }
            return new Token(text.substring(start, at), true, begin);
        }
        at++;
        return new Token(String.valueOf(c), false, begin);
    }

    private boolean isEdge() {
        return text.startsWith("--", at) || text.startsWith("->", at);
    }

    private static boolean isNameCharacter(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '.' || c == '-' || c == '/' || c >= 0x80;
    }

    private void skip() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '\n') {
                line++;
                at++;
            } else if (Character.isWhitespace(c)) {
                at++;
            } else if (c == '#' || text.startsWith("//", at)) {
                int end = text.indexOf('\n', at);
                at = end < 0 ? text.length() : end;
            } else if (text.startsWith("/*", at)) {
                int end = text.indexOf("*/", at + 2);
                int to = end < 0 ? text.length() : end + 2;
                line += (int)
                        text.substring(at, to).chars().filter(x -> x == '\n').count();
                at = to;
            } else {
                return;
            }
        }
    }

    private String quoted() {
        StringBuilder word = new StringBuilder();
        at++;
        while (at < text.length() && text.charAt(at) != '"') {
            char c = text.charAt(at++);
            if (c == '\\' && at < text.length() && text.charAt(at) == '"') {
                c = text.charAt(at++);
            }
            if (c == '\n') {
                line++;
            }
            word.append(c);
        }
        at++;
        return word.toString();
    }

    private String markup() {
        int start = at;
        int depth = 0;
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c == '<') {
                depth++;
            } else if (c == '>') {
                depth--;
            } else if (c == '\n') {
                line++;
            }
            if (depth == 0) {
                break;
            }
        }
        return text.substring(start, Math.min(at, text.length()));
    }
}
