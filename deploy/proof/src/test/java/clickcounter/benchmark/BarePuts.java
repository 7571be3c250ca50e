package clickcounter.benchmark;

import clickcounter.riak.RiakSettings;
import clickcounter.riak.RiakStore;
import clickcounter.store.DocumentKey;
import clickcounter.store.StoreContext;
import clickcounter.store.StoredValue;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.concurrent.Semaphore;

/** Puts new documents through the Riak client and nothing else: what the store can do. */
final class BarePuts {
  private static final int IN_FLIGHT = 64;

  /** The rate still doubles between 20,000 and 100,000 puts. */
  private static final int WARM_UP = 150_000;

  private static final String CLIENT_THREADS = "riak-";

  /**
   * @param microsAPut processor time of the client, which is the caller's thread and the store's
   *     own; without the node, even if it runs in this process
   */
  record Result(double putsPerSecond, double microsAPut) {}

  private BarePuts() {}

  /**
   * Puts documents of this size, 64 in flight, after a warm-up of some seconds.
   *
   * @param node host:port of a node that knows the bucket type {@code clicks}
   */
  static Result measure(String node, int bytes, int puts) throws InterruptedException {
    RiakSettings settings = RiakSettings.defaults("clicks").withNodes(List.of(node));
    try (RiakStore store = new RiakStore(settings)) {
      put(store, "warm-up", bytes, WARM_UP);
      long cpuBefore = clientCpuNanos();
      long start = System.nanoTime();
      put(store, "bare", bytes, puts);
      double seconds = (System.nanoTime() - start) / 1e9;
      return new Result(puts / seconds, (clientCpuNanos() - cpuBefore) / 1e3 / puts);
    }
  }

  private static long clientCpuNanos() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long nanos = threads.getCurrentThreadCpuTime();
    for (long id : threads.getAllThreadIds()) {
      var thread = threads.getThreadInfo(id);
      if (thread != null && thread.getThreadName().startsWith(CLIENT_THREADS)) {
        nanos += Math.max(0, threads.getThreadCpuTime(id)); // -1 if it has just ended
      }
    }
    return nanos;
  }

  private static void put(RiakStore store, String bucket, int bytes, int puts)
      throws InterruptedException {
    Semaphore free = new Semaphore(IN_FLIGHT);
    StoredValue value = new StoredValue("application/octet-stream", new byte[bytes]);
    for (int i = 0; i < puts; i++) {
      free.acquire();
      store.put(
          new DocumentKey(bucket, "k" + i), value, StoreContext.NONE, answer -> free.release());
    }
    free.acquire(IN_FLIGHT);
  }
}
