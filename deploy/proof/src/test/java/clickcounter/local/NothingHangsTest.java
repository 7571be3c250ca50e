package clickcounter.local;

import static clickcounter.testing.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.broker.LocalBroker;
import clickcounter.devcluster.Ports;
import clickcounter.devnode.DevNode;
import clickcounter.devnode.DevNodeConfig;
import clickcounter.document.AdDocumentCodec;
import clickcounter.document.AdTotals;
import clickcounter.document.CounterDocumentCodec;
import clickcounter.document.DirectoryDocument;
import clickcounter.event.AdEvent;
import clickcounter.event.Close;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import clickcounter.event.RejectReason;
import clickcounter.local.RunningStack.Counts;
import clickcounter.local.RunningStack.RejectedLine;
import clickcounter.metrics.Metric;
import clickcounter.scrape.Scrape;
import clickcounter.settings.Settings;
import clickcounter.spouts.SpoutSettings;
import clickcounter.store.DocumentKey;
import clickcounter.topology.TopologySettingsTable;
import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.MessageProducer;
import jakarta.jms.StreamMessage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a message, a document or an outage can do to the running system: one stack for all, and
 * after each blow the rest goes on. Outages are short here; what is looked at is what is held
 * meanwhile, which no longer outage can exceed.
 */
@Tag("slow")
class NothingHangsTest {
  private static final long NOON_MS = 1_383_134_400_000L;
  private static final String LIFE = "-20131030_120000";
  private static final int ADS = 97;
  private static final int LINES = 50;
  private static final int MESSAGES = 160;
  private static final int MAX_PENDING_MB = 1;
  private static final int MAX_PENDING_EVENTS = (MAX_PENDING_MB << 20) / SpoutSettings.EVENT_BYTES;
  private static final int FIVE_MB = 5_000_000;

  /** More than a message takes besides the one long id in it. */
  private static final int A_MESSAGE = 10_000;

  private static final long BILLION = 1_000_000_000L;
  private static final int LONG_ID_CHARS = 200;
  private static final int BLOWS = 100;
  private static final Duration OFTEN = Duration.ofMillis(10);

  private static final Settings SETTINGS =
      TopologySettingsTable.defaults().with("deferralMs", 200).with("maxPendingMb", MAX_PENDING_MB);

  @TempDir private static Path directory;
  private static DevNode node;
  private static LocalBroker broker;
  private static RunningStack stack;

  /** Events sent after blows, to see that they are counted. */
  private static long bystanders;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    // They stop and start again at the same ports.
    startNode(Ports.oneFree());
    startBroker(Ports.oneFree());
    stack =
        RunningStack.start(
            directory,
            SETTINGS,
            List.of("127.0.0.1:" + node.port()),
            broker.url(),
            topology -> topology.withAds(topology.ads().withCacheBytes(1 << 20)));
  }

  private static void startNode(int port) throws IOException {
    node = DevNode.start(DevNodeConfig.in(directory.resolve("riak")).withPort(port));
  }

  private static void startBroker(int port) throws IOException {
    broker = LocalBroker.start(directory.resolve("broker"), port);
  }

  @AfterAll
  static void stop() throws IOException {
    try {
      if (stack != null) {
        stack.close();
      }
    } finally {
      if (broker != null) {
        broker.close();
      }
      if (node != null) {
        node.close();
      }
    }
  }

  @AfterEach
  void theRestGoesOn() throws IOException {
    stack.send(click("bystander", "bystander-20131030_120000", bystanders++));
    assertThat(stack.ad("bystander").clicks()).isEqualTo(bystanders);
    assertThat(LocalMetrics.sum(Metric.PENDING_EVENTS)).isZero();
    assertThat(LocalMetrics.sum(Metric.HELD_EVENTS)).isZero();
    stack.requireEquation();
  }

  private static String click(String adId, String counterId, long sequence) {
    return EventWriter.toLine(
        new AdEvent(counterId, sequence, EventKind.CLICK, adId, NOON_MS + sequence, 1_000));
  }

  private static void requireEquation(Counts before, Counts expected) {
    assertThat(stack.counts().since(before)).isEqualTo(expected);
  }

  @Test
  void messagesOfNoUseAreRejectedAndTheirReadableLinesAreCounted() throws Exception {
    String counterId = "poison-20131030_120000";
    Counts before = stack.counts();
    stack.withSession(
        session -> {
          MessageProducer queue = session.createProducer(session.createQueue("clicks"));
          queue.send(session.createTextMessage());
          queue.send(session.createTextMessage(""));
          queue.send(session.createMapMessage());
          queue.send(session.createObjectMessage("no text"));
          StreamMessage numbers = session.createStreamMessage();
          numbers.writeLong(1);
          queue.send(numbers);
          queue.send(session.createMessage());
          queue.send(bytes(session.createBytesMessage(), click("poison", counterId, 0)));
        });
    stack.awaitSettled();

    requireEquation(before, new Counts(6, 1, 0, 5));
    assertThat(stack.takeRejected(5))
        .extracting(RejectedLine::reason)
        .containsOnly(RejectReason.NOT_TEXT.label())
        .hasSize(5);
    assertThat(stack.ad("poison").clicks()).isEqualTo(1);
  }

  /** A line that is no UTF-8, and one that is. */
  private static BytesMessage bytes(BytesMessage message, String line) throws JMSException {
    message.writeBytes(new byte[] {'{', (byte) 0xc3, (byte) 0x28, '}', '\n'});
    message.writeBytes(line.getBytes(StandardCharsets.UTF_8));
    return message;
  }

  @Test
  void lineOfFiveMegabytesIsRejectedWholeAndItsNeighbourIsCounted() throws Exception {
    String counterId = "long-20131030_120000";
    String line =
        "{\"eventId\":\"" + counterId + ":1\",\"type\":\"click\",\"adId\":\"" + "x".repeat(FIVE_MB);
    Counts before = stack.counts();
    stack.send(click("neighbour", counterId, 0), line, click("neighbour", counterId, 2));

    requireEquation(before, new Counts(3, 2, 0, 1));
    assertThat(stack.takeRejected(1))
        .extracting(RejectedLine::withoutDetail)
        .containsExactly(new RejectedLine(line, RejectReason.TOO_LONG.label()));
    assertThat(stack.counter(counterId).gaps().openGaps().toString()).isEqualTo("1");
  }

  @Test
  void counterThatJumpsByABillionIsRejectedByNameAndGoesOnWhereItWas() throws Exception {
    String counterId = "jump-20131030_120000";
    String far = click("jumper", counterId, BILLION);
    String close = EventWriter.toLine(new Close(counterId, BILLION + 1, NOON_MS));
    Counts before = stack.counts();
    stack.send(click("jumper", counterId, 0), far, close, click("jumper", counterId, 1));

    requireEquation(before, new Counts(4, 2, 0, 2));
    assertThat(stack.takeRejected(2))
        .allSatisfy(
            rejected -> {
              assertThat(rejected.reason()).isEqualTo(RejectReason.SEQUENCE_JUMP.label());
              assertThat(rejected.detail()).contains("expected at most 100000000 above");
            });
    assertThat(stack.counter(counterId).next()).isEqualTo(2);
  }

  @Test
  void adWithAnIdOf200CharactersIsRejected() throws Exception {
    String counterId = "wide-20131030_120000";
    String line =
        click("short", counterId, 0).replace("\"short\"", '"' + "x".repeat(LONG_ID_CHARS) + '"');
    Counts before = stack.counts();
    stack.send(line, click("short", counterId, 1));

    requireEquation(before, new Counts(2, 1, 0, 1));
    assertThat(stack.takeRejected(1))
        .extracting(RejectedLine::withoutDetail)
        .containsExactly(new RejectedLine(line, RejectReason.TOO_LONG.label()));
  }

  @Test
  void eventsOfADamagedAdAreRejectedAndTheDocumentIsLeftAsItIs() throws Exception {
    String counterId = "ad-20131030_120000";
    DocumentKey key = DocumentKey.ad("damaged");
    stack.damage(key, AdDocumentCodec.CONTENT_TYPE, "{\"adId\":\"dam");
    String lost = click("damaged", counterId, 0);
    Counts before = stack.counts();
    stack.send(lost, click("whole", counterId, 1));

    requireEquation(before, new Counts(2, 1, 0, 1));
    assertThat(stack.takeRejected(1))
        .allSatisfy(
            rejected -> {
              assertThat(rejected.withoutDetail())
                  .isEqualTo(new RejectedLine(lost, RejectReason.DOCUMENT_BLOCKED.label()));
              assertThat(rejected.detail()).startsWith("ads/damaged: ");
            });
    assertThat(stack.text(key)).isEqualTo("{\"adId\":\"dam");
    assertThat(stack.ad("whole").clicks()).isEqualTo(1);
  }

  @Test
  void eventsOfADamagedCounterAreRejectedAndOthersOfTheirAdsAreCounted() throws Exception {
    String counterId = "damaged-20131030_120000";
    String other = "whole-20131030_120000";
    stack.send(click("shared", other, 0));
    stack.damage(DocumentKey.counter(counterId), CounterDocumentCodec.CONTENT_TYPE, "no document");
    String lost = click("shared", counterId, 0);
    String close = EventWriter.toLine(new Close(counterId, 1, NOON_MS));
    Counts before = stack.counts();
    stack.send(click("shared", other, 1), lost, close);

    // An ad whose document is new to the store needs no view of the counter: it may be counted.
    Counts since = stack.counts().since(before);
    assertThat(since.counted()).isEqualTo(stack.ad("shared").clicks() - 1).isBetween(1L, 2L);
    assertThat(since).isEqualTo(new Counts(3, since.counted(), 0, 3 - since.counted()));
    List<RejectedLine> rejected = stack.takeRejected((int) since.rejected());
    assertThat(rejected)
        .extracting(RejectedLine::withoutDetail)
        .contains(new RejectedLine(close, RejectReason.DOCUMENT_BLOCKED.label()))
        .hasSize((int) since.rejected());
    assertThat(rejected)
        .allSatisfy(line -> assertThat(line.detail()).startsWith("counters/" + counterId + ": "));
    assertThat(stack.text(DocumentKey.counter(counterId))).isEqualTo("no document");
  }

  @Test
  void countersOfADamagedDirectoryAreCountedAllTheSame() throws Exception {
    String counterId = "listed-20131030_120000";
    DocumentKey key = new DocumentKey(DocumentKey.DIRECTORY, DirectoryDocument.keyOf(counterId));
    stack.damage(key, DirectoryDocument.CONTENT_TYPE, "[]no");
    Counts before = stack.counts();
    stack.send(click("unlisted", counterId, 0));

    requireEquation(before, new Counts(1, 1, 0, 0));
    assertThat(stack.counter(counterId).next()).isEqualTo(1);
    assertThat(stack.text(key)).isEqualTo("[]no");
  }

  @Test
  void storeThatIsAwayHoldsEverythingAndLosesNothing() throws Exception {
    List<List<String>> messages = load("away");
    int port = node.port();
    node.close();
    stack.sendWithoutWaiting(messages);
    long failed = LocalMetrics.sum(Metric.FAILED_READS);
    await()
        .pollInterval(OFTEN)
        .until(
            () -> {
              requireBounds();
              assertThat(stack.queuedMessages()).as("acknowledged meanwhile").isPositive();
              return LocalMetrics.sum(Metric.FAILED_READS) - failed >= BLOWS;
            });
    assertThat(broker.messages("clicks")).as("unacknowledged").isEqualTo(MESSAGES);

    startNode(port);
    stack.awaitSettled();
    requireAllCountedOnce("away");
  }

  @Test
  void brokerThatIsAwayIsFoundAgainAndNothingIsLost() throws Exception {
    String bad = "no line";
    List<List<String>> messages = load("lost");
    int port = Integer.parseInt(broker.url().replaceAll(".*:", ""));
    long reconnects = LocalMetrics.sum(Metric.RECONNECTS);
    stack.sendWithoutWaiting(messages);
    stack.sendWithoutWaiting(List.of(List.of(bad)));
    broker.close();
    // What came before is decided; its acknowledgements cannot be sent, so it comes again.
    await()
        .pollInterval(OFTEN)
        .until(
            () -> {
              requireBounds();
              return LocalMetrics.sum(Metric.HELD_EVENTS) == 0;
            });

    startBroker(port);
    stack.awaitSettled();
    assertThat(LocalMetrics.sum(Metric.RECONNECTS)).isGreaterThan(reconnects);
    requireAllCountedOnce("lost");
    // A message that comes again is rejected again.
    int rejected = (int) broker.messages("clicks.rejected");
    assertThat(stack.takeRejected(rejected)).extracting(RejectedLine::line).containsOnly(bad);
  }

  /** Messages of one counter over many ads: more than may be pending at once. */
  private static List<List<String>> load(String name) {
    List<List<String>> messages = new ArrayList<>();
    for (int message = 0; message < MESSAGES; message++) {
      List<String> lines = new ArrayList<>();
      for (int line = 0; line < LINES; line++) {
        long sequence = (long) message * LINES + line;
        lines.add(click(name + sequence % ADS, name + LIFE, sequence));
      }
      messages.add(lines);
    }
    return messages;
  }

  /** No outage holds more than this, however long it lasts. */
  private static void requireBounds() {
    Scrape now = LocalMetrics.now();
    assertThat(now.sum(Metric.PENDING_BYTES))
        .as("a message is taken whole")
        .isLessThan((MAX_PENDING_MB << 20) + FIVE_MB + A_MESSAGE);
    assertThat(now.sum(Metric.PENDING_EVENTS))
        .as("a message is taken whole")
        .isLessThan(MAX_PENDING_EVENTS + LINES);
    assertThat(now.sum(Metric.HELD_EVENTS)).isLessThan(MAX_PENDING_EVENTS + LINES);
    assertThat(now.sum(Metric.BUSY_DOCUMENTS)).isLessThan(MAX_PENDING_EVENTS + LINES);
    assertThat(now.sum(Metric.HELD_DELIVERIES)).isLessThan(MAX_PENDING_EVENTS + LINES);
  }

  private static void requireAllCountedOnce(String name) throws IOException {
    List<String> ads = IntStream.range(0, ADS).mapToObj(i -> name + i).toList();
    assertThat(stack.ads(ads).values().stream().mapToLong(AdTotals::clicks).sum())
        .isEqualTo((long) MESSAGES * LINES);
    assertThat(stack.counter(name + LIFE).next()).isEqualTo((long) MESSAGES * LINES);
    assertThat(stack.counter(name + LIFE).gaps().gapCount()).isZero();
    assertThat(broker.messages("ActiveMQ.DLQ")).as("dead letters").isZero();
  }
}
