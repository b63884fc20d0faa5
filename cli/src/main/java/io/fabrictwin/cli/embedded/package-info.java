/**
 * Everything in one process and one folder: a real Kafka broker from its server jars, and the lock that keeps two
 * processes out of one folder. Must not know what the topics hold.
 */
@NullMarked
package io.fabrictwin.cli.embedded;

import org.jspecify.annotations.NullMarked;
