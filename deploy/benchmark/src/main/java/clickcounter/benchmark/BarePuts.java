package clickcounter.benchmark;

import clickcounter.riak.BucketKind;
import clickcounter.riak.RiakSettings;
import clickcounter.riak.RiakStore;
import clickcounter.store.DocumentKey;
import clickcounter.store.StoreContext;
import clickcounter.store.StoredValue;
import java.util.List;
import java.util.concurrent.Semaphore;

/** Puts new documents through the Riak client and nothing else: what the store can do. */
final class BarePuts {
  private static final int IN_FLIGHT = 64;
  private static final int WARM_UP = 30_000;

  private BarePuts() {}

  /** Puts a second of documents of this size. */
  static double perSecond(String node, int bytes, int puts) throws InterruptedException {
    RiakSettings settings =
        RiakSettings.defaults("clicks", BucketKind.ORDINARY).withNodes(List.of(node));
    try (RiakStore store = new RiakStore(settings)) {
      put(store, "warm-up", bytes, WARM_UP);
      long start = System.nanoTime();
      put(store, "bare", bytes, puts);
      return puts / ((System.nanoTime() - start) / 1e9);
    }
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
