package io.fabrictwin.cli.incident;

import io.fabrictwin.cli.WrongUsageException;
import io.fabrictwin.cli.replay.Replayed;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.replay.Replays;
import io.fabrictwin.replay.job.FabricReplay;
import io.fabrictwin.replay.job.ReplayRequest;
import io.fabrictwin.replay.job.ReplayResult;
import io.fabrictwin.replay.operator.FoldScope;
import io.fabrictwin.replay.source.LogEnd;
import io.fabrictwin.replay.source.LogSource;
import java.io.PrintWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Replays what an incident's report needs of the log. */
final class RecordedSpans {
    private RecordedSpans() {}

    /**
     * One fabric's history up to what is committed now; the fabric as it was at another time is replayed when asked for,
     * up to the same positions.
     *
     * @param wanted null: the one fabric that the log tells of
     */
    static Span of(Replays replays, LogSource source, LogEnd end, @Nullable String wanted, PrintWriter err) {
        ReplayResult whole = replays.replay(new ReplayRequest(source, null, null, end, FoldScope.Detail.HISTORY));
        LogEnd same = new LogEnd(whole.positions(), end.knownAtNs());
        Replayed.warnings(whole).forEach(err::println);
        FabricReplay chosen = chosen(whole.fabrics(), wanted);
        FabricId fabric = chosen.frame().fabric();
        return new Span(
                chosen.frame(),
                chosen.history(),
                timeNs -> replays.replay(ReplayRequest.timeline(source, timeNs, timeNs, same)).fabrics().stream()
                        .map(FabricReplay::frame)
                        .filter(frame -> frame.fabric().equals(fabric))
                        .findFirst()
                        .orElseGet(chosen::frame));
    }

    private static FabricReplay chosen(List<FabricReplay> fabrics, @Nullable String wanted) {
        List<String> names = fabrics.stream()
                .map(FabricReplay::frame)
                .map(FabricFrame::fabric)
                .map(FabricId::value)
                .toList();
        if (fabrics.isEmpty()) {
            throw new WrongUsageException(
                    "the log holds no events yet; bring some in with: fabric-twin ingest FORMAT FILE");
        }
        if (wanted == null && fabrics.size() > 1) {
            throw new WrongUsageException("the log tells of several fabrics: " + names + "; choose one with --fabric");
        }
        int place = wanted == null ? 0 : names.indexOf(wanted);
        if (place < 0) {
            throw new WrongUsageException("the log tells of no fabric '" + wanted + "'; it has " + names);
        }
        return fabrics.get(place);
    }
}
