package io.fabrictwin.model.identity;

import java.util.List;

/**
 * A name that would join what cannot be one; it joins nothing.
 *
 * @param name the name, with its scheme
 * @param claimants who bears it, as their sources call them, in order
 * @param reason why they cannot be one
 */
public record NameConflict(String name, List<String> claimants, String reason) {
    public NameConflict {
        claimants = List.copyOf(claimants);
    }
}
