package clickcounter.copies;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

/**
 * The turns of one task. A turn reads the clock, does a piece of work, and then starts the reads
 * and puts that have become due. One reading of the clock serves all events of a turn.
 *
 * <p>What an answer of the store brings is passed to {@link #execute}, so it runs inside a turn
 * without knowing of it. Answers that wait together are one turn, so the puts that they make due
 * start together. The task's own methods use {@link #run}.
 *
 * <p>Not thread-safe, but for {@link #execute}.
 */
public final class Turns implements Executor {
  private final Executor mailbox;
  private final LongSupplier clockMs;
  private final List<Runnable> lastDuties = new ArrayList<>(1);
  private final Queue<Runnable> answers = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean isTurnQueued = new AtomicBoolean();
  private long nowMs;

  /**
   * @param mailbox runs work on the task's thread
   */
  public Turns(Executor mailbox, LongSupplier clockMs) {
    this.mailbox = mailbox;
    this.clockMs = clockMs;
  }

  /** Has this done at the end of every turn. */
  void endWith(Runnable duty) {
    lastDuties.add(duty);
  }

  /** Does the work in a turn, at once. To be called on the task's thread. */
  public void run(Runnable work) {
    nowMs = clockMs.getAsLong();
    work.run();
    for (int i = 0; i < lastDuties.size(); i++) {
      lastDuties.get(i).run();
    }
  }

  /** Does the work in a turn on the task's thread, soon. May be called on any thread. */
  @Override
  public void execute(Runnable work) {
    answers.add(work);
    if (!isTurnQueued.getAndSet(true)) {
      mailbox.execute(() -> run(this::takeAnswers));
    }
  }

  private void takeAnswers() {
    isTurnQueued.set(false); // first: what is added from now on may be missed below
    for (Runnable next = answers.poll(); next != null; next = answers.poll()) {
      next.run();
    }
  }

  /** When the current turn began. */
  public long nowMs() {
    return nowMs;
  }
}
