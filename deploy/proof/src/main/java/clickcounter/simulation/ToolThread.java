package clickcounter.simulation;

import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/**
 * Runs a command of operators, which waits for its answers, in a life, in which nobody waits. The
 * command has a thread of its own, in strict turns with that of the life: the command runs until it
 * waits, then the life goes on until it has the answer. So a seed determines what happens here,
 * too.
 */
final class ToolThread {
  private final Timeline timeline;
  private final Semaphore commandsTurn = new Semaphore(0);
  private final Semaphore lifesTurn = new Semaphore(0);
  private Thread thread;
  private boolean lifeIsOver;
  private Throwable failure;

  /** Ends the thread, whatever the command is doing. */
  static final class Killed extends Error {
    private static final long serialVersionUID = 1;

    Killed() {
      super("the process of a command ends", null, false, false);
    }
  }

  ToolThread(Timeline timeline) {
    this.timeline = timeline;
  }

  /** Runs this until it waits for the first time. To be called by the life. */
  void start(Runnable command) {
    thread = new Thread(() -> run(command), "simulated tool");
    thread.setDaemon(true);
    thread.start();
    goOn();
  }

  private void run(Runnable command) {
    commandsTurn.acquireUninterruptibly();
    try {
      command.run();
    } catch (Killed e) {
      // It was asked to.
    } catch (Throwable e) {
      failure = e;
    } finally {
      lifesTurn.release();
    }
  }

  /** Lets the command run until it waits or ends. */
  private void goOn() {
    commandsTurn.release();
    lifesTurn.acquireUninterruptibly();
    if (failure instanceof Error error) {
      throw error;
    } else if (failure != null) {
      throw (RuntimeException) failure;
    }
  }

  /**
   * Begins something that is answered once, later, and waits for the answer. To be called by the
   * command.
   */
  <A> A await(Consumer<Consumer<A>> begin) {
    requireLife();
    Answer<A> answer = new Answer<>();
    begin.accept(
        value -> {
          answer.value = value;
          goOn();
        });
    lifesTurn.release();
    commandsTurn.acquireUninterruptibly();
    requireLife();
    return answer.value;
  }

  void pause(long ms) {
    await((Consumer<Void> answer) -> timeline.afterMs(ms, () -> answer.accept(null)));
  }

  private void requireLife() {
    if (lifeIsOver) {
      throw new Killed();
    }
  }

  /** Ends the command where it is. To be called by the life when it is over. */
  void end() {
    lifeIsOver = true;
    commandsTurn.release();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static final class Answer<A> {
    A value;
  }
}
