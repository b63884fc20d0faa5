package io.fabrictwin.schemas.codec;

/** Bytes that are not what they should be; the message is one short line that says why. */
public final class UndecodableException extends RuntimeException {
    private static final long serialVersionUID = 1;
    private static final int MAX_MESSAGE_LENGTH = 300;

    UndecodableException(String message) {
        super(message);
    }

    /** The reason may quote what was read, however long and whatever is in it. */
    UndecodableException(String message, Exception reason) {
        super(oneLine(reason.getMessage() == null ? message : message + ": " + reason.getMessage()), reason);
    }

    private static String oneLine(String text) {
        String bounded = text.length() <= MAX_MESSAGE_LENGTH ? text : text.substring(0, MAX_MESSAGE_LENGTH - 3) + "...";
        StringBuilder line = new StringBuilder(bounded);
        for (int i = 0; i < line.length(); i++) {
            if (Character.isISOControl(line.charAt(i))) {
                line.setCharAt(i, ' ');
            }
        }
        return line.toString();
    }
}
