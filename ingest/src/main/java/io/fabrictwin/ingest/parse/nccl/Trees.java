package io.fabrictwin.ingest.parse.nccl;

import io.fabrictwin.ingest.parse.LineRecord;
import io.fabrictwin.ingest.parse.reading.Scan;
import io.fabrictwin.model.event.TreePlanned;
import io.fabrictwin.model.id.DeviceId;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a rank's neighbours in the trees, which the library prints in two ways, the one the other way round. */
final class Trees {
    private static final String CHILDREN = "(-?\\d{1,9}(?:/-?\\d{1,9}){0,7})";
    /** {@code Tree 0 : parent -> self -> children}. */
    private static final Pattern TREE =
            Pattern.compile("Tree (\\d{1,9}) : (-?\\d{1,9}) -> (\\d{1,9}) -> " + CHILDREN + "\\s*");
    /** {@code [0] children->self->parent}; old versions add the way down behind a bar, which is the same tree. */
    private static final Pattern TREES = Pattern.compile("\\[(\\d{1,9})\\] " + CHILDREN + "->(\\d{1,9})->(-?\\d{1,9})");

    private final JobState state;

    Trees(JobState state) {
        this.state = state;
    }

    void read(Message message, LineRecord line) {
        Matcher tree = TREE.matcher(message.text());
        if (tree.matches()) {
            add(message, tree.group(1), tree.group(3), tree.group(2), tree.group(4), line);
        } else {
            line.torn("a tree");
        }
    }

    void readList(Message message, LineRecord line) {
        String text = message.text();
        Matcher tree = TREES.matcher(text);
        line.recognise();
        while (tree.find()) {
            // At the end of a full buffer the last number may have lost digits.
            if (!message.isFull() || tree.end() < text.length()) {
                add(message, tree.group(1), tree.group(3), tree.group(4), tree.group(2), line);
            }
        }
    }

    private void add(Message message, String channel, String rank, String parent, String children, LineRecord line) {
        int up = Integer.parseInt(parent);
        List<Integer> down = new ArrayList<>();
        Scan scan = new Scan(children, 0);
        do {
            int member = scan.signed();
            if (member >= 0) {
                down.add(member);
            }
        } while (scan.skip("/"));
        if (up < 0 && down.isEmpty()) {
            line.unread("a tree of one rank");
            return;
        }
        DeviceId host = JobState.device(message.host());
        Communicators.Communicator emerging = state.communicators().emerging(message);
        String communicator = emerging == null ? null : emerging.identity();
        line.add(meta -> new TreePlanned(
                meta,
                state.job(),
                host,
                communicator,
                Integer.parseInt(channel),
                Integer.parseInt(rank),
                up < 0 ? null : Integer.valueOf(up),
                down));
    }
}
