package clickcounter.counting;

import static clickcounter.counting.TaskHarness.BLOCKED_RETRY_MS;
import static clickcounter.counting.TaskHarness.COST_MICROS;
import static clickcounter.counting.TaskHarness.DEFERRAL_MS;
import static clickcounter.counting.TaskHarness.HURRY_UNSETTLED_BYTES;
import static clickcounter.counting.TaskHarness.MARK_FLUSH_MS;
import static clickcounter.counting.TaskHarness.MAX_HELD_EVENTS;
import static clickcounter.counting.TaskHarness.MAX_SEQUENCE_JUMP;
import static clickcounter.counting.TaskHarness.MAX_UNSETTLED_IDS;
import static clickcounter.counting.TaskHarness.TRIM_AFTER_MS;
import static clickcounter.counting.TaskHarness.TRIM_UNSETTLED_IDS;
import static clickcounter.counting.TaskHarness.click;
import static clickcounter.counting.TaskHarness.clicks;
import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.copies.StoreMetrics.PutEnd;
import clickcounter.counting.RecordedMetrics.StartedPut;
import clickcounter.defer.WriteLimits;
import clickcounter.event.AdEvent;
import clickcounter.event.EventBatch;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import clickcounter.event.RejectReason;
import clickcounter.ids.LongRanges;
import clickcounter.store.DocumentKey;
import clickcounter.store.MemoryStore.PutFault;
import clickcounter.wire.Marks;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each decision of the ads task, on a scripted store. */
class AdsTaskTest {
  private static final String SHOES = "shoes";
  private static final String HATS = "hats";
  private static final String HOST_A = "hostA-20131030_152543";
  private static final String HOST_B = "hostB-20131030_091500";
  private static final DocumentKey SHOES_DOCUMENT = DocumentKey.ad(SHOES);
  private static final DocumentKey HATS_DOCUMENT = DocumentKey.ad(HATS);

  private final TaskHarness worker = TaskHarness.ordinary();

  @Test
  void idleAdIsWrittenAtOnce() {
    worker.deliver("first", click(SHOES, HOST_A, 0));

    assertThat(worker.ad(SHOES).totals().clicks()).isEqualTo(1);
    assertThat(worker.ad(SHOES).totals().costMicros()).isEqualTo(COST_MICROS);
    assertThat(worker.out.acked).containsExactly("first");
    assertThat(worker.metrics.puts.get(0).ageMs()).isZero();
  }

  @Test
  void hotAdIsWrittenOncePerDeferral() {
    worker.deliver("first", click(SHOES, HOST_A, 0));
    int more = 10;
    for (int i = 1; i <= more; i++) {
      worker.pass(DEFERRAL_MS / more - 1);
      worker.deliver("more", click(SHOES, HOST_A, i));
    }
    assertThat(worker.store.puts(SHOES_DOCUMENT)).isEqualTo(1);
    worker.pass(more);

    assertThat(worker.metrics.puts).extracting(StartedPut::events).containsExactly(1, more);
    assertThat(worker.metrics.puts.get(1).ageMs()).isLessThanOrEqualTo(DEFERRAL_MS);
    assertThat(worker.ad(SHOES).totals().clicks()).isEqualTo(1 + more);
    assertThat(worker.out.acked).hasSize(1 + more);
  }

  @Test
  void documentWithManyUnsettledIdsIsWrittenAheadOfItsTime() {
    worker.deliver("first", click(SHOES, HOST_A, 0));
    worker.deliver("many", clicks(SHOES, HOST_A, 1, HURRY_UNSETTLED_BYTES / 8));

    assertThat(worker.out.acked).containsExactly("first", "many");
    assertThat(worker.nowMs).isEqualTo(TaskHarness.START_MS);
  }

  @Test
  void namesOfCountersBringADocumentsWriteForward() {
    int counters = HURRY_UNSETTLED_BYTES / HOST_A.length();
    worker.deliver("first", click(SHOES, HOST_A, 0));
    worker.deliver("one counter", clicks(SHOES, HOST_A, 1, counters));
    assertThat(worker.out.acked).containsExactly("first");

    worker.deliver(
        "many counters",
        IntStream.range(0, counters)
            .mapToObj(i -> click(SHOES, HOST_A + i, 0))
            .toArray(AdEvent[]::new));
    assertThat(worker.out.acked).containsExactly("first", "one counter", "many counters");
    assertThat(worker.nowMs).isEqualTo(TaskHarness.START_MS);
  }

  @Test
  void costsBeyondTheBudgetAreOverdelivered() {
    long cost = click(SHOES, HOST_A, 0).amountMicros();
    worker.deliver(
        "budget",
        new AdEvent(HOST_A, 0, EventKind.BUDGET, SHOES, TaskHarness.START_MS, cost * 3 / 2));
    worker.deliver("first", click(SHOES, HOST_A, 1));
    worker.deliver("second", click(SHOES, HOST_A, 2));
    worker.deliver("third", click(SHOES, HOST_A, 3));
    worker.deliver("third again", click(SHOES, HOST_A, 3));
    worker.pass(DEFERRAL_MS);

    assertThat(worker.metrics.costMicros).isEqualTo(3 * cost);
    assertThat(worker.metrics.overdeliveredMicros).isEqualTo(3 * cost - cost * 3 / 2);
  }

  @Test
  void deliveryWithoutEventsIsAcked() {
    worker.deliver("nothing");

    assertThat(worker.out.acked).containsExactly("nothing");
  }

  @Test
  void eventThatComesTwiceInOneDeliveryIsCountedOnce() {
    worker.deliver("twice", click(SHOES, HOST_A, 0), click(SHOES, HOST_A, 0));

    assertThat(worker.ad(SHOES).totals().clicks()).isEqualTo(1);
    assertThat(worker.metrics.counted).isEqualTo(1);
    assertThat(worker.metrics.duplicates).isEqualTo(1);
    assertThat(worker.out.acked).containsExactly("twice");
  }

  @Test
  void markIsSentOnlyAfterThePut() {
    startPutThatIsNotAnswered("first", click(SHOES, HOST_A, 0));
    worker.pass(10 * MARK_FLUSH_MS);
    assertThat(worker.out.marks).isEmpty();
    assertThat(worker.out.acked).isEmpty();

    worker.store.releaseAnswers(SHOES_DOCUMENT);
    worker.run();

    assertThat(worker.out.marked(HOST_A)).isEqualTo(LongRanges.of(0));
    assertThat(worker.out.acked).containsExactly("first");
    assertThat(worker.metrics.durableAfterMs).containsExactly(10 * MARK_FLUSH_MS);
  }

  private void startPutThatIsNotAnswered(String delivery, AdEvent event) {
    worker.ads.onBatch(delivery, EventBatch.of(List.of(event))); // the document is read
    worker.store.holdAnswers(DocumentKey.ad(event.adId()));
    worker.run();
    assertThat(worker.store.puts(DocumentKey.ad(event.adId()))).isPositive();
  }

  @Test
  void eventThatComesAgainDuringItsPutIsMarkedAfterIt() {
    startPutThatIsNotAnswered("first", click(SHOES, HOST_A, 0));
    worker.deliver("again", click(SHOES, HOST_A, 0));
    assertThat(worker.out.acked).isEmpty();

    worker.store.releaseAnswers(SHOES_DOCUMENT);
    worker.pass(2 * DEFERRAL_MS);

    assertThat(worker.out.acked).containsExactly("first", "again");
    assertThat(worker.store.puts(SHOES_DOCUMENT)).isEqualTo(1);
    assertThat(worker.ad(SHOES).totals().clicks()).isEqualTo(1);
  }

  @Test
  void eventThatComesDuringAPutWaitsForTheNext() {
    startPutThatIsNotAnswered("first", click(SHOES, HOST_A, 0));
    worker.deliver("second", click(SHOES, HOST_A, 1));
    worker.store.releaseAnswers(SHOES_DOCUMENT);
    worker.run();
    assertThat(worker.out.acked).containsExactly("first");

    worker.pass(DEFERRAL_MS);

    assertThat(worker.out.acked).containsExactly("first", "second");
    assertThat(worker.ad(SHOES).totals().clicks()).isEqualTo(2);
  }

  @Test
  void durableEventIsMarkedAgainWithoutAPut() {
    worker.deliver("first", click(SHOES, HOST_A, 0));
    worker.deliver("again", click(SHOES, HOST_A, 0));

    assertThat(worker.out.acked).containsExactly("first", "again");
    assertThat(worker.out.marks).hasSize(2);
    assertThat(worker.store.puts(SHOES_DOCUMENT)).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(names = {"DOUBT_STORED", "DOUBT_LOST"})
  void putInDoubtIsReadAgainAndCountedOnce(PutFault fault) {
    worker.store.failNextPut(SHOES_DOCUMENT, fault);
    worker.deliver("first", click(SHOES, HOST_A, 0));

    assertThat(worker.ad(SHOES).totals().clicks()).isEqualTo(1);
    assertThat(worker.out.acked).containsExactly("first");
    assertThat(worker.metrics.costMicros).as("paid once").isEqualTo(COST_MICROS);
    assertThat(worker.out.marked(HOST_A)).isEqualTo(LongRanges.of(0));
    assertThat(worker.store.reads(SHOES_DOCUMENT)).isEqualTo(2);
    assertThat(worker.metrics.putEnds).containsExactly(PutEnd.DOUBT, PutEnd.STORED);
  }

  @Test
  void eventThatWasOnlyReadIsMarkedOnlyAfterAPut() {
    worker.store.failNextPut(SHOES_DOCUMENT, PutFault.DOUBT_STORED);
    startPutThatIsNotAnswered("first", click(SHOES, HOST_A, 0));
    assertThat(worker.ad(SHOES).isUnsettled(HOST_A, 0)).isTrue();
    worker.store.releaseAnswers(SHOES_DOCUMENT);
    worker.store.holdAnswers(SHOES_DOCUMENT);
    worker.run();
    worker.store.releaseAnswers(SHOES_DOCUMENT);
    worker.store.holdAnswers(SHOES_DOCUMENT);
    worker.pass(10 * MARK_FLUSH_MS);
    assertThat(worker.store.puts(SHOES_DOCUMENT)).isEqualTo(2);
    assertThat(worker.out.marks).as("reading it proved nothing durable").isEmpty();

    worker.store.releaseAnswers(SHOES_DOCUMENT);
    worker.run();
    assertThat(worker.out.marked(HOST_A)).isEqualTo(LongRanges.of(0));
    assertThat(worker.ad(SHOES).totals().clicks()).isEqualTo(1);
  }

  @Test
  void siblingsAreMerged() {
    TaskHarness other = worker.copy();
    bothWriteShoesAtOnce(worker, other);
    other.pass(DEFERRAL_MS);

    assertThat(other.metrics.putEnds).containsExactly(PutEnd.SIBLINGS, PutEnd.STORED);

    assertThat(other.ad(SHOES).totals().clicks()).isEqualTo(2);
    assertThat(other.ad(SHOES).isUnsettled(HOST_A, 0)).isTrue();
    assertThat(other.ad(SHOES).isUnsettled(HOST_B, 0)).isTrue();
    assertThat(other.metrics.merged).isEqualTo(1);
    assertThat(other.out.acked).containsExactly("other");
  }

  private static void bothWriteShoesAtOnce(TaskHarness one, TaskHarness other) {
    one.ads.onBatch("one", EventBatch.of(List.of(click(SHOES, HOST_A, 0))));
    other.ads.onBatch("other", EventBatch.of(List.of(click(SHOES, HOST_B, 0))));
    one.run();
    other.run();
    assertThat(one.out.acked).containsExactly("one");
  }

  @Test
  void writerThatWasOvertakenStartsAgainFromTheStore() {
    TaskHarness other = worker.copy();
    worker.deliver("one", click(SHOES, HOST_A, 0));
    other.deliver("other", click(SHOES, HOST_B, 0));
    worker.pass(DEFERRAL_MS);

    worker.deliver("late", click(SHOES, HOST_A, 1));
    worker.pass(DEFERRAL_MS);

    assertThat(worker.ad(SHOES).totals().clicks()).isEqualTo(3);
    assertThat(worker.out.acked).containsExactly("one", "late");
  }

  @Test
  void settledEventIsADuplicate() {
    worker.deliver("first", click(SHOES, HOST_A, 0));
    worker.settle();
    worker.deliver("second", click(SHOES, HOST_A, 1));
    worker.settle();
    worker.deliver("third", click(SHOES, HOST_A, 2));
    assertThat(worker.ad(SHOES).isUnsettled(HOST_A, 0)).as("settled, so forgotten").isFalse();
    worker.crash();
    long puts = worker.store.puts(SHOES_DOCUMENT);
    int marks = worker.out.marks.size();

    worker.deliver("first again", click(SHOES, HOST_A, 0));

    assertThat(worker.out.acked).endsWith("first again");
    assertThat(worker.metrics.duplicates).isEqualTo(1);
    assertThat(worker.store.puts(SHOES_DOCUMENT)).isEqualTo(puts);
    assertThat(worker.out.marks).hasSize(marks);
    assertThat(worker.ad(SHOES).totals().clicks()).isEqualTo(3);
  }

  /** The put in doubt may lie on one replica only: who acks on what it says may lose the mark. */
  @Test
  void eventThatItsCounterHasUnconfirmedIsMarkedAgain() {
    worker.deliver("first", click(SHOES, HOST_A, 0));
    worker.crash();
    worker.deliver("first again", click(SHOES, HOST_A, 0));
    TaskHarness other = worker.copy();
    other.deliver("second", click(SHOES, HOST_A, 1));
    worker.store.afterPut = key -> worker.store.holdAnswers(DocumentKey.counter(HOST_A));
    other.counters.onMarks("marks", other.out.marks);
    other.run();
    other.crash();
    worker.store.afterPut = key -> {};
    worker.store.releaseAnswers(DocumentKey.counter(HOST_A));
    assertThat(worker.counter(HOST_A).confirmed(1)).isFalse();

    worker.deliver("second again", click(SHOES, HOST_A, 1));

    assertThat(worker.out.acked).endsWith("second again");
    assertThat(worker.out.marked(HOST_A)).isEqualTo(LongRanges.of(0, 1));
    assertThat(worker.metrics.duplicates).isEqualTo(2);
    assertThat(worker.ad(SHOES).totals().clicks()).isEqualTo(2);
  }

  @Test
  void settledEventAmongThoseThatWaitDoesNotLetTheDocumentGo() {
    for (int i = 0; i < 3; i++) {
      worker.deliver("settled" + i, click(SHOES, HOST_A, i));
      worker.settle();
    }
    worker.crash();
    worker.store.holdAnswers(DocumentKey.counter(HOST_A));

    worker.deliver("old and new", click(SHOES, HOST_A, 0), click(SHOES, HOST_A, 3));
    worker.store.releaseAnswers(DocumentKey.counter(HOST_A)); // both waited for the view
    worker.pass(DEFERRAL_MS);
    worker.deliver("newer", click(SHOES, HOST_A, 4));
    worker.pass(DEFERRAL_MS);

    assertThat(worker.out.acked).endsWith("old and new", "newer");
    assertThat(worker.ad(SHOES).totals().clicks()).isEqualTo(5);
    assertThat(worker.ads.heldEvents()).isZero();
  }

  @Test
  void idIsKeptUntilALaterWriteOfItsCounterConfirmsIt() {
    worker.deliver("first", click(SHOES, HOST_A, 0));
    worker.sendMarks();
    worker.pass(DEFERRAL_MS);
    assertThat(worker.counter(HOST_A).seen(0)).isTrue();
    assertThat(worker.counter(HOST_A).confirmed(0)).isFalse();

    worker.deliver("second", click(SHOES, HOST_A, 1));

    assertThat(worker.ad(SHOES).isUnsettled(HOST_A, 0)).isTrue();
  }

  @Test
  void deliveryIsAckedWhenAllItsEventsAreDurable() {
    worker.store.holdAnswers(HATS_DOCUMENT);
    worker.deliver("both", click(SHOES, HOST_A, 0), click(HATS, HOST_A, 1));
    assertThat(worker.out.acked).isEmpty();
    worker.pass(MARK_FLUSH_MS);
    assertThat(worker.out.marked(HOST_A)).as("marks do not wait long").isEqualTo(LongRanges.of(0));
    assertThat(worker.out.acked).isEmpty();

    worker.store.releaseAnswers(HATS_DOCUMENT);
    worker.run();

    assertThat(worker.out.marked(HOST_A)).isEqualTo(LongRanges.of(0, 1));
    assertThat(worker.out.acked).containsExactly("both");
  }

  @Test
  void documentThatCouldNotBeReadIsReadAgainWhileItsDeliveriesWait() {
    worker.store.failNextReads(SHOES_DOCUMENT, 3);
    worker.deliver("first", click(SHOES, HOST_A, 0));
    assertThat(worker.metrics.readsFailed).as("once more at once, then after a rest").isEqualTo(2);

    worker.pass(1_000);

    assertThat(worker.metrics.readsFailed).isEqualTo(3);
    assertThat(worker.out.acked).containsExactly("first");
    assertThat(worker.out.failed).isEmpty();
    assertThat(worker.ads.heldEvents()).isZero();
  }

  @Test
  void documentWhosePutFailedIsPutBeforeThoseThatAreOnlyDue() {
    TaskHarness slow =
        TaskHarness.withSettings(
            TaskHarness.settings().withWrites(new WriteLimits(DEFERRAL_MS, 1, 0)));
    slow.store.holdAnswers(SHOES_DOCUMENT);
    slow.store.failNextPut(SHOES_DOCUMENT, PutFault.DOUBT_LOST);
    slow.deliver("first", click(SHOES, HOST_A, 0));
    slow.store.releaseAnswers(SHOES_DOCUMENT);
    slow.store.holdAnswers(SHOES_DOCUMENT);
    slow.pass(10);
    for (int ad = 0; ad < 10; ad++) {
      slow.deliver("younger" + ad, click("ad" + ad, HOST_A, 1 + ad));
    }

    slow.store.releaseAnswers(SHOES_DOCUMENT);
    slow.pass(DEFERRAL_MS);

    assertThat(slow.out.acked).hasSize(11);
    assertThat(slow.out.acked.indexOf("first")).as("one was put during its read").isEqualTo(1);
    assertThat(slow.out.failed).isEmpty();
  }

  @Test
  void documentsThatCannotBeReadDoNotKeepOthersFromBeingRead() {
    for (int ad = 0; ad < 100; ad++) {
      worker.store.failNextReads(DocumentKey.ad("away" + ad), 10);
      worker.deliver("waits" + ad, click("away" + ad, HOST_A, ad));
    }
    worker.deliver("first", click(SHOES, HOST_B, 0));

    assertThat(worker.out.acked).containsExactly("first");
    worker.pass(200_000);
    assertThat(worker.out.acked).hasSize(101);
    assertThat(worker.out.failed).isEmpty();
  }

  @Test
  void viewThatCouldNotBeReadIsReadAgainWhileItsEventsWait() {
    worker.deliver("first", click(SHOES, HOST_A, 0));
    worker.crash();
    worker.store.failNextReads(DocumentKey.counter(HOST_A), 2);
    worker.deliver("second", click(SHOES, HOST_A, 1));
    worker.deliver("of B", click(SHOES, HOST_B, 0));
    assertThat(worker.out.acked).as("others do not wait").containsExactly("first", "of B");

    worker.pass(2 * DEFERRAL_MS);

    assertThat(worker.metrics.readsFailed).isEqualTo(2);
    assertThat(worker.out.acked).containsExactly("first", "of B", "second");
    assertThat(worker.out.failed).isEmpty();
    assertThat(worker.ad(SHOES).totals().clicks()).isEqualTo(3);
    assertThat(worker.store.reads(SHOES_DOCUMENT)).as("the copy is kept").isEqualTo(2);
    assertThat(worker.ads.heldEvents()).isZero();
  }

  @Test
  void refreshThatFailsCostsAFullDocumentNothing() {
    worker.deliver("all it takes", clicks(SHOES, HOST_A, 0, MAX_UNSETTLED_IDS - 1));
    worker.store.failNextReads(DocumentKey.counter(HOST_A), 3);
    worker.deliver("one more", click(SHOES, HOST_A, MAX_UNSETTLED_IDS));
    worker.pass(DEFERRAL_MS);
    assertThat(worker.metrics.readsFailed).isEqualTo(3);
    worker.settle();
    worker.pass(DEFERRAL_MS);

    assertThat(worker.out.failed).isEmpty();
    assertThat(worker.out.acked).containsExactly("all it takes", "one more");
    assertThat(worker.store.reads(SHOES_DOCUMENT)).isEqualTo(1);
  }

  @Test
  void fullDocumentOfABlockedCounterTakesTheEventsOfOthers() {
    worker.deliver("all it takes", clicks(SHOES, HOST_A, 0, MAX_UNSETTLED_IDS - 1));
    worker.store.replace(DocumentKey.counter(HOST_A), TaskHarness.unreadable());
    worker.deliver("of A", click(SHOES, HOST_A, MAX_UNSETTLED_IDS));
    worker.deliver("of B", click(SHOES, HOST_B, 0));
    worker.pass(2 * DEFERRAL_MS);

    assertThat(worker.out.rejectReasons()).containsExactly(RejectReason.DOCUMENT_BLOCKED);
    assertThat(worker.out.acked).containsExactlyInAnyOrder("all it takes", "of A", "of B");
    assertThat(worker.ad(SHOES).totals().clicks()).isEqualTo(MAX_UNSETTLED_IDS + 1);
    assertThat(worker.ads.heldEvents()).isZero();
  }

  @Test
  void fullDocumentIsBoundedAgainWhenItsCounterIsMended() {
    worker.deliver("all it takes", clicks(SHOES, HOST_A, 0, MAX_UNSETTLED_IDS - 1));
    worker.store.replace(DocumentKey.counter(HOST_A), TaskHarness.unreadable());
    worker.deliver("of B", clicks(SHOES, HOST_B, 0, MAX_UNSETTLED_IDS / 2));
    worker.pass(2 * DEFERRAL_MS);
    assertThat(worker.out.acked).contains("of B");

    worker.store.delete(DocumentKey.counter(HOST_A)); // by an operator: nothing was recorded in it
    worker.pass(2 * DEFERRAL_MS);
    worker.deliver("look", click(SHOES, HOST_B, MAX_UNSETTLED_IDS));
    worker.pass(2 * DEFERRAL_MS);
    worker.deliver("one more", click(SHOES, HOST_B, MAX_UNSETTLED_IDS + 1));
    worker.pass(2 * DEFERRAL_MS);

    assertThat(worker.out.acked).doesNotContain("one more");
  }

  @Test
  void documentThatCannotBeReadRejectsItsEvents() {
    worker.store.replace(SHOES_DOCUMENT, TaskHarness.unreadable());
    worker.deliver("first", click(SHOES, HOST_A, 0));
    worker.deliver("second", click(SHOES, HOST_A, 1), click(HATS, HOST_A, 2));

    assertThat(worker.out.rejectReasons()).containsOnly(RejectReason.DOCUMENT_BLOCKED).hasSize(2);
    assertThat(worker.out.rejected.get(0).line())
        .isEqualTo(EventWriter.toLine(click(SHOES, HOST_A, 0)));
    assertThat(worker.out.rejected.get(0).detail()).startsWith("ads/" + SHOES);
    assertThat(worker.out.acked).containsExactly("first", "second");
    assertThat(worker.out.marked(HOST_A)).isEqualTo(LongRanges.of(2));
    assertThat(worker.store.reads(SHOES_DOCUMENT)).isEqualTo(1);
    assertThat(worker.store.puts(SHOES_DOCUMENT)).isZero();
    assertThat(worker.metrics.blocked).isEqualTo(1);
    assertThat(worker.metrics.rejected).isEqualTo(2);
  }

  @Test
  void idOfABlockedAdWritesNoLineOfTheLog() {
    String forger = "new\nERROR all is lost";
    worker.store.replace(DocumentKey.ad(forger), TaskHarness.unreadable());
    List<String> messages = new ArrayList<>();
    Logger root = ((LoggerContext) LogManager.getContext(false)).getRootLogger();
    AbstractAppender appender =
        new AbstractAppender("messages", null, null, true, Property.EMPTY_ARRAY) {
          @Override
          public void append(LogEvent event) {
            messages.add(event.getMessage().getFormattedMessage());
          }
        };
    appender.start();
    root.addAppender(appender);
    try {
      worker.deliver("first", click(forger, HOST_A, 0));
    } finally {
      root.removeAppender(appender);
    }
    assertThat(messages)
        .singleElement()
        .asString()
        .startsWith("ads/new\\nERROR all is lost is")
        .doesNotContain("\n");
  }

  @Test
  void documentThatCouldNotBeReadIsReadAgainAfterAWhile() {
    worker.store.replace(SHOES_DOCUMENT, TaskHarness.unreadable());
    worker.deliver("first", click(SHOES, HOST_A, 0));
    worker.store.delete(SHOES_DOCUMENT); // by an operator
    worker.deliver("too early", click(SHOES, HOST_A, 0));
    assertThat(worker.out.rejected).hasSize(2);

    worker.jump(BLOCKED_RETRY_MS);
    worker.deliver("again", click(SHOES, HOST_A, 0));

    assertThat(worker.ad(SHOES).totals().clicks()).isEqualTo(1);
    assertThat(worker.out.acked).containsExactly("first", "too early", "again");
    assertThat(worker.metrics.counted).isEqualTo(1);
  }

  @Test
  void anotherAdsDocumentUnderTheKeyIsNotCountedOn() {
    worker.deliver("first", click(HATS, HOST_A, 0));
    worker.store.replace(SHOES_DOCUMENT, worker.store.values(HATS_DOCUMENT).get(0));

    worker.deliver("second", click(SHOES, HOST_A, 1));

    assertThat(worker.out.rejectReasons()).containsExactly(RejectReason.DOCUMENT_BLOCKED);
    assertThat(worker.out.rejected.get(0).detail()).contains("the document of ad " + HATS);
    assertThat(worker.ad(SHOES).adId()).isEqualTo(HATS);
  }

  @Test
  void eventThatItsCounterHasConfirmedIsNoRejectThoughItsAdIsBlocked() {
    worker.deliver("first", click(SHOES, HOST_A, 0));
    worker.settle();
    worker.crash();
    worker.store.replace(SHOES_DOCUMENT, TaskHarness.unreadable());
    worker.views.refreshSoon(HOST_A);
    worker.pass(DEFERRAL_MS);

    worker.deliver("again", click(SHOES, HOST_A, 0), click(SHOES, HOST_A, 1));
    worker.pass(DEFERRAL_MS);

    assertThat(worker.out.rejected)
        .as("only the new one")
        .singleElement()
        .satisfies(each -> assertThat(each.line()).contains(HOST_A + ":1"));
    assertThat(worker.metrics.duplicates).isEqualTo(1);
  }

  @Test
  void eventsThatWaitForRoomAreRejectedWhenTheirDocumentIsBlocked() {
    worker.store.failNextPut(SHOES_DOCUMENT, PutFault.REFUSED);
    worker.store.holdAnswers(SHOES_DOCUMENT);
    worker.deliver("all it takes", clicks(SHOES, HOST_A, 0, MAX_UNSETTLED_IDS - 1));
    worker.deliver("waits for room", click(SHOES, HOST_A, MAX_UNSETTLED_IDS));
    worker.store.releaseAnswers(SHOES_DOCUMENT);
    worker.pass(DEFERRAL_MS);

    assertThat(worker.out.rejected).hasSize(MAX_UNSETTLED_IDS + 1);
    assertThat(worker.ads.heldEvents()).isZero();
  }

  @Test
  void deliveriesInLineAreKeptAliveWhileTheStoreMakesProgress() {
    TaskHarness slow =
        TaskHarness.withSettings(
            TaskHarness.settings().withWrites(new WriteLimits(DEFERRAL_MS, 1, 1)));
    for (int ad = 0; ad < 40; ad++) {
      slow.deliver("delivery" + ad, click("ad" + ad, HOST_A, ad));
    }
    slow.pass(2 * TaskHarness.KEEP_ALIVE_MS);

    assertThat(slow.out.keptAlive).contains("delivery39").doesNotContain("delivery0");
    assertThat(slow.out.failed).isEmpty();
    slow.pass(30_000);
    assertThat(slow.out.acked).hasSize(40);
  }

  @Test
  void deliveryIsKeptAliveWhileTheStoreAnswersNothing() {
    worker.store.holdAnswers(SHOES_DOCUMENT);
    worker.deliver("waits", click(SHOES, HOST_A, 0));
    worker.pass(4 * TaskHarness.KEEP_ALIVE_MS);

    assertThat(worker.out.keptAlive).contains("waits");
  }

  @Test
  void eventThatWaitsForAViewIsKeptAlive() {
    worker.deliver("first", click(SHOES, HOST_A, 0));
    worker.crash();
    worker.store.holdAnswers(DocumentKey.counter(HOST_A));
    worker.deliver("waits for a view", click(SHOES, HOST_A, 1));
    for (int i = 0; i < 4; i++) {
      worker.deliver("progress" + i, click(HATS, HOST_B, i));
      worker.pass(TaskHarness.KEEP_ALIVE_MS);
    }

    assertThat(worker.out.keptAlive).contains("waits for a view");
  }

  @Test
  void documentThatTheStoreRefusesIsBlocked() {
    worker.store.failNextPut(SHOES_DOCUMENT, PutFault.REFUSED);
    worker.deliver("first", click(SHOES, HOST_A, 0));

    assertThat(worker.out.rejectReasons()).containsExactly(RejectReason.DOCUMENT_BLOCKED);
    assertThat(worker.out.rejected.get(0).detail()).contains("refuses").contains("too_large");
    assertThat(worker.metrics.putEnds).containsExactly(PutEnd.REFUSED);
    assertThat(worker.out.acked).containsExactly("first");
    assertThat(worker.ads.busyDocuments()).isZero();
    assertThat(worker.metrics.rejected).isEqualTo(1);
    assertThat(worker.metrics.counted).as("rejected, so not counted").isZero();
  }

  @Test
  void eventsOfACounterWhoseDocumentCannotBeReadAreRejected() {
    DocumentKey hostB = DocumentKey.counter(HOST_B);
    worker.deliver("first", click(SHOES, HOST_A, 0));
    worker.crash();
    worker.store.replace(hostB, TaskHarness.unreadable());

    worker.deliver("second", click(SHOES, HOST_B, 0), click(SHOES, HOST_A, 1));
    worker.deliver("third", click(SHOES, HOST_B, MAX_SEQUENCE_JUMP + 1));
    assertThat(worker.out.rejectReasons()).containsOnly(RejectReason.DOCUMENT_BLOCKED).hasSize(2);
    assertThat(worker.out.rejected.get(0).detail()).startsWith("counters/" + HOST_B);
    worker.pass(DEFERRAL_MS);
    assertThat(worker.out.acked).containsExactlyInAnyOrder("first", "second", "third");

    worker.store.delete(hostB); // by an operator; noticed soon while its events come
    worker.deliver("too early", click(SHOES, HOST_B, 0));
    worker.pass(DEFERRAL_MS);
    worker.deliver("again", click(SHOES, HOST_B, 0));
    worker.pass(DEFERRAL_MS);
    assertThat(worker.ad(SHOES).totals().clicks()).isEqualTo(3);
  }

  @Test
  void eventThatIsCountedIsADuplicateThoughItsCounterIsBlocked() {
    DocumentKey hostB = DocumentKey.counter(HOST_B);
    worker.deliver("first", click(SHOES, HOST_B, 0));
    worker.store.replace(hostB, TaskHarness.unreadable());
    worker.deliver("look", click(HATS, HOST_A, 0));
    worker.crash();
    worker.deliver("unsettled", click(SHOES, HOST_B, 0), click(SHOES, HOST_B, 1));
    worker.pass(DEFERRAL_MS);

    assertThat(worker.out.rejectReasons())
        .as("only the new one")
        .containsExactly(RejectReason.DOCUMENT_BLOCKED);
    assertThat(worker.out.rejected.get(0).line()).contains(HOST_B + ":1");
    assertThat(worker.metrics.duplicates).isEqualTo(1);
    assertThat(worker.out.acked).contains("unsettled");
  }

  @Test
  void eventThatItsCounterHasIsADuplicateThoughThatIsBlockedNow() {
    worker.deliver("first", click(SHOES, HOST_A, 0));
    worker.settle();
    worker.deliver("second", click(SHOES, HOST_A, 1)); // its put forgets the first
    worker.pass(DEFERRAL_MS);
    worker.store.replace(DocumentKey.counter(HOST_A), TaskHarness.unreadable());
    worker.views.refreshSoon(HOST_A);
    worker.pass(DEFERRAL_MS);
    assertThat(worker.views.blocked(HOST_A)).isNotNull();

    worker.deliver("again", click(SHOES, HOST_A, 0));
    worker.pass(DEFERRAL_MS);

    assertThat(worker.out.rejected).isEmpty();
    assertThat(worker.metrics.duplicates).isEqualTo(1);
  }

  @Test
  void sequenceThatJumpsIsRejected() {
    long sequence = MAX_SEQUENCE_JUMP + 1;
    worker.deliver("jump", click(SHOES, HOST_A, 0), click(SHOES, HOST_A, sequence));

    assertThat(worker.out.rejectReasons()).containsExactly(RejectReason.SEQUENCE_JUMP);
    assertThat(worker.out.rejected.get(0).detail())
        .contains("sequence " + sequence)
        .contains("expected at most " + TaskHarness.MAX_SEQUENCE_JUMP + " above");
    assertThat(worker.ad(SHOES).totals().clicks()).isEqualTo(1);
    assertThat(worker.out.marked(HOST_A)).isEqualTo(LongRanges.of(0));
    assertThat(worker.out.acked).containsExactly("jump");
  }

  @Test
  void highSequenceOfACounterThatHasComeSoFarIsCounted() {
    long comeTo = 5 * MAX_SEQUENCE_JUMP;
    worker.counters.onMarks(
        "old", List.of(new Marks(HOST_A, LongRanges.ofRange(0, comeTo), TaskHarness.START_MS)));
    worker.settle();

    worker.deliver("next", click(SHOES, HOST_A, comeTo + MAX_SEQUENCE_JUMP));

    assertThat(worker.out.rejected).isEmpty();
    assertThat(worker.ad(SHOES).totals().clicks()).isEqualTo(1);
  }

  @Test
  void fullDocumentTakesNoMoreUntilSomeAreSettled() {
    worker.deliver("all it takes", clicks(SHOES, HOST_A, 0, MAX_UNSETTLED_IDS - 1));
    worker.deliver("one more", click(SHOES, HOST_A, MAX_UNSETTLED_IDS));
    worker.pass(2 * DEFERRAL_MS);
    assertThat(worker.out.acked).containsExactly("all it takes");
    assertThat(worker.ad(SHOES).totals().clicks()).isEqualTo(MAX_UNSETTLED_IDS);

    worker.settle();
    worker.pass(DEFERRAL_MS);

    assertThat(worker.out.acked).containsExactly("all it takes", "one more");
    assertThat(worker.ad(SHOES).totals().clicks()).isEqualTo(MAX_UNSETTLED_IDS + 1);
    assertThat(worker.ads.heldEvents()).isZero();
  }

  @Test
  void fullDocumentWhoseMarksGotLostMarksThemAgain() {
    worker.deliver("all it takes", clicks(SHOES, HOST_A, 0, MAX_UNSETTLED_IDS - 1));
    worker.out.unsent.clear();
    worker.deliver("one more", click(SHOES, HOST_A, MAX_UNSETTLED_IDS));

    worker.pass(2 * TRIM_AFTER_MS);
    worker.settle();
    worker.pass(TRIM_AFTER_MS);

    assertThat(worker.out.acked).containsExactly("all it takes", "one more");
    assertThat(worker.ad(SHOES).totals().clicks()).isEqualTo(MAX_UNSETTLED_IDS + 1);
  }

  @Test
  void fullDocumentOfAnEarlierLifeIsPutAgainBeforeItsIdsAreMarked() {
    worker.deliver("all it takes", clicks(SHOES, HOST_A, 0, MAX_UNSETTLED_IDS - 1));
    worker.crash();
    int marks = worker.out.marks.size();
    worker.deliver("one more", click(SHOES, HOST_A, MAX_UNSETTLED_IDS));
    assertThat(worker.out.marks).as("reading them proved nothing durable").hasSize(marks);

    worker.pass(3 * TRIM_AFTER_MS);
    assertThat(worker.store.puts(SHOES_DOCUMENT)).isEqualTo(2);
    worker.settle();
    worker.pass(TRIM_AFTER_MS);

    assertThat(worker.out.acked).containsExactly("all it takes", "one more");
    assertThat(worker.ad(SHOES).totals().clicks()).isEqualTo(MAX_UNSETTLED_IDS + 1);
  }

  @Test
  void swollenDocumentIsTrimmed() {
    int swollen = TRIM_UNSETTLED_IDS + 1;
    worker.deliver("many", clicks(SHOES, HOST_A, 0, swollen - 1));
    int before = worker.metrics.puts.get(0).bytes();
    worker.settle();

    worker.pass(3 * TRIM_AFTER_MS);

    assertThat(worker.ad(SHOES).unsettled()).isEmpty();
    assertThat(worker.ad(SHOES).totals().clicks()).isEqualTo(swollen);
    assertThat(worker.metrics.puts).hasSize(2);
    assertThat(worker.metrics.puts.get(1).bytes()).isLessThan(before);
    assertThat(worker.ads.busyDocuments()).as("then nothing is pending").isZero();
  }

  @Test
  void settledEventDuringTheTrimmingPutDoesNotLetTheDocumentGo() {
    worker.deliver("many", clicks(SHOES, HOST_A, 0, TRIM_UNSETTLED_IDS));
    worker.settle();
    worker.store.holdAnswers(SHOES_DOCUMENT);
    worker.pass(3 * TRIM_AFTER_MS);
    assertThat(worker.store.puts(SHOES_DOCUMENT)).as("the trimming one").isEqualTo(2);

    worker.deliver("again", click(SHOES, HOST_A, 0));
    worker.store.releaseAnswers(SHOES_DOCUMENT);
    worker.run();
    worker.deliver("new", click(SHOES, HOST_A, TRIM_UNSETTLED_IDS + 1));
    worker.pass(DEFERRAL_MS);

    assertThat(worker.out.acked).containsExactly("many", "again", "new");
    assertThat(worker.ad(SHOES).totals().clicks()).isEqualTo(TRIM_UNSETTLED_IDS + 2);
  }

  @Test
  void documentWithFewUnsettledIdsIsNotWrittenAgain() {
    worker.deliver("few", clicks(SHOES, HOST_A, 0, TRIM_UNSETTLED_IDS - 1));
    worker.settle();
    worker.pass(3 * TRIM_AFTER_MS);

    assertThat(worker.store.puts(SHOES_DOCUMENT)).isEqualTo(1);
    assertThat(worker.ads.busyDocuments()).isZero();
  }

  @Test
  void tooManyHeldEventsFailAtOnce() {
    List<AdEvent> many = new ArrayList<>();
    for (int i = 0; i < MAX_HELD_EVENTS; i++) {
      many.add(click("ad" + i, HOST_A, i));
    }
    worker.ads.onBatch("many", EventBatch.of(many));
    worker.deliver("one more", click(SHOES, HOST_B, 0));
    assertThat(worker.out.failed).containsExactly("one more");
    worker.run();
    assertThat(worker.out.acked).containsExactly("many");

    worker.deliver("one more again", click(SHOES, HOST_B, 0));

    assertThat(worker.out.acked).containsExactly("many", "one more again");
    assertThat(worker.ads.heldEvents()).isZero();
  }

  @Test
  void tasksOfAWorkerShareTheBound() {
    HeldEventsBudget budget = new HeldEventsBudget(MAX_HELD_EVENTS);
    assertThat(budget.tryAcquire(MAX_HELD_EVENTS - 1)).as("all of one task").isTrue();
    assertThat(budget.tryAcquire(3 * MAX_HELD_EVENTS)).as("a large one, under load").isTrue();
    assertThat(budget.tryAcquire(1)).isFalse();

    for (int i = 0; i < 3 * MAX_HELD_EVENTS; i++) {
      budget.release();
    }
    assertThat(budget.tryAcquire(1)).isTrue();
  }

  @Test
  void deliveryAboveTheBoundIsTakenAlone() {
    List<AdEvent> many = new ArrayList<>();
    for (int i = 0; i <= MAX_HELD_EVENTS; i++) {
      many.add(click("ad" + i, HOST_A, i));
    }
    worker.deliver("many", many);

    assertThat(worker.out.acked).containsExactly("many");
  }

  @Test
  void documentThatFellOutOfTheCacheIsReadAgain() {
    TaskHarness forgetful = TaskHarness.withSettings(TaskHarness.settings(0));
    forgetful.deliver("first", click(SHOES, HOST_A, 0));
    forgetful.pass(DEFERRAL_MS);
    forgetful.deliver("second", click(SHOES, HOST_A, 1));
    forgetful.pass(DEFERRAL_MS);

    assertThat(forgetful.store.reads(SHOES_DOCUMENT)).isEqualTo(2);
    assertThat(forgetful.ad(SHOES).totals().clicks()).isEqualTo(2);
  }

  @Test
  void documentInTheCacheIsNotReadAgain() {
    worker.deliver("first", click(SHOES, HOST_A, 0));
    worker.pass(DEFERRAL_MS);
    worker.deliver("second", click(SHOES, HOST_A, 1));

    assertThat(worker.store.reads(SHOES_DOCUMENT)).isEqualTo(1);
    assertThat(worker.ad(SHOES).totals().clicks()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void receivedIsCountedAndDuplicatesAndRejected(long seed) {
    Random random = new Random(seed);
    PutFault[] faults = {PutFault.DOUBT_STORED, PutFault.DOUBT_LOST};
    Map<String, List<AdEvent>> sent = new HashMap<>();
    for (int i = 0; i < 200; i++) {
      List<AdEvent> events = new ArrayList<>();
      for (int e = random.nextInt(4); e >= 0; e--) {
        int sequence = random.nextInt(90);
        events.add(click("ad" + sequence % 4, HOST_A, sequence));
      }
      if (random.nextInt(10) == 0) {
        events.add(click(SHOES, HOST_B, MAX_SEQUENCE_JUMP + 1 + i));
      }
      if (random.nextInt(5) == 0) {
        worker.store.failNextPut(DocumentKey.ad("ad" + random.nextInt(4)), faults[i % 2]);
      }
      if (random.nextInt(10) == 0) {
        worker.store.failNextReads(DocumentKey.counter(HOST_A), 1 + random.nextInt(2));
        worker.store.failNextReads(DocumentKey.ad("ad" + random.nextInt(4)), 1);
        worker.store.failNextPut(DocumentKey.counter(HOST_A), faults[i % 2]);
      }
      sent.put("delivery" + i, events);
      worker.deliver("delivery" + i, events);
      worker.pass(random.nextInt(100));
      worker.sendMarks();
    }
    for (int i = 0; i < 10; i++) {
      worker.settle();
    }

    String seeded = "seed " + seed;
    assertThat(worker.out.failed).as(seeded).isEmpty();
    assertThat(worker.out.acked).as(seeded).containsExactlyInAnyOrderElementsOf(sent.keySet());
    long received = sent.values().stream().mapToLong(List::size).sum();
    RecordedMetrics metrics = worker.metrics;
    assertThat(received)
        .as(seeded)
        .isEqualTo((long) metrics.counted + metrics.duplicates + metrics.rejected);
    assertThat(worker.out.rejected).as(seeded).hasSize(metrics.rejected);
    requireEachCallToldOnce(seeded);
    long distinct =
        sent.values().stream()
            .flatMap(List::stream)
            .filter(event -> event.counterId().equals(HOST_A))
            .distinct()
            .count();
    long counted = 0;
    for (int ad = 0; ad < 4; ad++) {
      counted += worker.ad("ad" + ad).totals().clicks();
    }
    assertThat(counted).as(seeded).isEqualTo(distinct);
    assertThat(worker.counter(HOST_A).gaps().missing())
        .as(seeded)
        .isEqualTo(worker.counter(HOST_A).next() - distinct);
    assertThat(worker.ads.heldEvents()).as(seeded).isZero();
  }

  /** What the store was asked for and answered, and what the metrics of both tasks say of it. */
  private void requireEachCallToldOnce(String seeded) {
    RecordedMetrics ads = worker.metrics;
    RecordedMetrics counters = worker.countersMetrics;
    assertThat(ads.puts.size() + counters.puts.size())
        .as(seeded + ": puts")
        .isEqualTo(worker.store.puts().size());
    assertThat(ads.putEnds).as(seeded + ": each has one end").hasSameSizeAs(ads.puts);
    assertThat(counters.putEnds).as(seeded + ": each has one end").hasSameSizeAs(counters.puts);
    assertThat(ads.readsStarted + counters.readsStarted)
        .as(seeded + ": reads, of views and the directory, too")
        .isEqualTo(worker.store.reads().size());
    assertThat(ads.readsFailed + counters.readsFailed)
        .as(seeded + ": reads that failed")
        .isEqualTo(worker.store.failedReads())
        .isPositive();
  }
}
