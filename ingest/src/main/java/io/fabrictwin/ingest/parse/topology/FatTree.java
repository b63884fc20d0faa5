package io.fabrictwin.ingest.parse.topology;

import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.model.event.DeviceKind;

/**
 * A fat tree of two or three tiers of switches. Below tier 0 are hosts; the pods of a tree with three tiers are each a
 * full mesh of tiers 0 and 1, and every pod's n-th switch of tier 1 reaches the same cores.
 */
final class FatTree {
    private static final int MAX_TIERS = 3;
    private static final int MAX_NODES = 10_000_000;

    private final double[] radixDown = new double[MAX_TIERS];
    private final double[] radixUp = new double[MAX_TIERS];
    private final double[] bundle = {1, 1, 1};
    private final double[] gigabitsDown = new double[MAX_TIERS];
    private double nodes;
    private double tiers;
    private double podSize;
    private int tier = -1;

    /** Takes a setting; tells whether it matters for the shape. */
    boolean set(String setting, double value) throws BadEntryException {
        switch (setting) {
            case "nodes" -> nodes = whole(setting, value);
            case "tiers" -> tiers = whole(setting, value);
            case "podsize" -> podSize = whole(setting, value);
            case "tier" -> tier = (int) whole(setting, value);
            case "radix_down" -> radixDown[tier(setting)] = whole(setting, value);
            case "radix_up" -> radixUp[tier(setting)] = whole(setting, value);
            case "bundle" -> bundle[tier(setting)] = whole(setting, value);
            case "downlink_speed_gbps" -> gigabitsDown[tier(setting)] = value;
            default -> {
                return false;
            }
        }
        return true;
    }

    private int tier(String setting) throws BadEntryException {
        if (tier < 0 || tier >= MAX_TIERS) {
            throw new BadEntryException(RejectCode.UNKNOWN_REFERENCE, setting + " stands in no tier from 0 to 2");
        }
        return tier;
    }

    private static double whole(String setting, double value) throws BadEntryException {
        if (value != Math.rint(value) || value > MAX_NODES) {
            throw new BadEntryException(
                    RejectCode.OUT_OF_RANGE, setting + " " + value + " is no whole number up to " + MAX_NODES);
        }
        return value;
    }

    void expand(Shape shape) throws BadEntryException {
        if (nodes < 1 || (tiers != 2 && tiers != MAX_TIERS) || radixDown[0] < 1) {
            throw new BadEntryException(
                    RejectCode.MISSING_FIELD, "Nodes, Tiers (2 or 3) and Radix_Down of tier 0 are needed for a shape");
        }
        Shape.requireLinks(nodes * tiers * Math.max(1, radixUp[0]) * Math.max(1, radixUp[1]));
        double pod = tiers == 2 || podSize == 0 ? nodes : podSize;
        int pods = count("Nodes", nodes, "Podsize", pod);
        int torsOfPod = count("Podsize", pod, "Radix_Down of tier 0", radixDown[0]);
        int aggregationsOfPod = count("Radix_Up of tier 0", radixUp[0], "Bundle of tier 1", bundle[1]);
        requireEqual("Radix_Down of tier 1", radixDown[1], torsOfPod * bundle[1]);
        for (int host = 0; host < nodes; host++) {
            shape.device("host" + host, DeviceKind.HOST);
        }
        for (int tor = 0; tor < pods * torsOfPod; tor++) {
            shape.device("tor" + tor, DeviceKind.SWITCH);
            for (int i = 0; i < radixDown[0]; i++) {
                shape.link("host" + (int) (tor * radixDown[0] + i), "tor" + tor, Rates.ofGigabits(gigabitsDown[0]));
            }
            for (int i = 0; i < aggregationsOfPod; i++) {
                String above = tiers == 2 ? "spine" + i : "agg" + (tor / torsOfPod * aggregationsOfPod + i);
                shape.device(above, DeviceKind.SWITCH);
                for (int cable = 0; cable < bundle[1]; cable++) {
                    shape.link("tor" + tor, above, Rates.ofGigabits(gigabitsDown[1]));
                }
            }
        }
        if (tiers == MAX_TIERS) {
            joinCores(pods, aggregationsOfPod, shape);
        }
    }

    private void joinCores(int pods, int aggregationsOfPod, Shape shape) throws BadEntryException {
        int coresOfAggregation = count("Radix_Up of tier 1", radixUp[1], "Bundle of tier 2", bundle[2]);
        requireEqual("Radix_Down of tier 2", radixDown[2], pods * bundle[2]);
        for (int aggregation = 0; aggregation < pods * aggregationsOfPod; aggregation++) {
            for (int i = 0; i < coresOfAggregation; i++) {
                String core = "core" + (aggregation % aggregationsOfPod * coresOfAggregation + i);
                shape.device(core, DeviceKind.SWITCH);
                for (int cable = 0; cable < bundle[2]; cable++) {
                    shape.link("agg" + aggregation, core, Rates.ofGigabits(gigabitsDown[2]));
                }
            }
        }
    }

    private static int count(String what, double whole, String partName, double part) throws BadEntryException {
        if (part < 1 || whole < 1 || whole % part != 0) {
            throw new BadEntryException(
                    RejectCode.BAD_VALUE, what + " " + whole + " is no multiple of " + partName + " " + part);
        }
        return (int) (whole / part);
    }

    private static void requireEqual(String what, double told, double needed) throws BadEntryException {
        if (told != needed) {
            throw new BadEntryException(
                    RejectCode.BAD_VALUE,
                    what + " is " + told + ", but the other numbers need " + needed + ": no shape is definite");
        }
    }
}
