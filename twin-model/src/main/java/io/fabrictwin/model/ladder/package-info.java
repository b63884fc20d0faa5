/**
 * The validation ladder: what the model must get right, each rung with its formula, the expected value and its source,
 * the accepted band, and the value that the code gives now.
 */
@NullMarked
package io.fabrictwin.model.ladder;

import org.jspecify.annotations.NullMarked;
