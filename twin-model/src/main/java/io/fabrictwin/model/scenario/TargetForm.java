package io.fabrictwin.model.scenario;

import static io.fabrictwin.model.scenario.ScenarioRefusedException.nonsense;

import org.jspecify.annotations.Nullable;

/** What a key may stand for: the part after {@code @}. Whether such a thing is there is asked when it meets a frame. */
enum TargetForm {
    SWITCHES("SWITCH", true),
    SWITCH("SWITCH", false),
    /** Queues of a switch or of one port; of one priority or of all. */
    QUEUES("SWITCH[:PORT][/PRIORITY]", true),
    SWITCH_QUEUES("SWITCH[/PRIORITY]", true),
    PRIORITY("PRIORITY", false),
    DSCP("DSCP", false),
    HOSTS("HOST", true),
    HOST("HOST", false),
    DEVICE("DEVICE", false),
    LINK("A:B", false),
    PORT("DEVICE:PORT", false),
    RAIL("NUMBER", false),
    JOB("JOB", false),
    JOBS("JOB", true),
    COLLECTIVES("JOB[/COLLECTIVE]", false),
    RANK("JOB/RANK", false);

    private final String form;
    private final boolean isOptional;

    TargetForm(String form, boolean isOptional) {
        this.form = form;
        this.isOptional = isOptional;
    }

    String form() {
        return form;
    }

    /** Without a target the change holds for all. */
    boolean isOptional() {
        return isOptional;
    }

    /** Refuses what cannot be such a target, in words about the whole key. */
    void check(String key, @Nullable String target) {
        boolean isMissing = target == null || target.isEmpty();
        if (isMissing && (!isOptional || target != null)) {
            int at = key.indexOf('@');
            throw nonsense(
                    "'" + key + "' does not say of which: write " + (at < 0 ? key : key.substring(0, at)) + "@" + form);
        }
        if (target != null) {
            switch (this) {
                case RAIL -> ValueForm.count(0).read(key, target);
                case PRIORITY -> ValueForm.PRIORITY.read(key, target);
                case DSCP -> ValueForm.whole(0, 63).read(key, target);
                default -> {}
            }
        }
        if (this == RANK && target != null) {
            int slash = target.lastIndexOf('/');
            if (slash <= 0) {
                throw nonsense("'" + key + "' needs a job and a rank, as in compute-factor@job0/5");
            }
            ValueForm.count(0).read(key, target.substring(slash + 1));
        }
    }
}
