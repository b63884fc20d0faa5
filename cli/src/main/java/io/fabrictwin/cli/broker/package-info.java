/**
 * Asking a Kafka broker: how to get in, why it does not answer, and whether its topics are as they should be. Must not
 * know what the topics hold, nor which verb asks.
 */
@NullMarked
package io.fabrictwin.cli.broker;

import org.jspecify.annotations.NullMarked;
