package io.fabrictwin.ingest.app;

import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.publish.BrokerWait;
import io.fabrictwin.ingest.publish.FreshSource;
import io.fabrictwin.ingest.publish.KafkaOutlet;
import io.fabrictwin.ingest.publish.KnownEvents;
import io.fabrictwin.ingest.publish.LogScan;
import io.fabrictwin.ingest.publish.LoggedEvents;
import io.fabrictwin.ingest.publish.SourceLedger;
import io.fabrictwin.model.id.SourceId;
import io.fabrictwin.schemas.BrokerAccess;
import io.fabrictwin.schemas.QuarantinedInput;
import io.fabrictwin.schemas.SourceNote;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The way into the log for inputs that come one after another, as long as a process lives. Whenever the broker is away,
 * it waits as it was told to. For one thread.
 */
public final class Intake implements AutoCloseable {
    /** How long a broker may be silent before it counts as away. */
    static final Duration BROKER_TIMEOUT = Duration.ofSeconds(15);

    private final KafkaOutlet outlet;
    private final LoggedEvents logged;

    private Intake(KafkaOutlet outlet, LoggedEvents logged) {
        this.outlet = outlet;
        this.logged = logged;
    }

    /**
     * Connects to a log.
     *
     * @param ledger of the same log
     * @param wait what is done while the broker is away
     */
    public static Intake open(BrokerAccess broker, SourceLedger ledger, BrokerWait wait) {
        KafkaOutlet outlet = KafkaOutlet.connect(broker, BROKER_TIMEOUT, wait);
        LogScan log = new LogScan(broker, BROKER_TIMEOUT);
        return new Intake(outlet, wait.answer(broker.bootstrap(), () -> new LoggedEvents(log, ledger, outlet)));
    }

    /** Whether all of the source is in the log already. */
    public boolean isWhole(SourceId source) {
        return logged.isWhole(source);
    }

    /** Takes an input that may have been taken in before. It is in the log when this returns. */
    public FileReport take(Format format, Input input) {
        FileReport report = run(format, input, logged);
        outlet.flush();
        logged.endOfInput(input.context().source());
        return report;
    }

    /** Takes an input whose identity is new by the way it was made. It is in the log after {@link #deliver()}. */
    public FileReport takeNew(Format format, Input input) {
        return run(format, input, new FreshSource(input.context().source(), logged));
    }

    /**
     * Begins to take an input that grows.
     *
     * @param records so many at its start are accounted for and are only read for what the parser has to know of them
     * @param clockNs now, ns since 1970
     */
    public Following follow(Format format, Input input, long records, LongSupplier clockNs) {
        KnownEvents known = new FreshSource(input.context().source(), logged);
        Account account = new Account(input, format.name(), known, outlet, IngestListener.NONE, clockNs);
        return new Following(format, input, account, new ResumedSink(account, records), outlet);
    }

    /** Returns once all that was taken is in the log. */
    public void deliver() {
        outlet.flush();
    }

    /** Delivers a note, with all that was taken before. */
    public void note(SourceNote note) {
        outlet.noteNow(note);
    }

    /** Takes a note. It is in the log after {@link #deliver()}. */
    public void noteLater(SourceNote note) {
        outlet.note(note);
    }

    /** Why a rejected record cannot be replayed alone, and what to do instead; null: it can. */
    public static @Nullable String obstacle(QuarantinedInput input, @Nullable Format format) {
        return QuarantineReplay.obstacle(input, format);
    }

    /**
     * Hands rejected records of one source to a format again, and marks those that were understood.
     *
     * @param format null: there is none of theirs
     * @param nowNs ns since 1970
     */
    public List<Replayed> replay(List<QuarantinedInput> inputs, @Nullable Format format, long nowNs) {
        List<Replayed> all = new QuarantineReplay().replay(inputs, format, nowNs, logged, outlet);
        outlet.flush();
        for (Replayed replayed : all) {
            if (replayed.outcome() == Replayed.Outcome.UNDERSTOOD) {
                outlet.quarantine(replayed.input().replayed(replayed.detail(), nowNs));
            }
        }
        outlet.flush();
        inputs.stream().map(QuarantinedInput::source).distinct().forEach(logged::endOfInput);
        return all;
    }

    @Override
    public void close() {
        outlet.close();
    }

    private FileReport run(Format format, Input input, KnownEvents known) {
        Account account = new Account(input, format.name(), known, outlet, IngestListener.NONE);
        String problem = null;
        try {
            format.parse(input, account);
        } catch (IOException e) {
            problem = String.valueOf(e.getMessage());
        }
        return account.report(problem);
    }

    /** An input that is being taken while it grows. */
    public static final class Following {
        private final Format format;
        private final Input input;
        private final Account account;
        private final ResumedSink sink;
        private final KafkaOutlet outlet;

        private Following(Format format, Input input, Account account, ResumedSink sink, KafkaOutlet outlet) {
            this.format = format;
            this.input = input;
            this.account = account;
            this.sink = sink;
            this.outlet = outlet;
        }

        /**
         * Reads the input to its end; the input calls {@link #deliver()} while it does.
         *
         * @throws IOException what the input throws to stop it, or if it cannot be read
         */
        public void run() throws IOException {
            format.parse(input, sink);
            deliver();
        }

        /** Delivers what was taken so far, and gives the number of records that are accounted for then. */
        public long deliver() {
            outlet.flush();
            return sink.records();
        }

        /** What became of the records so far. */
        public FileReport report(@Nullable String problem) {
            return account.report(problem);
        }
    }
}
