package io.fabrictwin.replay.job;

import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.schemas.codec.EventCodec;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The classes of ours that a Flink cluster lacks, packed from where this process has them: from the one runnable jar, or
 * from folders and jars of a build. Flink itself and its logger are the cluster's own.
 */
final class JobJar {
    /** One class of each folder or jar that a job needs. */
    private static final List<Class<?>> ROOTS = List.of(
            FabricFrame.class,
            EventCodec.class,
            JobJar.class,
            org.apache.flink.connector.kafka.sink.KafkaSink.class,
            org.apache.flink.connector.base.source.reader.RecordsWithSplitIds.class,
            org.apache.kafka.clients.consumer.KafkaConsumer.class,
            org.apache.avro.Schema.class,
            Nullable.class);
    /** The same as names, of libraries that we do not call ourselves. */
    private static final List<String> ROOT_NAMES = List.of(
            "com.fasterxml.jackson.core.JsonFactory",
            "com.fasterxml.jackson.annotation.JsonInclude",
            "com.fasterxml.jackson.databind.ObjectMapper",
            "net.jpountz.lz4.LZ4Factory",
            "com.github.luben.zstd.Zstd",
            "org.xerial.snappy.Snappy");

    private static final List<String> WANTED = List.of(
            "io/fabrictwin/model/",
            "io/fabrictwin/schemas/",
            "io/fabrictwin/replay/",
            "org/apache/flink/connector/base/",
            "org/apache/flink/connector/kafka/",
            "org/apache/flink/streaming/connectors/kafka/",
            "org/apache/kafka/clients/",
            "org/apache/kafka/common/",
            "org/apache/kafka/shaded/",
            "kafka/kafka-version.properties",
            "org/apache/avro/",
            // The mapping to the wire reads what may be absent.
            "org/jspecify/annotations/",
            "com/fasterxml/jackson/annotation/",
            "com/fasterxml/jackson/core/",
            "com/fasterxml/jackson/databind/",
            "net/jpountz/",
            "com/github/luben/zstd/",
            "org/xerial/snappy/",
            // What zstd links to.
            "linux/",
            "darwin/");

    private JobJar() {}

    /** Writes the jar to a temporary file. */
    static Path pack() {
        try {
            Path jar = Files.createTempFile("fabric-twin-job", ".jar");
            try (OutputStream file = new BufferedOutputStream(Files.newOutputStream(jar));
                    ZipOutputStream out = new ZipOutputStream(file)) {
                out.setLevel(Deflater.BEST_SPEED);
                Set<String> taken = new HashSet<>();
                for (Path root : roots()) {
                    if (Files.isDirectory(root)) {
                        copy(root, out, taken);
                    } else {
                        try (FileSystem inside = FileSystems.newFileSystem(root)) {
                            copy(inside.getPath("/"), out, taken);
                        }
                    }
                }
            } catch (IOException | UncheckedIOException e) {
                Files.deleteIfExists(jar);
                throw e;
            }
            return jar;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot pack the classes of a job", e);
        }
    }

    private static Set<Path> roots() {
        Set<Path> roots = new LinkedHashSet<>();
        for (Class<?> root : ROOTS) {
            roots.add(root(root));
        }
        for (String root : ROOT_NAMES) {
            try {
                roots.add(root(Class.forName(root)));
            } catch (ClassNotFoundException e) {
                throw new IllegalStateException("a job needs " + root, e);
            }
        }
        return roots;
    }

    private static Path root(Class<?> type) {
        URI place;
        try {
            place = type.getProtectionDomain().getCodeSource().getLocation().toURI();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
        return Path.of(place);
    }

    private static void copy(Path root, ZipOutputStream out, Set<String> taken) throws IOException {
        for (String wanted : WANTED) {
            Path from = root.resolve(wanted);
            if (!Files.exists(from)) {
                continue;
            }
            try (Stream<Path> files = Files.walk(from)) {
                for (Path file :
                        (Iterable<Path>) files.filter(Files::isRegularFile).sorted()::iterator) {
                    String name = root.relativize(file).toString().replace('\\', '/');
                    if (taken.add(name)) {
                        out.putNextEntry(new ZipEntry(name));
                        Files.copy(file, out);
                        out.closeEntry();
                    }
                }
            }
        }
    }

    static void delete(Path jar) {
        try {
            Files.deleteIfExists(jar);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
