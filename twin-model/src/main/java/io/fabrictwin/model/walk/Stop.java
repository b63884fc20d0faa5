package io.fabrictwin.model.walk;

/**
 * One stop on the way of traffic.
 *
 * @param what rank, GPU, NIC, port, queue, link or way (a part of the way that cannot be told)
 * @param name the thing, as people know it
 * @param detail what is known of it: rates, state, settings; empty where nothing is
 * @param knownBy how it is known, or what is missing to know it
 */
public record Stop(String what, String name, String detail, String knownBy) {}
