package io.fabrictwin.ingest.parse.flow;

import org.jspecify.annotations.Nullable;

/**
 * Who talks to whom, from the first bytes of a packet.
 *
 * @param source IP address, or MAC address where it is no IP packet
 * @param destination likewise
 * @param protocol IP protocol; null: it is no IP packet
 * @param sourcePort of UDP or TCP; null: neither, or not in the bytes
 * @param destinationPort likewise
 */
record PacketHeader(
        String source,
        String destination,
        @Nullable Integer protocol,
        @Nullable Integer sourcePort,
        @Nullable Integer destinationPort) {
    private static final int IPV4 = 0x0800;
    private static final int IPV6 = 0x86DD;
    private static final int TCP = 6;
    private static final int UDP = 17;
    private static final int MAX_TAGS = 4;

    static PacketHeader ofEthernet(Bytes bytes) {
        String destination = bytes.mac();
        String source = bytes.mac();
        int type = bytes.u16();
        for (int tags = 0; tags < MAX_TAGS && (type == 0x8100 || type == 0x88A8 || type == 0x9100); tags++) {
            bytes.skip(2);
            type = bytes.u16();
        }
        return switch (type) {
            case IPV4, IPV6 -> ofIp(bytes);
            default -> new PacketHeader(source, destination, null, null, null);
        };
    }

    static PacketHeader ofIp(Bytes bytes) {
        int first = bytes.u8();
        boolean isFour = first >> 4 == 4;
        int protocol;
        boolean isLaterFragment = false;
        int optionBytes = 0;
        if (isFour) {
            bytes.skip(5);
            isLaterFragment = (bytes.u16() & 0x1fff) != 0;
            bytes.skip(1);
            protocol = bytes.u8();
            bytes.skip(2);
            optionBytes = (first & 0xf) * 4 - 20;
        } else {
            bytes.skip(5);
            protocol = bytes.u8();
            bytes.skip(1);
        }
        String source = bytes.address(isFour ? 4 : 16);
        String destination = bytes.address(isFour ? 4 : 16);
        boolean hasPorts = (protocol == TCP || protocol == UDP) && !isLaterFragment && bytes.left() >= optionBytes + 4;
        if (!hasPorts || optionBytes < 0) {
            return new PacketHeader(source, destination, protocol, null, null);
        }
        bytes.skip(optionBytes);
        return new PacketHeader(source, destination, protocol, bytes.u16(), bytes.u16());
    }
}
