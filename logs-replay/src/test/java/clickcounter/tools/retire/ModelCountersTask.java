package clickcounter.tools.retire;

import clickcounter.counting.CountersSettings;
import clickcounter.counting.CountersTask;
import clickcounter.counting.CountingMetrics;
import clickcounter.counting.Output;
import clickcounter.defer.WriteLimits;
import clickcounter.event.CounterEvent;
import clickcounter.event.Rejected;
import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.wire.Marks;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;

/** The real {@link CountersTask}, alone, with one delivery. */
final class ModelCountersTask {
  private static final CountersSettings SETTINGS =
      new CountersSettings(new WriteLimits(0, 1, 0), 1_000, 10, 10, 1, 1, 600_000, 1_000);

  private final Deque<Runnable> mailbox = new ArrayDeque<>();
  private final CountersTask<String> task;
  private boolean acked;

  ModelCountersTask(DocumentStore store) {
    task =
        new CountersTask<>(
            SETTINGS,
            store,
            mailbox::add,
            () -> 0,
            new SplittableRandom(1),
            new Nowhere(),
            new Unmeasured());
  }

  /** Takes the event, and does what can be done before the store's next answer. */
  void take(CounterEvent event) {
    task.onCounterEvent("delivery", event);
    run();
  }

  /** The same with marks. */
  void take(Marks marks) {
    task.onMarks("delivery", List.of(marks));
    run();
  }

  /** Whether what it took is stored. */
  boolean acked() {
    return acked;
  }

  private void run() {
    while (!mailbox.isEmpty()) {
      mailbox.poll().run();
      task.onTick();
    }
  }

  private final class Nowhere implements Output<String> {
    @Override
    public void mark(String delivery, List<Marks> marks) {}

    @Override
    public void reject(String delivery, List<Rejected> lines) {}

    @Override
    public void keepAlive(String delivery) {}

    @Override
    public void ack(String delivery) {
      acked = true;
    }

    @Override
    public void fail(String delivery) {}
  }

  private static final class Unmeasured implements CountingMetrics {
    @Override
    public void done(int counted, int duplicates, int rejected) {}

    @Override
    public void durableAfter(long ms) {}

    @Override
    public void merged(int siblings) {}

    @Override
    public void unrecorded(long ids) {}

    @Override
    public void putStarted(int events, int bytes, long ageMs) {}

    @Override
    public void putEnded(PutEnd end, long tookMs) {}

    @Override
    public void blocked(DocumentKey key) {}

    @Override
    public void readStarted() {}

    @Override
    public void readFailed() {}
  }
}
