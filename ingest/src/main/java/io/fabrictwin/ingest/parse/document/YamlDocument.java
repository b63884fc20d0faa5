package io.fabrictwin.ingest.parse.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.RejectCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.representer.Representer;
import org.yaml.snakeyaml.resolver.Resolver;

/**
 * The YAML documents of an input, with anchors and merges resolved.
 *
 * @param values those that are whole
 * @param refusal why no more could be read; null: all was
 */
public record YamlDocument(List<JsonNode> values, @Nullable Refusal refusal) {
    /** The greatest known file of the kind uses 20; a file made to fill memory uses as many as it is allowed. */
    private static final int MAX_ALIASES = 1_000;

    public YamlDocument {
        values = List.copyOf(values);
    }

    /** Reads an input of up to 64 MiB. */
    public static YamlDocument read(Input input) throws IOException {
        byte[] bytes;
        try {
            bytes = Documents.read(input);
        } catch (UnreadableException e) {
            return new YamlDocument(List.of(), e.refusal());
        }
        List<JsonNode> values = new ArrayList<>();
        try {
            for (Object value : yaml().loadAll(new String(bytes, StandardCharsets.UTF_8))) {
                values.add(new Tree().of(value));
            }
            return new YamlDocument(values, null);
        } catch (MarkedYAMLException e) {
            String place = e.getProblemMark() == null
                    ? "document"
                    : "line " + (e.getProblemMark().getLine() + 1);
            return new YamlDocument(
                    values,
                    new Refusal(
                            place, RejectCode.MALFORMED, Documents.firstLine(e.getProblem()), Documents.shown(bytes)));
        } catch (YAMLException | IllegalArgumentException e) {
            return new YamlDocument(
                    values,
                    new Refusal(
                            "document",
                            RejectCode.MALFORMED,
                            Documents.firstLine(e.getMessage()),
                            Documents.shown(bytes)));
        }
    }

    private static Yaml yaml() {
        LoaderOptions options = new LoaderOptions();
        options.setMaxAliasesForCollections(MAX_ALIASES);
        options.setNestingDepthLimit(Documents.MAX_DEPTH);
        options.setCodePointLimit(Documents.MAX_BYTES);
        options.setAllowRecursiveKeys(false);
        DumperOptions dumping = new DumperOptions();
        return new Yaml(new SafeConstructor(options), new Representer(dumping), dumping, options, new TextOfTimes());
    }

    /** Counts what it makes: nested references let a short text stand for more than memory holds. */
    private static final class Tree {
        private static final int MAX_NODES = 2_000_000;
        private int nodes;

        JsonNode of(@Nullable Object value) {
            nodes++;
            if (nodes > MAX_NODES) {
                throw new YAMLException("the document stands for more than " + MAX_NODES + " values");
            }
            JsonNodeFactory json = JsonNodeFactory.instance;
            if (value instanceof Map<?, ?> map) {
                ObjectNode object = json.objectNode();
                map.forEach((key, part) -> object.set(String.valueOf(key), of(part)));
                return object;
            }
            if (value instanceof Collection<?> collection) {
                ArrayNode array = json.arrayNode();
                collection.forEach(part -> array.add(of(part)));
                return array;
            }
            return JsonDocument.MAPPER.valueToTree(value);
        }
    }

    /** Leaves times as the text they are: which zone they mean is the format's business. */
    private static final class TextOfTimes extends Resolver {
        @Override
        protected void addImplicitResolvers() {
            addImplicitResolver(Tag.BOOL, BOOL, "yYnNtTfFoO");
            addImplicitResolver(Tag.INT, INT, "-+0123456789");
            addImplicitResolver(Tag.FLOAT, FLOAT, "-+0123456789.");
            addImplicitResolver(Tag.MERGE, MERGE, "<");
            addImplicitResolver(Tag.NULL, NULL, "~nN\0");
            addImplicitResolver(Tag.NULL, EMPTY, null);
        }
    }
}
