package clickcounter.simulation;

import clickcounter.tools.documents.Waits;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;

/**
 * Runs a command of operators, which waits for its answers, in a life, in which nothing waits. The
 * command has a thread of its own, in strict turns with that of the life: the command runs until it
 * waits, then the life goes on until the command need not wait any more. So a seed determines what
 * happens here, too.
 */
final class ToolThread implements Waits {
  private final Timeline timeline;
  private final Semaphore commandsTurn = new Semaphore(0);
  private final Semaphore lifesTurn = new Semaphore(0);
  private final Thread thread;
  private boolean killed;
  private Throwable failure;

  /** What the command waits for; null while it does not wait. */
  private BooleanSupplier awaited;

  /** Ends the thread, whatever the command is doing. */
  private static final class Killed extends Error {
    private static final long serialVersionUID = 1;

    Killed() {
      super("the process of a command ends", null, false, false);
    }
  }

  ToolThread(Timeline timeline, Runnable command) {
    this.timeline = timeline;
    thread = new Thread(() -> run(command), "simulated tool");
    thread.setDaemon(true);
  }

  private void run(Runnable command) {
    commandsTurn.acquireUninterruptibly();
    try {
      command.run();
    } catch (Killed e) {
      // As was asked for.
    } catch (Throwable e) {
      failure = e;
    } finally {
      lifesTurn.release();
    }
  }

  // To be called by the life

  /** Runs the command until it waits for the first time. */
  void start() {
    thread.start();
    goOn();
  }

  /** Something has come: lets the command run if this is what it waits for. */
  void wake() {
    if (awaited != null && awaited.getAsBoolean()) {
      goOn();
    }
  }

  private void goOn() {
    awaited = null;
    commandsTurn.release();
    lifesTurn.acquireUninterruptibly();
    if (failure instanceof Error error) {
      throw error;
    } else if (failure != null) {
      throw (RuntimeException) failure;
    }
  }

  /** Ends the command where it waits, if it has not ended. */
  void kill() {
    if (thread.isAlive()) {
      killed = true;
      commandsTurn.release();
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  // To be called by the command

  @Override
  public long nowMs() {
    return timeline.nowMs();
  }

  @Override
  public void pause(long ms) {
    boolean[] over = {false};
    timeline.afterMs(
        ms,
        () -> {
          over[0] = true;
          wake();
        });
    await(() -> over[0]);
  }

  @Override
  public <A> A take(BlockingQueue<A> answers) {
    await(() -> !answers.isEmpty());
    return answers.remove();
  }

  private void await(BooleanSupplier what) {
    if (!killed && !what.getAsBoolean()) {
      awaited = what;
      lifesTurn.release();
      commandsTurn.acquireUninterruptibly();
    }
    if (killed) {
      throw new Killed();
    }
  }
}
