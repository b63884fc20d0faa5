package io.fabrictwin.cli.quarantine;

import io.fabrictwin.cli.WrongUsageException;
import io.fabrictwin.ingest.app.Quarantine;
import io.fabrictwin.schemas.QuarantinedInput;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which entries of quarantine a person means. */
final class Selection {
    @Option(
            names = "--source",
            paramLabel = "TEXT",
            description = "Only those whose source or input has this in its name.")
    private @Nullable String source;

    @Option(names = "--code", paramLabel = "CODE", description = "Only those with this code, such as MALFORMED.")
    private @Nullable String code;

    boolean isEmpty() {
        return source == null && code == null;
    }

    List<Quarantine.Entry> of(List<Quarantine.Entry> entries) {
        return entries.stream().filter(entry -> fits(entry.input())).toList();
    }

    private boolean fits(QuarantinedInput input) {
        return (source == null
                        || input.source().toString().contains(source)
                        || (input.input() != null && input.input().contains(source)))
                && (code == null || input.code().equals(code.toUpperCase(Locale.ROOT)));
    }

    /** The entries with the given ids, which may be shortened as long as they are clear. */
    static List<Quarantine.Entry> named(List<String> ids, List<Quarantine.Entry> entries) {
        List<Quarantine.Entry> named = new ArrayList<>();
        for (String id : ids) {
            List<Quarantine.Entry> found = entries.stream()
                    .filter(entry -> entry.input().id().startsWith(id))
                    .toList();
            if (found.size() != 1) {
                throw new WrongUsageException((found.isEmpty()
                                ? "nothing in quarantine has the id '"
                                : "several in quarantine have ids that begin with '")
                        + id + "'; see fabric-twin quarantine list --all");
            }
            named.add(found.get(0));
        }
        return named;
    }
}
