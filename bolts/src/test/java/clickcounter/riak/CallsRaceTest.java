package clickcounter.riak;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.testing.Races;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Calls of the store between the threads that begin them, the event loop, and the worker that
 * closes the store. As if one came after the other: each call has one outcome, and none is
 * forgotten.
 */
@Tag("slow")
class CallsRaceTest {
  /** The racy twins below are found within as many. */
  private static final int INTERLEAVINGS = 10;

  private static final byte[] FRAME = {0, 0, 0, 1, 11};

  /** An event loop that does what it was asked for when the test lets it. */
  private static final class Loop implements Executor {
    private final Queue<Runnable> asked = new ConcurrentLinkedQueue<>();
    private volatile boolean down;

    @Override
    public void execute(Runnable task) {
      if (down) {
        throw new RejectedExecutionException();
      }
      asked.add(task);
    }

    void runAll() {
      for (Runnable each = asked.poll(); each != null; each = asked.poll()) {
        each.run();
      }
    }

    void shutDown() {
      down = true;
      runAll();
    }
  }

  private static final class Outcome implements BiConsumer<Reply, Throwable> {
    final AtomicInteger count = new AtomicInteger();

    @Override
    public void accept(Reply reply, Throwable error) {
      count.incrementAndGet();
    }

    void requireOne() {
      Races.require(count.get() == 1, count.get() + " outcomes, expected one");
    }
  }

  /** Without a node that may serve it: each call that the loop takes over ends. */
  private static Calls calls(Loop loop) {
    Exception none = new IllegalStateException("no node");
    return new Calls(loop, List.of(), 1, () -> none);
  }

  @Test
  void aCallThatBeginsWhileTheLoopTakesOverIsNotForgotten() {
    Races.none(
        INTERLEAVINGS,
        () -> {
          Loop loop = new Loop();
          Calls calls = calls(loop);
          Outcome first = new Outcome();
          Outcome second = new Outcome();
          calls.begin(FRAME, first);
          Races.runTogether(() -> calls.begin(FRAME, second), loop::runAll);
          loop.runAll();
          first.requireOne();
          second.requireOne();
        });
  }

  @Test
  void twoCallsThatBeginAtOnceHaveOneOutcomeEach() {
    Races.none(
        INTERLEAVINGS,
        () -> {
          Loop loop = new Loop();
          Calls calls = calls(loop);
          Outcome first = new Outcome();
          Outcome second = new Outcome();
          Races.runTogether(() -> calls.begin(FRAME, first), () -> calls.begin(FRAME, second));
          loop.runAll();
          first.requireOne();
          second.requireOne();
        });
  }

  @Test
  void aCallThatBeginsWhileTheStoreClosesHasOneOutcome() {
    Races.none(
        INTERLEAVINGS,
        () -> {
          Loop loop = new Loop();
          Calls calls = calls(loop);
          Outcome outcome = new Outcome();
          Races.runTogether(
              () -> calls.begin(FRAME, outcome),
              () -> {
                calls.close();
                loop.execute(calls::endAll);
                loop.shutDown();
              });
          outcome.requireOne();
        });
  }

  @Test
  void twoCallsThatBeginInAStoreThatIsClosedHaveOneOutcomeEach() {
    Races.none(
        INTERLEAVINGS,
        () -> {
          Calls calls = calls(new Loop());
          calls.close();
          Outcome first = new Outcome();
          Outcome second = new Outcome();
          Races.runTogether(() -> calls.begin(FRAME, first), () -> calls.begin(FRAME, second));
          first.requireOne();
          second.requireOne();
        });
  }

  /** Notes that it looks after it has looked, where {@link Calls} does so before. */
  private static final class NotesTooLate {
    private final Queue<BiConsumer<Reply, Throwable>> begun = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean turnAsked = new AtomicBoolean();
    private final Loop loop;

    NotesTooLate(Loop loop) {
      this.loop = loop;
    }

    void begin(Outcome outcome) {
      begun.add(outcome);
      if (turnAsked.compareAndSet(false, true)) {
        loop.execute(this::turn);
      }
    }

    private void turn() {
      for (var each = begun.poll(); each != null; each = begun.poll()) {
        each.accept(null, null);
      }
      turnAsked.set(false);
    }
  }

  @Test
  void aLoopThatNotesTooLateThatItLooksIsFound() {
    assertThat(
            Races.found(
                INTERLEAVINGS,
                () -> {
                  Loop loop = new Loop();
                  NotesTooLate calls = new NotesTooLate(loop);
                  Outcome second = new Outcome();
                  calls.begin(new Outcome());
                  Races.runTogether(() -> calls.begin(second), loop::runAll);
                  loop.runAll();
                  second.requireOne();
                }))
        .isTrue();
  }

  /**
   * Looks whether the store is closed before it notes the call, where {@link Calls} does so after.
   */
  private static final class LooksTooEarly {
    private volatile Outcome begun;
    private volatile boolean closed;

    void begin(Outcome outcome) {
      if (closed) {
        outcome.accept(null, null);
      } else {
        begun = outcome;
      }
    }

    void close() {
      closed = true;
      if (begun != null) {
        begun.accept(null, null);
      }
    }
  }

  @Test
  void aCallThatLooksTooEarlyWhetherTheStoreIsClosedIsFound() {
    assertThat(
            Races.found(
                INTERLEAVINGS,
                () -> {
                  LooksTooEarly calls = new LooksTooEarly();
                  Outcome outcome = new Outcome();
                  Races.runTogether(() -> calls.begin(outcome), calls::close);
                  outcome.requireOne();
                }))
        .isTrue();
  }
}
