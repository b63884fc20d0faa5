package io.fabrictwin.model.scenario;

import java.util.List;

/** A scenario asks for something that cannot be: the message says what, where and what would fit. */
public final class ScenarioRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** Why it was refused. */
    public enum Reason {
        /** The text is not a change, or its value makes no sense. */
        NONSENSE,
        /** It names a device, link, job or rank that the frame does not have. */
        UNKNOWN_NAME
    }

    private final Reason reason;
    private final List<String> fitting;

    private ScenarioRefusedException(Reason reason, String message, List<String> fitting) {
        super(message);
        this.reason = reason;
        this.fitting = List.copyOf(fitting);
    }

    static ScenarioRefusedException nonsense(String message) {
        return new ScenarioRefusedException(Reason.NONSENSE, message, List.of());
    }

    static ScenarioRefusedException nonsense(String message, List<String> fitting) {
        return new ScenarioRefusedException(Reason.NONSENSE, message + listed(fitting), fitting);
    }

    static ScenarioRefusedException unknown(String what, String name, List<String> fitting) {
        return new ScenarioRefusedException(
                Reason.UNKNOWN_NAME, "no " + what + " '" + name + "' in the frame" + listed(fitting), fitting);
    }

    /** At most a dozen names: enough to see their form. */
    private static String listed(List<String> fitting) {
        if (fitting.isEmpty()) {
            return "";
        }
        int shown = Math.min(12, fitting.size());
        int more = fitting.size() - shown;
        return "; there are: " + String.join(", ", fitting.subList(0, shown))
                + (more > 0 ? " and " + more + " more" : "");
    }

    public Reason reason() {
        return reason;
    }

    /** Names that would have fitted, in order. */
    public List<String> fitting() {
        return fitting;
    }
}
