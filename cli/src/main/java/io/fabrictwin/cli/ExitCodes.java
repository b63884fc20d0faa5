package io.fabrictwin.cli;

/** What the exit code of the command means; the same for every verb. */
public final class ExitCodes {
    public static final int FINE = 0;
    public static final int ANSWER_IS_NO = 1;
    public static final int WRONG_USAGE = 2;
    public static final int BAD_DATA = 3;
    public static final int UNREACHABLE = 4;
    public static final int OUR_BUG = 70;

    private ExitCodes() {}
}
