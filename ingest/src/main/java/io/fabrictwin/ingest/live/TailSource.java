package io.fabrictwin.ingest.live;

import io.fabrictwin.ingest.app.FileReport;
import io.fabrictwin.ingest.app.Formats;
import io.fabrictwin.ingest.app.Intake;
import io.fabrictwin.ingest.parse.EventContext;
import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.model.id.SourceId;
import io.fabrictwin.schemas.TailPosition;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Follows one file. Each generation of it is an input of its own, read from its start to its end by one run of the
 * parser, so that a parser knows what it read before; after a restart the generation is read again for that, and the
 * records that are in the log are left out.
 */
final class TailSource implements LiveSource {
    private static final Duration PAUSE = Duration.ofMillis(200);
    private static final long GRACE_NS = 2_000_000_000;

    private final SourceSpec.Tail spec;
    private final long graceNs;

    TailSource(SourceSpec.Tail spec) {
        this(spec, GRACE_NS);
    }

    /** @param graceNs how long a renamed file is still listened to */
    TailSource(SourceSpec.Tail spec, long graceNs) {
        this.spec = spec;
        this.graceNs = graceNs;
    }

    @Override
    public void run(SourceContext context) throws IOException {
        Format format = Formats.named(spec.format()).orElseThrow();
        try (FileTail tail = new FileTail(spec.file(), graceNs)) {
            TailPosition begun = resumed(tail, context);
            while (!context.stop().isWished()) {
                if (begun == null) {
                    if (!tail.next()) {
                        context.status().state("waiting for " + spec.file());
                        context.stop().within(PAUSE);
                        continue;
                    }
                    begun = begin(tail, format, context);
                }
                if (!take(tail, format, begun, context)) {
                    return;
                }
                begun = null;
            }
        }
    }

    private @Nullable TailPosition resumed(FileTail tail, SourceContext context) throws IOException {
        TailPosition saved = context.ledger().tail(spec.name()).orElse(null);
        if (saved == null) {
            return null;
        }
        if (tail.resume(saved)) {
            return saved;
        }
        context.status()
                .error("the file that was followed up to byte " + saved.positionBytes()
                        + " is gone; what was written to" + " it after that is not taken in");
        return null;
    }

    private TailPosition begin(FileTail tail, Format format, SourceContext context) {
        long nowNs = context.clockNs().getAsLong();
        SourceId source = new SourceId(format.name(), spec.file().toAbsolutePath() + "#" + nowNs);
        TailPosition begun = new TailPosition(spec.name(), source, tail.fileKey(), new byte[0], 0, 0, nowNs);
        save(begun, context);
        return begun;
    }

    /** Takes one generation; false: it was stopped within. */
    private boolean take(FileTail tail, Format format, TailPosition begun, SourceContext context) throws IOException {
        AtomicReference<Intake.@Nullable Following> following = new AtomicReference<>();
        TailInput input = new TailInput(
                spec.file().toString(),
                tail,
                new EventContext(context.fabric(), begun.source(), begun.begunAtNs(), begun.begunAtNs()),
                context.stop(),
                PAUSE,
                context.clockNs(),
                () -> deliver(tail, begun, following.get(), context));
        Intake.Following taking = context.intake().follow(format, input, begun.records(), context.clockNs());
        following.set(taking);
        context.status().state("reading");
        try {
            taking.run();
        } catch (Stop.StoppedException e) {
            context.status().took(taking.report(null));
            return false;
        } catch (IOException e) {
            context.status().took(taking.report(null));
            throw e;
        }
        deliver(tail, begun, taking, context);
        FileReport report = taking.report(null);
        if (report.read() > 0) {
            context.took(spec.file().toString(), report);
        }
        return true;
    }

    private void deliver(FileTail tail, TailPosition begun, Intake.@Nullable Following taking, SourceContext context)
            throws IOException {
        if (taking == null) {
            return;
        }
        long records = taking.deliver();
        context.status().taking(taking.report(null));
        context.status().lag(tail.lagBytes());
        save(
                new TailPosition(
                        begun.name(),
                        begun.source(),
                        tail.fileKey(),
                        tail.head(),
                        tail.positionBytes(),
                        records,
                        begun.begunAtNs()),
                context);
    }

    private static void save(TailPosition position, SourceContext context) {
        context.intake().note(position);
        context.ledger().add(position, 0);
    }
}
