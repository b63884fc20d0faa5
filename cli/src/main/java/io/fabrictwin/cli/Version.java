package io.fabrictwin.cli;

import picocli.CommandLine.IVersionProvider;

/** The version that the runnable jar's manifest gives; classes that run outside the jar have none. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String version = Version.class.getPackage().getImplementationVersion();
        return new String[] {"fabric-twin " + (version == null ? "(not packaged)" : version)};
    }
}
