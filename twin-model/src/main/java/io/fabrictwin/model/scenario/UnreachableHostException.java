package io.fabrictwin.model.scenario;

import io.fabrictwin.model.id.DeviceId;

/** A host that a job needs cannot be reached over the links that are up. */
final class UnreachableHostException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UnreachableHostException(DeviceId source, DeviceId destination) {
        this("no path is left from " + source + " to " + destination);
    }

    UnreachableHostException(String message) {
        super(message);
    }
}
