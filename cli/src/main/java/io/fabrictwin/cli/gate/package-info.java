/**
 * The verb {@code gate}: a scenario whose answer has to meet assertions, for change pipelines. This package must not know
 * how a forecast is made, or what an assertion says of one.
 */
@NullMarked
package io.fabrictwin.cli.gate;

import org.jspecify.annotations.NullMarked;
