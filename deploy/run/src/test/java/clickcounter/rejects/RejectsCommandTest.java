package clickcounter.rejects;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.Clicks;
import clickcounter.cli.CommandRun;
import clickcounter.cli.CommandRun.Result;
import clickcounter.cli.Noun;
import clickcounter.cli.Terminal;
import clickcounter.jms.BrokerSettings;
import clickcounter.jms.JmsTransport;
import clickcounter.jms.RejectedLine;
import clickcounter.jms.SenderSettings;
import clickcounter.jms.TestBroker;
import clickcounter.testing.Patience;
import clickcounter.tools.RealBackends;
import clickcounter.tools.common.Backends;
import clickcounter.tools.common.ResultCommand.Surroundings;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.activemq.ActiveMQConnection;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** With a real broker. */
class RejectsCommandTest {
  private static final long NOON_MS = 1_780_315_200_000L; // 2026-06-01T12:00:00Z
  private static final String REJECTS = "clicks.rejected";
  private static final String EVENTS = "clicks";

  @TempDir private Path directory;
  private TestBroker broker;

  @BeforeEach
  void startBroker() throws Exception {
    broker = TestBroker.start(directory.resolve("broker"));
  }

  @AfterEach
  void stopBroker() throws Exception {
    broker.close();
  }

  private Result run(Object... words) {
    return run(new RealBackends(), words);
  }

  private Result run(Backends backends, Object... words) {
    List<Object> all = new ArrayList<>(List.of("rejects"));
    all.addAll(List.of(words));
    if (all.contains("requeue") && !all.contains("--wait")) {
      all.add("--wait=0s");
    }
    all.add("--set=broker.url=" + broker.tcpUrl());
    return CommandRun.run(terminal -> commands(terminal, backends), all);
  }

  private static CommandLine commands(Terminal terminal, Backends backends) {
    return Clicks.with(
        Surroundings.at(Clock.systemUTC(), backends)
            .in(
                terminal,
                Map.of(
                    Noun.REJECTS, List.of(new RejectsListCommand(), new RejectsRequeueCommand()))));
  }

  private static String line(String counter, long sequence, String ad) {
    return "{\"eventId\":\"%s:%d\",\"type\":\"impression\",\"adId\":\"%s\",\"timestamp\":%d}"
        .formatted(counter, sequence, ad, NOON_MS);
  }

  private void reject(String reason, long atMs, List<String> lines) throws Exception {
    try (ActiveMQConnection connection =
        (ActiveMQConnection) new ActiveMQConnectionFactory(broker.tcpUrl()).createConnection()) {
      Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
      MessageProducer producer = session.createProducer(session.createQueue(REJECTS));
      for (String line : lines) {
        TextMessage message = session.createTextMessage(line);
        message.setStringProperty("reason", reason);
        message.setStringProperty("detail", "what was wrong");
        message.setLongProperty("rejectedAt", atMs);
        producer.send(message);
      }
      session.commit();
    }
  }

  private void rejectSome() throws Exception {
    reject("document-blocked", NOON_MS, List.of(line("a", 1, "m1"), line("a", 2, "m2")));
    reject("too-far-ahead", NOON_MS + 3_600_000, List.of(line("b", 1, "m1")));
    reject("not-json", NOON_MS, List.of("rubbish"));
  }

  @Test
  void listCountsByReasonAndLeavesAllOnTheQueue() throws Exception {
    rejectSome();

    for (int i = 0; i < 3; i++) {
      Result list = run("list");
      assertThat(list.status()).as(list.err()).isEqualTo(1);
      assertThat(list.out())
          .containsPattern("document-blocked +2 +1 +2 +2026")
          .containsPattern("not-json +1 +0 +0 +2026")
          .contains("4 rejected lines of 4");
    }
    JsonNode json = new ObjectMapper().readTree(run("list", "--json").out());
    assertThat(json.get("lines").asLong()).isEqualTo(4);
    assertThat(broker.size(REJECTS)).isEqualTo(4);
  }

  @Test
  void otherCommandsReadTheSameLines() throws Exception {
    rejectSome();
    List<String> texts = new ArrayList<>();
    new RealBackends()
        .readRejects(BrokerSettings.at(broker.tcpUrl()), line -> texts.add(line.text()));
    assertThat(texts).hasSize(4).contains(line("b", 1, "m1"), "rubbish");
    assertThat(broker.size(REJECTS)).isEqualTo(4);
  }

  @Test
  void emptyQueueIsFine() {
    Result list = run("list");
    assertThat(list.status()).as(list.err()).isZero();
    assertThat(list.out()).contains("0 rejected lines of 0");
  }

  @Test
  void listPrintsTheLinesThatAreMeant() throws Exception {
    rejectSome();

    Result list = run("list", "--counter", "b");

    assertThat(list.status()).as(list.err()).isEqualTo(1);
    assertThat(list.out())
        .contains("too-far-ahead: what was wrong", line("b", 1, "m1"), "1 rejected line of 4")
        .doesNotContain("document-blocked");
    JsonNode json = new ObjectMapper().readTree(run("list", "--counter", "b", "--json").out());
    assertThat(json.get("shown").get(0).get("text").asText()).isEqualTo(line("b", 1, "m1"));
  }

  @Test
  void listPrintsTwentyLinesAndHowManyMoreThereAre() throws Exception {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 23; i++) {
      lines.add(line("a", i, "m"));
    }
    reject("document-blocked", NOON_MS, lines);

    assertThat(run("list", "--reason", "document-blocked").out())
        .contains(lines.get(19), "and 3 more", "23 rejected lines of 23")
        .doesNotContain(lines.get(20));
  }

  @Test
  void lineThatIsRejectedTwiceIsSentTwice() throws Exception {
    reject("document-blocked", NOON_MS, List.of(line("a", 1, "m1"), line("a", 1, "m1")));

    assertThat(run("requeue").out()).contains("sent 2 lines to queue clicks");

    assertThat(broker.size(REJECTS)).isZero();
  }

  @Test
  void requeuedLinesLeaveTheQueueOfRejects() throws Exception {
    rejectSome();

    Result rehearsal = run("requeue", "--reason", "document-blocked", "--dry-run");
    assertThat(rehearsal.out()).contains("would send 2 lines to queue clicks");
    assertThat(broker.size(REJECTS)).isEqualTo(4);

    Result requeue = run("requeue", "--reason", "document-blocked");

    assertThat(requeue.status()).as(requeue.err()).isZero();
    assertThat(requeue.out()).contains("sent 2 lines to queue clicks");
    assertThat(broker.size(EVENTS)).isEqualTo(1);
    assertThat(broker.size(REJECTS)).isEqualTo(2);
  }

  /** A few lines: fewer than are sent at once. */
  @Test
  void linesThatAreRejectedAgainAreSeen() throws Exception {
    rejectSome();
    Backends topology =
        new TopologyBackends(
            lines -> {
              try {
                reject("document-blocked", NOON_MS, lines);
              } catch (Exception e) {
                throw new AssertionError(e);
              }
            });

    Result requeue =
        run(topology, "requeue", "--reason", "document-blocked", "--wait", "1s", "--json");

    assertThat(requeue.status()).as(requeue.err()).isEqualTo(1);
    assertThat(requeue.err()).contains("2 lines came back: rejected again");
    JsonNode json = new ObjectMapper().readTree(requeue.out());
    assertThat(json.get("done").asLong()).isEqualTo(2);
    assertThat(json.get("cameBack").asLong()).isEqualTo(2);
    assertThat(broker.size(REJECTS)).isEqualTo(4);
  }

  /** A topology that gets the lines at once. */
  private record TopologyBackends(Consumer<List<String>> topology) implements Backends {
    @Override
    public clickcounter.store.DocumentStore connect(clickcounter.riak.RiakSettings riak) {
      throw new AssertionError("no documents are needed");
    }

    @Override
    public boolean readRejects(BrokerSettings broker, Consumer<RejectedLine> sink) {
      throw new AssertionError("no line is shown");
    }

    @Override
    public clickcounter.service.Transport openQueue(BrokerSettings broker) {
      return new clickcounter.service.Transport() {
        @Override
        public void send(List<String> lines) {
          topology.accept(lines);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };
    }
  }

  @Test
  void rehearsalCountsWhatWouldBeSent() throws Exception {
    reject("document-blocked", NOON_MS, List.of(line("a", 1, "m1")));
    reject("message-too-large", NOON_MS, List.of("a message of 17 MB"));

    Result rehearsal = run("requeue", "--dry-run");

    assertThat(rehearsal.out()).contains("would send 1 line to queue clicks");
    assertThat(rehearsal.status()).isEqualTo(run("requeue").status());
  }

  @Test
  void moreLinesThanABrokerShowsToABrowserAreReadAndRequeued() throws Exception {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 1_500; i++) {
      lines.add(line("a" + i % 7, i, "m"));
    }
    reject("document-blocked", NOON_MS, lines);

    assertThat(run("list").out()).contains("1,500 rejected lines of 1,500");
    assertThat(run("requeue", "--counter", "a3").out()).contains("sent 214 lines");
    assertThat(run("list").out()).contains("1,286 rejected lines of 1,286");
    assertThat(run("requeue").status()).isZero();
    assertThat(broker.size(REJECTS)).isZero();
  }

  @Test
  void requeueThatIsInterruptedLosesNothing() throws Exception {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 1_200; i++) {
      lines.add(line("a", i, "m"));
    }
    reject("document-blocked", NOON_MS, lines);
    BrokerSettings settings = BrokerSettings.at(broker.tcpUrl());

    Result interrupted = run(new DyingBackends(settings, 2), "requeue");
    assertThat(interrupted.err()).contains("stays on the queue of rejects");

    assertThat(interrupted.status()).isEqualTo(3);
    assertThat(interrupted.err()).contains("killed after it was sent");
    // The second batch is on both queues: sent, and not yet removed.
    assertThat(broker.size(REJECTS)).isEqualTo(700);
    assertThat(broker.size(EVENTS)).isEqualTo(2);
    assertThat(run("requeue").out()).contains("sent 700 lines");
    assertThat(broker.size(REJECTS)).isZero();
  }

  /** Dies after so many batches were sent, before their lines are removed. */
  private record DyingBackends(BrokerSettings settings, int batches) implements Backends {
    @Override
    public clickcounter.store.DocumentStore connect(clickcounter.riak.RiakSettings riak) {
      throw new AssertionError("no documents are needed");
    }

    @Override
    public boolean readRejects(BrokerSettings broker, Consumer<RejectedLine> sink) {
      throw new AssertionError("no line is shown");
    }

    @Override
    public clickcounter.service.Transport openQueue(BrokerSettings broker) {
      JmsTransport transport =
          new JmsTransport(settings, SenderSettings.sync().withGiveUpAfterMs(Patience.LIMIT_MS));
      int[] sent = {0};
      return new clickcounter.service.Transport() {
        @Override
        public void send(List<String> lines) throws IOException {
          transport.send(lines);
          if (++sent[0] == batches) {
            throw new IOException("killed after it was sent");
          }
        }

        @Override
        public void flush() {}

        @Override
        public void close() throws IOException {
          transport.close();
        }
      };
    }
  }

  @Test
  void movedLinesAreInTheFile() throws Exception {
    rejectSome();
    Path file = directory.resolve("moved.ndjson");
    assertThat(run("requeue", "--dry-run", "--file", file).out()).contains("would move 4 lines");
    assertThat(file).doesNotExist();

    Result move = run("requeue", "--reason", "not-json", "--file", file);

    assertThat(move.status()).as(move.err()).isZero();
    assertThat(move.out()).contains("moved 1 line to " + file);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(new ObjectMapper().readTree(Files.readAllLines(file).get(0)).get("text").asText())
        .isEqualTo("rubbish");
    assertThat(broker.size(REJECTS)).isEqualTo(3);
    assertThat(run("requeue", "--file", file).status()).isZero();
    assertThat(Files.readAllLines(file)).hasSize(4);
    assertThat(broker.size(REJECTS)).isZero();
  }

  @Test
  void moveToAFullDiskSaysThatTheLinesStayAndWhere() throws Exception {
    rejectSome();
    Path directory = Files.createDirectories(this.directory.resolve("directory"));
    for (Path file : List.of(Path.of("/dev/full"), directory, directory.resolve("no/where"))) {
      Result move = run("requeue", "--file", file);

      assertThat(move.status()).isEqualTo(3);
      assertThat(move.err()).contains(file + " cannot be written (", "another --file");
    }
    assertThat(run("requeue", "--file", "/dev/full").err())
        .contains("No space left on device", "all others stay on the queue");
    assertThat(broker.size(REJECTS)).isEqualTo(4);
  }

  @Test
  void unknownReasonIsNamedWithThoseThatThereAre() {
    Result list = run("list", "--reason", "nonsense");
    assertThat(list.status()).isEqualTo(64);
    assertThat(list.err()).contains("--reason: expected one of", "not-json", "found 'nonsense'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"list", "list --counter a", "requeue --wait 0s"})
  void whatWasNotWrittenIsNotDone(String command) throws Exception {
    rejectSome();
    List<String> words = new ArrayList<>(List.of("rejects"));
    words.addAll(List.of(command.split(" ")));
    words.add("--set=broker.url=" + broker.tcpUrl());
    Result result =
        CommandRun.runWithFullDisk(terminal -> commands(terminal, new RealBackends()), words);
    assertThat(result.status()).as(result.err()).isEqualTo(3);
    assertThat(result.err()).contains("the output could not be written");
  }
}
