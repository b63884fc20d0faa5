package io.fabrictwin.model.scenario;

import io.fabrictwin.model.congestion.PfcProfile;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.pause.Watchdog;
import io.fabrictwin.model.scenario.ChangeKey.Help;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Who pauses whom, and when. */
final class PfcKeys {
    static final List<ChangeKey<?>> ALL = List.of(
            ChangeKey.ofAll(
                    ChangeLayer.PFC,
                    "pfc",
                    TargetForm.SWITCH_QUEUES,
                    ValueForm.ON_OFF,
                    "set-pfc",
                    new Help(
                            "whether a switch pauses its neighbours; where it does not, a full buffer drops, and senders go back"
                                    + " to what was lost",
                            "pfc@leaf0/3=off",
                            "by whole switches"),
                    PfcKeys::setEnabled),
            key(
                    "pfc-alpha",
                    ValueForm.POSITIVE,
                    new Help(
                            "dynamic pause threshold of ingress ports, times the free memory",
                            "pfc-alpha@leaf0=1/8",
                            "takes the place of a static one"),
                    (pfc, alpha) -> new PfcProfile(
                            pfc.enabled(),
                            alpha,
                            null,
                            pfc.reserveBytes(),
                            pfc.resumeOffsetBytes(),
                            pfc.headroomBytes())),
            key(
                    "pfc-xoff",
                    ValueForm.BYTES,
                    new Help(
                            "static pause threshold of ingress ports",
                            "pfc-xoff@leaf0=200KB",
                            "takes the place of a dynamic one"),
                    (pfc, bytes) -> new PfcProfile(
                            pfc.enabled(),
                            pfc.alpha(),
                            bytes,
                            pfc.reserveBytes(),
                            pfc.resumeOffsetBytes(),
                            pfc.headroomBytes())),
            key(
                    "pfc-reserve",
                    ValueForm.BYTES,
                    new Help("memory of an ingress port that does not count as shared", "pfc-reserve=4KB", ""),
                    (pfc, bytes) -> new PfcProfile(
                            pfc.enabled(),
                            pfc.alpha(),
                            pfc.xoffBytes(),
                            bytes,
                            pfc.resumeOffsetBytes(),
                            pfc.headroomBytes())),
            key(
                    "pfc-resume-offset",
                    ValueForm.BYTES,
                    new Help("how far below the threshold a pause ends", "pfc-resume-offset=8KB", ""),
                    (pfc, bytes) -> new PfcProfile(
                            pfc.enabled(),
                            pfc.alpha(),
                            pfc.xoffBytes(),
                            pfc.reserveBytes(),
                            bytes,
                            pfc.headroomBytes())),
            key(
                    "pfc-headroom",
                    ValueForm.BYTES,
                    new Help(
                            "memory of an ingress port for what still comes after a pause, taken from what is shared",
                            "pfc-headroom@leaf0=100KB",
                            "less than what is in flight cannot be told where a pause happens: packets would be lost"),
                    (pfc, bytes) -> new PfcProfile(
                            pfc.enabled(),
                            pfc.alpha(),
                            pfc.xoffBytes(),
                            pfc.reserveBytes(),
                            pfc.resumeOffsetBytes(),
                            bytes)),
            ChangeKey.ofAll(
                    ChangeLayer.PFC,
                    "pfc-watchdog",
                    TargetForm.SWITCHES,
                    WatchdogForm.FORM,
                    "set-pfc-watchdog",
                    new Help(
                            "what is done about a port that is held without end by pause frames, and after how long",
                            "pfc-watchdog@leaf0=drop detect 200ms restore 400ms",
                            "a storm that lets the port send between its pauses is not seen by it; what watches today is not"
                                    + " read from the frame"),
                    PfcKeys::watch),
            ChangeKey.of(
                    ChangeLayer.PFC,
                    "pause-storm",
                    TargetForm.HOST,
                    ValueForm.word("off"),
                    "replace-nic",
                    new Help(
                            "the NIC is replaced by one that sends no pause frames of its own",
                            "pause-storm@h5=off",
                            ""),
                    (edit, host, off) -> edit.state().storms.remove(edit.host(host))));

    private PfcKeys() {}

    private static <V> ChangeKey<V> key(
            String name, ValueForm<V> form, Help help, BiFunction<PfcProfile, V, PfcProfile> effect) {
        return ChangeKey.ofAll(
                ChangeLayer.PFC,
                name,
                TargetForm.QUEUES,
                form,
                "set-" + name,
                help,
                (edit, target, value) -> edit.queues().editPfc(target, pfc -> effect.apply(pfc, value)));
    }

    private static void setEnabled(ForkEdit edit, @Nullable String name, boolean isOn) {
        if (name != null && name.contains(":")) {
            throw ScenarioRefusedException.nonsense(
                    "'" + name + "' is a port, but PFC is on or off for a whole switch");
        }
        edit.queues()
                .editPfc(
                        name,
                        pfc -> new PfcProfile(
                                isOn,
                                pfc.alpha(),
                                pfc.xoffBytes(),
                                pfc.reserveBytes(),
                                pfc.resumeOffsetBytes(),
                                pfc.headroomBytes()));
    }

    private static void watch(ForkEdit edit, @Nullable String name, Optional<Watchdog> watchdog) {
        for (DeviceId device : edit.switches(name)) {
            watchdog.ifPresentOrElse(
                    set -> edit.state().watchdogs.put(device, set),
                    () -> edit.state().watchdogs.remove(device));
        }
    }
}
