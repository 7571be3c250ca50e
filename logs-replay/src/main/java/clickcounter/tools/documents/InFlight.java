package clickcounter.tools.documents;

import java.util.Iterator;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/**
 * Runs calls whose answers come on other threads, a limited number at a time. It never waits for
 * ever: what a call throws ends the run, and so does a call that is not answered.
 */
public final class InFlight {
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
   * @throws clickcounter.cli.NoVerdict when no call is answered for too long, or the thread is
   *     interrupted
   */
  public static <T, A> void run(
      Waits waits, Iterator<T> items, int most, PendingRead<T, A> call, Receiver<T, A> receiver) {
    LinkedBlockingQueue<Answered<T, A>> answers = new LinkedBlockingQueue<>();
    int inFlight = 0;
    while (items.hasNext() || inFlight > 0) {
      while (items.hasNext() && inFlight < most) {
        T item = items.next();
        call.start(item, answer -> answers.add(new Answered<>(item, answer)));
        inFlight++;
      }
      Answered<T, A> next = waits.take(answers);
      inFlight--;
      receiver.answered(next.item(), next.answer());
    }
  }
}
