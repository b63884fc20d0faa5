/**
 * The Kafka Streams topology of the live twin; its printed description is a golden file.
 * This package must not know what happens inside a processor.
 */
@NullMarked
package io.fabrictwin.streams.topology;

import org.jspecify.annotations.NullMarked;
