package clickcounter.local;

import static clickcounter.testing.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.document.AdState;
import clickcounter.document.AdTotals;
import clickcounter.event.AdEvent;
import clickcounter.event.Close;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import clickcounter.event.RejectReason;
import clickcounter.event.WriteOffRequest;
import clickcounter.ids.Gap;
import clickcounter.jms.BrokerSettings;
import clickcounter.jms.JmsStateFeed;
import clickcounter.local.DayTruth.Sums;
import clickcounter.local.RunningStack.Counts;
import clickcounter.local.RunningStack.RejectedLine;
import clickcounter.pages.Pages;
import clickcounter.reading.AdStateReader;
import clickcounter.riak.RiakStore;
import clickcounter.settings.Setting;
import clickcounter.states.AdStates;
import clickcounter.states.AdStatesSettings;
import clickcounter.states.StateMessage;
import clickcounter.tools.EventFiles;
import clickcounter.tools.documents.CounterReading;
import clickcounter.topology.TopologySettingsTable;
import jakarta.jms.JMSException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * The real parts in one JVM: lines on a broker's queue become documents in a Riak-speaking node,
 * every tuple serialised. One stack for all tests, so each uses ads and counters of its own.
 */
@Tag("slow")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class LocalStackTest {
  private static final long NOON_MS = 1_383_134_400_000L;
  private static final long COST_MICROS = 120_000;
  private static final long BUDGET_MICROS = 200_000;
  private static final String OPERATOR = "ops-20131031_090000";
  private static final String DISK_LOST = "disk lost";
  private static final String STATES = "VirtualTopic.clicks.ad-states";

  private static RunningStack stack;

  @BeforeAll
  static void start(@TempDir Path directory) throws IOException, InterruptedException {
    stack =
        RunningStack.start(
            directory,
            TopologySettingsTable.defaults()
                .with("deferralMs", 1_000)
                .with("states.topic", STATES));
  }

  @AfterAll
  static void stop() throws IOException {
    if (stack != null) {
      stack.close();
    }
  }

  @AfterEach
  void receivedIsCountedAndDuplicatesAndRejected() {
    stack.requireEquation();
  }

  private static String click(String adId, String counterId, long sequence) {
    return EventWriter.toLine(
        new AdEvent(counterId, sequence, EventKind.CLICK, adId, NOON_MS + sequence, COST_MICROS));
  }

  /** The first, as the audit names what Riak has of other counters. */
  @Test
  @Order(1)
  void whatWasLostIsAGapUntilTheArchiveIsReplayedAndNothingIsCountedTwice(@TempDir Path empty)
      throws IOException {
    DayTruth truth = DayTruth.realOrMadeUp(empty);

    stack.play(truth.queue());
    assertThat(sums(truth)).isEqualTo(truth.adsWithoutWhatNeverArrived());
    assertThat(missing(truth)).isEqualTo(truth.neverArrived());
    assertThat(stack.countersInTheDirectory()).containsAll(truth.eventsByCounter().keySet());
    assertThat(stack.audit(truth.archive())).as("exit code of the audit").isEqualTo(1);

    stack.play(truth.archive());
    assertThat(sums(truth)).isEqualTo(truth.ads());
    assertThat(missing(truth).values()).allMatch(Set::isEmpty);
    assertThat(stack.audit(truth.archive())).as("exit code of the audit").isZero();

    Map<String, AdTotals> totals = stack.ads(truth.ads().keySet());
    Counts before = stack.counts();
    stack.play(truth.queue());
    assertThat(stack.ads(truth.ads().keySet())).isEqualTo(totals);
    assertThat(missing(truth).values()).allMatch(Set::isEmpty);
    int lines = EventFiles.read(truth.queue()).size();
    assertThat(stack.counts().since(before)).isEqualTo(new Counts(lines, 0, lines, 0));
  }

  private static Map<String, Sums> sums(DayTruth truth) {
    Map<String, Sums> sums = new TreeMap<>();
    stack.ads(truth.ads().keySet()).forEach((ad, totals) -> sums.put(ad, Sums.of(totals)));
    return sums;
  }

  /** What is in a counter's gaps or above its highest. */
  private static Map<String, Set<Long>> missing(DayTruth truth) {
    Map<String, Set<Long>> missing = new TreeMap<>();
    truth
        .eventsByCounter()
        .forEach(
            (counterId, events) -> {
              CounterReading counter = stack.counter(counterId);
              Set<Long> ids = new TreeSet<>();
              counter.gaps().openGaps().forEachId(ids::add);
              LongStream.range(counter.next(), events).forEach(ids::add);
              missing.put(counterId, ids);
            });
    return missing;
  }

  @Test
  void adServersLearnWhetherAnAdMayBeShown() throws Exception {
    String adId = "umbrellas";
    String counterId = "hostS-20131030_120000";
    try (RiakStore store = stack.openStore()) {
      AdStates states =
          new AdStates(
              new AdStateReader(store, Clock.systemUTC()),
              AdStatesSettings.defaults(),
              System::nanoTime);
      try (JmsStateFeed feed =
          JmsStateFeed.start(BrokerSettings.at(stack.brokerUrl()), STATES, "test", states)) {
        await().until(() -> states.feed().connected());
        assertThat(states.ask(adId).get().state().state()).isEqualTo(AdState.UNFUNDED);

        stack.send(
            EventWriter.toLine(
                new AdEvent(counterId, 0, EventKind.BUDGET, adId, NOON_MS, 2 * COST_MICROS)));
        await().until(() -> states.mayShow(adId));
        stack.send(click(adId, counterId, 1), click(adId, counterId, 2));
        await().until(() -> !states.mayShow(adId));

        StateMessage known = states.now(adId).state();
        assertThat(known.state()).isEqualTo(AdState.EXHAUSTED);
        assertThat(known.overdeliveredMicros()).isZero();
        assertThat(feed.skipped()).isZero();
        assertThat(stack.shell().run("ads", "show", adId).out()).contains("exhausted", adId);
      }
    }
  }

  @Test
  void badLinesAreRejectedWithTheirReasonAndSpoilNoOtherLine() throws IOException, JMSException {
    String adId = "bad-neighbours";
    String counterId = "hostB-20131030_120000";
    String noJson = "{\"eventId\":\"hostB";
    String unknownType =
        "{\"eventId\":\"hostB-20131030_120000:1\",\"type\":\"hover\",\"timestamp\":1383134400000}";
    String noAd =
        "{\"eventId\":\"hostB-20131030_120000:2\",\"type\":\"impression\",\"timestamp\":1383134400000}";
    String jump = click(adId, counterId, 1_000_000_000L);
    Counts before = stack.counts();

    stack.send(
        click(adId, counterId, 0), noJson, unknownType, noAd, jump, click(adId, counterId, 3));

    assertThat(stack.ad(adId).clicks()).isEqualTo(2);
    assertThat(stack.counts().since(before)).isEqualTo(new Counts(6, 2, 0, 4));
    assertThat(stack.counter(counterId).gaps().openGaps().toString()).isEqualTo("1+1");
    assertThat(stack.takeRejected(4))
        .extracting(RejectedLine::withoutDetail)
        .containsExactlyInAnyOrder(
            new RejectedLine(noJson, RejectReason.NOT_JSON.label()),
            new RejectedLine(unknownType, RejectReason.UNKNOWN_TYPE.label()),
            new RejectedLine(noAd, RejectReason.MISSING_FIELD.label()),
            new RejectedLine(jump, RejectReason.SEQUENCE_JUMP.label()));
  }

  @Test
  void totalsAreTheSameInWhateverOrderTheEventsCome() throws IOException {
    String counterId = "hostC-20131030_120000";
    String budget =
        EventWriter.toLine(
            new AdEvent(counterId, 0, EventKind.BUDGET, "shoes", NOON_MS, BUDGET_MICROS));
    stack.send(click("shoes", counterId, 2));
    assertThat(stack.ad("shoes").state()).isEqualTo(AdState.UNFUNDED);
    stack.send(click("shoes", counterId, 1));
    stack.send(budget);

    assertThat(stack.ad("shoes").state()).isEqualTo(AdState.EXHAUSTED);
    assertThat(stack.ad("shoes").costMicros()).isEqualTo(2 * COST_MICROS);
    assertThat(stack.ad("shoes").spentMicros()).isEqualTo(BUDGET_MICROS);
    assertThat(stack.counter(counterId).gaps().gapCount()).isZero();
  }

  @Test
  void settingsThatTheGuideNamesExist() throws IOException {
    List<String> settings = TopologySettingsTable.ROWS.stream().map(Setting::key).toList();
    assertThat(Pages.read().namesInTheGuide())
        .filteredOn(name -> name.matches("(broker|metrics|ops|riak|states)\\..*"))
        .isNotEmpty()
        .isSubsetOf(settings);
  }

  @Test
  void closedCounterWithWrittenOffEventsWaitsForNothing() throws IOException {
    String counterId = "hostD-20131030_120000";
    String adId = "written-off";
    String writeOff =
        EventWriter.toLine(
            new WriteOffRequest(OPERATOR, 0, NOON_MS, false, counterId, 1, 2, DISK_LOST));
    String close = EventWriter.toLine(new Close(counterId, 4, NOON_MS));
    stack.send(click(adId, counterId, 0), click(adId, counterId, 3), close);
    assertThat(stack.counter(counterId).closed()).isTrue();
    assertThat(stack.counter(counterId).gaps().missing()).isEqualTo(2);

    stack.send(writeOff);

    Gap gap = stack.counter(counterId).gaps().gaps().iterator().next();
    assertThat(gap.writeOff().reason()).isEqualTo(DISK_LOST);
    assertThat(stack.counter(counterId).gaps().missing()).isZero();
    assertThat(stack.counter(OPERATOR).seen(0)).as("the write-off's own id").isTrue();

    Counts before = stack.counts();
    stack.send(close);
    assertThat(stack.counts().since(before)).isEqualTo(new Counts(1, 0, 1, 0));
  }
}
