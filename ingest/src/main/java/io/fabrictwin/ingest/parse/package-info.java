/**
 * What a parser sees: an input with its context, lines that survive junk, and a sink that takes each record once.
 * It opens files, whole or compressed, and gives each the identity of its content.
 * Must not know Kafka, nor any one format.
 */
@NullMarked
package io.fabrictwin.ingest.parse;

import org.jspecify.annotations.NullMarked;
