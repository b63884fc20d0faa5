/** The verb {@code doctor}: one check a class, each of which tells what it saw and what to do. Must not change what it looks at. */
@NullMarked
package io.fabrictwin.cli.doctor;

import org.jspecify.annotations.NullMarked;
