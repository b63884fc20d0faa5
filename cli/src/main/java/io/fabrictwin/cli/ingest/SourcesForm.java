package io.fabrictwin.cli.ingest;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabrictwin.cli.BadDataException;
import io.fabrictwin.cli.WrongUsageException;
import io.fabrictwin.cli.broker.ConnectionFile;
import io.fabrictwin.cli.form.Fields;
import io.fabrictwin.cli.form.Yaml;
import io.fabrictwin.cli.render.Times;
import io.fabrictwin.ingest.live.LiveConfig;
import io.fabrictwin.ingest.live.SourceSpec;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.schemas.BrokerAccess;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Reads a file of sources. */
final class SourcesForm {
    private static final String AUTO = "auto";
    private static final String SYSLOG = "syslog";
    private static final List<String> KINDS = List.of("tail", "watch", "scrape", SYSLOG, "kafka");

    private SourcesForm() {}

    static LiveConfig read(Path file) {
        return Yaml.read(file, SourcesForm::config);
    }

    private static LiveConfig config(Fields form) {
        FabricId fabric = new FabricId(form.has("fabric") ? form.text("fabric") : "fabric");
        LiveConfig.Http http = form.has("http")
                ? http(form.object("http"))
                : new LiveConfig.Http(
                        LiveConfig.Http.LOOPBACK,
                        LiveConfig.Http.DEFAULT_PORT,
                        true,
                        LiveConfig.Http.DEFAULT_MAX_BODY_BYTES,
                        LiveConfig.Http.DEFAULT_QUEUE);
        List<SourceSpec> sources = new ArrayList<>();
        if (form.has("sources")) {
            int index = 0;
            for (JsonNode source : form.array("sources")) {
                Fields fields = new Fields("sources[" + index++ + "]", source);
                sources.add(fields.build(() -> source(fields)));
            }
        }
        return new LiveConfig(fabric, http, sources);
    }

    private static LiveConfig.Http http(Fields form) {
        return form.build(() -> new LiveConfig.Http(
                form.has("host") ? form.text("host") : LiveConfig.Http.LOOPBACK,
                form.small("port", LiveConfig.Http.DEFAULT_PORT),
                form.flag("push", true),
                form.small("maxBodyBytes", LiveConfig.Http.DEFAULT_MAX_BODY_BYTES),
                form.small("queue", LiveConfig.Http.DEFAULT_QUEUE)));
    }

    private static SourceSpec source(Fields form) {
        String name = form.text("name");
        List<String> kinds = KINDS.stream().filter(form::has).toList();
        if (kinds.size() != 1) {
            throw new BadDataException(form.path("name") + " " + name + " must have exactly one of "
                    + String.join(", ", KINDS) + (kinds.isEmpty() ? "" : ", not " + String.join(" and ", kinds)));
        }
        return switch (kinds.get(0)) {
            case "tail" -> new SourceSpec.Tail(name, Path.of(form.text("tail")), form.text("format"));
            case "watch" ->
                new SourceSpec.Watch(
                        name, Path.of(form.text("watch")), format(form, AUTO), duration(form, "settle", "2s"));
            case "scrape" ->
                new SourceSpec.Scrape(
                        name,
                        targets(form),
                        format(form, AUTO),
                        duration(form, "interval", "15s"),
                        duration(form, "timeout", "5s"));
            case SYSLOG -> syslog(form, name);
            default -> {
                Fields kafka = form.object("kafka");
                yield kafka.build(
                        () -> new SourceSpec.Messages(name, broker(kafka), kafka.text("topic"), form.text("format")));
            }
        };
    }

    /** Where messages come from: a cluster of its own, so its own way in. */
    private static BrokerAccess broker(Fields kafka) {
        if (kafka.has("config")) {
            return ConnectionFile.read(
                    Path.of(kafka.text("config")), kafka.has("bootstrap") ? kafka.text("bootstrap") : null);
        }
        return BrokerAccess.plain(kafka.text("bootstrap"));
    }

    private static SourceSpec syslog(Fields form, String name) {
        URI address = address(form.path(SYSLOG), form.text(SYSLOG));
        String scheme = address.getScheme();
        if (!("udp".equals(scheme) || "tcp".equals(scheme)) || address.getHost() == null || address.getPort() < 0) {
            throw new BadDataException(form.path(SYSLOG)
                    + " must be an address such as udp://127.0.0.1:5514 or tcp://0.0.0.0:5514: " + address);
        }
        return new SourceSpec.Syslog(
                name,
                SourceSpec.Syslog.Transport.valueOf(scheme.toUpperCase(Locale.ROOT)),
                address.getHost(),
                address.getPort(),
                format(form, SYSLOG));
    }

    private static List<URI> targets(Fields form) {
        List<URI> targets = new ArrayList<>();
        for (JsonNode target : form.array("scrape")) {
            targets.add(address(form.path("scrape"), Fields.text(form.path("scrape"), target)));
        }
        return targets;
    }

    private static URI address(String path, String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException e) {
            throw new BadDataException(path + " is no address: " + text, e);
        }
    }

    private static String format(Fields form, String usual) {
        return form.has("format") ? form.text("format") : usual;
    }

    private static Duration duration(Fields form, String name, String usual) {
        try {
            return Duration.ofNanos(Times.parseDuration(form.has(name) ? form.text(name) : usual));
        } catch (WrongUsageException e) {
            throw new BadDataException(form.path(name) + ": " + e.getMessage(), e);
        }
    }
}
