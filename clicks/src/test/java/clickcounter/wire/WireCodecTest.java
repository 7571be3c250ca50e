package clickcounter.wire;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.event.AdEvent;
import clickcounter.event.Close;
import clickcounter.event.CounterEvent;
import clickcounter.event.EventBatch;
import clickcounter.event.EventKind;
import clickcounter.event.EventLimits;
import clickcounter.event.EventWriter;
import clickcounter.event.RejectReason;
import clickcounter.event.Rejected;
import clickcounter.event.WriteOffRequest;
import clickcounter.ids.LongRanges;
import clickcounter.testing.RandomEvents;
import clickcounter.testing.Seeded;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class WireCodecTest {
  private static final String COUNTER = "hostA-20131030_152543-k3f9xq";
  private static final long START_MS = 1383146743633L;

  @Test
  void aBatchIsReadAsItWasWritten() {
    Seeded.runs(
        500,
        random -> {
          EventBatch batch = batch(random);
          assertThat(WireCodec.readEventBatch(WireCodec.toBytes(batch))).isEqualTo(batch);
        });
  }

  @Test
  void marksAreReadAsTheyWereWritten() {
    Seeded.runs(
        500,
        random -> {
          MarksBatch marks = marks(random);
          assertThat(WireCodec.readMarks(WireCodec.toBytes(marks))).isEqualTo(marks);
        });
  }

  @Test
  void marksReachToTheLastLong() {
    LongRanges ids = LongRanges.of(0, 2, Long.MAX_VALUE);
    MarksBatch marks = new MarksBatch(List.of(new Marks(COUNTER, ids, Long.MIN_VALUE)));
    assertThat(WireCodec.readMarks(WireCodec.toBytes(marks))).isEqualTo(marks);
  }

  @Test
  void aCountersEventIsReadAsItWasWritten() {
    Seeded.runs(
        500,
        random -> {
          CounterEvent event = new RandomEvents(random).counterEvent();
          assertThat(WireCodec.readCounterEvent(WireCodec.toBytes(event))).isEqualTo(event);
        });
  }

  @Test
  void aWriteOffOfTheOwnCounterIsReadAsItWasWritten() {
    long last = EventLimits.MAX_SEQUENCE;
    for (boolean reopen : new boolean[] {true, false}) {
      CounterEvent event = new WriteOffRequest("a", 1, 2, reopen, "a", 0, last, "gone");
      assertThat(WireCodec.readCounterEvent(WireCodec.toBytes(event))).isEqualTo(event);
    }
    CounterEvent close = new Close("a", last, 0);
    assertThat(WireCodec.readCounterEvent(WireCodec.toBytes(close))).isEqualTo(close);
  }

  @Test
  void rejectedLinesAreReadAsTheyCame() {
    Seeded.runs(
        500,
        random -> {
          RejectedBatch batch = rejectedBatch(random);
          assertThat(WireCodec.readRejectedBatch(WireCodec.toBytes(batch))).isEqualTo(batch);
        });
  }

  @Test
  void everyReasonTravels() {
    for (RejectReason reason : RejectReason.values()) {
      RejectedBatch batch = new RejectedBatch(List.of(new Rejected("", reason, "")));
      assertThat(WireCodec.readRejectedBatch(WireCodec.toBytes(batch))).isEqualTo(batch);
    }
  }

  @Test
  void whatIsNoTextTravelsUnchanged() {
    String broken = "half \ud83d of a pair, \ude00\u0000\uFFFF";
    RejectedBatch batch =
        new RejectedBatch(List.of(new Rejected(broken, RejectReason.NOT_JSON, broken)));
    assertThat(WireCodec.readRejectedBatch(WireCodec.toBytes(batch))).isEqualTo(batch);
  }

  @Test
  void emptyBatchesTravel() {
    EventBatch events = EventBatch.of(List.of());
    RejectedBatch rejected = new RejectedBatch(List.of());
    assertThat(WireCodec.readEventBatch(WireCodec.toBytes(events))).isEqualTo(events);
    assertThat(WireCodec.readRejectedBatch(WireCodec.toBytes(rejected))).isEqualTo(rejected);
  }

  @Test
  void anEventOfABusyServiceTakesSixBytesBesideItsAdId() {
    Random random = new Random(1);
    List<AdEvent> events = new ArrayList<>();
    long timestampMs = START_MS;
    for (int i = 0; i < 1_000; i++) {
      timestampMs += random.nextInt(50);
      // One of four tasks gets its share of a message.
      if (random.nextInt(4) == 0) {
        events.add(shownOrClicked(i, "m12345" + random.nextInt(40), timestampMs, random));
      }
    }
    int jsonBytes = events.stream().mapToInt(event -> EventWriter.toLine(event).length() + 1).sum();
    int adIdBytes = 40 * (2 + "m1234567".length());
    int wireBytes = WireCodec.toBytes(EventBatch.of(events)).length - adIdBytes;
    assertThat(wireBytes).isLessThan(6 * events.size());
    assertThat(jsonBytes / (wireBytes + adIdBytes)).isGreaterThanOrEqualTo(15);
  }

  @Test
  void aLoneEventTakesLessThanSixtyBytes() {
    AdEvent click = new AdEvent(COUNTER, 10_422, EventKind.CLICK, "m123456", START_MS, 120_000);
    assertThat(WireCodec.toBytes(EventBatch.of(List.of(click)))).hasSizeLessThan(60);
  }

  @Test
  void aThousandMarksInARowTakeLessThanFiftyBytes() {
    LongRanges ids = LongRanges.ofRange(10_000, 10_999);
    MarksBatch marks = new MarksBatch(List.of(new Marks(COUNTER, ids, START_MS)));
    assertThat(WireCodec.toBytes(marks)).hasSizeLessThan(50);
  }

  private static AdEvent shownOrClicked(long sequence, String adId, long nowMs, Random random) {
    return random.nextInt(50) == 0
        ? new AdEvent(COUNTER, sequence, EventKind.CLICK, adId, nowMs, 120_000)
        : new AdEvent(COUNTER, sequence, EventKind.IMPRESSION, adId, nowMs, 0);
  }

  static EventBatch batch(Random random) {
    RandomEvents events = new RandomEvents(random);
    String[] counters = {events.counterId(), events.counterId(), COUNTER};
    String[] ads = {events.text(128), events.text(20), "m1", COUNTER};
    List<AdEvent> batch = new ArrayList<>();
    for (int size = random.nextInt(60); size > 0; size--) {
      AdEvent any = events.adEvent();
      if (random.nextInt(10) > 0) {
        String counterId = counters[random.nextInt(counters.length)];
        String adId = ads[random.nextInt(ads.length)];
        long timestampMs = START_MS + random.nextInt(1_000) - 500;
        any =
            new AdEvent(
                counterId,
                random.nextInt(99),
                any.kind(),
                adId,
                timestampMs,
                any.amountMicros(),
                any.judgement());
      }
      batch.add(any);
    }
    return EventBatch.of(batch);
  }

  static MarksBatch marks(Random random) {
    return new MarksBatch(
        Stream.generate(() -> marksOfACounter(random)).limit(1 + random.nextInt(5)).toList());
  }

  private static Marks marksOfACounter(Random random) {
    RandomEvents events = new RandomEvents(random);
    LongRanges ids = LongRanges.of(events.sequence());
    for (int more = random.nextInt(40); more > 0; more--) {
      long from = random.nextInt(500);
      ids.addRange(from, from + random.nextInt(10));
    }
    return new Marks(events.counterId(), ids, events.timestampMs());
  }

  static RejectedBatch rejectedBatch(Random random) {
    RandomEvents events = new RandomEvents(random);
    RejectReason[] reasons = RejectReason.values();
    List<Rejected> lines = new ArrayList<>();
    for (int size = random.nextInt(10); size > 0; size--) {
      String detail = random.nextBoolean() ? "costMicros is missing" : events.text(80);
      lines.add(new Rejected(events.text(2_000), reasons[random.nextInt(reasons.length)], detail));
    }
    return new RejectedBatch(lines);
  }
}
