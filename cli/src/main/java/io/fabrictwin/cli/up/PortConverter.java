package io.fabrictwin.cli.up;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A TCP port as a person types it; 0 stands for any that is free. */
public final class PortConverter implements ITypeConverter<Integer> {
    private static final int HIGHEST = 65_535;

    @Override
    public Integer convert(String text) {
        try {
            int port = Integer.parseInt(text);
            if (port >= 0 && port <= HIGHEST) {
                return port;
            }
        } catch (NumberFormatException e) {
            throw refused(text);
        }
        throw refused(text);
    }

    private static TypeConversionException refused(String text) {
        return new TypeConversionException("'" + text + "' is no port; ports are 0 to " + HIGHEST);
    }
}
