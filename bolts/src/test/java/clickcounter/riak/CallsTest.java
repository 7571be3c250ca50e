package clickcounter.riak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The life of a call, with an event loop that turns when the test says so, and without nodes. */
class CallsTest {
  private static final long TIMEOUT_MS = 1_000;
  private static final Reply REPLY = new Reply(12, new byte[0]);
  private static final byte[] FRAME = {0, 0, 0, 1, 11};

  /** What came of each call, in the order in which it was told. */
  private final List<String> told = new ArrayList<>();

  private final Queue<Runnable> loop = new ArrayDeque<>();
  private Exception whyNoNode;
  private final Calls calls = callsOn(loop::add);

  private Calls callsOn(Executor executor) {
    return new Calls(executor, List.of(), TIMEOUT_MS, () -> whyNoNode);
  }

  private Call begin(String name) {
    return calls.begin(
        FRAME, (reply, error) -> told.add(name + ": " + (reply == REPLY ? "reply" : error)));
  }

  private void turnAll() {
    for (Runnable each = loop.poll(); each != null; each = loop.poll()) {
      each.run();
    }
  }

  private void passMs(Call since, long ms) {
    calls.giveUpOverdue(since.begunNanos() + TimeUnit.MILLISECONDS.toNanos(ms));
    turnAll();
  }

  @Test
  void aReplyIsPassedOnOnce() {
    Call call = begin("a");
    turnAll();
    call.accept(REPLY, null);
    call.accept(REPLY, null);
    call.accept(null, new IllegalStateException("after all"));
    turnAll();
    assertThat(told).containsExactly("a: reply");
  }

  @Test
  void aCallIsGivenUpAtItsTimeOutAndNotBefore() {
    Call call = begin("a");
    turnAll();
    passMs(call, TIMEOUT_MS - 1);
    assertThat(told).isEmpty();
    passMs(call, TIMEOUT_MS);
    assertThat(told).singleElement().asString().contains("riak.timeoutMs=1000 ");
  }

  @Test
  void aLateReplyIsIgnored() {
    Call call = begin("a");
    turnAll();
    passMs(call, TIMEOUT_MS);
    call.accept(REPLY, null);
    turnAll();
    assertThat(told).singleElement().asString().contains("riak.timeoutMs");
  }

  @Test
  void aReplyInTimeThatIsNotPassedOnYetCounts() {
    Call call = begin("a");
    turnAll();
    call.accept(REPLY, null);
    passMs(call, TIMEOUT_MS);
    assertThat(told).containsExactly("a: reply");
  }

  @Test
  void anAnsweredCallDoesNotKeepTheNextOneFromItsTimeOut() {
    Call first = begin("first");
    Call second = begin("second");
    begin("third");
    turnAll();
    first.accept(REPLY, null);
    passMs(second, TIMEOUT_MS);
    assertThat(told.get(0)).isEqualTo("first: reply");
    assertThat(told.get(1)).startsWith("second: ").contains("riak.timeoutMs");
  }

  @Test
  void manyCallsAskForOneTurn() {
    for (int i = 0; i < 100; i++) {
      begin("call " + i);
    }
    assertThat(loop).hasSize(1);
  }

  @Test
  void manyRepliesAreToldInOneTurn() {
    List<Call> all = List.of(begin("a"), begin("b"), begin("c"));
    turnAll();
    all.forEach(each -> each.accept(REPLY, null));
    assertThat(told).isEmpty();
    assertThat(loop).hasSize(1);
    turnAll();
    assertThat(told).containsExactly("a: reply", "b: reply", "c: reply");
  }

  @Test
  void aReceiverThatFailsHarmsNobodyElse() {
    Call failing =
        calls.begin(
            FRAME,
            (reply, error) -> {
              throw new IllegalStateException("a receiver's own mistake");
            });
    Call other = begin("other");
    turnAll();
    failing.accept(REPLY, null);
    other.accept(REPLY, null);
    turnAll();
    assertThat(told).containsExactly("other: reply");
  }

  @Test
  void aReceiverMayBeginACall() {
    Call first = calls.begin(FRAME, (reply, error) -> begin("second"));
    turnAll();
    first.accept(REPLY, null);
    turnAll();
    whyNoNode = new IllegalStateException("no node");
    calls.askForTurn();
    turnAll();
    assertThat(told).singleElement().asString().startsWith("second: ");
  }

  @Test
  void withoutHopeNobodyWaits() {
    begin("a");
    turnAll();
    assertThat(told).isEmpty();
    whyNoNode = new IllegalStateException("no node");
    begin("b");
    turnAll();
    assertThat(told).hasSize(2).allMatch(each -> each.contains("no node"));
  }

  @Test
  void whatIsRefusedEndsAtOnce() {
    calls.refuseAll(new IllegalStateException("another cluster"));
    begin("a");
    turnAll();
    assertThat(told).singleElement().asString().contains("another cluster");
  }

  @Test
  void closingEndsAllAndLetsNoneIn() {
    begin("open");
    turnAll();
    begin("not taken over");
    calls.close();
    calls.endAll();
    assertThat(told)
        .satisfiesExactlyInAnyOrder(
            each -> assertThat(each).startsWith("open: ").contains("closed before the answer"),
            each -> assertThat(each).startsWith("not taken over: ").contains("closed before"));
    begin("late");
    assertThat(told).hasSize(3).last().asString().startsWith("late: ").contains("closed");
    turnAll();
    calls.endAll();
    assertThat(told).hasSize(3);
  }

  @Test
  void aReplyThatCameBeforeTheEndCounts() {
    Call call = begin("a");
    turnAll();
    call.accept(REPLY, null);
    calls.close();
    calls.endAll();
    turnAll();
    assertThat(told).containsExactly("a: reply");
  }

  @Test
  void aLoopThatTakesNothingMoreAnswersOnTheCallersThread() {
    Calls rejected =
        callsOn(
            task -> {
              throw new RejectedExecutionException();
            });
    rejected.begin(FRAME, (reply, error) -> told.add(error.getMessage()));
    assertThat(told).singleElement().asString().contains("closed");
  }
}
