package io.fabrictwin.model.scenario;

/** The layers of a fabric at which something can be changed, from the cable up. */
public enum ChangeLayer {
    TOPOLOGY("topology"),
    QUEUES("queues and priorities"),
    PFC("PFC"),
    ECN_AND_DCQCN("ECN and DCQCN"),
    MULTIPATH("multipath"),
    PLACEMENT("GPUDirect and placement"),
    INFINIBAND("InfiniBand"),
    COLLECTIVE_LIBRARY("collective library");

    private final String title;

    ChangeLayer(String title) {
        this.title = title;
    }

    /** As people read it. */
    public String title() {
        return title;
    }
}
