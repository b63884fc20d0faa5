package io.fabrictwin.ingest.topology;

import io.fabrictwin.model.event.DeviceKind;
import io.fabrictwin.model.id.DeviceId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Text for the ns-3 simulators of RoCE. Nodes have numbers there, servers first; which is which stands after the links, where
 * the simulators do not read. Delay and error rate are not known of a cable: 1 microsecond and 0 are written.
 */
final class Ns3Form implements TopologyForm {
    private static final String DELAY_AND_ERRORS = " 1000ns 0";

    @Override
    public String name() {
        return "ns3-topology";
    }

    @Override
    public String readBy() {
        return "ns-3 simulators of RoCE (HPCC, ConWeave); devices by number, delays of 1000ns";
    }

    @Override
    public void write(Cabling cabling, Appendable out) {
        List<DeviceId> switches = new ArrayList<>();
        List<DeviceId> devices = new ArrayList<>();
        for (DeviceId device : cabling.devices()) {
            (cabling.kind(device) == DeviceKind.SWITCH ? switches : devices).add(device);
        }
        int servers = devices.size();
        devices.addAll(switches);
        Map<DeviceId, Integer> numbers = new HashMap<>();
        devices.forEach(device -> numbers.put(device, numbers.size()));
        TopologyForm.print(
                out,
                devices.size() + " " + switches.size() + " " + cabling.cables().size() + "\n");
        StringBuilder line = new StringBuilder();
        for (int number = servers; number < devices.size(); number++) {
            line.append(number == servers ? "" : " ").append(number);
        }
        TopologyForm.print(out, line + "\n");
        for (Cable cable : cabling.cables()) {
            Long rate = cable.bitsPerSecond();
            if (rate == null) {
                throw new NotTellableException("ns-3 needs a rate of every cable, but that of " + cable.link()
                        + " is not known; choose another form, or bring in what tells the rates");
            }
            TopologyForm.print(
                    out,
                    numbers.get(cable.link().a().device()) + " "
                            + numbers.get(cable.link().b().device()) + " " + rate + "bps" + DELAY_AND_ERRORS + "\n");
        }
        for (DeviceId device : devices) {
            TopologyForm.print(out, "# " + numbers.get(device) + " is " + device + "\n");
        }
    }
}
