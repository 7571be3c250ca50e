package clickcounter.tools.documents;

import clickcounter.cli.NoVerdict;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * How the thread of a tool waits: for answers, which come on other threads, and before it tries
 * again. All that tools wait for in connection with documents is here.
 */
public interface Waits {
  /** With the clock of the machine. */
  Waits REAL =
      new Waits() {
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
            return answers.take();
          } catch (InterruptedException e) {
            throw interrupted();
          }
        }

        private static NoVerdict interrupted() {
          Thread.currentThread().interrupt();
          return new NoVerdict("interrupted; run the same command again, it goes on");
        }
      };

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
   * @throws NoVerdict if the thread is interrupted
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
