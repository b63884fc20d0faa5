package io.fabrictwin.cli.embedded;

import io.fabrictwin.schemas.BrokerAccess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** A broker that lets in only who speaks TLS and knows a password; its certificate is made for it. */
public final class SecuredBroker implements AutoCloseable {
    public static final String PASSWORD = "open-sesame";

    private static final String STORE_PASSWORD = "changeit-123";
    private static final String JAAS = "org.apache.kafka.common.security.plain.PlainLoginModule required";

    private final Path folder;
    private final EmbeddedBroker broker;

    private SecuredBroker(Path folder, EmbeddedBroker broker) {
        this.folder = folder;
        this.broker = broker;
    }

    public static SecuredBroker start(Path folder) throws IOException, InterruptedException {
        Path keys = folder.resolve("broker.p12");
        keytool(
                "-genkeypair",
                "-keystore",
                keys.toString(),
                "-storetype",
                "PKCS12",
                "-alias",
                "broker",
                "-keyalg",
                "RSA",
                "-dname",
                "CN=broker",
                "-ext",
                "san=ip:127.0.0.1,dns:localhost",
                "-validity",
                "2");
        keytool(
                "-exportcert",
                "-rfc",
                "-keystore",
                keys.toString(),
                "-alias",
                "broker",
                "-file",
                folder.resolve("broker.pem").toString());
        keytool(
                "-genkeypair",
                "-keystore",
                folder.resolve("stranger.p12").toString(),
                "-storetype",
                "PKCS12",
                "-alias",
                "stranger",
                "-keyalg",
                "RSA",
                "-dname",
                "CN=stranger",
                "-validity",
                "2");
        keytool(
                "-exportcert",
                "-rfc",
                "-keystore",
                folder.resolve("stranger.p12").toString(),
                "-alias",
                "stranger",
                "-file",
                folder.resolve("stranger.pem").toString());
        return new SecuredBroker(
                folder,
                EmbeddedBroker.start(
                        folder.resolve("log"),
                        0,
                        "SASL_SSL",
                        Map.of(
                                "ssl.keystore.location",
                                keys.toString(),
                                "ssl.keystore.password",
                                STORE_PASSWORD,
                                "ssl.truststore.type",
                                "PEM",
                                "ssl.truststore.location",
                                folder.resolve("broker.pem").toString(),
                                "sasl.enabled.mechanisms",
                                "PLAIN",
                                "sasl.mechanism.inter.broker.protocol",
                                "PLAIN",
                                "listener.name.sasl_ssl.plain.sasl.jaas.config",
                                JAAS + " username=\"broker\" password=\"secret-of-brokers\""
                                        + " user_broker=\"secret-of-brokers\" user_twin=\"" + PASSWORD + "\";")));
    }

    public String bootstrap() {
        return broker.bootstrap();
    }

    /** A file of client settings. */
    public Path file(String password) throws IOException {
        return file(password, "broker.pem");
    }

    /** A file of client settings that trusts another broker. */
    public Path fileOfStranger() throws IOException {
        return file(PASSWORD, "stranger.pem");
    }

    private Path file(String password, String trusted) throws IOException {
        List<String> lines = new ArrayList<>();
        settings(password, trusted).forEach((name, value) -> lines.add(name + "=" + value));
        lines.add("bootstrap.servers=" + bootstrap());
        return Files.write(Files.createTempFile(folder, "client", ".properties"), lines);
    }

    /** The way in. */
    public BrokerAccess access() {
        return new BrokerAccess(bootstrap(), settings(PASSWORD, "broker.pem"));
    }

    private SortedMap<String, String> settings(String password, String trusted) {
        return new TreeMap<>(Map.of(
                "security.protocol",
                "SASL_SSL",
                "sasl.mechanism",
                "PLAIN",
                "sasl.jaas.config",
                JAAS + " username=\"twin\" password=\"" + password + "\";",
                "ssl.truststore.type",
                "PEM",
                "ssl.truststore.location",
                folder.resolve(trusted).toString()));
    }

    private static void keytool(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(arguments));
        command.addAll(List.of("-storepass", STORE_PASSWORD, "-noprompt"));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String told = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException("keytool: " + told);
        }
    }

    @Override
    public void close() {
        broker.close();
    }
}
