/**
 * Where to draw the devices of a fabric: tiers by distance from the hosts, names in order. Pure, so that the picture can
 * be tested. This package must not know what draws it.
 */
@NullMarked
package io.fabrictwin.model.layout;

import org.jspecify.annotations.NullMarked;
