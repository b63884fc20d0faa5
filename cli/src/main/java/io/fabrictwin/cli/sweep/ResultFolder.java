package io.fabrictwin.cli.sweep;

import io.fabrictwin.cli.BadDataException;
import io.fabrictwin.cli.scenario.ScenarioForm;
import io.fabrictwin.model.scenario.Change;
import io.fabrictwin.model.scenario.Forecast;
import io.fabrictwin.model.scenario.Scenario;
import io.fabrictwin.schemas.codec.ForecastCodec;
import io.fabrictwin.schemas.codec.UndecodableException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Where the results of a sweep are kept, a file for each, so that a sweep that was broken off computes only what is
 * missing. A file is whole or not there, whenever the process is killed.
 */
final class ResultFolder {
    private static final String ASKED_AT = "asked-at";
    private static final ForecastCodec CODEC = new ForecastCodec();

    private final Path folder;

    private ResultFolder(Path folder) {
        this.folder = folder;
    }

    static ResultFolder open(Path folder) {
        try {
            Files.createDirectories(folder.resolve("results"));
        } catch (IOException e) {
            throw unwritable(folder, e);
        }
        return new ResultFolder(folder);
    }

    /**
     * A setting that was run.
     *
     * @param refusal why there is no forecast; null: there is one
     */
    record Result(@Nullable Forecast forecast, @Nullable String refusal) {}

    /** When the sweep was first asked: what relative times count from also when it goes on. */
    Instant askedAt(Instant now) {
        Path file = folder.resolve(ASKED_AT);
        try {
            if (Files.exists(file)) {
                return Instant.parse(Files.readString(file).strip());
            }
            write(file, now.toString().getBytes(StandardCharsets.UTF_8));
            return now;
        } catch (IOException | DateTimeException e) {
            throw new BadDataException(file + " cannot be read; name another folder", e);
        }
    }

    /** Null where it was not run yet. */
    @Nullable
    Result find(ScenarioForm form, Instant askedAt) {
        String key = key(form, askedAt);
        try {
            Path forecast = file(key + ".forecast");
            if (Files.exists(forecast)) {
                return new Result(CODEC.decode(Files.readAllBytes(forecast)), null);
            }
            Path refusal = file(key + ".refused");
            return Files.exists(refusal) ? new Result(null, Files.readString(refusal)) : null;
        } catch (IOException | UndecodableException e) {
            throw new BadDataException(
                    folder + ": the result " + key + " cannot be read; remove it, and it is computed anew", e);
        }
    }

    void keep(ScenarioForm form, Instant askedAt, Result result) {
        Forecast forecast = result.forecast();
        String key = key(form, askedAt);
        if (forecast != null) {
            write(file(key + ".forecast"), CODEC.encode(forecast));
        } else {
            write(file(key + ".refused"), String.valueOf(result.refusal()).getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Writes one of the files that tell of the whole sweep. */
    void write(String name, String text) {
        write(folder.resolve(name), text.getBytes(StandardCharsets.UTF_8));
    }

    private Path file(String name) {
        return folder.resolve("results").resolve(name);
    }

    private static void write(Path file, byte[] bytes) {
        Path draft = file.resolveSibling(file.getFileName() + ".draft");
        try {
            Files.write(draft, bytes);
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw unwritable(file, e);
        }
    }

    private static BadDataException unwritable(Path file, IOException e) {
        return new BadDataException("cannot write " + file + ": " + e.getMessage(), e);
    }

    /** The same for the same question, whatever it is called. */
    private static String key(ScenarioForm form, Instant askedAt) {
        Scenario scenario = form.scenario(askedAt);
        String question = String.join(
                "\n",
                String.valueOf(form.fabric()),
                scenario.baseTimeNs() + " " + scenario.windowFromNs() + " " + scenario.windowToNs(),
                scenario.seed() + " " + scenario.reading() + " " + form.knownAt(),
                scenario.changes().stream().map(Change::text).collect(Collectors.joining("\n")));
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(question.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
