package io.fabrictwin.ingest.parse.nccl;

import io.fabrictwin.ingest.parse.LineRecord;
import io.fabrictwin.ingest.parse.nccl.words.BusId;
import io.fabrictwin.model.event.CommunicatorClosed;
import io.fabrictwin.model.event.CommunicatorInitialized;
import io.fabrictwin.model.event.JobStarted;
import io.fabrictwin.model.id.DeviceId;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads which ranks join and leave communicators. */
final class Members {
    private static final Pattern MEMBER = Pattern.compile(
            "(?:\\[Rank \\d{1,9}\\] )?(?:\\w+ )?comm (0x[0-9a-fA-F]{1,16}) rank (\\d{1,9}) n[rR]anks (\\d{1,9})(?= |$)(.*)");
    private static final Pattern MEMBER_START = Pattern.compile("(?:\\[Rank \\d{1,9}\\] )?ncclComm\\w* comm\\b.*");
    private static final Pattern BUS = Pattern.compile(" busId ([0-9a-fA-F:.]+)");
    private static final Pattern GPU_INDEX = Pattern.compile(" cudaDev (\\d{1,9})\\b");
    private static final Pattern IDENTITY = Pattern.compile(" commId (0x[0-9a-fA-F]+)");
    private static final Pattern PHASE = Pattern.compile(" - (Init|Abort|Destroy) (START|COMPLETE)\\b");

    private final JobState state;

    Members(JobState state) {
        this.state = state;
    }

    static boolean isMember(String text) {
        return text.startsWith("comm 0x")
                || text.startsWith("ncclComm")
                || text.startsWith("[Rank ")
                || (text.contains(" comm 0x") && text.contains(" rank "));
    }

    void read(Message message, LineRecord line) {
        String text = message.text();
        Matcher member = MEMBER.matcher(text);
        if (!member.matches()) {
            if (MEMBER_START.matcher(text).matches()) {
                line.torn("a communicator's message");
            }
            return;
        }
        String pointer = member.group(1);
        int rank = Integer.parseInt(member.group(2));
        int rankCount = Integer.parseInt(member.group(3));
        String rest = member.group(4);
        Matcher identityMatcher = IDENTITY.matcher(rest);
        String identity = identityMatcher.find() ? identityMatcher.group(1) : null;
        Matcher phase = PHASE.matcher(rest);
        if (!phase.find()) {
            if (rest.contains(" cudaDev ")) {
                line.torn("a communicator's message");
            } else if (rest.startsWith(" nNodes ")) {
                state.communicators().announce(message);
                state.communicators().open(message, pointer, identity, rank, rankCount);
            }
        } else if (!phase.group(1).equals("Init")) {
            if (phase.group(2).equals("COMPLETE")) {
                close(
                        message,
                        pointer,
                        rank,
                        rankCount,
                        identity,
                        phase.group(1).equals("Destroy"),
                        line);
            }
        } else if (phase.group(2).equals("START")) {
            state.communicators().announce(message);
            state.communicators().open(message, pointer, identity, rank, rankCount);
            line.unread("the start of a communicator's initialisation");
        } else {
            complete(message, pointer, rank, rankCount, identity, gpu(rest), line);
        }
    }

    private void complete(
            Message message,
            String pointer,
            int rank,
            int rankCount,
            @Nullable String told,
            @Nullable String gpu,
            LineRecord line) {
        String host = message.host();
        if (host == null) {
            line.torn("a communicator's message: its host is missing");
            return;
        }
        String identity = told == null ? state.communicators().nameByOrder(message, rank, rankCount) : told;
        state.communicators().open(message, pointer, identity, rank, rankCount);
        if (state.communicators().isWidest(rankCount)) {
            line.add(meta -> new JobStarted(meta, state.job(), rankCount, null));
        }
        line.add(meta -> new CommunicatorInitialized(
                meta, state.job(), identity, rank, rankCount, new DeviceId(host), gpu, null));
    }

    private void close(
            Message message,
            String pointer,
            int rank,
            int rankCount,
            @Nullable String told,
            boolean isClean,
            LineRecord line) {
        Communicators.Communicator open = state.communicators().find(message, pointer);
        String known = told == null && open != null ? open.identity() : told;
        state.communicators().close(message, pointer);
        String host = message.host();
        if (host == null) {
            line.torn("a communicator's message: its host is missing");
            return;
        }
        // The log may begin after the communicator did.
        String identity = known == null ? state.communicators().nameByOrder(message, rank, rankCount) : known;
        line.add(meta -> new CommunicatorClosed(meta, state.job(), identity, rank, new DeviceId(host), isClean));
    }

    /** The GPU by its bus id; versions before 2.5 print only its index. */
    private static @Nullable String gpu(String member) {
        Matcher bus = BUS.matcher(member);
        if (bus.find()) {
            return BusId.normal(bus.group(1));
        }
        Matcher index = GPU_INDEX.matcher(member);
        return index.find() ? index.group(1) : null;
    }
}
