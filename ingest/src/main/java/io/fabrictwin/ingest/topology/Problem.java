package io.fabrictwin.ingest.topology;

/**
 * Something that cannot be right in a cabling.
 *
 * @param kind which rule is broken, such as {@code port-used-twice}
 * @param subject the device, port or cable
 * @param detail what is wrong, in words
 */
public record Problem(String kind, String subject, String detail) {}
