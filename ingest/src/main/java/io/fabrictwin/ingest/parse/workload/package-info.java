/**
 * Plans of training jobs, as simulators and benchmark generators exchange them, and how all formats of the training side
 * word operations and element types.
 * Must not know trainers' logs or profilers' traces.
 */
@NullMarked
package io.fabrictwin.ingest.parse.workload;

import org.jspecify.annotations.NullMarked;
