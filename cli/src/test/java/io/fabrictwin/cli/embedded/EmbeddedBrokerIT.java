package io.fabrictwin.cli.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabrictwin.cli.UnreachableException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedBrokerIT {
    @TempDir
    Path directory;

    @Test
    void keepsItsLogOverARestart() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start(directory);
                Admin admin = admin(broker)) {
            admin.createTopics(List.of(new NewTopic("kept", 2, (short) 1)))
                    .all()
                    .get();
        }
        try (EmbeddedBroker broker = EmbeddedBroker.start(directory);
                Admin admin = admin(broker)) {
            assertThat(admin.listTopics().names().get()).contains("kept");
        }
    }

    @Test
    void saysWhatToDoAboutATakenPort() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> EmbeddedBroker.start(directory, taken.getLocalPort()))
                    .isInstanceOf(UnreachableException.class)
                    .hasMessageContaining("port " + taken.getLocalPort() + " is taken");
        }
    }

    private static Admin admin(EmbeddedBroker broker) {
        return Admin.create(Map.of("bootstrap.servers", broker.bootstrap()));
    }
}
