package io.fabrictwin.cli.simulate;

import io.fabrictwin.cli.BadDataException;
import io.fabrictwin.cli.ExitCodes;
import io.fabrictwin.cli.UnreachableException;
import io.fabrictwin.cli.WrongUsageException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The verb {@code simulate}: runs the engine alone on explicit cases. */
@Command(
        name = "simulate",
        mixinStandardHelpOptions = true,
        description = "Run the prediction engine alone on explicit cases: a fabric and its flows.",
        footer = {
            "",
            "One case is printed; with --out each result goes to DIR/NAME.json. The forms are described in"
                    + " docs/simulate.md."
        })
public final class SimulateCommand implements Callable<Integer> {
    private static final String SUFFIX = ".json";

    @Parameters(arity = "1..*", paramLabel = "CASE.json", description = "A case; several need --out.")
    private List<Path> files = new ArrayList<>();

    @Option(names = "--out", paramLabel = "DIR", description = "Folder for the results; made if it is missing.")
    private @Nullable Path out;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Seed of marking and of paths that a case leaves open (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--repeat",
            paramLabel = "N",
            defaultValue = "1",
            description = "Run each case N times and tell the time of the fastest run (default: ${DEFAULT-VALUE}).")
    private int repeat;

    @Mixin
    private final StreamsOption streams = new StreamsOption();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() {
        if (repeat < 1) {
            throw new WrongUsageException("--repeat must be at least 1: " + repeat);
        }
        streams.check();
        Path folder = out;
        if (folder == null) {
            if (files.size() > 1) {
                throw new WrongUsageException("several cases need --out DIR");
            }
            PrintWriter target = spec.commandLine().getOut();
            simulate(files.get(0), target);
            target.println();
            target.flush();
            return ExitCodes.FINE;
        }
        simulateAll(targets(folder));
        return ExitCodes.FINE;
    }

    private Map<Path, Path> targets(Path folder) {
        Map<Path, Path> caseByTarget = new LinkedHashMap<>();
        for (Path file : files) {
            String name = String.valueOf(file.getFileName());
            String stem = name.endsWith(SUFFIX) ? name.substring(0, name.length() - SUFFIX.length()) : name;
            Path before = caseByTarget.putIfAbsent(folder.resolve(stem + SUFFIX), file);
            if (before != null) {
                throw new WrongUsageException(
                        before + " and " + file + " would go to the same result " + stem + SUFFIX);
            }
        }
        return caseByTarget;
    }

    @SuppressWarnings("SystemConsoleNull") // on Java 17 it is null exactly where nobody watches
    private void simulateAll(Map<Path, Path> caseByTarget) {
        PrintWriter err = spec.commandLine().getErr();
        boolean progress = System.console() != null;
        int done = 0;
        List<String> bad = new ArrayList<>();
        for (Map.Entry<Path, Path> entry : caseByTarget.entrySet()) {
            Path target = entry.getKey();
            try {
                Files.createDirectories(target.toAbsolutePath().getParent());
                Path part = target.resolveSibling(target.getFileName() + ".part");
                try (Writer writer = Files.newBufferedWriter(part)) {
                    simulate(entry.getValue(), writer);
                    writer.write('\n');
                } catch (BadDataException refused) {
                    Files.delete(part);
                    throw refused;
                }
                Files.move(part, target, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
            } catch (BadDataException refused) {
                bad.add(String.valueOf(entry.getValue()));
                err.println(String.valueOf(refused.getMessage()));
            } catch (IOException failure) {
                throw new UnreachableException("cannot write " + target + ": " + failure, failure);
            }
            done++;
            if (progress) {
                err.print("\r" + done + " of " + caseByTarget.size() + " cases");
                err.flush();
            }
        }
        if (progress) {
            err.println();
        }
        if (!bad.isEmpty()) {
            throw new BadDataException(bad.size() + " of " + caseByTarget.size() + " cases are bad: "
                    + String.join(", ", bad) + "; the others are written");
        }
    }

    private void simulate(Path file, Writer target) {
        SimulationCase simulation = CaseReader.read(file, seed);
        RepeatedRun run = RepeatedRun.of(file, simulation, repeat, streams.of(simulation), seed);
        try {
            ResultWriter.write(simulation, run.result(), run.fastestNs() / 1e6, target);
        } catch (IOException failure) {
            throw new UnreachableException("cannot write the result of " + file + ": " + failure, failure);
        }
    }
}
