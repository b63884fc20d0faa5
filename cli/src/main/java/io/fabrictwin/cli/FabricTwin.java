package io.fabrictwin.cli;

import io.fabrictwin.cli.backtest.BackTestCommand;
import io.fabrictwin.cli.collective.CollectiveCommand;
import io.fabrictwin.cli.demo.DemoCommand;
import io.fabrictwin.cli.doctor.DoctorCommand;
import io.fabrictwin.cli.export.ExportCommand;
import io.fabrictwin.cli.fork.ForkCommand;
import io.fabrictwin.cli.gate.GateCommand;
import io.fabrictwin.cli.history.ArchiveCommand;
import io.fabrictwin.cli.incident.IncidentCommand;
import io.fabrictwin.cli.ingest.IngestCommand;
import io.fabrictwin.cli.quarantine.QuarantineCommand;
import io.fabrictwin.cli.replay.ReplayCommand;
import io.fabrictwin.cli.show.ShowCommand;
import io.fabrictwin.cli.simulate.SimulateCommand;
import io.fabrictwin.cli.step.StepCommand;
import io.fabrictwin.cli.sweep.SweepCommand;
import io.fabrictwin.cli.synth.SynthCommand;
import io.fabrictwin.cli.topics.TopicsCommand;
import io.fabrictwin.cli.topology.TopologyCommand;
import io.fabrictwin.cli.up.UpCommand;
import io.fabrictwin.cli.validate.ValidateCommand;
import io.fabrictwin.cli.worker.ScenariosCommand;
import io.fabrictwin.cli.worker.WorkerCommand;
import io.fabrictwin.ingest.publish.LogUnreachableException;
import io.fabrictwin.replay.archive.ArchiveException;
import io.fabrictwin.replay.job.ClusterUnavailableException;
import io.fabrictwin.replay.source.ArchiveDamagedException;
import io.fabrictwin.replay.source.HistoryRefusedException;
import io.fabrictwin.replay.source.LogUnavailableException;
import io.fabrictwin.streams.app.CannotStartException;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command {@code fabric-twin}: holds the verbs and turns what they throw into one line and an exit code. */
@Command(
        name = "fabric-twin",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "An event-sourced digital twin of the networks that AI training runs on.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            DemoCommand.class,
            UpCommand.class,
            IngestCommand.class,
            QuarantineCommand.class,
            ShowCommand.class,
            TopologyCommand.class,
            ArchiveCommand.class,
            ReplayCommand.class,
            ExportCommand.class,
            IncidentCommand.class,
            ForkCommand.class,
            GateCommand.class,
            SweepCommand.class,
            BackTestCommand.class,
            WorkerCommand.class,
            ScenariosCommand.class,
            SimulateCommand.class,
            CollectiveCommand.class,
            StepCommand.class,
            SynthCommand.class,
            ValidateCommand.class,
            TopicsCommand.class,
            DoctorCommand.class
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:fine",
            "1:the answer is \"no\"",
            "2:wrong usage",
            "3:bad data",
            "4:something is unreachable",
            "70:a bug of ours"
        })
public final class FabricTwin implements Runnable {
    /** Examples in the help fit on a line. */
    private static final int HELP_WIDTH = 110;

    @Option(
            names = {"-v", "--verbose"},
            scope = ScopeType.INHERIT,
            description = "Show the stack trace of an error.")
    private boolean verbose;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    /** The command with all its verbs. */
    public static CommandLine commandLine() {
        FabricTwin command = new FabricTwin();
        return new CommandLine(command)
                .setUsageHelpWidth(HELP_WIDTH)
                .setParameterExceptionHandler(FabricTwin::reportUsage)
                .setExecutionExceptionHandler(command::reportFailure);
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "no command given");
    }

    private static int reportUsage(ParameterException failure, String[] args) {
        CommandLine command = failure.getCommandLine();
        PrintWriter err = command.getErr();
        err.println(oneLine(failure) + "; see " + command.getCommandSpec().qualifiedName() + " --help");
        err.flush();
        return ExitCodes.WRONG_USAGE;
    }

    private int reportFailure(Exception failure, CommandLine command, ParseResult parsed) {
        PrintWriter err = command.getErr();
        int exitCode = exitCode(failure);
        if (exitCode != ExitCodes.OUR_BUG) {
            err.println(oneLine(failure));
        } else {
            err.println("a bug in fabric-twin: " + failure.getClass().getSimpleName() + ": " + oneLine(failure)
                    + (verbose ? "" : "; run again with -v for the stack trace"));
        }
        if (verbose) {
            failure.printStackTrace(err);
        }
        err.flush();
        return exitCode;
    }

    /** What the modules throw for reasons outside of us comes here as it is: their messages are for users. */
    private static int exitCode(Exception failure) {
        if (failure instanceof CommandFailedException known) {
            return known.exitCode();
        }
        if (failure instanceof HistoryRefusedException) {
            return ExitCodes.WRONG_USAGE;
        }
        if (failure instanceof ArchiveDamagedException) {
            return ExitCodes.BAD_DATA;
        }
        return failure instanceof LogUnreachableException
                        || failure instanceof ArchiveException
                        || failure instanceof LogUnavailableException
                        || failure instanceof ClusterUnavailableException
                        || failure instanceof CannotStartException
                ? ExitCodes.UNREACHABLE
                : ExitCodes.OUR_BUG;
    }

    private static String oneLine(Exception failure) {
        return String.valueOf(failure.getMessage()).strip().replaceAll("\\s*\\R\\s*", " ");
    }
}
