/**
 * What tests share: seeded generators, golden files, rules of architecture.
 * Used in test scope only; nothing of it reaches a user.
 * Must not know ingest, streams, replay or the command line.
 */
@NullMarked
package io.fabrictwin.testkit;

import org.jspecify.annotations.NullMarked;
