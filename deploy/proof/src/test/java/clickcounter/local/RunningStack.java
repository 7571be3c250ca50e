package clickcounter.local;

import static clickcounter.testing.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.Clicks;
import clickcounter.cli.LocalAddresses;
import clickcounter.cli.SystemHere;
import clickcounter.cli.Terminal;
import clickcounter.document.AdTotals;
import clickcounter.drill.RandomAds;
import clickcounter.jms.BrokerSettings;
import clickcounter.jms.JmsTransport;
import clickcounter.jms.SenderSettings;
import clickcounter.metrics.Metric;
import clickcounter.riak.RiakSettings;
import clickcounter.riak.RiakStore;
import clickcounter.scrape.Scrape;
import clickcounter.service.EventLogSettings;
import clickcounter.settings.Settings;
import clickcounter.store.DocumentKey;
import clickcounter.store.Fetched;
import clickcounter.store.Stored;
import clickcounter.store.StoredValue;
import clickcounter.store.WaitingStore;
import clickcounter.testing.Patience;
import clickcounter.tools.documents.AdReading;
import clickcounter.tools.documents.CounterReading;
import clickcounter.tools.documents.Documents;
import clickcounter.topology.ClickCounterTopology;
import clickcounter.topology.TopologySettings;
import clickcounter.traffic.InvalidTraffic;
import clickcounter.traffic.LiveServices;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.apache.activemq.ActiveMQConnection;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.apache.storm.Config;

/** The local stack with forced serialisation, and what tests do with it. */
final class RunningStack implements AutoCloseable {
  private static final int EVENTS_PER_S = 200;
  private static final LiveTraffic.Pace SHORT_OUTAGES =
      new LiveTraffic.Pace(
          EVENTS_PER_S, Duration.ZERO, Duration.ofMillis(300), Duration.ofMillis(15));

  private final LocalStack stack;
  private final Path directory;
  private final RiakStore store;
  private final Documents documents;
  private final String bucketType;

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
  record RejectedLine(String line, String reason, String detail) {
    RejectedLine(String line, String reason) {
      this(line, reason, null);
    }

    RejectedLine withoutDetail() {
      return new RejectedLine(line, reason);
    }
  }

  /** What to do with a session. */
  interface SessionUse {
    void accept(Session session) throws JMSException;
  }

  private RunningStack(LocalStack stack, Path directory, Settings settings) {
    this.stack = stack;
    this.directory = directory;
    this.bucketType = settings.value("riak.bucketType");
    this.store = openStore();
    this.documents = new Documents(store);
  }

  static RunningStack start(Path directory, Settings settings)
      throws IOException, InterruptedException {
    return start(directory, settings, List.of(), null);
  }

  /** The same with a Riak and a broker of the test's own. */
  static RunningStack start(Path directory, Settings settings, List<String> riak, String brokerUrl)
      throws IOException, InterruptedException {
    return start(directory, settings, riak, brokerUrl, topology -> topology);
  }

  /** The same with what is no setting. */
  static RunningStack start(
      Path directory,
      Settings settings,
      List<String> riak,
      String brokerUrl,
      UnaryOperator<TopologySettings> change)
      throws IOException, InterruptedException {
    Settings all = riak.isEmpty() ? settings : settings.with("riak.nodes", String.join(",", riak));
    Map<String, Object> storm = new HashMap<>(ClickCounterTopology.SELDOM_LOOKS);
    storm.put(Config.TOPOLOGY_TESTING_ALWAYS_TRY_SERIALIZE, true);
    LocalStack stack =
        LocalStack.start(
            directory,
            brokerUrl == null ? all : all.with("broker.url", brokerUrl),
            0,
            0,
            storm,
            change);
    stack.awaitReady();
    new LocalAddresses(System.currentTimeMillis(), LocalMetrics.endpoints().get(0)).save(directory);
    SystemHere.save(directory, Map.of("riak.nodes", stack.riak(), "broker.url", stack.brokerUrl()));
    return new RunningStack(stack, directory, settings);
  }

  /** A connection of its own to the documents. */
  RiakStore openStore() {
    return new RiakStore(
        RiakSettings.defaults(bucketType).withNodes(List.of(stack.riak().split(","))));
  }

  /** Plays files or directories with the replay command, and waits until all is settled. */
  void play(Path... paths) {
    List<String> arguments =
        new ArrayList<>(List.of("archive", "replay", "--set", "broker.url=" + stack.brokerUrl()));
    for (Path path : paths) {
      arguments.add(path.toString());
    }
    int status = Clicks.commandLine(Terminal.system()).execute(arguments.toArray(String[]::new));
    if (status != 0) {
      throw new AssertionError("replay ended with " + status);
    }
    awaitSettled();
  }

  /** Sends one message of these lines, and waits until all is settled. */
  void send(String... lines) throws IOException {
    sendWithoutWaiting(List.of(List.of(lines)));
    awaitSettled();
  }

  /** Sends messages, each of these lines. */
  void sendWithoutWaiting(List<List<String>> messages) throws IOException {
    send(stack.brokerUrl(), messages);
  }

  /** The same to any broker, whether a topology reads its queue or not. */
  static void send(String brokerUrl, List<List<String>> messages) throws IOException {
    try (JmsTransport transport =
        new JmsTransport(
            BrokerSettings.at(brokerUrl),
            SenderSettings.sync().withGiveUpAfterMs(Patience.LIMIT_MS))) {
      for (List<String> lines : messages) {
        transport.send(lines);
      }
    }
  }

  /** Messages are acknowledged last: an empty queue means that everything is settled. */
  void awaitSettled() {
    await()
        .pollInterval(Duration.ofMillis(50))
        .ignoreExceptionsInstanceOf(IOException.class) // a busy broker answers late
        .until(() -> stack.queuedMessages() == 0);
  }

  /**
   * Services live0, live1, … log events of the ads live-0, live-1, … until they are stopped. What
   * they log is lost for 15 ms of each 300 ms.
   */
  LiveServices startServices(Path archive, int services, int ads) throws IOException {
    List<EventLogSettings> logs =
        IntStream.range(0, services)
            .mapToObj(i -> EventLogSettings.of(archive, "live" + i))
            .map(log -> log.with(change -> change.batchLines(50).lingerMs(20).sendAttempts(1)))
            .toList();
    BrokerSettings broker = BrokerSettings.at(stack.brokerUrl());
    SenderSettings sender = SenderSettings.async(20).withGiveUpAfterMs(Patience.LIMIT_MS);
    return new LiveServices(
        new LiveServices.Plan(
            logs,
            archive,
            new InvalidTraffic.Delay(200, 5_000),
            EVENTS_PER_S * services,
            Duration.ofDays(1),
            50),
        host ->
            new LiveTraffic.LossyTransport(
                new JmsTransport(broker, sender), SHORT_OUTAGES, System.currentTimeMillis()),
        new RandomAds("live", ads, new Random(50)));
  }

  /**
   * Live traffic, until it is closed. The stack's settings have to name the usual topic of states.
   */
  LiveTraffic startTraffic(Path archive, LiveTraffic.Pace pace) throws IOException {
    return stack.startTraffic(archive, pace);
  }

  /** By which commands find this stack. */
  Path settingsFile() {
    return SystemHere.file(directory);
  }

  /** The tools, at this stack's addresses. */
  Shell shell() {
    return new Shell(stack.riak(), stack.brokerUrl(), settingsFile());
  }

  String brokerUrl() {
    return stack.brokerUrl();
  }

  /** Messages that are not acknowledged. */
  long queuedMessages() throws IOException {
    return stack.queuedMessages();
  }

  /** For what a service's transport would not send. */
  void withSession(SessionUse use) throws JMSException {
    try (ActiveMQConnection connection =
        (ActiveMQConnection) new ActiveMQConnectionFactory(stack.brokerUrl()).createConnection()) {
      connection.start();
      use.accept(connection.createSession(false, Session.AUTO_ACKNOWLEDGE));
    }
  }

  int audit(Path archive) {
    return Clicks.commandLine(Terminal.system())
        .execute(
            "documents",
            "audit",
            "--set=riak.nodes=" + stack.riak(),
            "--set=riak.bucketType=" + bucketType,
            archive.toString());
  }

  Counts counts() {
    Scrape now = LocalMetrics.now();
    return new Counts(
        (long) now.sum(Metric.RECEIVED_EVENTS),
        (long) now.sum(Metric.COUNTED_EVENTS),
        (long) now.sum(Metric.DUPLICATE_EVENTS),
        (long) now.sum(Metric.REJECTED_EVENTS));
  }

  /**
   * Requires that received = counted + duplicates + rejected. A tuple that failed may have added
   * its events twice, so after one the right side may be larger.
   */
  void requireEquation() {
    Counts all = counts();
    long decided = all.counted() + all.duplicates() + all.rejected();
    if (LocalMetrics.sum(Metric.FAILED_TUPLES) == 0) {
      assertThat(decided).as("%s", all).isEqualTo(all.received());
    } else {
      assertThat(decided).as("%s", all).isGreaterThanOrEqualTo(all.received());
      assertThat(all.counted()).as("%s", all).isLessThanOrEqualTo(all.received());
    }
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

  /**
   * Writes this in place of the document, as a person does by hand. A task that puts it meanwhile
   * leaves a sibling, which is then replaced, too.
   */
  void damage(DocumentKey key, String contentType, String text) {
    WaitingStore waiting = new WaitingStore(store);
    StoredValue value = new StoredValue(contentType, text.getBytes(StandardCharsets.UTF_8));
    await()
        .until(
            () -> waiting.put(key, value, waiting.fetch(key, 1).context()),
            Stored.Single.class::isInstance);
  }

  /** The document's text as it is stored; one that has siblings is none. */
  String text(DocumentKey key) {
    Fetched fetched = new WaitingStore(store).fetch(key, 1);
    List<StoredValue> values = ((Fetched.Found) fetched).siblings();
    assertThat(values).hasSize(1);
    return new String(values.get(0).bytes(), StandardCharsets.UTF_8);
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
          && consumer.receive(Patience.LIMIT_MS) instanceof TextMessage message) {
        taken.add(
            new RejectedLine(
                message.getText(),
                message.getStringProperty("reason"),
                message.getStringProperty("detail")));
      }
    }
    return taken;
  }

  @Override
  public void close() throws IOException {
    try {
      LocalAddresses.forget(directory);
      store.close();
    } finally {
      stack.close();
    }
  }
}
