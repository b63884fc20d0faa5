package io.fabrictwin.ingest.parse.streaming;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** Protobuf's text form, as a tree: fields that come several times become arrays. */
final class ProtoText {
    private static final int MAX_DEPTH = 100;

    private final String text;
    private int at;

    private ProtoText(String text) {
        this.text = text;
    }

    /** Null: it is not of the form, or ends in the middle. */
    static @Nullable JsonNode read(String text) {
        return new ProtoText(text).message();
    }

    private @Nullable JsonNode message() {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        Deque<ObjectNode> open = new ArrayDeque<>();
        open.push(root);
        while (true) {
            skip();
            if (at >= text.length()) {
                return open.size() == 1 ? root : null;
            }
            char c = text.charAt(at);
            ObjectNode current = open.peek();
            if (current == null) {
                return null;
            }
            if (c == '}' || c == '>') {
                at++;
                open.pop();
                if (open.isEmpty()) {
                    return null;
                }
                continue;
            }
            String name = word();
            if (name.isEmpty()) {
                return null;
            }
            skip();
            if (peek() == ':') {
                at++;
                skip();
            }
            if (peek() == '{' || peek() == '<') {
                at++;
                ObjectNode child = JsonNodeFactory.instance.objectNode();
                put(current, name, child);
                open.push(child);
                if (open.size() > MAX_DEPTH) {
                    return null;
                }
            } else {
                JsonNode value = value();
                if (value == null) {
                    return null;
                }
                put(current, name, value);
            }
        }
    }

    private static void put(ObjectNode object, String name, JsonNode value) {
        JsonNode former = object.get(name);
        if (former == null) {
            object.set(name, value);
        } else if (former instanceof ArrayNode array) {
            array.add(value);
        } else {
            object.putArray(name).add(former).add(value);
        }
    }

    private @Nullable JsonNode value() {
        if (peek() == '"' || peek() == '\'') {
            String quoted = quoted();
            return quoted == null ? null : JsonNodeFactory.instance.textNode(quoted);
        }
        String word = word();
        return word.isEmpty() ? null : JsonNodeFactory.instance.textNode(word);
    }

    private @Nullable String quoted() {
        char quote = text.charAt(at++);
        StringBuilder value = new StringBuilder();
        while (at < text.length() && text.charAt(at) != quote) {
            char c = text.charAt(at++);
            if (c == '\\' && at < text.length()) {
                char escaped = text.charAt(at++);
                value.append(
                        switch (escaped) {
                            case 'n' -> '\n';
                            case 't' -> '\t';
                            case 'r' -> '\r';
                            default -> escaped;
                        });
            } else {
                value.append(c);
            }
        }
        if (at >= text.length()) {
            return null;
        }
        at++;
        return value.toString();
    }

    private String word() {
        int start = at;
        while (at < text.length()
                && (Character.isLetterOrDigit(text.charAt(at)) || "_.+-".indexOf(text.charAt(at)) >= 0)) {
            at++;
        }
        return text.substring(start, at);
    }

    private void skip() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '#') {
                int end = text.indexOf('\n', at);
                at = end < 0 ? text.length() : end;
            } else if (Character.isWhitespace(c) || c == ',' || c == ';') {
                at++;
            } else {
                return;
            }
        }
    }

    private char peek() {
        return at < text.length() ? text.charAt(at) : '\0';
    }
}
