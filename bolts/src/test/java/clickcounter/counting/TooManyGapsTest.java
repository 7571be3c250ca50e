package clickcounter.counting;

import static clickcounter.counting.TaskHarness.CONFIRM_AFTER_MS;
import static clickcounter.counting.TaskHarness.DEFERRAL_MS;
import static clickcounter.counting.TaskHarness.MAX_GAPS;
import static clickcounter.counting.TaskHarness.START_MS;
import static clickcounter.counting.TaskHarness.click;
import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.document.CounterDocument;
import clickcounter.event.AdEvent;
import clickcounter.event.Close;
import clickcounter.event.EventWriter;
import clickcounter.event.RejectReason;
import clickcounter.store.DocumentKey;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A service that leaves out numbers, and what its counter may cost others. */
class TooManyGapsTest {
  private static final String BAD = "bad-20131030_152543";
  private static final String WORSE = "worse-20131030_152543";
  private static final String GOOD = "good-20131030_152543";
  private static final String SHOES = "shoes";
  private static final long VIEW_AGE_MS = 500;

  private final TaskHarness worker = TaskHarness.ordinary();
  private int deliveries;

  private void deliver(AdEvent... events) {
    worker.deliver("delivery" + deliveries++, events);
  }

  /** Some time goes on, in which marks reach the counters task. */
  private void pass(long ms) {
    for (long passedMs = 0; passedMs < ms; passedMs += 100) {
      worker.sendMarks();
      worker.pass(100);
    }
  }

  /** The counter's document has as many gaps as it may, and the ads task knows it. */
  @BeforeEach
  void everySecondNumberIsMissing() {
    for (int i = 0; i <= MAX_GAPS; i++) {
      deliver(click("ad" + i, BAD, 2L * i));
    }
    pass(2 * CONFIRM_AFTER_MS + DEFERRAL_MS);
    worker.views.refreshSoon(BAD);
    pass(VIEW_AGE_MS);
    assertThat(worker.counter(BAD).gaps().gapCount()).isEqualTo(MAX_GAPS);
    assertThat(worker.out.rejected).isEmpty();
  }

  @Test
  void eventThatWouldAddAGapIsRejected() {
    AdEvent event = click(SHOES, BAD, 2L * MAX_GAPS + 2);
    deliver(event);
    pass(DEFERRAL_MS);

    assertThat(worker.out.rejectReasons()).containsExactly(RejectReason.TOO_MANY_GAPS);
    assertThat(worker.out.rejected.get(0).line()).isEqualTo(EventWriter.toLine(event));
    assertThat(worker.out.rejected.get(0).detail())
        .contains("misses ids in " + MAX_GAPS + " places", "expected fewer than " + MAX_GAPS);
    assertThat(worker.out.acked).contains("delivery" + (deliveries - 1));
    assertThat(worker.counter(BAD).gaps().gapCount()).isEqualTo(MAX_GAPS);
    assertThat(worker.countersMetrics.tooManyGaps).as("said once").isEqualTo(1);
  }

  @Test
  void eventThatFillsAGapOrComesNextIsCounted() {
    deliver(click(SHOES, BAD, 2L * MAX_GAPS + 1));
    deliver(click(SHOES, BAD, 5));
    pass(DEFERRAL_MS);

    assertThat(worker.out.rejected).isEmpty();
    assertThat(worker.ad(SHOES).totals().clicks()).isEqualTo(2);
  }

  @Test
  void counterWhoseGapsWereFilledTakesEventsAgain() {
    deliver(click(SHOES, BAD, 2L * MAX_GAPS + 2));
    for (int i = 1; i <= 5; i += 2) {
      deliver(click(SHOES, BAD, i));
    }
    pass(2 * CONFIRM_AFTER_MS);
    worker.out.rejected.clear();

    deliver(click(SHOES, BAD, 2L * MAX_GAPS + 2));
    pass(DEFERRAL_MS);

    assertThat(worker.out.rejected).isEmpty();
    assertThat(worker.ad(SHOES).totals().clicks()).isEqualTo(4);
  }

  @Test
  void eventThatIsCountedAlreadyIsMarkedAllTheSame() {
    // Its counter has room, so it is counted; when it comes again there is none.
    TaskHarness other = TaskHarness.ordinary();
    other.deliver("before", click(SHOES, BAD, 0));
    for (int i = 1; i < MAX_GAPS; i++) {
      other.deliver("more", click("ad" + i, BAD, 2L * i));
    }
    AdEvent event = click(SHOES, BAD, 6L * MAX_GAPS);
    other.deliver("counted", event);
    other.pass(DEFERRAL_MS);
    other.out.unsent.removeIf(marks -> marks.ids().contains(event.sequence()));
    for (int i = MAX_GAPS; i < MAX_GAPS + 3; i++) {
      other.deliver("more", click("ad" + i, BAD, 2L * i));
    }
    other.settle();
    other.deliver("look", click("hats", GOOD, 0));
    other.pass(DEFERRAL_MS);
    int marked = other.out.marks.size();

    other.deliver("again", event);

    assertThat(other.counter(BAD).gaps().gapCount()).isGreaterThanOrEqualTo(MAX_GAPS);
    assertThat(other.out.rejected).isEmpty();
    assertThat(other.out.acked).contains("again");
    assertThat(other.out.marks).as("marked again").hasSize(marked + 1);
  }

  @Test
  void closeThatWouldAddAGapIsRejected() {
    worker.counters.onCounterEvent("close", new Close(BAD, 2L * MAX_GAPS + 2, START_MS));
    worker.run();
    worker.pass(DEFERRAL_MS);
    assertThat(worker.countersOut.rejectReasons()).containsExactly(RejectReason.TOO_MANY_GAPS);

    worker.counters.onCounterEvent("next", new Close(BAD, 2L * MAX_GAPS + 1, START_MS));
    worker.run();
    worker.pass(DEFERRAL_MS);
    assertThat(worker.countersOut.acked).contains("close", "next");
    assertThat(worker.counter(BAD).closed()).isTrue();
  }

  /**
   * The bound, honestly: what comes in while a view is up to so old, and its events wait for their
   * puts, is counted, and recorded. With many ads tasks it is the same, as they share a view.
   */
  @Test
  void badCounterStaysBoundedAndStarvesNoGoodOne() {
    int perStep = 5;
    long stepMs = 100;
    long badNext = 0;
    long goodNext = 0;
    List<Long> goodLagsMs = new ArrayList<>();
    for (int step = 0; step < 300; step++) {
      List<AdEvent> events = new ArrayList<>();
      for (int i = 0; i < perStep; i++) {
        events.add(click("ad" + (badNext % 7), WORSE, badNext));
        events.add(click("hat" + (goodNext % 7), GOOD, goodNext));
        badNext += 2;
        goodNext++;
      }
      deliver(events.toArray(AdEvent[]::new));
      worker.sendMarks();
      worker.pass(stepMs);
      CounterDocument good =
          worker.store.values(DocumentKey.counter(GOOD)).isEmpty() ? null : worker.counter(GOOD);
      long recorded = good == null ? 0 : good.next() - good.gaps().missing();
      goodLagsMs.add((goodNext - recorded) / perStep * stepMs);
    }
    long wholeLagMs = VIEW_AGE_MS + 2 * DEFERRAL_MS + CONFIRM_AFTER_MS;
    long most = MAX_GAPS + perStep * wholeLagMs / stepMs;

    assertThat(worker.counter(WORSE).gaps().gapCount())
        .isLessThanOrEqualTo((int) most)
        .isLessThan(1_000);
    assertThat(worker.store.values(DocumentKey.counter(WORSE)).get(0).bytes().length)
        .as("bytes: a few for each gap")
        .isLessThan(8 * (int) most + 1_000);
    assertThat(goodLagsMs).as("ms behind").allMatch(ms -> ms <= wholeLagMs);
    assertThat(worker.out.rejected)
        .hasSizeGreaterThan(1_000)
        .allMatch(r -> r.line().contains(WORSE));
    assertThat(worker.out.rejectReasons())
        .as("once it has lost touch, its numbers jump")
        .contains(RejectReason.TOO_MANY_GAPS)
        .containsOnly(RejectReason.TOO_MANY_GAPS, RejectReason.SEQUENCE_JUMP);
    assertThat(worker.out.failed).isEmpty();
  }
}
