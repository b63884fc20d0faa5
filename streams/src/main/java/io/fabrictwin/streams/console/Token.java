package io.fabrictwin.streams.console;

import io.javalin.http.Context;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/** What a client has to show who asks for more than an answer. */
final class Token {
    private static final String BEARER = "Bearer ";

    private final @Nullable String token;

    /** @param token null: there is none, and nobody may */
    Token(@Nullable String token) {
        this.token = token;
    }

    /** Refuses a request that does not show it; where there is none, every request. */
    void require(Context context) {
        if (token == null) {
            throw new ApiException(
                    403,
                    "READ_ONLY",
                    "this twin only answers",
                    "start it with --token-file FILE, and send what the file holds as a bearer token");
        }
        requireIfSet(context);
    }

    /** Refuses a request that does not show it; where there is none, no request. */
    void requireIfSet(Context context) {
        String shown = context.header("Authorization");
        // In constant time: how long a refusal takes must not tell how much of the token was right.
        if (token != null
                && (shown == null
                        || !MessageDigest.isEqual(
                                shown.getBytes(StandardCharsets.UTF_8),
                                (BEARER + token).getBytes(StandardCharsets.UTF_8)))) {
            context.header("WWW-Authenticate", "Bearer");
            throw new ApiException(
                    401, "NO_TOKEN", "the request does not show the token", "send it as Authorization: Bearer TOKEN");
        }
    }
}
