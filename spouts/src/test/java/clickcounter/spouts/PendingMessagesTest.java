package clickcounter.spouts;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.event.EventBatch;
import clickcounter.event.WriteOffRequest;
import clickcounter.ids.LongRanges;
import clickcounter.jms.Backoff;
import clickcounter.spouts.PendingMessages.PendingTuple;
import clickcounter.wire.Marks;
import clickcounter.wire.MarksBatch;
import clickcounter.wire.Streams;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PendingMessagesTest {
  private static final int BYTES = 1_000;
  private static final int MAX_BYTES = 3 * BYTES;
  private static final int DONE_MEMORY = 2;
  private static final OutgoingTuple A = OutgoingTuple.events(0, EventBatch.of(List.of()));
  private static final OutgoingTuple B = OutgoingTuple.events(1, EventBatch.of(List.of()));
  private static final OutgoingTuple MARK =
      OutgoingTuple.marks(0, new MarksBatch(List.of(new Marks("ops-1", LongRanges.of(4), 1_000))));
  private static final OutgoingTuple WRITE_OFF =
      OutgoingTuple.counterEvent(
          1, new WriteOffRequest("ops-1", 4, 1_000, false, "hostA-1", 2, 3, "disk lost"), MARK);

  private final List<String> acknowledged = new ArrayList<>();
  private final PendingMessages<String> pending =
      new PendingMessages<>(MAX_BYTES, DONE_MEMORY, Backoff.DEFAULT, acknowledged::add);

  @Test
  void aMessageIsAcknowledgedOnceAllItsTuplesAreAcked() {
    add("m1", A, B);
    List<PendingTuple<String>> tuples = emitAll(0);
    pending.acked(tuples.get(1));
    assertThat(acknowledged).isEmpty();
    pending.acked(tuples.get(0));
    assertThat(acknowledged).containsExactly("m1");
    assertThat(pending.messages()).isZero();
    assertThat(pending.events()).isZero();
    assertThat(pending.bytes()).isZero();
  }

  @Test
  void messagesAreAcknowledgedInAnyOrder() {
    add("m1", A);
    add("m2", A);
    List<PendingTuple<String>> tuples = emitAll(0);
    pending.acked(tuples.get(1));
    assertThat(acknowledged).containsExactly("m2");
  }

  @Test
  void anEmptyMessageIsAcknowledgedAtOnce() {
    add("m1");
    assertThat(acknowledged).containsExactly("m1");
  }

  @Test
  void aFailedTupleAloneIsEmittedAgainAfterTheBackoff() {
    add("m1", A, B);
    List<PendingTuple<String>> tuples = emitAll(0);
    pending.failed(tuples.get(0), 1_000);
    assertThat(pending.next(1_099)).isNull();
    assertThat(emitAll(1_100)).containsExactly(tuples.get(0));
    pending.failed(tuples.get(0), 2_000);
    assertThat(pending.next(2_199)).isNull();
    assertThat(emitAll(2_200)).containsExactly(tuples.get(0));
    pending.acked(tuples.get(0));
    pending.acked(tuples.get(1));
    assertThat(acknowledged).containsExactly("m1");
  }

  @Test
  void aLateAnswerForATupleThatIsNotOutChangesNothing() {
    add("m1", A, B);
    PendingTuple<String> tuple = emitAll(0).get(0);
    pending.failed(tuple, 0);
    pending.failed(tuple, 0);
    pending.acked(tuple);
    assertThat(tuple.failures()).isEqualTo(1);
    assertThat(emitAll(100)).containsExactly(tuple);
    pending.acked(tuple);
    pending.acked(tuple);
    assertThat(acknowledged).isEmpty();
  }

  @Test
  void theIdOfAWriteOffIsMarkedOnlyAfterItsTupleIsAcked() {
    add("m1", WRITE_OFF);
    List<PendingTuple<String>> writeOff = emitAll(0);
    assertThat(writeOff)
        .extracting(t -> t.content.stream())
        .containsExactly(Streams.COUNTER_EVENTS);
    pending.failed(writeOff.get(0), 0);
    assertThat(emitAll(100)).isEqualTo(writeOff);
    pending.acked(writeOff.get(0));
    assertThat(acknowledged).isEmpty();
    List<PendingTuple<String>> mark = emitAll(100);
    assertThat(mark).extracting(t -> t.content).containsExactly(MARK);
    pending.acked(mark.get(0));
    assertThat(acknowledged).containsExactly("m1");
  }

  @Test
  void memoryOfPendingMessagesIsBounded() {
    add("m1", A);
    add("m2", A);
    assertThat(pending.hasRoom()).isTrue();
    add("m3", A);
    assertThat(pending.bytes()).isEqualTo(MAX_BYTES);
    assertThat(pending.hasRoom()).isFalse();
    pending.acked(emitAll(0).get(0));
    assertThat(pending.hasRoom()).isTrue();
  }

  @Test
  void aMessageThatComesAgainWhilePendingIsAcknowledgedOverTheNewConnection() {
    add("m1", A);
    List<PendingTuple<String>> tuples = emitAll(0);
    assertThat(pending.recognise("m1", "m1 again")).isTrue();
    assertThat(pending.next(0)).isNull();
    pending.acked(tuples.get(0));
    assertThat(acknowledged).containsExactly("m1 again");
  }

  @Test
  void aMessageThatComesAgainAfterItWasDoneIsAcknowledgedAnew() {
    add("m1", A);
    pending.acked(emitAll(0).get(0));
    assertThat(pending.recognise("m1", "m1 again")).isTrue();
    assertThat(acknowledged).containsExactly("m1", "m1 again");
  }

  @Test
  void aDoneMessageThatWasForgottenCountsAsNew() {
    add("m1");
    add("m2");
    add("m3");
    assertThat(pending.recognise("m1", "m1 again")).isFalse();
    assertThat(pending.recognise("m2", "m2 again")).isTrue();
  }

  @Test
  void messagesThatWereReceivedTogetherWaitForTheTuplesThatTheyShare() {
    pending.take("m1", "m1", size(1), List.of());
    pending.take("m2", "m2", size(1), List.of());
    assertThat(pending.recognise("m1", "m1 again")).as("before its bundle is sealed").isTrue();
    pending.seal(List.of(A, B), 0);
    List<PendingTuple<String>> tuples = emitAll(0);
    pending.acked(tuples.get(0));
    assertThat(acknowledged).isEmpty();
    assertThat(pending.messages()).isEqualTo(2);
    assertThat(pending.recognise("m2", "m2 again")).isTrue();
    pending.acked(tuples.get(1));
    assertThat(acknowledged).containsExactly("m1 again", "m2 again");
    assertThat(pending.messages()).isZero();
    assertThat(pending.events()).isZero();
  }

  @Test
  void aMessageWaitsForItsOwnTuplesWithoutTheOthers() {
    pending.take("m1", "m1", size(1), List.of(A));
    pending.take("m2", "m2", size(1), List.of());
    pending.seal(List.of(B), 0);
    List<PendingTuple<String>> tuples = emitAll(0);
    pending.acked(tuples.get(1));
    assertThat(acknowledged).containsExactly("m2");
    assertThat(pending.events()).isEqualTo(1);
    pending.acked(tuples.get(0));
    assertThat(acknowledged).containsExactly("m2", "m1");
  }

  @Test
  void theOldestMessageIsPendingSinceItCame() {
    assertThat(pending.oldestSinceMs(7)).isEqualTo(7);
    add("m1", A, B);
    assertThat(pending.oldestSinceMs(180_003)).isZero();
  }

  private void add(String id, OutgoingTuple... tuples) {
    pending.take(id, id, size(tuples.length), List.of());
    pending.seal(List.of(tuples), 0);
  }

  private static PendingMessages.Size size(int events) {
    return new PendingMessages.Size(events, BYTES);
  }

  private List<PendingTuple<String>> emitAll(long nowMs) {
    List<PendingTuple<String>> emitted = new ArrayList<>();
    for (PendingTuple<String> t = pending.next(nowMs); t != null; t = pending.next(nowMs)) {
      emitted.add(t);
    }
    return emitted;
  }
}
