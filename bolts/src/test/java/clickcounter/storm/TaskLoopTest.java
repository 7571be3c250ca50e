package clickcounter.storm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.testing.Patience;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How a task's loop ends. An uncaught error reaches the handler with which Storm ends a worker. */
class TaskLoopTest {

  private final CompletableFuture<Throwable> uncaught = new CompletableFuture<>();
  private final CompletableFuture<Thread> thread = new CompletableFuture<>();
  private final TaskLoop loop = new TaskLoop("task", () -> {});
  private Thread.UncaughtExceptionHandler before;

  @BeforeEach
  void start() {
    before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((t, e) -> uncaught.complete(e));
    loop.start();
    loop.execute(() -> thread.complete(Thread.currentThread()));
  }

  @AfterEach
  void stop() {
    loop.close();
    Thread.setDefaultUncaughtExceptionHandler(before);
  }

  @Test
  void workThatFailsEndsTheWorkerAtOnce() throws Exception {
    loop.execute(
        () -> {
          throw new IllegalStateException("broken");
        });

    assertThat(uncaught.get(Patience.LIMIT_S, TimeUnit.SECONDS))
        .hasMessageContainingAll("task ended on an error", "broken");
    assertThatThrownBy(() -> loop.execute(() -> {})).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void answersOvertakeTheTuplesThatWait() {
    TaskLoop idle = new TaskLoop("task", () -> {});
    List<String> done = new ArrayList<>();
    idle.onTuple(() -> done.add("tuple 1"));
    idle.onTuple(() -> done.add("tuple 2"));
    idle.execute(() -> done.add("answer 1"));
    idle.execute(() -> done.add("answer 2"));
    for (int i = 0; i < 4; i++) {
      idle.turn(0);
    }

    assertThat(done).containsExactly("answer 1", "answer 2", "tuple 1", "tuple 2");
  }

  @Test
  void errorEndsTheWorkerAtOnce() throws Exception {
    loop.execute(
        () -> {
          throw new AssertionError("broken");
        });

    assertThat(uncaught.get(Patience.LIMIT_S, TimeUnit.SECONDS)).hasMessageContaining("broken");
  }

  @Test
  void interruptEndsTheWorkerAtOnce() throws Exception {
    thread.get(Patience.LIMIT_S, TimeUnit.SECONDS).interrupt();

    assertThat(uncaught.get(Patience.LIMIT_S, TimeUnit.SECONDS))
        .hasMessageContaining("interrupted");
    assertThatThrownBy(() -> loop.execute(() -> {})).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void closedLoopEndsInPeace() throws Exception {
    CountDownLatch working = new CountDownLatch(1);
    loop.execute(working::countDown);
    assertThat(working.await(Patience.LIMIT_S, TimeUnit.SECONDS)).isTrue();
    loop.close();
    thread.get().join(TimeUnit.SECONDS.toMillis(Patience.LIMIT_S));

    assertThat(thread.get().isAlive()).isFalse();
    assertThat(uncaught).isNotDone();
    assertThat(loop.failure()).isNull();
  }
}
