/**
 * Steps of jobs that have not run yet: reads what is known of a cluster and of a job, and prints the forecast. Must not
 * know events, brokers, frames or forks.
 */
@NullMarked
package io.fabrictwin.cli.step;

import org.jspecify.annotations.NullMarked;
