/**
 * The rules about who may import whom that hold in every module around the model.
 * Each module's ArchitectureTest includes them and adds its own.
 * Must not know the classes it judges: names of packages only.
 */
@NullMarked
package io.fabrictwin.testkit.architecture;

import org.jspecify.annotations.NullMarked;
