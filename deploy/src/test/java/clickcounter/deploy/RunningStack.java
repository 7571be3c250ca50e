package clickcounter.deploy;

import static org.awaitility.Awaitility.await;

import clickcounter.document.AdTotals;
import clickcounter.jms.BrokerSettings;
import clickcounter.jms.JmsTransport;
import clickcounter.jms.SenderSettings;
import clickcounter.replay.documents.AdReading;
import clickcounter.replay.documents.CounterReading;
import clickcounter.replay.documents.Documents;
import clickcounter.riak.BucketKind;
import clickcounter.riak.RiakSettings;
import clickcounter.riak.RiakStore;
import clickcounter.topology.Settings;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.activemq.ActiveMQConnection;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.apache.storm.Config;

/** The local stack with forced serialisation, and what tests do with it. */
final class RunningStack implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(120);
  private static final long RECEIVE_TIMEOUT_MS = 5_000;

  private final LocalStack stack;
  private final RiakStore store;
  private final Documents documents;
  private final String bucketType;
  private final String bucketKind;

  /** The terms of the metrics' equation. */
  record Counts(long received, long counted, long duplicates, long rejected) {
    Counts since(Counts before) {
      return new Counts(
          received - before.received,
          counted - before.counted,
          duplicates - before.duplicates,
          rejected - before.rejected);
    }
  }

  /** A line on the queue of rejects. */
  record RejectedLine(String line, String reason) {}

  private RunningStack(LocalStack stack, Settings settings) {
    this.stack = stack;
    this.bucketType = settings.value("riak.bucketType");
    this.bucketKind = settings.value("riak.bucketKind");
    this.store =
        new RiakStore(
            RiakSettings.defaults(
                    bucketType, BucketKind.valueOf(bucketKind.toUpperCase(Locale.ROOT)))
                .withNodes(List.of(stack.riak())));
    this.documents = new Documents(store);
  }

  static RunningStack start(Path directory, Settings settings)
      throws IOException, InterruptedException {
    LocalStack stack =
        LocalStack.start(
            new LocalStack.Options(
                directory,
                List.of(),
                null,
                0,
                0,
                settings,
                Map.of(Config.TOPOLOGY_TESTING_ALWAYS_TRY_SERIALIZE, true)));
    stack.awaitReady();
    return new RunningStack(stack, settings);
  }

  /** Plays files or directories with the replay command, and waits until all is settled. */
  void play(Path... paths) {
    List<String> arguments = new ArrayList<>(List.of("replay", "--broker", stack.brokerUrl()));
    for (Path path : paths) {
      arguments.add(path.toString());
    }
    int status = Clicks.commandLine().execute(arguments.toArray(String[]::new));
    if (status != 0) {
      throw new AssertionError("replay ended with " + status);
    }
    awaitSettled();
  }

  /** Sends one message of these lines, and waits until all is settled. */
  void send(String... lines) throws IOException {
    try (JmsTransport transport =
        new JmsTransport(BrokerSettings.at(stack.brokerUrl()), SenderSettings.sync())) {
      transport.send(List.of(lines));
    }
    awaitSettled();
  }

  /** Messages are acknowledged last: an empty queue means that everything is settled. */
  private void awaitSettled() {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(50))
        .until(() -> stack.queuedMessages() == 0);
  }

  int audit(Path archive) {
    return Clicks.commandLine()
        .execute(
            "audit",
            "--riak",
            stack.riak(),
            "--bucket-type",
            bucketType,
            "--bucket-kind",
            bucketKind,
            archive.toString());
  }

  Counts counts() {
    return new Counts(
        LocalMetrics.count("spout", "received"),
        total("counted"),
        total("duplicates"),
        LocalMetrics.countPrefixed("rejects", "rejected."));
  }

  private static long total(String name) {
    return LocalMetrics.count("ads", name) + LocalMetrics.count("counters", name);
  }

  /** What the ads' documents say; those without a document are left out. */
  Map<String, AdTotals> ads(Collection<String> adIds) {
    Map<String, AdTotals> totals = new TreeMap<>();
    documents.ads(
        adIds.iterator(),
        reading -> {
          if (reading instanceof AdReading.Found found) {
            totals.put(found.adId(), found.totals());
          } else if (reading instanceof AdReading.Blocked blocked) {
            throw new AssertionError(blocked.toString());
          }
        });
    return totals;
  }

  AdTotals ad(String adId) {
    return ads(List.of(adId)).get(adId);
  }

  CounterReading counter(String counterId) {
    return documents.counter(counterId);
  }

  Collection<String> countersInTheDirectory() {
    return documents.directory();
  }

  /** Takes so many lines from the queue of rejects, in any order. */
  List<RejectedLine> takeRejected(int count) throws JMSException {
    List<RejectedLine> taken = new ArrayList<>();
    try (ActiveMQConnection connection =
        (ActiveMQConnection) new ActiveMQConnectionFactory(stack.brokerUrl()).createConnection()) {
      connection.start();
      Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
      MessageConsumer consumer = session.createConsumer(session.createQueue("clicks.rejected"));
      while (taken.size() < count
          && consumer.receive(RECEIVE_TIMEOUT_MS) instanceof TextMessage message) {
        taken.add(new RejectedLine(message.getText(), message.getStringProperty("reason")));
      }
    }
    return taken;
  }

  @Override
  public void close() throws IOException {
    try {
      store.close();
    } finally {
      stack.close();
    }
  }
}
