package io.fabrictwin.ingest.parse.topology;

import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.Line;
import io.fabrictwin.ingest.parse.Lines;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.model.event.DeviceDiscovered;
import io.fabrictwin.model.event.LinkPlanned;
import java.io.IOException;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * htsim's fat tree: nodes, tiers and the radix of each. The links follow where the numbers fit together; they stand with the
 * last record, which is the end of the file.
 */
public final class HtsimTopologyFormat extends PlanFormat {
    private static final Pattern MARK = Pattern.compile("(?im)^[ \\t]*+(?:Tier\\s+0|Radix_Down\\s+\\d+)\\s*$");
    private static final Pattern TIERS = Pattern.compile("(?im)^[ \\t]*+Tiers\\s+\\d\\s*$");
    private static final Pattern SETTING = Pattern.compile("(\\w+)\\s+([\\d.]{1,15})");

    public HtsimTopologyFormat() {
        super("htsim-topology", "htsim: fat tree .topo files", Set.of(DeviceDiscovered.class, LinkPlanned.class));
    }

    @Override
    public Likeness recognise(Head head) {
        return Likeness.certainIf(head.has(MARK) && head.has(TIERS));
    }

    @Override
    void read(Input input, Plan plan) throws IOException {
        FatTree tree = new FatTree();
        Lines.read(input, line -> readLine(line, tree, plan));
        plan.entry("end of file", "", () -> tree.expand(new Shape(plan)));
    }

    private static void readLine(Line line, FatTree tree, Plan plan) {
        Line.Defect defect = line.defect();
        if (defect != null) {
            plan.reject(line.place().inWords(), defect.code(), defect.reason(), line.text());
            return;
        }
        String text = line.text().strip();
        if (text.isEmpty() || text.startsWith("#")) {
            plan.ignore(line.place().inWords());
            return;
        }
        plan.entry(line.place().inWords(), text, () -> {
            Matcher matcher = SETTING.matcher(text);
            if (!matcher.matches()) {
                throw new BadEntryException(RejectCode.MALFORMED, "the line is not 'setting number'");
            }
            String setting = matcher.group(1).toLowerCase(Locale.ROOT);
            double value;
            try {
                value = Double.parseDouble(matcher.group(2));
            } catch (NumberFormatException e) {
                throw new BadEntryException(RejectCode.BAD_VALUE, setting + " " + matcher.group(2) + " is no number");
            }
            if (!tree.set(setting, value)) {
                plan.unread(matcher.group(1));
            }
        });
    }
}
