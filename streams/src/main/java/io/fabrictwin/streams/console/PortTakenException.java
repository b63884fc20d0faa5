package io.fabrictwin.streams.console;

/** Something else listens on the port. */
public final class PortTakenException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    PortTakenException(String host, int port, Throwable cause) {
        super(
                "cannot listen on " + host + ":" + port
                        + ", it is taken: stop what listens there, or choose another port (0: any that is free)",
                cause);
    }
}
