package clickcounter.riak;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.testing.Races;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * One call of the store between the client's thread that answers, the timer that gives it up and
 * the worker that closes the store. As if one came after the other: the caller has one answer, and
 * the timer is stopped.
 */
@Tag("slow")
class CallTimeoutsRaceTest {
  /** A timer whose time comes when the test says so. */
  private static final class Timer extends ScheduledThreadPoolExecutor {
    final AtomicReference<Expiry> expiry = new AtomicReference<>();
    final AtomicInteger down = new AtomicInteger();

    Timer() {
      super(0);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
      if (down.get() > 0) {
        throw new RejectedExecutionException();
      }
      expiry.set(new Expiry(command));
      return expiry.get();
    }

    @Override
    public List<Runnable> shutdownNow() {
      down.incrementAndGet();
      return List.of();
    }

    void timeIsUp() {
      Expiry set = expiry.get();
      if (set != null) {
        set.run();
      }
    }
  }

  private static final class Expiry extends FutureTask<Void> implements ScheduledFuture<Void> {
    Expiry(Runnable command) {
      super(command, null);
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return 0;
    }

    @Override
    public int compareTo(Delayed other) {
      return 0;
    }
  }

  private static final class Answers implements Consumer<String> {
    final AtomicInteger count = new AtomicInteger();

    @Override
    public void accept(String answer) {
      count.incrementAndGet();
    }

    void requireOne() {
      Races.require(count.get() == 1, count.get() + " answers, expected one");
    }
  }

  @Test
  void aCallThatIsAnsweredWhenItsTimeIsUpHasOneAnswer() {
    Races.none(
        () -> {
          Timer timer = new Timer();
          Answers answers = new Answers();
          Call<String> call = new CallTimeouts(timer, 1).begin(answers, reason -> reason);
          Races.together(() -> call.answer("stored"), timer::timeIsUp);
          answers.requireOne();
          Races.require(timer.expiry.get().isDone(), "the timer is stopped");
        });
  }

  @Test
  void aCallThatBeginsWhileTheStoreClosesHasOneAnswer() {
    Races.none(
        () -> {
          Timer timer = new Timer();
          CallTimeouts calls = new CallTimeouts(timer, 1);
          Answers answers = new Answers();
          Races.together(() -> calls.begin(answers, reason -> reason), calls::close);
          answers.requireOne();
        });
  }

  @Test
  void aCallThatIsAnsweredWhileTheStoreClosesHasOneAnswer() {
    Races.none(
        () -> {
          CallTimeouts calls = new CallTimeouts(new Timer(), 1);
          Answers answers = new Answers();
          Call<String> call = calls.begin(answers, reason -> reason);
          Races.together(() -> call.answer("stored"), calls::close);
          answers.requireOne();
        });
  }

  @Test
  void noTwoPutsHaveOneId() {
    // Made outside: the checker takes no SecureRandom.
    PutIds ids = new PutIds();
    Races.none(
        () -> {
          ConcurrentHashMap<String, Boolean> given = new ConcurrentHashMap<>();
          Races.together(
              () -> given.put(ids.next(), true),
              () -> given.put(ids.next(), true),
              () -> given.put(ids.next(), true));
          Races.require(given.size() == 3, "three puts have three ids");
        });
  }

  /** Looks first and notes afterwards, where {@link Call} does both in one step. */
  private static final class LooksFirst {
    private final Answers answers;
    private volatile boolean answered;

    LooksFirst(Answers answers) {
      this.answers = answers;
    }

    void answer(String value) {
      if (!answered) {
        answered = true;
        answers.accept(value);
      }
    }
  }

  @Test
  void aCallThatLooksBeforeItNotesIsFound() {
    assertThat(
            Races.found(
                () -> {
                  Answers answers = new Answers();
                  LooksFirst call = new LooksFirst(answers);
                  Races.together(() -> call.answer("stored"), () -> call.answer("time is up"));
                  answers.requireOne();
                }))
        .isTrue();
  }
}
