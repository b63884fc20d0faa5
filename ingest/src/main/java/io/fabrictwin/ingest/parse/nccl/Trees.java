package io.fabrictwin.ingest.parse.nccl;

import io.fabrictwin.ingest.parse.LineRecord;
import io.fabrictwin.ingest.parse.reading.Scan;
import io.fabrictwin.model.event.TreePlanned;
import java.util.ArrayList;
import java.util.List;

/** Reads a rank's neighbours in the trees, which the library prints in two ways, the one the other way round. */
final class Trees {
    private static final int MOST_CHILDREN = 8;
    private static final int NONE = -1;
    private static final int TORN = -2;

    private final JobState state;

    Trees(JobState state) {
        this.state = state;
    }

    /** {@code Tree 0 : parent -> self -> children}. */
    void read(Message message, LineRecord line) {
        Scan scan = new Scan(message.text(), "Tree ".length());
        int channel = scan.small();
        int parent = channel >= 0 && scan.skip(" : ") ? member(scan) : TORN;
        int rank = parent != TORN && scan.skip(" -> ") ? scan.small() : TORN;
        List<Integer> children = rank >= 0 && scan.skip(" -> ") ? members(scan) : List.of();
        if (rank < 0 || children.isEmpty() || !scan.atEnd()) {
            line.torn("a tree");
        } else {
            add(message, channel, rank, parent, children, line);
        }
    }

    /** {@code [0] children->self->parent}; old versions add the way down behind a bar, which is the same tree. */
    void readList(Message message, LineRecord line) {
        Scan scan = new Scan(message.text(), 0);
        line.recognise();
        while (scan.skipTo("[")) {
            int channel = scan.small();
            List<Integer> children = channel >= 0 && scan.skip("] ") ? members(scan) : List.of();
            int rank = !children.isEmpty() && scan.skip("->") ? scan.small() : TORN;
            int parent = rank >= 0 && scan.skip("->") ? member(scan) : TORN;
            // At the end of a full buffer the last number may have lost digits.
            if (parent != TORN && !(message.isFull() && scan.atEnd())) {
                add(message, channel, rank, parent, children, line);
            }
        }
    }

    /** A rank; {@link #NONE}: a negative number stands for none; {@link #TORN}: there is no number. */
    private static int member(Scan scan) {
        boolean isNegative = scan.skip('-');
        int number = scan.small();
        return number < 0 ? TORN : isNegative ? NONE : number;
    }

    /** Ranks and the lack of them between slashes; empty: there is none, or one is torn. */
    private static List<Integer> members(Scan scan) {
        List<Integer> members = new ArrayList<>(MOST_CHILDREN / 2);
        do {
            int member = member(scan);
            if (member == TORN) {
                return List.of();
            }
            members.add(member);
        } while (members.size() < MOST_CHILDREN && scan.skip('/'));
        return members;
    }

    private void add(Message message, int channel, int rank, int parent, List<Integer> children, LineRecord line) {
        children.removeIf(child -> child == NONE);
        if (parent == NONE && children.isEmpty()) {
            line.unread("a tree of one rank");
            return;
        }
        Communicators.Communicator emerging = state.communicators().emerging(message);
        String communicator = emerging == null ? null : emerging.identity();
        line.add(meta -> new TreePlanned(
                meta,
                state.job(),
                message.device(),
                communicator,
                channel,
                rank,
                parent == NONE ? null : Integer.valueOf(parent),
                children));
    }
}
