/**
 * Several instances as one twin: what each folds is told to the others as it changes, and put together by positions.
 * This package must not know Kafka, nor the web library: it asks by the JDK's client, and is asked by the console.
 */
@NullMarked
package io.fabrictwin.streams.peer;

import org.jspecify.annotations.NullMarked;
