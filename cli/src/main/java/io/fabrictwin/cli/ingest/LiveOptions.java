package io.fabrictwin.cli.ingest;

import io.fabrictwin.cli.UnreachableException;
import io.fabrictwin.cli.WrongUsageException;
import io.fabrictwin.cli.embedded.BrokerOptions;
import io.fabrictwin.cli.embedded.UntilStopped;
import io.fabrictwin.cli.log.TruthLog;
import io.fabrictwin.ingest.live.LiveConfig;
import io.fabrictwin.ingest.live.LiveIngest;
import io.fabrictwin.ingest.publish.LogUnreachableException;
import io.fabrictwin.schemas.BrokerAccess;
import io.fabrictwin.schemas.SourceState;
import java.io.PrintWriter;
import java.time.Clock;
import picocli.CommandLine.Mixin;

/** Runs live sources until the process is stopped. */
final class LiveOptions {
    @Mixin
    private final BrokerOptions brokerOptions = new BrokerOptions();

    void run(LiveConfig config, PrintWriter out) throws InterruptedException {
        try (UntilStopped untilStopped = new UntilStopped();
                BrokerOptions.Broker broker = brokerOptions.openWithoutTopics();
                LiveIngest live = start(config, broker.access())) {
            String http = "http://" + config.http().host() + ":" + live.httpPort();
            for (SourceState source : live.states()) {
                out.println(source.kind() + "  " + source.place() + "  " + source.format());
            }
            out.println("http    " + http + "/  GET sources, metrics"
                    + (config.http().acceptsPushes() ? "; POST ingest/FORMAT, v1/metrics" : ""));
            out.println("broker  " + broker.bootstrap());
            out.println("see how they are doing with: fabric-twin show sources; stop with Ctrl-C");
            out.flush();
            untilStopped.await();
        }
    }

    private static LiveIngest start(LiveConfig config, BrokerAccess broker) {
        try {
            return LiveIngest.start(config, broker, () -> createTopics(broker), Clock.systemUTC());
        } catch (IllegalArgumentException e) {
            throw new WrongUsageException(String.valueOf(e.getMessage()), e);
        } catch (IllegalStateException e) {
            throw new UnreachableException(String.valueOf(e.getMessage()), e);
        }
    }

    private static void createTopics(BrokerAccess broker) {
        try {
            new TruthLog(broker).createTopics();
        } catch (UnreachableException e) {
            throw new LogUnreachableException(String.valueOf(e.getMessage()), e);
        }
    }
}
