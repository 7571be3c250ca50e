package clickcounter.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.document.AdDocument;
import clickcounter.document.AdDocumentCodec;
import clickcounter.document.CounterDocument;
import clickcounter.document.CounterView;
import clickcounter.document.UnreadableDocument;
import clickcounter.document.WriteStamp;
import clickcounter.event.AdEvent;
import clickcounter.event.EventKind;
import clickcounter.hours.HourCounts;
import clickcounter.hours.Hours;
import clickcounter.hours.RecentHours;
import clickcounter.ids.GapList;
import clickcounter.ids.LongRanges;
import clickcounter.testing.Seeded;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Seed 2307 of the simulation, at commit a170cc5: an ad's document counted six clicks of an hour in
 * its totals and three in that hour.
 *
 * <p>Hours that were over moved to a document of their day then, and an hour moved back for a late
 * event. That trusted a single read: the day was read without the last roll, the hour came back
 * without the events of it, and the next write of the ad made that final. Two documents, and
 * nothing that compares them. ({@code SimulatedStoreTest} has how a quorum's read could miss what a
 * quorum had stored: that was a fault of the simulated store.)
 *
 * <p>Now the hours are in the ad's own document. They depend on nothing but which events it counts,
 * and whoever counts on an old copy of it leaves a sibling, which is merged. This is the same
 * script: the same read, the same late event.
 */
class Seed2307Test {
  private static final String AD = "m1";
  private static final String COUNTER = "hostA-20131030_152543";
  private static final long THREE_PM = 384_207;
  private static final long ONE_PM = THREE_PM - 2;
  private static final int MANY = 1_000;
  private static final WaiterSink NO_SINK = (waiter, repeated) -> {};

  private final PutBuffers buffers = new PutBuffers();

  @Test
  void hoursOfMergedSiblingsAreThoseOfTheirEvents() throws UnreadableDocument {
    List<AdEvent> events = List.of(click(0, THREE_PM), click(1, ONE_PM), click(2, ONE_PM));
    AdLedger writer = AdLedger.absent(AD, MANY);
    writer.offer(events.get(0), null, AdLedger.NOBODY);
    AdDocument onAllReplicas = put(writer, "w1");
    writer.putSucceeded(NO_SINK);

    // Replicas 1 and 2 store the late event. Its id is settled, and leaves the document.
    writer.offer(events.get(1), CounterView.EMPTY, AdLedger.NOBODY);
    put(writer, "w2");
    writer.putSucceeded(NO_SINK);
    assertThat(writer.forgetSettled(c -> settledBelow(2))).isEqualTo(2);
    AdDocument onTwoReplicas = put(writer, "w3");
    writer.putSucceeded(NO_SINK);

    // Replica 1 loses its disk. A read of replicas 0 and 1 shows the write before the late event.
    AdLedger old = copyOf(settledBelow(2), onAllReplicas);
    assertThat(old.offer(events.get(1), settledBelow(2), AdLedger.NOBODY))
        .isEqualTo(OfferResult.DUPLICATE_SETTLED);
    assertThat(old.offer(events.get(2), settledBelow(2), AdLedger.NOBODY))
        .isEqualTo(OfferResult.COUNTED);
    AdDocument beside = put(old, "w2-of-the-old-copy");

    SiblingMerge.Merged merged = merged(settledBelow(2), beside, onTwoReplicas);
    assertThat(merged.hours().counts()).isEqualTo(naive(events));
    assertThat(merged.totals().clicks()).isEqualTo(3);
    AdDocument merging = put(AdLedger.of(merged, MANY), "w4");
    assertThat(merging.hours().counts()).isEqualTo(naive(events));
    assertThat(merging.totals().clicks()).isEqualTo(3);
  }

  @Test
  void hoursDoNotDependOnWhichCopyCountedWhichEvents() {
    Seeded.runs(
        500,
        random -> {
          List<AdEvent> events = new ArrayList<>();
          AdLedger writer = AdLedger.absent(AD, MANY);
          count(random, writer, CounterView.EMPTY, events);
          AdDocument both = put(writer, "w1");
          writer.putSucceeded(NO_SINK);
          CounterView settled = settledBelow(random.nextInt(events.size() + 1));
          AdLedger old = copyOf(settled, both);
          count(random, writer, settled, events);
          writer.forgetSettled(c -> settled);
          AdDocument one = put(writer, "w2");
          count(random, old, settled, events);
          AdDocument other = put(old, "x2");

          AdDocument merging = put(copyOf(settled, one, other), "w3");

          assertThat(merging.hours().counts()).isEqualTo(naive(events));
          assertThat(merging.totals().clicks()).isEqualTo(events.size());
        });
  }

  /** Counts some new events, of hours on both sides of the window's edge. */
  private static void count(Random random, AdLedger ledger, CounterView view, List<AdEvent> all) {
    for (int i = random.nextInt(6); i >= 0; i--) {
      AdEvent event = click(all.size(), THREE_PM + random.nextInt(2 * RecentHours.WINDOW));
      assertThat(ledger.offer(event, view, AdLedger.NOBODY)).isEqualTo(OfferResult.COUNTED);
      all.add(event);
    }
  }

  /** What these events count by the hour, in the newest hour and those of the window before it. */
  private static SortedMap<Long, HourCounts> naive(List<AdEvent> events) {
    long newest = events.stream().mapToLong(e -> Hours.of(e.timestampMs())).max().orElseThrow();
    SortedMap<Long, HourCounts> counts = new TreeMap<>();
    for (AdEvent event : events) {
      long hour = Hours.of(event.timestampMs());
      if (hour > newest - RecentHours.WINDOW) {
        counts.merge(hour, new HourCounts(0, 1, event.amountMicros()), HourCounts::plus);
      }
    }
    return counts;
  }

  private static AdEvent click(long sequence, long hour) {
    long costMicros = 1L << Math.min(sequence, 40);
    return new AdEvent(COUNTER, sequence, EventKind.CLICK, AD, Hours.startMs(hour), costMicros);
  }

  private AdDocument put(AdLedger ledger, String writeId) throws UnreadableDocument {
    return AdDocumentCodec.read(AdDocumentCodec.CONTENT_TYPE, ledger.beginPut(writeId, buffers));
  }

  private static AdLedger copyOf(CounterView view, AdDocument... siblings) {
    return AdLedger.of(merged(view, siblings), MANY);
  }

  private static SiblingMerge.Merged merged(CounterView view, AdDocument... siblings) {
    return (SiblingMerge.Merged) SiblingMerge.merge(List.of(siblings), c -> view);
  }

  /** A view in which the ids below this one are recorded and confirmed. */
  private static CounterView settledBelow(long next) {
    return new CounterDocument(
        COUNTER,
        GapList.of(next, List.of(), null),
        false,
        0,
        new LongRanges(),
        new WriteStamp("c1", 1, List.of()));
  }
}
