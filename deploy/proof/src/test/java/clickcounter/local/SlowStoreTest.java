package clickcounter.local;

import static clickcounter.testing.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.event.AdEvent;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import clickcounter.metrics.Metric;
import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.Fetched;
import clickcounter.store.MemoryStore;
import clickcounter.store.StoreContext;
import clickcounter.store.Stored;
import clickcounter.store.StoredValue;
import clickcounter.topology.TopologySettingsTable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A full queue and a store that is slower than the events come: documents wait in line for several
 * message time-outs.
 */
@Tag("slow")
@Tag("long")
class SlowStoreTest {
  private static final int CALLS_PER_S = 250;
  private static final int ADS = 2_000;
  private static final int EVENTS = 20_000;

  /** Calls that fail before the quorum is back. */
  private static final int REFUSALS = 100;

  private static final int LINES = 500;
  private static final int COUNTERS = 24;
  private static final int MESSAGE_TIMEOUT_S = 6;

  /** Storm's components get it from here: it is not serialised. */
  private static PacedStore store;

  /** So many calls a second; some documents have no quorum for a while. */
  private static final class PacedStore implements DocumentStore {
    private static final int ONE_OF = 33;
    private final MemoryStore documents = new MemoryStore();
    private final LinkedBlockingQueue<Runnable> calls = new LinkedBlockingQueue<>();
    private final ScheduledExecutorService pace =
        Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "paced-store"));
    private final AtomicInteger refused = new AtomicInteger();
    private volatile boolean quorumLost;

    PacedStore() {
      long periodUs = TimeUnit.SECONDS.toMicros(1) / CALLS_PER_S;
      pace.scheduleAtFixedRate(this::answerOne, 0, periodUs, TimeUnit.MICROSECONDS);
    }

    private void answerOne() {
      Runnable call = calls.poll();
      if (call != null) {
        call.run();
      }
    }

    private boolean isAway(DocumentKey key) {
      boolean isAway = quorumLost && Math.floorMod(key.hashCode(), ONE_OF) == 0;
      refused.addAndGet(isAway ? 1 : 0);
      return isAway;
    }

    @Override
    public void fetch(DocumentKey key, Consumer<Fetched> answer) {
      calls.add(
          () -> {
            if (isAway(key)) {
              answer.accept(new Fetched.Failed("{pr_val_unsatisfied,2,1}"));
            } else {
              documents.fetch(key, answer);
            }
          });
    }

    @Override
    public void put(
        DocumentKey key, StoredValue value, StoreContext context, Consumer<Stored> answer) {
      calls.add(
          () -> {
            if (isAway(key)) {
              answer.accept(new Stored.Doubt("{pw_val_unsatisfied,2,1}"));
            } else {
              documents.put(key, value, context, answer);
            }
          });
    }

    @Override
    public void close() {
      pace.shutdownNow();
    }
  }

  @Test
  void noTupleFailsAndNothingIsCountedTwiceWhileTheStoreMakesProgress(@TempDir Path directory)
      throws Exception {
    store = new PacedStore();
    try (LocalStack stack =
        LocalStack.start(
            directory,
            TopologySettingsTable.defaults()
                .with("deferralMs", 500)
                .with("messageTimeoutS", MESSAGE_TIMEOUT_S)
                .with("riak.nodes", "127.0.0.1:1"),
            0,
            0,
            Map.of(),
            topology -> topology.withStore(() -> store))) {
      stack.awaitReady();
      RunningStack.send(stack.brokerUrl(), messages());
      await().until(() -> LocalMetrics.sum(Metric.PUTS) > ADS / 8);
      store.quorumLost = true;
      await().until(() -> store.refused.get() > REFUSALS);
      store.quorumLost = false;
      await()
          .pollInterval(Duration.ofMillis(100))
          .ignoreExceptionsInstanceOf(IOException.class) // a busy broker answers late
          .until(() -> stack.queuedMessages() == 0);

      assertThat(LocalMetrics.sum(Metric.FAILED_TUPLES)).isZero();
      assertThat(LocalMetrics.sum(Metric.COUNTED_EVENTS)).isEqualTo(EVENTS);
      assertThat(LocalMetrics.sum(Metric.DUPLICATE_EVENTS)).isZero();
    }
  }

  /** The events of all counters, each on a random ad. */
  private static List<List<String>> messages() {
    Random random = new Random(1);
    long nowMs = System.currentTimeMillis();
    List<List<String>> messages = new ArrayList<>();
    for (int first = 0; first < EVENTS; first += LINES) {
      List<String> lines = new ArrayList<>();
      for (int i = first; i < first + LINES; i++) {
        String counterId = "host" + i % COUNTERS + "-r1";
        String adId = "a" + random.nextInt(ADS);
        lines.add(
            EventWriter.toLine(
                new AdEvent(counterId, i / COUNTERS + 1, EventKind.IMPRESSION, adId, nowMs, 0)));
      }
      messages.add(lines);
    }
    return messages;
  }
}
