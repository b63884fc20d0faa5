package io.fabrictwin.cli.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A Flink cluster of separate JVMs: a job manager and task managers, from the project's own dependencies. They have on their
 * class path what a distribution of Flink has, and nothing of ours: a job has to bring it.
 */
final class ProcessCluster implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final int MOST_FAILED_STARTS = 6;
    /** What is ours, and what the job jar brings. */
    private static final Pattern BROUGHT = Pattern.compile(
            ".*[/\\\\](classes|test-classes|main|test|(kafka|flink-connector-(kafka|base)|avro|jackson|jspecify|zstd-jni|rocksdbjni)[^/\\\\]*)");

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path directory;
    private final int restPort;
    private final String classPath =
            JavaProcess.classPath(entry -> !BROUGHT.matcher(entry).matches());
    private final List<JavaProcess> taskManagers = new ArrayList<>();
    private final HttpClient http = HttpClient.newHttpClient();
    private int started;
    private int failedStarts;
    private JavaProcess jobManager;

    private ProcessCluster(Path directory) {
        this.directory = directory;
        restPort = freePort();
        int rpcPort = freePort();
        write("config.yaml", """
                jobmanager.rpc.address: localhost
                jobmanager.rpc.port: %d
                jobmanager.bind-host: localhost
                rest.address: localhost
                rest.bind-address: localhost
                rest.port: %d
                web.refresh-interval: 10 ms
                taskmanager.host: localhost
                taskmanager.bind-host: localhost
                taskmanager.numberOfTaskSlots: 1
                taskmanager.cpu.cores: 1
                taskmanager.memory.task.heap.size: 512m
                taskmanager.memory.task.off-heap.size: 64m
                taskmanager.memory.managed.size: 64m
                taskmanager.memory.network.min: 64m
                taskmanager.memory.network.max: 64m
                taskmanager.memory.framework.heap.size: 128m
                taskmanager.memory.framework.off-heap.size: 64m
                taskmanager.memory.jvm-metaspace.size: 256m
                taskmanager.memory.jvm-overhead.min: 64m
                taskmanager.memory.jvm-overhead.max: 64m
                heartbeat.interval: 1000
                heartbeat.timeout: 10000
                pekko.ask.timeout: 60s
                io.tmp.dirs: %s
                """.formatted(rpcPort, restPort, directory));
        write("logback.xml", """
                <configuration>
                  <appender name="out" class="ch.qos.logback.core.ConsoleAppender">
                    <encoder><pattern>%d %-5level %logger{30} %msg%n</pattern></encoder>
                  </appender>
                  <root level="INFO"><appender-ref ref="out"/></root>
                </configuration>
                """);
        jobManager = startJobManager();
    }

    /** Starts a job manager, and task managers with one slot each, and waits until all have joined. */
    static ProcessCluster start(Path directory, int taskManagers) {
        ProcessCluster cluster = new ProcessCluster(directory);
        try {
            for (int i = 0; i < taskManagers; i++) {
                cluster.startTaskManager();
            }
            cluster.awaitSlots(taskManagers);
            return cluster;
        } catch (RuntimeException | Error e) {
            cluster.close();
            throw e;
        }
    }

    /** For {@code --flink}. */
    String address() {
        return "localhost:" + restPort;
    }

    int restPort() {
        return restPort;
    }

    void startTaskManager() {
        taskManagers.add(start("org.apache.flink.runtime.taskexecutor.TaskManagerRunner", 768));
    }

    /** Kills one as by kill -9, and starts another in its place. */
    void replaceTaskManager() {
        taskManagers.remove(0).close();
        startTaskManager();
    }

    /** Kills it as by kill -9, and starts another that knows nothing of it. */
    void replaceJobManager() {
        jobManager.close();
        jobManager = startJobManager();
    }

    private JavaProcess startJobManager() {
        return start("org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint", 512);
    }

    private JavaProcess start(String mainClass, int heapMb) {
        return JavaProcess.start(
                directory.resolve("process" + started++),
                classPath,
                List.of("-Xmx" + heapMb + "m", "-Dlogback.configurationFile=" + directory.resolve("logback.xml")),
                mainClass,
                List.of("--configDir", directory.toString()));
    }

    void awaitSlots(int slots) {
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(100)).until(() -> {
            replaceFailedStarts();
            return answers() && get("overview").get("slots-total").intValue() == slots;
        });
    }

    /** Flink gives its actor system ten seconds to start, whatever is set, and a busy machine may need more. */
    private void replaceFailedStarts() {
        if (!jobManager.isAlive()) {
            countFailedStart(jobManager);
            replaceJobManager();
        }
        for (JavaProcess taskManager : List.copyOf(taskManagers)) {
            if (!taskManager.isAlive()) {
                countFailedStart(taskManager);
                taskManagers.remove(taskManager);
                taskManager.close();
                startTaskManager();
            }
        }
    }

    private void countFailedStart(JavaProcess process) {
        assertThat(++failedStarts).as(process::out).isLessThanOrEqualTo(MOST_FAILED_STARTS);
    }

    /** The parts of all jobs that have not ended. */
    List<JsonNode> verticesOfUnfinishedJobs() {
        List<JsonNode> vertices = new ArrayList<>();
        for (JsonNode job : unfinishedJobs()) {
            JsonNode details = get("jobs/" + job.get("jid").asText());
            details.path("vertices").forEach(vertices::add);
        }
        return vertices;
    }

    private List<JsonNode> unfinishedJobs() {
        List<JsonNode> unfinished = new ArrayList<>();
        for (JsonNode job : get("jobs/overview").get("jobs")) {
            if (job.get("end-time").longValue() < 0) {
                unfinished.add(job);
            }
        }
        return unfinished;
    }

    /** Waits until no job runs, and all slots are back. */
    void awaitIdle() {
        awaitSlots(taskManagers.size());
        await().atMost(PATIENCE).until(() -> unfinishedJobs().isEmpty());
    }

    private boolean answers() {
        try {
            get("config");
            return true;
        } catch (UncheckedIOException e) {
            return false;
        }
    }

    /** What the cluster's REST interface answers. */
    JsonNode get(String path) {
        try {
            return JSON.readTree(http.send(
                            HttpRequest.newBuilder(URI.create("http://localhost:" + restPort + "/v1/" + path))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private void write(String name, String text) {
        try {
            Files.writeString(directory.resolve(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        taskManagers.forEach(JavaProcess::close);
        jobManager.close();
    }
}
