package io.fabrictwin.streams.app;

import io.fabrictwin.schemas.BrokerAccess;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What a live twin needs to know.
 *
 * @param broker where the log is, and how to get in
 * @param stateDirectory where its stores lie; it may be deleted: the stores are rebuilt from the log
 * @param applicationId names the consumer group, the transactions and the changelogs
 * @param httpHost address that the page and the API listen on
 * @param httpPort port that they listen on; 0: any that is free
 * @param token what a client of the API has to show who asks for more than an answer; null: nobody may
 */
public record Settings(
        BrokerAccess broker,
        Path stateDirectory,
        String applicationId,
        String httpHost,
        int httpPort,
        @Nullable String token) {
    public static final String DEFAULT_APPLICATION_ID = "fabric-twin-streams";
    /** Only this machine: the page shows all and asks nobody who he is. */
    public static final String LOOPBACK = "127.0.0.1";

    /** On this machine only, under the usual id, and nobody may ask for more than an answer. */
    public static Settings local(BrokerAccess broker, Path stateDirectory, int httpPort) {
        return new Settings(broker, stateDirectory, DEFAULT_APPLICATION_ID, LOOPBACK, httpPort, null);
    }

    /** The same for clients that show a token; null: nobody may. */
    public Settings withToken(@Nullable String required) {
        return new Settings(broker, stateDirectory, applicationId, httpHost, httpPort, required);
    }

    /** The same, listening on another address. */
    public Settings withHost(String address) {
        return new Settings(broker, stateDirectory, applicationId, address, httpPort, token);
    }
}
