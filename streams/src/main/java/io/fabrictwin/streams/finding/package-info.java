/**
 * Keeps findings over time: which are new, which go on, which are over. One incident is one finding.
 * This package must not know how a finding is made or where it is published.
 */
@NullMarked
package io.fabrictwin.streams.finding;

import org.jspecify.annotations.NullMarked;
