package clickcounter.tools.documents;

import clickcounter.cli.NoVerdict;
import java.util.Iterator;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * How the thread of a tool waits: for answers, which come on other threads, and before it tries
 * again. It never waits for ever, and {@link NoVerdict} ends the command if the thread is
 * interrupted. All that tools wait for in connection with documents is here, and so is how often,
 * and after which pauses, they try again what the store did not do. Together these cover the
 * restart of a node. An exception is not tried again.
 */
public interface Waits {
  int ATTEMPTS = 6;

  /** Doubled each time: 1.55 s in all. */
  long FIRST_PAUSE_MS = 50;

  long LONGEST_PAUSE_MS = 800;

  /** With the clock of the machine. A store answers within seconds. */
  Waits REAL = new RealWaits(TimeUnit.MINUTES.toMillis(5));

  /** A time that never goes back. */
  long nowMs();

  void pause(long ms);

  /**
   * Takes the next answer, and waits until there is one.
   *
   * @throws NoVerdict if none comes for too long
   */
  <A> A take(BlockingQueue<A> answers);

  /** Begins a call, and waits until it is answered. */
  default <A> A await(Consumer<Consumer<A>> call) {
    BlockingQueue<Optional<A>> answers = new LinkedBlockingQueue<>();
    call.accept(answer -> answers.add(Optional.ofNullable(answer)));
    return take(answers).orElse(null);
  }

  /**
   * Makes a call for each item, a limited number at a time, and returns when all are answered. What
   * a call throws ends this.
   *
   * @param call is answered exactly once
   * @param receiver of an answer, in the caller's thread
   */
  default <T, A> void awaitAll(
      Iterator<T> items,
      int mostAtATime,
      BiConsumer<T, Consumer<A>> call,
      BiConsumer<T, A> receiver) {
    BlockingQueue<Runnable> answers = new LinkedBlockingQueue<>();
    int inFlight = 0;
    while (items.hasNext() || inFlight > 0) {
      while (items.hasNext() && inFlight < mostAtATime) {
        T item = items.next();
        call.accept(item, answer -> answers.add(() -> receiver.accept(item, answer)));
        inFlight++;
      }
      take(answers).run();
      inFlight--;
    }
  }

  /**
   * Repeats a call until its result is wanted.
   *
   * @return the last result, which is not wanted only if none was
   */
  default <T> T until(Predicate<T> wanted, Supplier<T> call) {
    return until(wanted, Long.MAX_VALUE, call);
  }

  /** The same, but it is not repeated after this time. */
  default <T> T until(Predicate<T> wanted, long withinMs, Supplier<T> call) {
    long startMs = nowMs();
    long pauseMs = FIRST_PAUSE_MS;
    for (int attempt = 1; ; attempt++) {
      T result = call.get();
      if (wanted.test(result) || attempt == ATTEMPTS || nowMs() - startMs >= withinMs) {
        return result;
      }
      pause(pauseMs);
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
    }
  }

  /**
   * Waits with the clock of the machine.
   *
   * @param longestSilenceMs for which an answer is waited for
   */
  record RealWaits(long longestSilenceMs) implements Waits {
    @Override
    public long nowMs() {
      return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
    }

    @Override
    public void pause(long ms) {
      try {
        Thread.sleep(ms);
      } catch (InterruptedException e) {
        throw interrupted();
      }
    }

    @Override
    public <A> A take(BlockingQueue<A> answers) {
      try {
        A answer = answers.poll(longestSilenceMs, TimeUnit.MILLISECONDS);
        if (answer == null) {
          throw new NoVerdict(
              "the store did not answer for %d s; the log may say why. Run the same command again to resume"
                  .formatted(TimeUnit.MILLISECONDS.toSeconds(longestSilenceMs)));
        }
        return answer;
      } catch (InterruptedException e) {
        throw interrupted();
      }
    }

    private static NoVerdict interrupted() {
      Thread.currentThread().interrupt();
      return new NoVerdict("interrupted; run the same command again to resume");
    }
  }
}
