/**
 * Small tables of constants that lie beside the classes that use them, each constant with its source. Knows text, rows
 * and columns; must not know what they mean.
 */
@NullMarked
package io.fabrictwin.model.table;

import org.jspecify.annotations.NullMarked;
