package clickcounter.status;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.broker.LocalBroker;
import clickcounter.cli.Clicks;
import clickcounter.cli.CommandRun;
import clickcounter.cli.CommandRun.Result;
import clickcounter.cli.Terminal;
import clickcounter.devnode.DevNode;
import clickcounter.devnode.DevNodeConfig;
import clickcounter.jms.BrokerSettings;
import clickcounter.jms.JmsTransport;
import clickcounter.jms.SenderSettings;
import clickcounter.status.SystemStatus.QueueLoad;
import clickcounter.testing.Patience;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.activemq.broker.BrokerService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** With a real broker and a real node, and nobody where Nimbus should be. */
class SystemStatusCommandTest {
  private static final Duration AT_ONCE = Duration.ofMillis(1);

  @TempDir private Path data;

  @BeforeEach
  void installation() throws Exception {
    Files.createDirectories(data.resolve("installed").resolve("lib-worker"));
    System.setProperty("clicks.home", data.resolve("installed").toString());
  }

  @AfterEach
  void forget() {
    System.clearProperty("clicks.home");
  }

  private static Result status(String... options) {
    List<String> words = new ArrayList<>(List.of("status", "--set", "ops.nimbus=127.0.0.1:1"));
    words.addAll(List.of(options));
    return CommandRun.run(SystemStatusCommandTest::commands, words);
  }

  private static CommandLine commands(Terminal terminal) {
    return Clicks.with(new StatusCommands().commands(terminal));
  }

  private static void send(BrokerSettings broker) throws Exception {
    try (JmsTransport transport =
        new JmsTransport(broker, SenderSettings.sync().withGiveUpAfterMs(Patience.LIMIT_MS))) {
      transport.send(List.of("{}"));
    }
  }

  @Test
  void restIsShownWhenNimbusDoesNotAnswer() throws Exception {
    try (LocalBroker broker = LocalBroker.start(data.resolve("broker"), 0);
        DevNode node = DevNode.start(DevNodeConfig.in(data.resolve("riak")).withPort(0))) {
      send(BrokerSettings.at(broker.url()));
      send(BrokerSettings.at(broker.url()).withQueues("clicks.rejected", "other"));

      Result result =
          status(
              "--json",
              "--watch=1ms",
              "--set=broker.url=" + broker.url(),
              "--set=riak.nodes=127.0.0.1:" + node.port());

      assertThat(result.status()).as(result.err()).isEqualTo(2);
      JsonNode json = new ObjectMapper().readTree(result.out());
      assertThat(json.get("actionNeeded").asBoolean()).isTrue();
      assertThat(json.get("topology").isNull()).isTrue();
      assertThat(json.get("queue").get("messages").asLong()).isEqualTo(1);
      assertThat(json.get("queue").get("rejectsWaiting").asLong()).isEqualTo(1);
      assertThat(json.get("documents").get("counters").asInt()).isZero();
      assertThat(json.get("act").toString())
          .contains("Nimbus", "no consumer reads the queue", "queue of rejects");
      assertThat(json.get("unknown").toString()).contains("no counter is known");
    }
  }

  @Test
  void nothingThatAnswersIsShownInOneScreen() {
    Result result = status("--set=broker.url=tcp://127.0.0.1:1", "--set=riak.nodes=127.0.0.1:1");

    assertThat(result.status()).as(result.err()).isEqualTo(2);
    assertThat(result.out())
        .containsPattern("(?m)^topology +unknown$")
        .contains("ACT:", "the queue is not known", "documents are not known")
        .doesNotContain("\tat ");
  }

  @Test
  void brokerWithoutThePluginIsBrowsed() throws Exception {
    BrokerService plain = new BrokerService();
    plain.setUseJmx(false);
    plain.setPersistent(false);
    plain.setDataDirectory(data.toString());
    var connector = plain.addConnector("tcp://127.0.0.1:0");
    plain.start();
    try {
      BrokerSettings broker = BrokerSettings.at(connector.getConnectUri().toString());
      send(broker);

      QueueLoad load = new QueueWatch(broker, 50).load(AT_ONCE, time -> {});

      assertThat(load).isEqualTo(new QueueLoad(1, false, null, null, null, null, 0, false));
    } finally {
      plain.stop();
    }
  }

  @Test
  void aWorkerThatServesNothingAtItsUrlIsNotKnown() {
    Result result =
        status(
            "--set=broker.url=tcp://127.0.0.1:1",
            "--set=riak.nodes=127.0.0.1:1",
            "--metrics=http://127.0.0.1:1/metrics");

    assertThat(result.out())
        .containsPattern("(?m)^pending +unknown$")
        .contains("NOT KNOWN:", "none serves metrics: 127.0.0.1:1 (");
  }

  @Test
  void aUrlThatIsNoneIsRefused() {
    Result result = status("--metrics=/var/log/storm");

    assertThat(result.status()).isEqualTo(64);
    assertThat(result.err()).contains("--metrics", "/var/log/storm");
  }
}
