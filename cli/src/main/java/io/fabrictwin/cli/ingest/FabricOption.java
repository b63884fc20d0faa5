package io.fabrictwin.cli.ingest;

import io.fabrictwin.cli.WrongUsageException;
import io.fabrictwin.model.id.FabricId;
import picocli.CommandLine.Option;

/** The option that names the fabric which an input tells of. */
final class FabricOption {
    @Option(
            names = "--fabric",
            defaultValue = "fabric",
            description = "Fabric that the input tells of (default: ${DEFAULT-VALUE}).")
    private String fabric = "fabric";

    FabricId fabric() {
        try {
            return new FabricId(fabric);
        } catch (IllegalArgumentException e) {
            throw new WrongUsageException("--fabric: " + e.getMessage(), e);
        }
    }
}
