package io.fabrictwin.streams.app;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Set;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Host and port that other instances reach this one at: as told, else where it listens. */
final class Address implements Supplier<String> {
    /** Every address of the machine: none that another could use. */
    private static final Set<String> ALL = Set.of("0.0.0.0", "::", "[::]");

    private final @Nullable String advertised;
    private final String host;
    private final IntSupplier port;

    /** @param port that it listens on; asked for only then */
    Address(Settings settings, IntSupplier port) {
        this.advertised = settings.advertised();
        this.host = settings.httpHost();
        this.port = port;
    }

    @Override
    public String get() {
        return advertised == null ? of(ALL.contains(host) ? machine() : host, port.getAsInt()) : advertised;
    }

    private String machine() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            throw new CannotStartException(
                    "this machine does not know its own name (" + e.getMessage()
                            + "): say with --advertise HOST:PORT where others reach it",
                    e);
        }
    }

    /** As one word; an address of IPv6 is put into brackets. */
    static String of(String host, int port) {
        return (host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host) + ":" + port;
    }
}
