package clickcounter.tools.documents;

import clickcounter.cli.NoVerdict;
import java.time.Duration;
import java.util.Iterator;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Runs calls whose answers come on other threads, a limited number at a time. It never waits for
 * ever: what a call throws ends the run, and so does a call that is not answered.
 */
public final class InFlight {
  /** A store answers within seconds. */
  private static final Duration LONGEST_SILENCE = Duration.ofMinutes(5);

  private InFlight() {}

  /** A call that is answered exactly once. */
  public interface PendingRead<T, A> {
    void start(T item, Consumer<A> answer);
  }

  /** Receives an answer, in the caller's thread. */
  public interface Receiver<T, A> {
    void answered(T item, A answer);
  }

  private record Answered<T, A>(T item, A answer) {}

  /**
   * Returns when all calls are answered.
   *
   * @throws NoVerdict when no call is answered for 5 minutes, or the thread is interrupted
   */
  public static <T, A> void run(
      Iterator<T> items, int most, PendingRead<T, A> call, Receiver<T, A> receiver) {
    run(items, most, LONGEST_SILENCE, call, receiver);
  }

  static <T, A> void run(
      Iterator<T> items,
      int most,
      Duration longestSilence,
      PendingRead<T, A> call,
      Receiver<T, A> receiver) {
    LinkedBlockingQueue<Answered<T, A>> answers = new LinkedBlockingQueue<>();
    int inFlight = 0;
    while (items.hasNext() || inFlight > 0) {
      while (items.hasNext() && inFlight < most) {
        T item = items.next();
        call.start(item, answer -> answers.add(new Answered<>(item, answer)));
        inFlight++;
      }
      Answered<T, A> next = take(answers, longestSilence);
      inFlight--;
      receiver.answered(next.item(), next.answer());
    }
  }

  private static <E> E take(LinkedBlockingQueue<E> answers, Duration longestSilence) {
    try {
      E answer = answers.poll(longestSilence.toNanos(), TimeUnit.NANOSECONDS);
      if (answer == null) {
        throw new NoVerdict(
            "the store did not answer for "
                + longestSilence.toSeconds()
                + " s; the log may say why. Run the same command again, it goes on");
      }
      return answer;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new NoVerdict("interrupted; run the same command again, it goes on");
    }
  }
}
