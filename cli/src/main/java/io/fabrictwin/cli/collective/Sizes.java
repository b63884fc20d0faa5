package io.fabrictwin.cli.collective;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Sizes as people write them: {@code 512}, {@code 64KiB}, {@code 1GiB}, {@code 10MB}. A bare K, M or G is binary, as nccl-tests has it. */
final class Sizes implements ITypeConverter<Long> {
    private static final Pattern SIZE = Pattern.compile("([0-9]{1,15})([A-Za-z]*)");
    private static final Map<String, Long> UNITS = Map.ofEntries(
            Map.entry("", 1L),
            Map.entry("B", 1L),
            Map.entry("K", 1L << 10),
            Map.entry("KiB", 1L << 10),
            Map.entry("kB", 1000L),
            Map.entry("KB", 1000L),
            Map.entry("M", 1L << 20),
            Map.entry("MiB", 1L << 20),
            Map.entry("MB", 1_000_000L),
            Map.entry("G", 1L << 30),
            Map.entry("GiB", 1L << 30),
            Map.entry("GB", 1_000_000_000L));

    @Override
    public Long convert(String text) {
        Matcher matcher = SIZE.matcher(text);
        Long unit = matcher.matches() ? UNITS.get(matcher.group(2)) : null;
        if (unit == null) {
            throw new TypeConversionException("'" + text + "' is no size such as 512, 64KiB or 1GiB");
        }
        long count = Long.parseLong(matcher.group(1));
        if (count < 1 || count > Long.MAX_VALUE / unit) {
            throw new TypeConversionException("'" + text + "' must be at least 1 byte and at most 8 EiB");
        }
        return count * unit;
    }
}
