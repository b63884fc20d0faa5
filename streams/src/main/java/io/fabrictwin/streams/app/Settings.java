package io.fabrictwin.streams.app;

import io.fabrictwin.schemas.BrokerAccess;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What a live twin needs to know.
 *
 * @param broker where the log is, and how to get in
 * @param stateDirectory where its stores lie; it may be deleted: the stores are rebuilt from the log
 * @param applicationId names the consumer group, the transactions and the changelogs; instances of the same share the work
 * @param httpHost address that the page and the API listen on
 * @param httpPort port that they listen on; 0: any that is free
 * @param token what a client of the API has to show who asks for more than an answer; null: nobody may
 * @param threads threads that fold; of use up to the number of partitions
 * @param standbys copies of each store that other instances keep up to date, to take over from
 * @param advertised host and port that other instances reach this one at; null: those that it listens on
 */
public record Settings(
        BrokerAccess broker,
        Path stateDirectory,
        String applicationId,
        String httpHost,
        int httpPort,
        @Nullable String token,
        int threads,
        int standbys,
        @Nullable String advertised) {
    public static final String DEFAULT_APPLICATION_ID = "fabric-twin-streams";
    public static final int DEFAULT_THREADS = 2;
    /** Only this machine: the page shows all and asks nobody who he is. */
    public static final String LOOPBACK = "127.0.0.1";

    /** On this machine only, under the usual id, and nobody may ask for more than an answer. */
    public static Settings local(BrokerAccess broker, Path stateDirectory, int httpPort) {
        return new Settings(
                broker, stateDirectory, DEFAULT_APPLICATION_ID, LOOPBACK, httpPort, null, DEFAULT_THREADS, 0, null);
    }

    /** The same for clients that show a token; null: nobody may. */
    public Settings withToken(@Nullable String required) {
        return new Settings(
                broker, stateDirectory, applicationId, httpHost, httpPort, required, threads, standbys, advertised);
    }

    /** The same, listening on another address. */
    public Settings withHost(String address) {
        return new Settings(
                broker, stateDirectory, applicationId, address, httpPort, token, threads, standbys, advertised);
    }

    /** The same under another id: it shares nothing with those of other ids. */
    public Settings withApplicationId(String id) {
        return new Settings(broker, stateDirectory, id, httpHost, httpPort, token, threads, standbys, advertised);
    }

    /** The same with another number of threads that fold. */
    public Settings withThreads(int count) {
        return new Settings(
                broker, stateDirectory, applicationId, httpHost, httpPort, token, count, standbys, advertised);
    }

    /** The same beside other instances; null: they reach it where it listens. */
    public Settings withPeers(int copies, @Nullable String address) {
        return new Settings(broker, stateDirectory, applicationId, httpHost, httpPort, token, threads, copies, address);
    }
}
