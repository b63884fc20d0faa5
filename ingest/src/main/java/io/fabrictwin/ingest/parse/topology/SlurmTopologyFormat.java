package io.fabrictwin.ingest.parse.topology;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.Line;
import io.fabrictwin.ingest.parse.Lines;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.document.YamlDocument;
import io.fabrictwin.model.event.DeviceDiscovered;
import io.fabrictwin.model.event.PlacementDeclared;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Slurm's topology: {@code topology.conf} as a tree of switches or as blocks, and {@code topology.yaml}. It names no
 * ports, so it tells where nodes are placed, not which cables there are.
 *
 * <p>A record is a line with all lines that continue it, or an entry of the YAML.
 */
public final class SlurmTopologyFormat extends PlanFormat {
    private static final Pattern MARK = Pattern.compile(
            "(?im)^[ \\t]*+#?[ \\t]*+(?:SwitchName|BlockName)[ \\t]*+=[ \\t]*+\\S++[ \\t]++(?:Nodes|Switches|LinkSpeed)[ \\t]*+=");
    private static final Pattern SIZES = Pattern.compile("(?im)^[ \\t]*+BlockSizes[ \\t]*+=[ \\t]*+[\\d,]+");
    private static final Pattern YAML =
            Pattern.compile("(?m)^[ \\t]*+-?[ \\t]*+topology[ \\t]*+:[ \\t]*+[\\w\"'-]+[ \\t]*+$");
    private static final Pattern YAML_KIND = Pattern.compile("(?m)^[ \\t]++(?:tree|block|flat|ring)\\s*:");
    private static final Pattern FIELD = Pattern.compile("(\\w+)\\s*=\\s*(\"[^\"]*\"|[^\\s\"]+)");

    public SlurmTopologyFormat() {
        super(
                "slurm-topology",
                "Slurm: topology.conf (tree or block) and topology.yaml",
                Set.of(DeviceDiscovered.class, PlacementDeclared.class));
    }

    @Override
    public Likeness recognise(Head head) {
        if (head.isJson() || head.isXml()) {
            return Likeness.NONE;
        }
        return Likeness.certainIf(head.has(MARK) || head.has(SIZES) || (head.has(YAML) && head.has(YAML_KIND)));
    }

    @Override
    void read(Input input, Plan plan) throws IOException {
        SlurmTree tree = new SlurmTree(plan);
        if (isYaml(input)) {
            YamlDocument document = YamlDocument.read(input);
            for (JsonNode value : document.values()) {
                tree.readYaml(value);
            }
            plan.refuse(document.refusal());
            return;
        }
        Continued continued = new Continued();
        Lines.read(input, line -> readLine(line, continued, tree, plan));
        if (!continued.text.isEmpty()) {
            plan.reject(continued.place, RejectCode.TRUNCATED, "the line that continues it is missing", continued.text);
        }
    }

    /** A line whose end is on the next ones. */
    private static final class Continued {
        private String text = "";
        private String place = "";
    }

    private static void readLine(Line line, Continued continued, SlurmTree tree, Plan plan) {
        Line.Defect defect = line.defect();
        if (defect != null) {
            plan.reject(line.place().inWords(), defect.code(), defect.reason(), line.text());
            return;
        }
        String text = line.text().strip();
        if (continued.text.isEmpty()) {
            continued.place = line.place().inWords();
        }
        if (text.endsWith("\\") && continued.text.length() < Lines.MAX_LINE_BYTES) {
            continued.text += text.substring(0, text.length() - 1) + " ";
            return;
        }
        String whole = continued.text + text;
        continued.text = "";
        int comment = whole.indexOf('#');
        String told = (comment < 0 ? whole : whole.substring(0, comment)).strip();
        if (told.isEmpty()) {
            plan.ignore(continued.place);
        } else {
            plan.entry(continued.place, whole, () -> tree.readFields(fields(told)));
        }
    }

    /** Fields of a line by name in lower case. */
    private static Map<String, String> fields(String text) throws BadEntryException {
        Map<String, String> fields = new HashMap<>();
        Matcher matcher = FIELD.matcher(text);
        int end = 0;
        while (matcher.find()) {
            if (!text.substring(end, matcher.start()).isBlank()) {
                throw malformed();
            }
            String value = matcher.group(2);
            fields.put(
                    matcher.group(1).toLowerCase(Locale.ROOT),
                    value.startsWith("\"") ? value.substring(1, value.length() - 1) : value);
            end = matcher.end();
        }
        if (fields.isEmpty() || !text.substring(end).isBlank()) {
            throw malformed();
        }
        return fields;
    }

    private static BadEntryException malformed() {
        return new BadEntryException(RejectCode.MALFORMED, "the line is not Name=value Name=value");
    }

    private static boolean isYaml(Input input) throws IOException {
        try (InputStream in = input.open()) {
            String head = new String(in.readNBytes(1 << 16), StandardCharsets.UTF_8);
            return YAML.matcher(head).find() && YAML_KIND.matcher(head).find();
        }
    }
}
