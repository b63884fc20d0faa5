package io.fabrictwin.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.Objects;

/** Says why a file or folder cannot be made or written. */
public final class WriteFailure {
    private WriteFailure() {}

    /** In words: the message of some failures is but the path. */
    public static String reason(IOException e) {
        if (e instanceof FileAlreadyExistsException) {
            return "it is not a folder";
        }
        if (e instanceof AccessDeniedException) {
            return "not allowed to write there";
        }
        return e instanceof NoSuchFileException ? "no folder can be made there" : String.valueOf(e.getMessage());
    }

    /** That of its cause. */
    public static String reason(UncheckedIOException e) {
        return reason(Objects.requireNonNull(e.getCause()));
    }
}
