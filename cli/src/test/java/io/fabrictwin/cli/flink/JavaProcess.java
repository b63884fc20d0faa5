package io.fabrictwin.cli.flink;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Another JVM, with what it prints in a file. It does not outlive this one. */
public final class JavaProcess implements AutoCloseable {
    private static final List<String> OPTIONS = List.of(
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Xshare:auto",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/java.util=ALL-UNNAMED",
            "--add-opens=java.base/java.time=ALL-UNNAMED",
            "--add-opens=java.base/java.nio=ALL-UNNAMED");

    private final Process process;
    private final Path out;
    private final Thread whenWeEnd;

    private JavaProcess(Process process, Path out) {
        this.process = process;
        this.out = out;
        whenWeEnd = new Thread(process::destroyForcibly);
        Runtime.getRuntime().addShutdownHook(whenWeEnd);
    }

    /** Entries of this JVM's class path that are wanted. */
    public static String classPath(Predicate<String> isWanted) {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(isWanted)
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** Starts {@code mainClass}; standard output and errors go to files beside each other, {@code out} and {@code out.err}. */
    public static JavaProcess start(
            Path out, String classPath, List<String> options, String mainClass, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(OPTIONS);
        command.addAll(options);
        command.addAll(List.of("-cp", classPath, mainClass));
        command.addAll(arguments);
        try {
            return new JavaProcess(
                    new ProcessBuilder(command)
                            .redirectOutput(out.toFile())
                            .redirectError(error(out).toFile())
                            .start(),
                    out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path error(Path out) {
        return out.resolveSibling(out.getFileName() + ".err");
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Waits for the end by itself. */
    public int exitCode() {
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** What it has printed. */
    public String out() {
        return read(out);
    }

    /** What it has complained of. */
    public String err() {
        return read(error(out));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends it a signal of POSIX. */
    public void signal(String name) {
        try {
            int exitCode = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                    .start()
                    .waitFor();
            if (exitCode != 0) {
                throw new IllegalStateException("kill -" + name + " ended with " + exitCode);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** As by kill -9: there is no goodbye. */
    public void kill() {
        process.destroyForcibly();
        exitCode();
    }

    @Override
    public void close() {
        kill();
        Runtime.getRuntime().removeShutdownHook(whenWeEnd);
    }
}
