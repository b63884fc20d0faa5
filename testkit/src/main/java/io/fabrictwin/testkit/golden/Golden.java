package io.fabrictwin.testkit.golden;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Golden files, in {@code src/test/resources/golden} of the module under test. With {@code -Dgolden.update=true} they are
 * written anew: read the difference before committing it.
 */
public final class Golden {
    private static final Path FOLDER = Path.of("src", "test", "resources", "golden");

    private Golden() {}

    /**
     * Demands that an answer is the text of a golden file.
     *
     * @param name of the file, such as {@code topology.txt}
     */
    public static void matches(String name, String answer) {
        Path file = FOLDER.resolve(name);
        try {
            if (Boolean.getBoolean("golden.update")) {
                Files.createDirectories(file.getParent());
                Files.writeString(file, answer);
                return;
            }
            if (!Files.exists(file)) {
                throw new AssertionError("no golden file " + file + ": make it with -Dgolden.update=true");
            }
            String golden = Files.readString(file);
            if (!golden.equals(answer)) {
                throw new AssertionError("answer differs from " + file + " at line " + firstDifference(golden, answer)
                        + "; if it should, refresh the file with -Dgolden.update=true. The answer:\n" + answer);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int firstDifference(String golden, String answer) {
        String[] goldenLines = golden.split("\n", -1);
        String[] answerLines = answer.split("\n", -1);
        int line = 0;
        while (line < Math.min(goldenLines.length, answerLines.length) && goldenLines[line].equals(answerLines[line])) {
            line++;
        }
        return line + 1;
    }
}
