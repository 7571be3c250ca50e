package clickcounter.tools.documents;

import clickcounter.cli.NoVerdict;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/**
 * How the thread of a tool waits: for answers, which come on other threads, and before it tries
 * again. All that tools wait for in connection with documents is here.
 */
public interface Waits {
  /** With the clock of the machine. A store answers within seconds. */
  Waits REAL = new RealWaits(Duration.ofMinutes(5));

  /** A time that never goes back. */
  long nowMs();

  /**
   * Waits.
   *
   * @throws NoVerdict if the thread is interrupted
   */
  void pause(long ms);

  /**
   * Takes the next answer, and waits until there is one.
   *
   * @throws NoVerdict if none comes for too long, or the thread is interrupted
   */
  <A> A take(BlockingQueue<A> answers);

  /**
   * Begins a call, and waits until it is answered.
   *
   * @throws NoVerdict if the thread is interrupted
   */
  default <A> A await(Consumer<Consumer<A>> call) {
    BlockingQueue<Optional<A>> answers = new LinkedBlockingQueue<>();
    call.accept(answer -> answers.add(Optional.ofNullable(answer)));
    return take(answers).orElse(null);
  }
}
