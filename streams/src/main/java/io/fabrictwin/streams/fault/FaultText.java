package io.fabrictwin.streams.fault;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** What a fault of folding means for who runs the twin, in one sentence. */
public final class FaultText {
    /** How the operating system says it, whoever passes it on. */
    private static final String FULL = "No space left on device";

    private FaultText() {}

    /**
     * The sentence.
     *
     * @param stateDirectory where the stores lie
     */
    public static String of(Throwable fault, Path stateDirectory) {
        for (@Nullable Throwable cause = fault; cause != null; cause = cause.getCause()) {
            if (String.valueOf(cause.getMessage()).contains(FULL)) {
                return "no room is left for the stores in " + stateDirectory
                        + ": make some there, and folding goes on by itself";
            }
        }
        return "a folding thread failed and was replaced: " + fault.getMessage();
    }
}
