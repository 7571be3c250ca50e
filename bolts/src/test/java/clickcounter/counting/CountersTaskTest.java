package clickcounter.counting;

import static clickcounter.counting.TaskHarness.BLOCKED_RETRY_MS;
import static clickcounter.counting.TaskHarness.CONFIRM_AFTER_MS;
import static clickcounter.counting.TaskHarness.COUNTER_DEFERRAL_MS;
import static clickcounter.counting.TaskHarness.IDLE_MS;
import static clickcounter.counting.TaskHarness.MAX_HELD_DELIVERIES;
import static clickcounter.counting.TaskHarness.MAX_READS_IN_FLIGHT;
import static clickcounter.counting.TaskHarness.MAX_SEQUENCE_JUMP;
import static clickcounter.counting.TaskHarness.START_MS;
import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.copies.StoreMetrics.PutEnd;
import clickcounter.counting.RecordedMetrics.StartedPut;
import clickcounter.document.DirectoryDocument;
import clickcounter.document.RetiredDocument;
import clickcounter.document.RetiredDocument.Retired;
import clickcounter.document.UnreadableDocument;
import clickcounter.event.Close;
import clickcounter.event.CounterEvent;
import clickcounter.event.EventWriter;
import clickcounter.event.RejectReason;
import clickcounter.event.WriteOffRequest;
import clickcounter.ids.Ending;
import clickcounter.ids.Gap;
import clickcounter.ids.LongRanges;
import clickcounter.reading.RetiredCounters;
import clickcounter.store.DocumentKey;
import clickcounter.store.MemoryStore.PutFault;
import clickcounter.store.StoredValue;
import clickcounter.wire.Marks;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each decision of the counters task, on a scripted store. */
class CountersTaskTest {
  private static final String HOST_A = "hostA-20131030_152543";
  private static final String HOST_B = "hostB-20131030_091500";
  private static final String OPERATOR = "ops-20131031_090000";
  private static final String DISK_LOST = "disk lost";
  private static final DocumentKey DOCUMENT = DocumentKey.counter(HOST_A);
  private static final DocumentKey DIRECTORY =
      new DocumentKey(DocumentKey.DIRECTORY, DirectoryDocument.keyOf(HOST_A));

  private final TaskHarness worker = TaskHarness.ordinary();
  private final RecordedOutput out = worker.countersOut;
  private final RecordedMetrics metrics = worker.countersMetrics;

  private void marks(String delivery, long from, long to) {
    worker.counters.onMarks(
        delivery, List.of(new Marks(HOST_A, LongRanges.ofRange(from, to), START_MS + to)));
    worker.run();
  }

  private void event(String delivery, CounterEvent event) {
    worker.counters.onCounterEvent(delivery, event);
    worker.run();
  }

  @Test
  void idleCounterIsWrittenAtOnce() {
    marks("first", 0, 3);

    assertThat(worker.counter(HOST_A).next()).isEqualTo(4);
    assertThat(worker.counter(HOST_A).gaps().missing()).isZero();
    assertThat(worker.counter(HOST_A).lastEventAtMs()).isEqualTo(START_MS + 3);
    assertThat(out.acked).containsExactly("first");
  }

  @Test
  void busyCounterIsWrittenOncePerDeferral() {
    marks("first", 0, 0);
    for (int i = 1; i <= 5; i++) {
      marks("more", i, i);
    }
    assertThat(worker.store.puts(DOCUMENT)).isEqualTo(1);

    worker.pass(COUNTER_DEFERRAL_MS);

    assertThat(metrics.puts)
        .extracting(StartedPut::events)
        .as("the directory's, the first, the others")
        .containsExactly(0, 1, 5);
    assertThat(worker.counter(HOST_A).next()).isEqualTo(6);
  }

  @Test
  void deliveryIsAckedOnlyAfterThePut() {
    worker.counters.onMarks("first", List.of(new Marks(HOST_A, LongRanges.of(0), START_MS)));
    worker.store.holdAnswers(DOCUMENT);
    worker.run();
    assertThat(worker.store.puts(DOCUMENT)).isEqualTo(1);
    assertThat(out.acked).isEmpty();
    assertThat(worker.counters.heldDeliveries()).isEqualTo(1);

    worker.store.releaseAnswers(DOCUMENT);
    worker.run();

    assertThat(out.acked).containsExactly("first");
    assertThat(worker.counters.heldDeliveries()).isZero();
  }

  @Test
  void deliveryOfSeveralCountersIsAckedWhenAllAreWritten() {
    worker.store.holdAnswers(DOCUMENT);
    marksOfBoth("both");
    assertThat(worker.counter(HOST_B).next()).isEqualTo(1);
    assertThat(out.acked).isEmpty();

    worker.store.releaseAnswers(DOCUMENT);
    worker.run();

    assertThat(out.acked).containsExactly("both");
    assertThat(worker.counters.heldDeliveries()).isZero();
  }

  @Test
  void deliveryOfSeveralCountersWaitsForTheOneThatCannotBeRead() {
    worker.store.failNextPut(DOCUMENT, PutFault.DOUBT_LOST);
    worker.store.afterPut = key -> worker.store.failNextReads(DOCUMENT, 3);
    marksOfBoth("both");
    worker.store.afterPut = key -> {};

    assertThat(worker.counter(HOST_B).next()).isEqualTo(1);
    assertThat(out.acked).isEmpty();

    worker.pass(20_000);
    assertThat(worker.counter(HOST_A).next()).isEqualTo(1);
    assertThat(out.acked).containsExactly("both");
    assertThat(out.failed).isEmpty();
    assertThat(worker.counters.heldDeliveries()).isZero();
  }

  private void marksOfBoth(String delivery) {
    worker.counters.onMarks(
        delivery,
        List.of(
            new Marks(HOST_A, LongRanges.of(0), START_MS),
            new Marks(HOST_B, LongRanges.of(0), START_MS)));
    worker.run();
  }

  @Test
  void whatWasMissedIsAGapKnownSinceThen() {
    marks("first", 0, 3);
    worker.jump(10_000);
    marks("later", 7, 7);
    worker.pass(COUNTER_DEFERRAL_MS);

    Gap gap = worker.counter(HOST_A).gaps().gaps().iterator().next();
    assertThat(worker.counter(HOST_A).gaps().openGaps()).isEqualTo(LongRanges.ofRange(4, 6));
    assertThat(gap.sinceMs()).isEqualTo(START_MS + 10_000);
    assertThat(worker.counters.missingIds()).isEqualTo(3);
  }

  @Test
  void gapThatIsFilledIsNone() {
    marks("first", 0, 3);
    marks("later", 7, 7);
    marks("missed", 4, 6);
    worker.pass(COUNTER_DEFERRAL_MS);

    assertThat(worker.counter(HOST_A).gaps().gapCount()).isZero();
    assertThat(worker.counters.missingIds()).isZero();
  }

  @Test
  void markThatComesAgainIsAckedWithoutAPut() {
    marks("first", 0, 3);
    marks("again", 1, 2);

    assertThat(out.acked).containsExactly("first", "again");
    assertThat(worker.store.puts(DOCUMENT)).isEqualTo(1);
  }

  @Test
  void confirmingPutFollowsWhenACounterFallsSilent() {
    marks("first", 0, 3);
    assertThat(worker.counter(HOST_A).confirmed(3)).isFalse();
    worker.pass(CONFIRM_AFTER_MS - 1);
    assertThat(worker.store.puts(DOCUMENT)).isEqualTo(1);

    worker.pass(10);
    assertThat(worker.counter(HOST_A).confirmed(3)).isTrue();

    worker.pass(10 * CONFIRM_AFTER_MS);
    assertThat(worker.store.puts(DOCUMENT)).as("and no more after it").isEqualTo(2);
  }

  @Test
  void whatACrashLeftUnconfirmedIsConfirmedByTheNextLife() {
    marks("first", 0, 3);
    worker.crash();
    marks("next", 4, 4);
    worker.pass(2 * CONFIRM_AFTER_MS);

    assertThat(worker.counter(HOST_A).confirmed(0)).isTrue();
    assertThat(worker.counter(HOST_A).confirmed(4)).isTrue();
  }

  @ParameterizedTest
  @EnumSource(names = {"DOUBT_STORED", "DOUBT_LOST"})
  void putThatIsNotKnownToBeStoredIsMadeOnceMore(PutFault fault) {
    worker.store.failNextPut(DOCUMENT, fault);
    marks("first", 0, 3);

    assertThat(out.acked).containsExactly("first");
    assertThat(worker.store.puts(DOCUMENT)).isEqualTo(2);
    assertThat(worker.counters.heldDeliveries()).isZero();
    assertThat(worker.counter(HOST_A).gaps().seenBetween(0, 9)).isEqualTo(LongRanges.ofRange(0, 3));
  }

  @Test
  void markThatWasOnlyReadIsAckedAfterAPut() {
    worker.store.failNextPut(DOCUMENT, PutFault.DOUBT_STORED);
    worker.store.afterPut =
        key -> {
          if (worker.store.puts(DOCUMENT) == 2) {
            worker.store.holdAnswers(DOCUMENT);
          }
        };
    marks("first", 0, 0);

    assertThat(worker.store.puts(DOCUMENT)).isEqualTo(2);
    assertThat(out.acked).as("reading it proved nothing durable").isEmpty();

    worker.store.releaseAnswers(DOCUMENT);
    worker.run();
    assertThat(out.acked).containsExactly("first");
  }

  @Test
  void siblingsMergeAsTheUnion() {
    TaskHarness other = worker.copy();
    worker.counters.onMarks("one", List.of(new Marks(HOST_A, LongRanges.of(0, 2), START_MS)));
    other.counters.onMarks("other", List.of(new Marks(HOST_A, LongRanges.of(1, 4), START_MS)));
    worker.run();
    other.run();

    assertThat(other.countersOut.acked).containsExactly("other");
    assertThat(other.countersMetrics.merged).isEqualTo(1);
    assertThat(other.counter(HOST_A).gaps().openGaps()).isEqualTo(LongRanges.of(3));
  }

  @Test
  void marksOfARetiredCounterAreDoneAndMakeNoDocument() {
    retire(HOST_A, 4);

    marks("late", 0, 3);
    worker.counters.onCounterEvent("closed", new Close(HOST_A, 3, START_MS));
    worker.run();

    assertThat(out.acked).containsExactly("late", "closed");
    assertThat(worker.store.puts()).isEmpty();
  }

  @Test
  void counterOfWhichNobodyKnowsWhetherItIsRetiredIsReadAgain() {
    retire(HOST_A, 4);
    worker.store.failNextReads(RetiredCounters.key(HOST_A), 1);

    marks("first", 0, 3);

    assertThat(worker.store.reads(RetiredCounters.key(HOST_A))).isEqualTo(2);
    assertThat(out.acked).containsExactly("first");
    assertThat(worker.store.puts()).isEmpty();
  }

  @Test
  void eventAfterTheLastOfARetiredCounterMakesADocumentThatIsInTheDirectory()
      throws UnreadableDocument {
    marks("before", 0, 3);
    worker.pass(2 * IDLE_MS); // it is confirmed, and leaves memory
    assertThat(worker.counters.counters()).isZero();
    worker.store.delete(DOCUMENT);
    worker.store.delete(DIRECTORY);
    retire(HOST_A, 4);

    marks("late", 0, 3);
    assertThat(worker.store.values(DIRECTORY)).isEmpty();
    marks("after the close", 4, 4);

    assertThat(out.acked).containsExactly("before", "late", "after the close");
    assertThat(directory()).containsExactly(HOST_A);
    assertThat(worker.counter(HOST_A).gaps().seenIds()).isEqualTo(LongRanges.ofRange(0, 4));
  }

  private void retire(String counterId, long events) {
    retire(counterId, events, true);
  }

  private void retire(String counterId, long events, boolean closed) {
    Retired entry = new Retired(events, START_MS + 1, 1, START_MS, closed);
    RetiredDocument retired = new RetiredDocument(new TreeMap<>(Map.of(counterId, entry)));
    worker.store.replace(
        RetiredCounters.key(counterId),
        new StoredValue(RetiredDocument.CONTENT_TYPE, retired.toBytes()));
  }

  @Test
  void documentThatCouldNotBeReadOnceIsReadAgainAtOnce() {
    worker.store.failNextReads(DOCUMENT, 1);
    marks("first", 0, 0);

    assertThat(metrics.readsFailed).isEqualTo(1);
    assertThat(out.acked).containsExactly("first");
  }

  @ParameterizedTest
  @EnumSource(names = {"DOUBT_STORED", "DOUBT_LOST"})
  void silentCounterWhoseConfirmingPutFailsIsConfirmedAllTheSame(PutFault fault) {
    marks("first", 0, 3);
    worker.store.failNextPut(DOCUMENT, fault);
    worker.pass(CONFIRM_AFTER_MS);
    assertThat(worker.counter(HOST_A).unconfirmed().isEmpty() && fault != PutFault.DOUBT_STORED)
        .isFalse();

    worker.pass(4 * CONFIRM_AFTER_MS);

    assertThat(worker.counter(HOST_A).unconfirmed().isEmpty()).isTrue();
    assertThat(worker.counter(HOST_A).confirmed(3)).isTrue();
  }

  @Test
  void silentCounterThatCannotBeReadAgainIsTriedUntilItCan() {
    marks("first", 0, 3);
    worker.store.failNextPut(DOCUMENT, PutFault.DOUBT_LOST);
    worker.store.failNextReads(DOCUMENT, 6);
    worker.pass(CONFIRM_AFTER_MS);
    assertThat(worker.counter(HOST_A).confirmed(3)).isFalse();

    worker.pass(10_000 + 4 * CONFIRM_AFTER_MS);

    assertThat(worker.counter(HOST_A).confirmed(3)).isTrue();
  }

  @Test
  void documentsReadAtOnceAreBounded() {
    int counters = 3 * MAX_READS_IN_FLIGHT;
    List<Marks> all = new ArrayList<>();
    for (int i = 0; i < counters; i++) {
      worker.store.holdAnswers(DocumentKey.counter("host" + i + "-1"));
      all.add(new Marks("host" + i + "-1", LongRanges.of(0), START_MS));
    }
    // Fewer deliveries than counters: what is held is bounded apart from what is read.
    all.subList(0, MAX_HELD_DELIVERIES).forEach(m -> marks(m));
    assertThat(worker.store.reads()).hasSize(MAX_READS_IN_FLIGHT);

    for (int i = 0; i < counters; i++) {
      worker.store.releaseAnswers(DocumentKey.counter("host" + i + "-1"));
      worker.run();
    }
    worker.pass(COUNTER_DEFERRAL_MS);
    assertThat(out.acked).hasSize(MAX_HELD_DELIVERIES);
  }

  private void marks(Marks marks) {
    worker.counters.onMarks(marks.counterId(), List.of(marks));
    worker.run();
  }

  @Test
  void counterThatAMendedDirectoryDoesNotNameIsEntered() throws UnreadableDocument {
    worker.store.replace(DIRECTORY, TaskHarness.unreadable());
    marks("first", 0, 0);
    assertThat(out.acked).as("counted all the same").containsExactly("first");
    worker.store.delete(DIRECTORY); // by an operator, who then puts it back as it was

    worker.pass(BLOCKED_RETRY_MS + COUNTER_DEFERRAL_MS);
    assertThat(directory()).containsExactly(HOST_A);
  }

  @Test
  void counterThatAMendedDirectoryDoesNotNameIsEnteredByTheNextLife() throws UnreadableDocument {
    worker.store.replace(DIRECTORY, TaskHarness.unreadable());
    marks("first", 0, 0);
    worker.crash();
    worker.store.delete(DIRECTORY);
    marks("second", 1, 1);
    worker.pass(COUNTER_DEFERRAL_MS);

    assertThat(out.acked).containsExactly("first", "second");
    assertThat(directory()).containsExactly(HOST_A);
  }

  private TreeSet<String> directory() throws UnreadableDocument {
    StoredValue value = worker.store.values(DIRECTORY).get(0);
    return DirectoryDocument.read(value.contentType(), value.bytes()).counterIds();
  }

  @Test
  void counterIsInTheDirectoryBeforeItsDocument() {
    worker.store.holdAnswers(DIRECTORY);
    marks("first", 0, 0);
    assertThat(worker.store.values(DOCUMENT)).isEmpty();
    worker.store.releaseAnswers(DIRECTORY);
    worker.run();

    assertThat(worker.store.puts()).containsExactly(DIRECTORY, DOCUMENT);
    assertThat(out.acked).containsExactly("first");
  }

  @Test
  void counterThatCannotBeEnteredIntoTheDirectoryIsNotWritten() throws UnreadableDocument {
    worker.store.failNextReads(DIRECTORY, 20);
    marks("first", 0, 0);
    assertThat(worker.store.values(DOCUMENT)).isEmpty();
    assertThat(out.acked).isEmpty();

    worker.pass(2_000);
    assertThat(out.acked).containsExactly("first");
    assertThat(directory()).containsExactly(HOST_A);
  }

  @Test
  void documentThatCannotBeReadRejectsItsEventsAndLeavesWhatIsMarkedUnsettled() {
    worker.store.replace(DOCUMENT, TaskHarness.unreadable());
    marks("first", 0, 3);
    event("close", new Close(HOST_A, 4, START_MS));

    assertThat(out.rejectReasons()).containsExactly(RejectReason.DOCUMENT_BLOCKED);
    assertThat(out.rejected.get(0).line())
        .isEqualTo(EventWriter.toLine(new Close(HOST_A, 4, START_MS)));
    assertThat(out.rejected.get(0).detail()).startsWith("counters/" + HOST_A);
    assertThat(out.acked).containsExactly("first", "close");
    assertThat(metrics.blocked).isEqualTo(1);
    assertThat(metrics.rejected).as("marks are no events").isEqualTo(1);
    assertThat(metrics.unrecorded).isEqualTo(4);
    assertThat(worker.store.puts(DOCUMENT)).isZero();
    assertThat(worker.counters.heldDeliveries()).isZero();
  }

  @Test
  void documentThatCouldNotBeReadIsReadAgainAfterAWhile() {
    worker.store.replace(DOCUMENT, TaskHarness.unreadable());
    marks("first", 0, 3);
    worker.store.delete(DOCUMENT); // by an operator
    for (long passedMs = 0; passedMs < BLOCKED_RETRY_MS; passedMs += BLOCKED_RETRY_MS / 4) {
      worker.jump(BLOCKED_RETRY_MS / 4);
      marks("meanwhile", 4, 4);
    }

    marks("again", 0, 3);
    worker.pass(COUNTER_DEFERRAL_MS);

    assertThat(worker.counter(HOST_A).gaps().seenBetween(0, 9)).isEqualTo(LongRanges.ofRange(0, 4));
    assertThat(out.acked).endsWith("again");
  }

  @Test
  void anotherCountersDocumentUnderTheKeyIsNotWritten() {
    worker.counters.onMarks("other", List.of(new Marks(HOST_B, LongRanges.of(0), START_MS)));
    worker.run();
    worker.store.replace(DOCUMENT, worker.store.values(DocumentKey.counter(HOST_B)).get(0));

    event("close", new Close(HOST_A, 1, START_MS));

    assertThat(out.rejectReasons()).containsExactly(RejectReason.DOCUMENT_BLOCKED);
    assertThat(out.rejected.get(0).detail()).contains("the document of counter " + HOST_B);
    assertThat(worker.store.puts(DOCUMENT)).isZero();
  }

  @Test
  void documentThatTheStoreRefusesIsBlocked() {
    worker.store.failNextPut(DOCUMENT, PutFault.REFUSED);
    marks("first", 0, 0);
    event("close", new Close(HOST_A, 1, START_MS));

    assertThat(metrics.unrecorded).isEqualTo(1);
    assertThat(out.rejectReasons()).containsExactly(RejectReason.DOCUMENT_BLOCKED);
    assertThat(out.rejected.get(0).detail()).contains("refuses").contains("too_large");
    assertThat(metrics.putEnds)
        .as("the directory's first")
        .containsExactly(PutEnd.STORED, PutEnd.REFUSED);
    assertThat(out.acked).containsExactly("first", "close");
  }

  @Test
  void closeIsRecorded() {
    marks("first", 0, 3);
    event("close", new Close(HOST_A, 4, START_MS + 9));
    worker.pass(COUNTER_DEFERRAL_MS);

    assertThat(worker.counter(HOST_A).closed()).isTrue();
    assertThat(worker.counter(HOST_A).next()).isEqualTo(5);
    assertThat(worker.counter(HOST_A).lastEventAtMs()).isEqualTo(START_MS + 9);
    assertThat(out.acked).containsExactly("first", "close");
    assertThat(metrics.counted).isEqualTo(1);
  }

  @Test
  void closeThatComesAgainIsADuplicate() {
    event("close", new Close(HOST_A, 0, START_MS));
    event("again", new Close(HOST_A, 0, START_MS));
    worker.pass(COUNTER_DEFERRAL_MS);

    assertThat(out.acked).containsExactly("close", "again");
    assertThat(metrics.counted).isEqualTo(1);
    assertThat(metrics.duplicates).isEqualTo(1);
  }

  @Test
  void eventsThatCameLateAreRecordedAfterTheClose() {
    event("close", new Close(HOST_A, 4, START_MS));
    marks("late", 0, 3);
    worker.pass(COUNTER_DEFERRAL_MS);

    assertThat(worker.counter(HOST_A).closed()).isTrue();
    assertThat(worker.counter(HOST_A).gaps().missing()).isZero();
  }

  @Test
  void writeOffIsRecordedWithItsReason() {
    marks("first", 0, 3);
    marks("later", 7, 7);
    event("write-off", writeOff(0, 4, 6, false));
    worker.pass(COUNTER_DEFERRAL_MS);

    Gap gap = worker.counter(HOST_A).gaps().gaps().iterator().next();
    assertThat(gap.writeOff().reason()).isEqualTo(DISK_LOST);
    assertThat(gap.writeOff().eventId()).isEqualTo(OPERATOR + ":0");
    assertThat(worker.counter(HOST_A).gaps().missing()).isZero();
    assertThat(worker.counter(HOST_A).gaps().writtenOff()).isEqualTo(3);
    assertThat(worker.counters.missingIds()).isZero();
    assertThat(out.acked).containsExactly("first", "later", "write-off");
  }

  @Test
  void eventThatWasWrittenOffAndComesAllTheSameIsRecorded() {
    marks("first", 3, 3);
    event("write-off", writeOff(0, 0, 2, false));
    marks("found", 1, 1);
    worker.pass(COUNTER_DEFERRAL_MS);

    assertThat(worker.counter(HOST_A).seen(1)).isTrue();
    assertThat(worker.counter(HOST_A).gaps().writtenOff()).isEqualTo(2);
  }

  @Test
  void writeOffCanBeTakenBack() {
    marks("first", 7, 7);
    event("write-off", writeOff(0, 0, 6, false));
    event("reopen", writeOff(1, 0, 6, true));
    worker.pass(COUNTER_DEFERRAL_MS);

    assertThat(worker.counter(HOST_A).gaps().missing()).isEqualTo(7);
    assertThat(worker.counter(HOST_A).gaps().writtenOff()).isZero();
  }

  @Test
  void reopenThatComesBeforeItsWriteOffHolds() {
    marks("first", 3, 3);
    event("reopen", writeOff(1, 0, 6, true));
    event("write-off", writeOff(0, 0, 6, false));
    worker.pass(COUNTER_DEFERRAL_MS);

    assertThat(worker.counter(HOST_A).gaps().writtenOff()).isZero();
    assertThat(worker.counter(HOST_A).gaps().openGaps()).isEqualTo(LongRanges.of(0, 1, 2, 4, 5, 6));
  }

  @Test
  void writeOffThatComesAgainIsADuplicateAndAckedAfterAPut() {
    marks("first", 3, 3);
    event("write-off", writeOff(0, 0, 2, false));
    worker.pass(COUNTER_DEFERRAL_MS);
    long puts = worker.store.puts(DOCUMENT);
    event("again", writeOff(0, 0, 2, false));
    worker.pass(COUNTER_DEFERRAL_MS);

    assertThat(out.acked).containsExactly("first", "write-off", "again");
    assertThat(worker.store.puts(DOCUMENT)).isGreaterThan(puts);
    assertThat(metrics.counted).isEqualTo(1);
    assertThat(metrics.duplicates).isEqualTo(1);
  }

  private static WriteOffRequest writeOff(long sequence, long from, long to, boolean reopen) {
    return new WriteOffRequest(
        OPERATOR, sequence, START_MS + sequence, reopen, HOST_A, from, to, DISK_LOST);
  }

  private static WriteOffRequest operatorsClose(long sequence, long from, boolean reopen) {
    return writeOff(sequence, from, Ending.NO_END, reopen);
  }

  @Test
  void operatorsCloseHoldsUntilAHigherEventIsMarked() {
    marks("first", 0, 3);
    event("close", operatorsClose(0, 6, false));
    worker.pass(COUNTER_DEFERRAL_MS);
    assertThat(worker.counter(HOST_A).hasEnded()).isTrue();
    assertThat(worker.counter(HOST_A).closed()).as("properly").isFalse();
    assertThat(worker.counter(HOST_A).gaps().openGaps()).isEqualTo(LongRanges.of(4, 5));

    marks("late", 6, 6);
    worker.pass(COUNTER_DEFERRAL_MS);

    assertThat(worker.counter(HOST_A).hasEnded()).isFalse();
    assertThat(worker.counter(HOST_A).seen(6)).isTrue();
    assertThat(out.acked).containsExactly("first", "close", "late");
  }

  @Test
  void operatorsCloseCanBeTakenBackWhicheverComesFirst() {
    marks("first", 0, 3);
    event("reopen", operatorsClose(1, 4, true));
    event("close", operatorsClose(0, 4, false));
    worker.pass(COUNTER_DEFERRAL_MS);

    assertThat(worker.counter(HOST_A).hasEnded()).isFalse();
  }

  @Test
  void operatorsCloseThatJumpsIsRejected() {
    event("far", operatorsClose(0, MAX_SEQUENCE_JUMP + 1, false));

    assertThat(out.rejectReasons()).containsExactly(RejectReason.SEQUENCE_JUMP);
    assertThat(worker.store.values(DOCUMENT)).isEmpty();
  }

  @Test
  void lateEventOfARetiredCounterThatAnOperatorClosedOpensIt() throws UnreadableDocument {
    retire(HOST_A, 4, false);

    marks("late", 4, 4);
    worker.pass(COUNTER_DEFERRAL_MS);

    assertThat(out.acked).containsExactly("late");
    assertThat(directory()).containsExactly(HOST_A);
    assertThat(worker.counter(HOST_A).hasEnded()).isFalse();
    assertThat(worker.counter(HOST_A).gaps().seenIds()).isEqualTo(LongRanges.ofRange(0, 4));
  }

  @Test
  void retiredCounterThatAnOperatorClosedIsClosedWhenItsDecisionsComeAgain() {
    retire(HOST_A, 4, false);

    event("reopened before", operatorsClose(0, 4, true));
    worker.pass(COUNTER_DEFERRAL_MS);

    assertThat(worker.counter(HOST_A).hasEnded()).isTrue();
  }

  @Test
  void closeThatJumpsIsRejected() {
    Close far = new Close(HOST_A, MAX_SEQUENCE_JUMP + 1, START_MS);
    event("far", far);

    assertThat(out.rejectReasons()).containsExactly(RejectReason.SEQUENCE_JUMP);
    assertThat(out.rejected.get(0).line()).isEqualTo(EventWriter.toLine(far));
    assertThat(out.rejected.get(0).detail())
        .contains("expected at most " + TaskHarness.MAX_SEQUENCE_JUMP + " above");
    assertThat(out.acked).containsExactly("far");
    assertThat(metrics.rejected).isEqualTo(1);
    assertThat(worker.store.values(DOCUMENT)).isEmpty();
  }

  @Test
  void deliveryOfMoreCountersThanTheLimitGetsThrough() {
    List<Marks> marks =
        IntStream.rangeClosed(0, MAX_HELD_DELIVERIES)
            .mapToObj(i -> new Marks("host" + i + "-1", LongRanges.of(0), START_MS))
            .toList();
    worker.counters.onMarks("large", marks);
    worker.run();
    worker.pass(2 * COUNTER_DEFERRAL_MS);
    assertThat(out.failed).isEmpty();
    assertThat(out.acked).containsExactly("large");
  }

  @Test
  void tooManyHeldDeliveriesFailAtOnce() {
    for (int i = 0; i < MAX_HELD_DELIVERIES; i++) {
      worker.counters.onMarks("held", List.of(new Marks(HOST_A, LongRanges.of(i), START_MS)));
    }
    worker.counters.onMarks("one more", List.of(new Marks(HOST_A, LongRanges.of(99), START_MS)));
    assertThat(out.failed).containsExactly("one more");

    worker.run();
    marks("one more again", 99, 99);
    worker.pass(COUNTER_DEFERRAL_MS);

    assertThat(out.acked).hasSize(MAX_HELD_DELIVERIES + 1);
    assertThat(worker.counter(HOST_A).seen(99)).isTrue();
  }

  @Test
  void silentCounterIsForgottenAndReadAgain() {
    marks("first", 0, 0);
    worker.pass(2 * CONFIRM_AFTER_MS);
    assertThat(worker.counters.counters()).isEqualTo(1);
    worker.jump(IDLE_MS + 1);
    assertThat(worker.counters.counters()).isZero();

    marks("next", 1, 1);

    assertThat(worker.counter(HOST_A).next()).isEqualTo(2);
    assertThat(worker.counter(HOST_A).gaps().missing()).isZero();
  }

  @Test
  void receivedIsCountedAndDuplicatesAndRejected() {
    event("close", new Close(HOST_A, 0, START_MS));
    event("close again", new Close(HOST_A, 0, START_MS));
    event("far", new Close(HOST_A, 2 * MAX_SEQUENCE_JUMP, START_MS));
    event("write-off", writeOff(0, 2, 2, false));
    marks("marks are no events", 1, 1);
    worker.store.failNextPut(DOCUMENT, PutFault.DOUBT_LOST);
    worker.pass(2 * COUNTER_DEFERRAL_MS);
    assertThat(out.acked).contains("write-off");

    int received = 4;
    assertThat(metrics.counted + metrics.duplicates + metrics.rejected).isEqualTo(received);
    assertThat(metrics.rejected).isEqualTo(1);
    assertThat(metrics.duplicates).isEqualTo(1);
  }
}
