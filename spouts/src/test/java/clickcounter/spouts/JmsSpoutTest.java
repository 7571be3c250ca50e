package clickcounter.spouts;

import static clickcounter.testing.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import clickcounter.event.AdEvent;
import clickcounter.event.Close;
import clickcounter.event.EventBatch;
import clickcounter.event.EventKind;
import clickcounter.event.EventLimits;
import clickcounter.event.EventWriter;
import clickcounter.event.RejectReason;
import clickcounter.event.Rejected;
import clickcounter.jms.BrokerSettings;
import clickcounter.jms.JmsTransport;
import clickcounter.jms.SenderSettings;
import clickcounter.jms.TestBroker;
import clickcounter.metrics.Metric;
import clickcounter.secret.SecretSource;
import clickcounter.spouts.FakeSpoutCollector.Emitted;
import clickcounter.testing.Patience;
import clickcounter.wire.RejectedBatch;
import clickcounter.wire.Streams;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.apache.storm.Config;
import org.apache.storm.spout.SpoutOutputCollector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The spout between a real broker over TCP and a collector that the test answers for. */
@Tag("slow")
class JmsSpoutTest {
  private static final String QUEUE = "clicks";
  private static final SpoutSettings SETTINGS = FakeContext.SPOUT_SETTINGS;

  @TempDir Path directory;
  private TestBroker broker;
  private FakeContext context;
  private FakeSpoutCollector collector;
  private JmsSpout spout;

  /** How often each event was emitted. */
  private final Map<Long, Integer> seen = new TreeMap<>();

  @BeforeEach
  void startBroker() throws Exception {
    broker = TestBroker.start(directory);
  }

  @AfterEach
  void stop() throws Exception {
    if (spout != null) {
      spout.close();
    }
    broker.close();
  }

  @Test
  void everythingIsConsumedOnceAcked() throws Exception {
    open(broker.tcpUrl(), SETTINGS);
    sendClicks(0, 1_000);
    driveUntil(() -> answerAllGood() && seen.size() == 1_000 && broker.size(QUEUE) == 0);
    assertThat(seen.values()).containsOnly(1);
    assertThat(context.count(Metric.RECEIVED_EVENTS)).isEqualTo(1_000);
    assertThat(context.count(Metric.MESSAGES)).isEqualTo(100);
    assertThat(context.count(Metric.ACKNOWLEDGED_MESSAGES)).isEqualTo(100);
    assertThat(context.gauge(Metric.PENDING_MESSAGES)).isZero();
    assertThat(context.gauge(Metric.PENDING_EVENTS)).isZero();
    assertThat(context.count(Metric.RECONNECTS)).isZero();
  }

  @Test
  void eventsGoToTheTaskOfTheirAd() throws Exception {
    open(broker.tcpUrl(), SETTINGS);
    sendClicks(0, 100);
    driveUntil(() -> context.count(Metric.RECEIVED_EVENTS) == 100 && drained());
    List<Integer> tasks = FakeContext.ADS_TASKS.stream().sorted().toList();
    assertThat(collector.emitted)
        .allSatisfy(
            e ->
                assertThat(events(e))
                    .allMatch(c -> tasks.get(Streams.adsTask(c.adId(), 3)) == e.task()));
  }

  @Test
  void closesGoToTheTaskOfTheirCounter() throws Exception {
    open(broker.tcpUrl(), SETTINGS);
    List<Close> closes =
        IntStream.range(0, 20).mapToObj(i -> new Close("host" + i + "-1", 9, 1_000)).toList();
    try (JmsTransport transport =
        new JmsTransport(
            BrokerSettings.at(broker.tcpUrl()),
            SenderSettings.async(100).withGiveUpAfterMs(Patience.LIMIT_MS))) {
      transport.send(closes.stream().map(EventWriter::toLine).toList());
    }
    driveUntil(() -> collector.emitted.size() == closes.size());
    List<Integer> tasks = FakeContext.COUNTERS_TASKS.stream().sorted().toList();
    assertThat(collector.emitted).extracting(Emitted::stream).containsOnly(Streams.COUNTER_EVENTS);
    assertThat(collector.emitted)
        .extracting(Emitted::task)
        .containsExactlyElementsOf(
            closes.stream()
                .map(c -> tasks.get(Streams.countersTask(c.targetCounterId(), tasks.size())))
                .toList());
  }

  @Test
  void whatIsNotAckedComesAgainToTheNextSpout() throws Exception {
    open(broker.tcpUrl(), SETTINGS);
    // Messages that are received together share tuples.
    sendClicks(0, 100);
    driveUntil(() -> context.count(Metric.RECEIVED_EVENTS) == 100 && drained());
    sendClicks(100, 200);
    driveUntil(() -> context.count(Metric.RECEIVED_EVENTS) == 200 && drained());
    answerAll(emitted -> events(emitted).get(0).sequence() < 100);
    await().until(() -> broker.size(QUEUE) == 10);
    spout.close();
    seen.clear();
    open(broker.tcpUrl(), SETTINGS);
    driveUntil(() -> answerAllGood() && broker.size(QUEUE) == 0);
    assertThat(seen.keySet()).containsExactlyElementsOf(sequences(100, 200));
  }

  @Test
  void closeAcknowledgesNothingUnfinished() throws Exception {
    open(broker.tcpUrl(), SETTINGS);
    sendClicks(0, 200);
    driveUntil(() -> context.count(Metric.RECEIVED_EVENTS) == 200);
    spout.close();
    assertThat(broker.size(QUEUE)).isEqualTo(20);
    assertThat(broker.size(TestBroker.DEAD_LETTERS)).isZero();
  }

  @Test
  void aFailedTupleIsEmittedAgainAndRedeliversNoOther() throws Exception {
    open(broker.tcpUrl(), SETTINGS);
    sendClicks(0, 10);
    driveUntil(() -> context.count(Metric.RECEIVED_EVENTS) == 10 && drained());
    sendClicks(10, 200);
    driveUntil(() -> context.count(Metric.RECEIVED_EVENTS) == 200 && drained());
    Object poison = collector.emitted.peek().messageId();
    answerAll(emitted -> emitted.messageId() != poison);
    await().until(() -> broker.size(QUEUE) == 1);
    for (int i = 1; i <= 3; i++) {
      driveUntil(() -> !collector.emitted.isEmpty());
      Emitted again = collector.emitted.remove();
      assertThat(again.messageId()).isSameAs(poison);
      spout.fail(again.messageId());
    }
    driveUntil(() -> !collector.emitted.isEmpty());
    spout.ack(collector.emitted.remove().messageId());
    await().until(() -> broker.size(QUEUE) == 0);
    assertThat(collector.emitted).isEmpty();
    assertThat(context.count(Metric.FAILED_TUPLES)).isEqualTo(4);
    assertThat(context.count(Metric.RECEIVED_EVENTS)).isEqualTo(200);
    assertThat(context.count(Metric.REDELIVERED_MESSAGES)).isZero();
    assertThat(broker.size(TestBroker.DEAD_LETTERS)).isZero();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void nothingIsLostWhenTheBrokerIsKilledInTheMiddle(boolean failover) throws Exception {
    open(failover ? broker.failoverUrl() : broker.tcpUrl(), SETTINGS);
    sendClicks(0, 2_000);
    Random random = new Random(20_131_030);
    driveUntil(() -> answerSome(random) && seen.size() >= 500);
    broker.stop();
    IntStream.range(0, 50).forEach(i -> drive(random));
    broker.start();
    driveUntil(() -> answerSome(random) && seen.size() >= 1_200);
    // Before it is back there is nothing to cut.
    driveUntil(() -> answerSome(random) && context.count(Metric.RECONNECTS) >= 1);
    broker.cutConnections();
    driveUntil(() -> answerSome(random) && seen.size() == 2_000 && broker.size(QUEUE) == 0);
    // The queue may be empty before the spout has noticed that it was cut off.
    driveUntil(() -> context.count(Metric.RECONNECTS) >= 2);
    assertThat(context.count(Metric.RECONNECTS)).isEqualTo(2);
    assertThat(context.count(Metric.RECEIVED_EVENTS))
        .as("emitted once though redelivered")
        .isEqualTo(2_000);
    assertThat(broker.size(TestBroker.DEAD_LETTERS)).isZero();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aRedeliveredMessageThatIsPendingIsNotEmittedTwice(boolean failover) throws Exception {
    open(failover ? broker.failoverUrl() : broker.tcpUrl(), SETTINGS);
    sendClicks(0, 100);
    driveUntil(() -> context.count(Metric.RECEIVED_EVENTS) == 100 && drained());
    int tuples = collector.emitted.size();
    broker.cutConnections();
    driveUntil(() -> context.count(Metric.REDELIVERED_MESSAGES) == 10);
    assertThat(collector.emitted).hasSize(tuples);
    answerAll(emitted -> true);
    await().until(() -> broker.size(QUEUE) == 0);
  }

  @Test
  void aMessageDoneWhileDisconnectedIsAcknowledgedWhenItComesAgain() throws Exception {
    open(broker.tcpUrl(), SETTINGS);
    sendClicks(0, 100);
    driveUntil(() -> context.count(Metric.RECEIVED_EVENTS) == 100 && drained());
    broker.stop();
    answerAll(emitted -> true);
    broker.start();
    driveUntil(() -> broker.size(QUEUE) == 0);
    assertThat(context.count(Metric.REDELIVERED_MESSAGES)).isEqualTo(10);
    assertThat(context.count(Metric.RECEIVED_EVENTS)).isEqualTo(100);
    assertThat(collector.emitted).isEmpty();
  }

  @Test
  void aFullSpoutReceivesNoMoreButEmitsAgain() throws Exception {
    open(broker.tcpUrl(), SETTINGS.withMaxPendingBytes(10_000));
    sendClicks(0, 200);
    driveUntil(() -> context.gauge(Metric.PENDING_BYTES) >= 10_000 && drained());
    long messages = context.count(Metric.MESSAGES);
    IntStream.range(0, 100).forEach(i -> spout.nextTuple());
    assertThat(context.count(Metric.MESSAGES)).isEqualTo(messages).isLessThan(20);
    Emitted failed = collector.emitted.remove();
    int others = collector.emitted.size();
    spout.fail(failed.messageId());
    driveUntil(() -> collector.emitted.size() == others + 1);
    driveUntil(() -> answerAllGood() && broker.size(QUEUE) == 0);
  }

  @Test
  void howLongTheNewestMessageWaitedIsShownWhileTheQueueIsNotEmpty() throws Exception {
    sendClicks(0, 200);
    long sentMs = System.currentTimeMillis();
    await().until(() -> System.currentTimeMillis() - sentMs > 100);
    open(broker.tcpUrl(), SETTINGS.withMaxPendingBytes(10_000));
    driveUntil(() -> context.gauge(Metric.PENDING_BYTES) >= 10_000 && drained());

    assertThat(context.gauge(Metric.QUEUE_WAIT_SECONDS)).isGreaterThan(0.1);
    driveUntil(() -> answerAllGood() && broker.size(QUEUE) == 0);
    assertThat(context.gauge(Metric.QUEUE_WAIT_SECONDS)).isZero();
  }

  @Test
  void aDeactivatedSpoutStillAcknowledges() throws Exception {
    open(broker.tcpUrl(), SETTINGS);
    sendClicks(0, 100);
    driveUntil(() -> context.count(Metric.RECEIVED_EVENTS) == 100 && drained());
    spout.deactivate();
    answerAll(emitted -> true);
    await().until(() -> broker.size(QUEUE) == 0);
    spout.activate();
    sendClicks(100, 200);
    driveUntil(() -> answerAllGood() && seen.size() == 100);
  }

  private List<RejectReason> rejected() {
    return collector.emitted.stream()
        .filter(emitted -> emitted.stream().equals(Streams.REJECTED))
        .flatMap(emitted -> ((RejectedBatch) emitted.values().get(0)).lines().stream())
        .map(Rejected::reason)
        .toList();
  }

  @Test
  void whatIsNoTextIsRejectedAndAnEmptyMessageAcknowledged() throws Exception {
    open(broker.tcpUrl(), SETTINGS);
    broker.with(
        session -> {
          var producer = session.createProducer(session.createQueue(QUEUE));
          producer.send(session.createMapMessage());
          producer.send(session.createTextMessage(""));
          producer.send(session.createTextMessage("\n"));
          producer.send(session.createTextMessage("x".repeat(5_000_000)));
        });
    driveUntil(() -> context.count(Metric.MESSAGES) == 4 && collector.emitted.size() == 2);
    assertThat(collector.emitted).extracting(Emitted::stream).containsOnly(Streams.REJECTED);
    assertThat(rejected()).containsExactlyInAnyOrder(RejectReason.NOT_TEXT, RejectReason.TOO_LONG);
    assertThat(context.count(Metric.RECEIVED_EVENTS))
        .isEqualTo(context.count(Metric.REJECTED_EVENTS));
    await().until(() -> broker.size(QUEUE) == 2);
  }

  @Test
  void gaugesGoOnWhileItIsDeactivated() throws Exception {
    open(broker.tcpUrl(), SETTINGS);
    sendClicks(0, 100);
    driveUntil(() -> context.count(Metric.RECEIVED_EVENTS) == 100 && drained());
    assertThat(context.gauge(Metric.PAUSED)).isZero();
    spout.deactivate();
    assertThat(context.gauge(Metric.PAUSED)).isEqualTo(1);
    assertThat(context.gauge(Metric.PENDING_MESSAGES)).isEqualTo(10);
    answerAll(emitted -> true);
    assertThat(context.gauge(Metric.PENDING_MESSAGES)).isZero();
    assertThat(context.gauge(Metric.PENDING_EVENTS)).isZero();
    assertThat(context.gauge(Metric.PENDING_OLDEST_SECONDS)).isZero();
    spout.activate();
    assertThat(context.gauge(Metric.PAUSED)).isZero();
  }

  @ParameterizedTest
  @CsvSource({EventLimits.MAX_TIMESTAMP_MS + ", TOO_FAR_AHEAD", "999, TOO_OLD"})
  void anEventOfAnImplausibleTimeIsRejectedAndItsNeighbourEmitted(
      long timestampMs, RejectReason reason) throws Exception {
    open(broker.tcpUrl(), SETTINGS);
    String far =
        EventWriter.toLine(new AdEvent("hostA-1", 1, EventKind.CLICK, "m1", timestampMs, 5));
    broker.send(QUEUE, List.of(EventWriter.toLine(click(0)) + "\n" + far));
    driveUntil(() -> context.count(Metric.RECEIVED_EVENTS) == 2 && drained());
    assertThat(rejected()).containsExactly(reason);
    assertThat(context.count(Metric.REJECTED_EVENTS)).isEqualTo(1);
    assertThat(collector.emitted)
        .extracting(Emitted::stream)
        .containsExactlyInAnyOrder(Streams.EVENTS, Streams.REJECTED);
  }

  @Test
  void aMessageAboveTheLimitIsAcknowledgedOnlyAfterItsRejectAndItsLikeAreNotHeld()
      throws Exception {
    open(broker.tcpUrl(), SETTINGS.withMaxMessageBytes(100_000));
    String lines = EventWriter.toLine(click(0)) + "\n";
    broker.send(QUEUE, List.of(lines.repeat(2_000), lines));
    driveUntil(() -> context.count(Metric.MESSAGES) == 2 && drained());
    assertThat(rejected()).containsExactly(RejectReason.MESSAGE_TOO_LARGE);
    assertThat(context.count(Metric.RECEIVED_EVENTS))
        .as("one line that names it, and one event")
        .isEqualTo(2);
    assertThat(broker.size(QUEUE)).isEqualTo(2);
    Emitted reject = collector.emitted.remove();
    assertThat(reject.stream()).isEqualTo(Streams.REJECTED);
    spout.ack(reject.messageId());
    await().until(() -> broker.size(QUEUE) == 1);
    answerAllGood();
    await().until(() -> broker.size(QUEUE) == 0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"tcp://127.0.0.1:1", "failover:(tcp://127.0.0.1:1)"})
  void withoutABrokerItDoesNotStart(String url) {
    assertThatIllegalStateException()
        .isThrownBy(() -> open(url, SETTINGS.withStartupTimeoutMs(300)))
        .withMessageContainingAll(url, QUEUE);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void withAWrongPasswordItDoesNotStart(boolean failover) throws Exception {
    Path file = Files.writeString(directory.resolve("pass"), "wr0ng");
    try (TestBroker guarded = TestBroker.start(directory.resolve("guarded"), "right")) {
      BrokerSettings settings =
          BrokerSettings.at(failover ? guarded.failoverUrl() : guarded.tcpUrl())
              .with(
                  s ->
                      s.userName(TestBroker.USER)
                          .password(SecretSource.parse("broker.password", "file:" + file)));
      assertThatIllegalStateException()
          .isThrownBy(() -> open(settings, SETTINGS, Map.of()))
          .withMessageContaining(TestBroker.USER)
          .satisfies(e -> assertThat(e.getMessage()).doesNotContain("wr0ng"));
      Files.writeString(file, "right");
      open(settings, SETTINGS, Map.of());
      spout.close();
      spout = null;
    }
  }

  @Test
  void withoutAckersItDoesNotStart() {
    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                open(
                    BrokerSettings.at(broker.tcpUrl()),
                    SETTINGS,
                    Map.of(Config.TOPOLOGY_ACKER_EXECUTORS, 0)))
        .withMessageContaining(Config.TOPOLOGY_ACKER_EXECUTORS);
  }

  private void open(String url, SpoutSettings settings) {
    open(BrokerSettings.at(url), settings, Map.of());
  }

  private void open(BrokerSettings broker, SpoutSettings settings, Map<String, Object> conf) {
    context = new FakeContext();
    collector = new FakeSpoutCollector();
    JmsSpout opened = new JmsSpout(broker, settings, FakeContext.ADS, FakeContext.COUNTERS);
    opened.open(conf, context, new SpoutOutputCollector(collector));
    spout = opened;
  }

  /** Clicks from..to-1, ten a message. */
  private void sendClicks(int from, int to) throws Exception {
    try (JmsTransport transport =
        new JmsTransport(
            BrokerSettings.at(broker.tcpUrl()),
            SenderSettings.async(100).withGiveUpAfterMs(Patience.LIMIT_MS))) {
      for (int i = from; i < to; i += 10) {
        transport.send(
            IntStream.range(i, i + 10).mapToObj(s -> EventWriter.toLine(click(s))).toList());
      }
    }
  }

  private static AdEvent click(int sequence) {
    return new AdEvent("hostA-1", sequence, EventKind.CLICK, "m" + sequence % 17, 1_000, 5);
  }

  /** One thread calls nextTuple, ack and fail, as in Storm. */
  private void driveUntil(BooleanSupplier done) {
    await()
        .pollInSameThread()
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(1))
        // The client notices within 30 s that its broker is silent.
        .until(
            () -> {
              spout.nextTuple();
              return done.getAsBoolean();
            });
  }

  private void drive(Random random) {
    spout.nextTuple();
    answerSome(random);
  }

  /** Everything that the spout holds is with the collector. */
  private boolean drained() {
    int before = collector.emitted.size();
    spout.nextTuple();
    return collector.emitted.size() == before;
  }

  private void answer(boolean ack) {
    Emitted emitted = collector.emitted.remove();
    if (ack) {
      events(emitted).forEach(e -> seen.merge(e.sequence(), 1, Integer::sum));
      spout.ack(emitted.messageId());
    } else {
      spout.fail(emitted.messageId());
    }
  }

  private boolean answerAllGood() {
    while (!collector.emitted.isEmpty()) {
      answer(true);
    }
    return true;
  }

  private boolean answerSome(Random random) {
    for (int i = 0; i < 5 && !collector.emitted.isEmpty(); i++) {
      answer(random.nextInt(5) > 0);
    }
    return true;
  }

  private void answerAll(java.util.function.Predicate<Emitted> isGood) {
    for (Emitted emitted : new ArrayList<>(collector.emitted)) {
      if (isGood.test(emitted)) {
        spout.ack(emitted.messageId());
      } else {
        spout.fail(emitted.messageId());
      }
    }
    collector.emitted.clear();
  }

  private static List<AdEvent> events(Emitted emitted) {
    return ((EventBatch) emitted.values().get(0)).events();
  }

  private static List<Long> sequences(int from, int to) {
    return IntStream.range(from, to).mapToObj(Long::valueOf).toList();
  }
}
