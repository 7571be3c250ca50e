package clickcounter.riak;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.store.CapturedAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CallTest {
  private static final int HOURS_MS = 3_600_000;

  private final CapturedAnswer<String> answer = new CapturedAnswer<>();

  @Test
  void aLateAnswerIsIgnored() {
    Call<String> call = new Call<>(answer, reason -> "unknown: " + reason, done -> {});
    call.giveUp("too late");
    call.answer("after all");
    assertThat(answer.get()).isEqualTo("unknown: too late");
    assertThat(answer.cameOnce()).isTrue();
  }

  @Test
  void anAnswerStopsItsTimer() {
    CompletableFuture<Void> timer = new CompletableFuture<>();
    Call<String> call = new Call<>(answer, reason -> reason, done -> {});
    call.expiresBy(timer);
    call.answer("in time");
    assertThat(timer).isCancelled();
  }

  @Test
  void aTimerSetAfterTheAnswerIsStoppedToo() {
    CompletableFuture<Void> timer = new CompletableFuture<>();
    Call<String> call = new Call<>(answer, reason -> reason, done -> {});
    call.answer("at once");
    call.expiresBy(timer);
    assertThat(timer).isCancelled();
  }

  @Test
  void ofRacingAnswersExactlyOnePasses() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    for (int round = 0; round < 200; round++) {
      CapturedAnswer<String> received = new CapturedAnswer<>();
      Call<String> call = new Call<>(received, reason -> reason, done -> {});
      CyclicBarrier start = new CyclicBarrier(4);
      List<Future<?>> racers = new ArrayList<>();
      IntStream.range(0, 4)
          .forEach(i -> racers.add(threads.submit(() -> answerAt(start, call, "answer " + i))));
      for (Future<?> each : racers) {
        each.get();
      }
      assertThat(received.cameOnce()).isTrue();
    }
    threads.shutdownNow();
  }

  private static Void answerAt(CyclicBarrier start, Call<String> call, String value)
      throws Exception {
    start.await();
    call.answer(value);
    return null;
  }

  @Test
  void aCallThatGetsNoAnswerIsGivenUp() {
    try (CallTimeouts calls = new CallTimeouts(1)) {
      calls.begin(answer, reason -> reason);
      assertThat(answer.get()).contains("riak.timeoutMs=1 ");
    }
  }

  @Test
  void closingGivesUpAllAndLetsNoneIn() {
    CallTimeouts calls = new CallTimeouts(HOURS_MS);
    calls.begin(answer, reason -> reason);
    calls.close();
    assertThat(answer.get()).contains("closed before the answer");
    CapturedAnswer<String> late = new CapturedAnswer<>();
    calls.begin(late, reason -> reason);
    assertThat(late.get()).contains("closed");
    assertThat(late.cameOnce() && answer.cameOnce()).isTrue();
  }
}
