package io.fabrictwin.ingest.live;

import io.fabrictwin.ingest.app.FileReport;
import io.fabrictwin.ingest.app.Formats;
import io.fabrictwin.ingest.parse.Format;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Listens for messages of syslog. What has come in a short while is one input. Where the log is slower than the senders,
 * those over TCP have to wait; messages over UDP are dropped then, and counted.
 */
final class SyslogSource implements LiveSource {
    private static final int MOST_WAITING = 10_000;
    private static final int MOST_IN_ONE_INPUT = 5_000;
    private static final int MOST_CONNECTIONS = 256;
    private static final int PAUSE_MS = 200;
    private static final int DATAGRAM_BYTES = 1 << 16;

    private final SourceSpec.Syslog spec;
    private final BlockingQueue<byte[]> waiting = new LinkedBlockingQueue<>(MOST_WAITING);
    private final Set<Socket> connections = ConcurrentHashMap.newKeySet();

    SyslogSource(SourceSpec.Syslog spec) {
        this.spec = spec;
    }

    @Override
    public void run(SourceContext context) throws IOException {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getByName(spec.host()), spec.port());
        if (spec.transport() == SourceSpec.Syslog.Transport.UDP) {
            try (DatagramSocket socket = new DatagramSocket(address)) {
                socket.setSoTimeout(PAUSE_MS);
                Thread receiver = thread(() -> receive(socket, context));
                takeUntilStopped(context);
                join(receiver);
            }
        } else {
            try (ServerSocket server = new ServerSocket()) {
                server.setReuseAddress(true);
                server.bind(address);
                server.setSoTimeout(PAUSE_MS);
                Thread acceptor = thread(() -> accept(server, context));
                takeUntilStopped(context);
                join(acceptor);
            } finally {
                for (Socket connection : connections) {
                    connection.close();
                }
            }
        }
    }

    private void takeUntilStopped(SourceContext context) {
        Format format = Formats.named(spec.format()).orElseThrow();
        context.status().state("listening");
        List<byte[]> batch = new ArrayList<>();
        while (!context.stop().isWished() || !waiting.isEmpty()) {
            try {
                byte[] first = waiting.poll(PAUSE_MS, TimeUnit.MILLISECONDS);
                if (first == null) {
                    context.status().lag(0L);
                    continue;
                }
                batch.add(first);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
            waiting.drainTo(batch, MOST_IN_ONE_INPUT - 1);
            context.status().lag((long) waiting.size());
            ByteArrayOutputStream lines = new ByteArrayOutputStream();
            for (byte[] message : batch) {
                lines.writeBytes(message);
                lines.write('\n');
            }
            batch.clear();
            long nowNs = context.clockNs().getAsLong();
            String name = place();
            BytesInput input =
                    new BytesInput(name, lines.toByteArray(), context.eventContext(format, name + "@" + nowNs, nowNs));
            FileReport report = context.intake().takeNew(format, input);
            context.intake().deliver();
            context.took(name, report);
        }
    }

    String place() {
        return (spec.transport() == SourceSpec.Syslog.Transport.UDP ? "udp:" : "tcp:") + spec.host() + ":"
                + spec.port();
    }

    private void receive(DatagramSocket socket, SourceContext context) {
        byte[] buffer = new byte[DATAGRAM_BYTES];
        while (!context.stop().isWished()) {
            DatagramPacket packet = new DatagramPacket(buffer, buffer.length);
            try {
                socket.receive(packet);
            } catch (SocketTimeoutException e) {
                continue;
            } catch (IOException e) {
                if (!socket.isClosed()) {
                    context.status().error(place() + ": " + e.getMessage());
                }
                return;
            }
            byte[] message = SyslogFrames.datagram(packet.getData(), packet.getLength());
            if (message.length > 0 && !waiting.offer(message)) {
                context.status().dropped(1);
            }
        }
    }

    private void accept(ServerSocket server, SourceContext context) {
        while (!context.stop().isWished()) {
            try {
                Socket connection = server.accept();
                if (connections.size() >= MOST_CONNECTIONS) {
                    connection.close();
                    context.status()
                            .error(place() + ": more than " + MOST_CONNECTIONS + " connections; one was refused");
                    continue;
                }
                connections.add(connection);
                thread(() -> read(connection, context));
            } catch (SocketTimeoutException e) {
                // Nobody called; look again whether to stop.
                Thread.onSpinWait();
            } catch (IOException e) {
                if (!server.isClosed()) {
                    context.status().error(place() + ": " + e.getMessage());
                }
                return;
            }
        }
    }

    private void read(Socket connection, SourceContext context) {
        SyslogFrames frames = new SyslogFrames(message -> {
            try {
                waiting.put(message);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new UncheckedIOException(new IOException(e));
            }
        });
        byte[] chunk = new byte[1 << 14];
        try (connection) {
            InputStream in = connection.getInputStream();
            int count;
            while ((count = in.read(chunk)) >= 0) {
                frames.take(chunk, 0, count);
            }
            frames.end();
        } catch (SocketException e) {
            // Closed by the other side in the middle, or by us at the end.
            frames.end();
        } catch (IOException e) {
            context.status().error(place() + ": " + e.getMessage());
        } finally {
            connections.remove(connection);
        }
    }

    private Thread thread(Runnable work) {
        Thread thread = new Thread(work, "fabric-twin-" + spec.name());
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
