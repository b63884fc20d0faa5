package io.fabrictwin.cli.doctor;

/**
 * What one check saw.
 *
 * @param detail what was seen, in one line
 * @param whatToDo empty where nothing is
 */
record Diagnosis(String check, State state, String detail, String whatToDo) {
    /** From fine to not. */
    enum State {
        FINE,
        /** There is nothing to look at, or no way to it. */
        NOT_CHECKED,
        PROBLEM
    }

    static Diagnosis fine(String check, String detail) {
        return new Diagnosis(check, State.FINE, detail, "");
    }

    static Diagnosis notChecked(String check, String why) {
        return new Diagnosis(check, State.NOT_CHECKED, why, "");
    }

    static Diagnosis problem(String check, String detail, String whatToDo) {
        return new Diagnosis(check, State.PROBLEM, detail, whatToDo);
    }

    /** A failure that tells what and what to do in one line, as ours do: the last part of it is what to do. */
    static Diagnosis problem(String check, RuntimeException failure) {
        String message = String.valueOf(failure.getMessage());
        int semicolon = message.lastIndexOf("; ");
        return semicolon < 0
                ? problem(check, message, "mend that, then ask the doctor again")
                : problem(check, message.substring(0, semicolon), message.substring(semicolon + 2));
    }
}
