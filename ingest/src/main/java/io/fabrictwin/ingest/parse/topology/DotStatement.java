package io.fabrictwin.ingest.parse.topology;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A statement of a Graphviz text: a node, or a chain of nodes joined by edges.
 *
 * @param ends the nodes in order
 * @param attributes by name
 * @param line where it begins
 * @param problem why it is none; null: it is one
 */
record DotStatement(
        List<End> ends,
        Map<String, String> attributes,
        int line,
        @Nullable String problem) {
    /**
     * A node of the chain.
     *
     * @param node its name
     * @param port of the node; null: not told
     */
    record End(String node, @Nullable String port) {}

    /** Reads statements one by one; what has no node (parameters, braces, defaults) is passed over. */
    static final class Reader {
        private final DotTokens tokens;
        private DotTokens.@Nullable Token current;
        private int depth;
        private boolean isInGraph;

        Reader(String text) {
            tokens = new DotTokens(text);
            current = tokens.next();
        }

        /** Whether the graph's closing brace was there. */
        boolean isClosed() {
            return isInGraph && depth == 0;
        }

        /** The next statement; null: the text is over. */
        @Nullable
        DotStatement next() {
            DotTokens.Token token;
            while ((token = current) != null) {
                if (token.is("{")) {
                    depth++;
                    isInGraph = true;
                    advance();
                } else if (token.is("}")) {
                    depth = Math.max(0, depth - 1);
                    advance();
                } else if (!token.isName() || !isInGraph || isKeyword(token.text())) {
                    advance();
                } else {
                    DotStatement statement = statement(token);
                    if (statement != null) {
                        return statement;
                    }
                }
            }
            return null;
        }

        private static boolean isKeyword(String word) {
            return word.equals("subgraph") || word.equals("strict") || word.equals("graph") || word.equals("digraph");
        }

        private @Nullable DotStatement statement(DotTokens.Token first) {
            List<End> ends = new ArrayList<>();
            ends.add(end(first));
            if (is("=")) {
                advance();
                advance();
                return null;
            }
            String problem = null;
            while (is("--") || is("->")) {
                advance();
                DotTokens.Token token = current;
                if (token == null || !token.isName()) {
                    problem = "a node is expected after the edge";
                    break;
                }
                ends.add(end(token));
            }
            Map<String, String> attributes = new HashMap<>();
            while (is("[")) {
                attributes(attributes);
            }
            boolean isDefault = ends.size() == 1
                    && (first.text().equals("node") || first.text().equals("edge"));
            return isDefault ? null : new DotStatement(List.copyOf(ends), attributes, first.line(), problem);
        }

        private End end(DotTokens.Token node) {
            advance();
            String port = null;
            if (is(":")) {
                advance();
                DotTokens.Token token = current;
                if (token != null && token.isName()) {
                    port = token.text();
                    advance();
                }
                if (is(":")) {
                    // The compass point that the edge is drawn to.
                    advance();
                    advance();
                }
            }
            return new End(node.text(), port);
        }

        private void attributes(Map<String, String> attributes) {
            advance();
            DotTokens.Token token;
            while ((token = current) != null && !token.is("]")) {
                if (token.is("}") || token.is("{")) {
                    return;
                }
                advance();
                if (token.isName() && is("=")) {
                    advance();
                    DotTokens.Token value = current;
                    if (value != null && value.isName()) {
                        attributes.put(token.text(), value.text());
                        advance();
                    }
                }
            }
            advance();
        }

        private boolean is(String sign) {
            return current != null && current.is(sign);
        }

        private void advance() {
            current = tokens.next();
        }
    }
}
