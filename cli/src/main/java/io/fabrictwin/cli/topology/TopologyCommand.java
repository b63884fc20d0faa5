package io.fabrictwin.cli.topology;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The verb {@code topology}. */
@Command(
        name = "topology",
        mixinStandardHelpOptions = true,
        description = "Cabling plans: take them in, write them out, check them, compare them with the fact.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            TopologyImportCommand.class,
            TopologyExportCommand.class,
            TopologyValidateCommand.class,
            TopologyDiffCommand.class
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  fabric-twin topology import plan.dot                      the plan, into the log",
            "  fabric-twin topology validate plan.clab.yml               ports used twice, cycles, tiers",
            "  fabric-twin topology diff plan.dot ibnetdiscover.txt      the cabling report",
            "  fabric-twin topology export ns3-topology plan.dot         for a simulator"
        })
public final class TopologyCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "name one of import, export, validate and diff");
    }
}
