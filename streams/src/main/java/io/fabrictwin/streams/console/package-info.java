/**
 * HTTP for people and scripts: the API under /api/v1, its stream of changes, health, metrics and the page.
 * The only package that sees the web library; it must not know Kafka.
 */
@NullMarked
package io.fabrictwin.streams.console;

import org.jspecify.annotations.NullMarked;
