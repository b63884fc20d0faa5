package io.fabrictwin.streams.console;

/** A request that cannot be answered; it becomes the {@link Views.Failure} that the client reads. */
final class ApiException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String code;
    private final String whatToDo;

    ApiException(int status, String code, String message, String whatToDo) {
        super(message);
        this.status = status;
        this.code = code;
        this.whatToDo = whatToDo;
    }

    int status() {
        return status;
    }

    Views.Failure failure() {
        return new Views.Failure(code, String.valueOf(getMessage()), whatToDo);
    }
}
