package clickcounter.status;

import static clickcounter.testing.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.broker.LocalBroker;
import clickcounter.cli.Clicks;
import clickcounter.cli.CommandRun;
import clickcounter.cli.CommandRun.Result;
import clickcounter.cli.Terminal;
import clickcounter.devnode.DevNode;
import clickcounter.devnode.DevNodeConfig;
import clickcounter.ids.Gap;
import clickcounter.ids.GapList;
import clickcounter.ids.LongRanges;
import clickcounter.jms.BrokerSettings;
import clickcounter.jms.DeadLetters;
import clickcounter.jms.JmsTransport;
import clickcounter.jms.QueueDepth;
import clickcounter.jms.QueueStatistics;
import clickcounter.jms.SenderSettings;
import clickcounter.status.SystemStatus.DocumentState;
import clickcounter.status.SystemStatus.QueueLoad;
import clickcounter.testing.Patience;
import clickcounter.tools.RealBackends;
import clickcounter.tools.common.RejectedEvents;
import clickcounter.tools.documents.CounterReading;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.jms.Session;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.apache.activemq.broker.BrokerService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** With a real broker and a real node, and nobody where Nimbus should be. */
class SystemStatusCommandTest {
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

  private static void send(BrokerSettings broker, String... lines) throws Exception {
    try (JmsTransport transport =
        new JmsTransport(broker, SenderSettings.sync().withGiveUpAfterMs(Patience.LIMIT_MS))) {
      for (String line : lines) {
        transport.send(List.of(line));
      }
    }
  }

  @Test
  void restIsShownWhenNimbusDoesNotAnswer() throws Exception {
    try (LocalBroker broker = LocalBroker.start(data.resolve("broker"), 0);
        DevNode node = DevNode.start(DevNodeConfig.in(data.resolve("riak")).withPort(0))) {
      send(BrokerSettings.at(broker.url()), "{}");
      send(BrokerSettings.at(broker.url()).withQueue("clicks.rejected"), "{}");

      Result result =
          status(
              "--json",
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

  /** As an expired message, and beside one of another queue. */
  @Test
  void deadLettersOfTheQueueAreToldFromThoseOfOthers() throws Exception {
    try (LocalBroker broker = LocalBroker.start(data.resolve("broker"), 0)) {
      BrokerSettings settings = BrokerSettings.at(broker.url());
      QueueWatch watch = new QueueWatch(settings, QueueStatistics.ANSWER_MS, 2_000);
      assertThat(watch.load().deadLetters()).isEqualTo(DeadLetters.NONE);

      expire(settings, settings.queue(), broker, 1);
      expire(settings, "others", broker, 2);

      assertThat(watch.load().deadLetters()).isEqualTo(new DeadLetters(1, true));
      Result result = status("--set=broker.url=" + broker.url(), "--set=riak.nodes=127.0.0.1:1");
      assertThat(result.out())
          .contains("1 message of the queue among the broker's dead letters", "--only-missing");
    }
  }

  @Test
  void queueOfDeadLettersOfItsOwnIsKnownByItsName() throws Exception {
    try (LocalBroker broker = LocalBroker.start(data.resolve("broker"), 0)) {
      BrokerSettings settings = BrokerSettings.at(broker.url());
      send(settings.withQueue("DLQ." + settings.queue()), "{}");

      QueueLoad load = new QueueWatch(settings, QueueStatistics.ANSWER_MS, 2_000).load();

      assertThat(load.deadLetters()).isEqualTo(new DeadLetters(1, true));
    }
  }

  /** The broker finds out when somebody looks at the queue. */
  private static void expire(BrokerSettings settings, String queue, LocalBroker broker, int dead)
      throws Exception {
    ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory(settings.url());
    factory.setWatchTopicAdvisories(false);
    try (var connection = factory.createConnection()) {
      var session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
      var producer = session.createProducer(session.createQueue(queue));
      producer.setTimeToLive(1);
      producer.send(session.createTextMessage("{}"));
    }
    await()
        .until(
            () -> {
              QueueDepth.of(settings, queue, message -> true);
              return broker.messages(DeadLetters.SHARED) == dead;
            });
  }

  @Test
  void rejectedEventsAreNotCalledMissing() throws Exception {
    GapList gaps = GapList.of(5, List.of(new Gap(1, 4, 0, null)), null);
    CounterReading reading =
        new CounterReading("hostA-1", gaps, false, 0, new LongRanges(), 1, 9, null);
    DocumentState state;
    try (LocalBroker broker = LocalBroker.start(data.resolve("broker"), 0)) {
      BrokerSettings settings = BrokerSettings.at(broker.url());
      BrokerSettings rejects = settings.withQueue(settings.rejectedQueue());
      send(rejects, "{\"eventId\":\"hostA-1:2\"}", "{\"eventId\":\"hostA-1:3\",\"type\":1}");
      send(rejects, "{\"eventId\":\"hostA-1:9\"}", "{\"eventId\":\"hostB-1:1\"}", "{\"event");
      RejectedEvents rejected = RejectedEvents.at(new RealBackends(), settings);
      state = new CounterSurvey(3_600_000, rejected).of(List.of(reading));
    }

    assertThat(state.rejected()).isEqualTo(2);
    assertThat(state.overdue()).isEqualTo(2);
    assertThat(state.gaps().total()).isEqualTo(2);
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
      send(broker, "{}");

      QueueLoad load = new QueueWatch(broker, 50, 2_000).load();

      DeadLetters oldestOnly = new DeadLetters(0, false);
      assertThat(load)
          .isEqualTo(new QueueLoad(1, false, null, null, null, null, 0, false, oldestOnly));
    } finally {
      plain.stop();
    }
  }
}
