package clickcounter.storm;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.store.DocumentStore;
import clickcounter.store.MemoryStore;
import clickcounter.testing.Races;
import clickcounter.views.ViewSettings;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The tasks of a worker start and end on threads of their own, and share one store meanwhile. */
@Tag("slow")
class WorkerResourcesRaceTest {
  private static final ViewSettings SETTINGS = new ViewSettings(1_000, 100, 60_000);

  private static final class Stores {
    final AtomicInteger opened = new AtomicInteger();
    final AtomicInteger closed = new AtomicInteger();

    DocumentStore open() {
      opened.incrementAndGet();
      return new MemoryStore() {
        @Override
        public void close() {
          closed.incrementAndGet();
        }
      };
    }
  }

  private static void twoTasks(Stores stores, Supplier<AutoCloseable> acquire)
      throws InterruptedException {
    Races.Part task =
        () -> {
          AutoCloseable lease = acquire.get();
          Races.require(stores.opened.get() > stores.closed.get(), "a leased store is open");
          lease.close();
        };
    Races.runTogether(task, task);
    Races.require(stores.opened.get() == stores.closed.get(), "each store is closed once");
  }

  @Test
  void aStoreIsOpenAsLongAsATaskHoldsIt() {
    Races.none(
        () -> {
          Stores stores = new Stores();
          twoTasks(stores, () -> WorkerResources.acquire("worker", stores::open, SETTINGS));
        });
  }

  @Test
  void leasesThatAreCountedWithoutALockAreFound() {
    assertThat(
            Races.found(
                () -> {
                  Stores stores = new Stores();
                  DocumentStore[] shared = new DocumentStore[1];
                  int[] leases = {0};
                  twoTasks(
                      stores,
                      () -> {
                        if (leases[0]++ == 0) {
                          shared[0] = stores.open();
                        }
                        return () -> {
                          if (--leases[0] == 0) {
                            shared[0].close();
                          }
                        };
                      });
                }))
        .isTrue();
  }
}
