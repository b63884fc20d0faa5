package io.fabrictwin.model.event;

/** What kind of name a device or port is known by, and the normal form it is told in. */
public enum NameScheme {
    /** Name of the operating system, as it says it. */
    HOST_NAME,
    /** Name that the device gives its neighbours over LLDP. */
    SYSTEM_NAME,
    /** Six bytes as lower-case hexadecimal pairs with colons. */
    MAC,
    /** GUID of a node: {@code 0x} and 16 lower-case hexadecimal digits. */
    NODE_GUID,
    /** GUID of a port: {@code 0x} and 16 lower-case hexadecimal digits. */
    PORT_GUID,
    /** Local identifier in decimal. */
    LID,
    /** IPv4 or IPv6 address in its shortest form. */
    ADDRESS,
    /** Name of the interface in the operating system, such as eth0 or Ethernet8. */
    INTERFACE,
    /** Second name of an interface, such as etp3. */
    ALIAS,
    /** Number of the interface in SNMP, sFlow and the like, in decimal. */
    INTERFACE_INDEX,
    /** Name of the RDMA device, such as mlx5_0. */
    RDMA_DEVICE,
    /** Free text; never joined by. */
    DESCRIPTION,
    /** Serial number. */
    SERIAL
}
