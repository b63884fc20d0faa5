/**
 * Forms that people write, read strictly: every field is asked for, and every complaint names file and field. Must not
 * know what a form is about.
 */
@NullMarked
package io.fabrictwin.cli.form;

import org.jspecify.annotations.NullMarked;
