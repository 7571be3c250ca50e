package clickcounter.views;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.store.DocumentKey;
import clickcounter.store.Fetched;
import clickcounter.store.ReadOnlyStore;
import clickcounter.store.StoreContext;
import clickcounter.testing.Races;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The cache of views between the tasks of a worker, their ticks and the store's threads. As if it
 * were asked by one at a time: each request is answered once, and then there is a view whose read
 * began after the ticket; of one counter there is one read at a time.
 */
@Tag("slow")
class ViewCacheRaceTest {
  /** The racy twins below are found within as many. */
  private static final int INTERLEAVINGS = 10;

  private static final String HOST = "hostA-1";
  private static final long MIN_INTERVAL_MS = 100;
  private static final long IDLE_MS = 60_000;
  private static final long LATER_MS = 10 * IDLE_MS;
  private static final ViewSettings SETTINGS = new ViewSettings(1_000, MIN_INTERVAL_MS, IDLE_MS);

  /** Answers when answer() is called, on that thread, and knows when each read began. */
  private static final class Store implements ReadOnlyStore {
    final ConcurrentLinkedQueue<Consumer<Fetched>> open = new ConcurrentLinkedQueue<>();
    final AtomicInteger reading = new AtomicInteger();
    final AtomicInteger mostReading = new AtomicInteger();
    volatile ViewCache views;
    volatile long readBeganAt;

    @Override
    public void fetch(DocumentKey key, Consumer<Fetched> answer) {
      readBeganAt = views.ticket();
      mostReading.accumulateAndGet(reading.incrementAndGet(), Math::max);
      open.add(answer);
    }

    void answer() {
      for (Consumer<Fetched> each = open.poll(); each != null; each = open.poll()) {
        reading.decrementAndGet();
        each.accept(new Fetched.Absent(StoreContext.NONE));
      }
    }
  }

  /** A task that waits for a view. */
  private static final class Asker implements ViewCache.ViewCallback {
    private final Store store;
    private final AtomicInteger answers = new AtomicInteger();
    private volatile long ticket;
    private volatile boolean hasView;
    private volatile boolean readAfterTicket;

    Asker(Store store) {
      this.store = store;
    }

    void ask() {
      ticket = store.views.ticket();
      store.views.request(HOST, ticket, this);
    }

    @Override
    public void ready(String failure) {
      hasView = store.views.readAfter(HOST, ticket) != null;
      readAfterTicket = store.readBeganAt > ticket;
      answers.incrementAndGet();
    }

    void requireServed() {
      Races.require(answers.get() == 1, "each request is answered once");
      Races.require(hasView, "an answered request has a view");
      Races.require(readAfterTicket, "the view was read after the ticket was taken");
    }
  }

  /** The store and a cache over it, in which the view of the counter has been idle for long. */
  private static Store idle(AtomicLong nowMs) {
    Store store = new Store();
    store.views = new ViewCache(store, SETTINGS, nowMs::get);
    new Asker(store).ask();
    store.answer();
    nowMs.set(LATER_MS);
    return store;
  }

  private static void finish(Store store, AtomicLong nowMs, Asker... askers) {
    for (int round = 0; round < 2; round++) {
      store.answer();
      nowMs.addAndGet(MIN_INTERVAL_MS);
      store.views.tick(nowMs.get());
    }
    store.answer();
    for (Asker asker : askers) {
      asker.requireServed();
    }
    Races.require(store.mostReading.get() == 1, "of one counter one read at a time");
  }

  @Test
  void whoAsksWhileAnIdleViewIsDroppedIsTold() {
    Races.none(
        INTERLEAVINGS,
        () -> {
          AtomicLong nowMs = new AtomicLong();
          Store store = idle(nowMs);
          Asker one = new Asker(store);
          Asker other = new Asker(store);
          Races.runTogether(() -> store.views.tick(LATER_MS), one::ask, other::ask);
          finish(store, nowMs, one, other);
        });
  }

  @Test
  void whoAsksWhileAnotherReadIsAnsweredIsTold() {
    Races.none(
        INTERLEAVINGS,
        () -> {
          AtomicLong nowMs = new AtomicLong();
          Store store = idle(nowMs);
          Asker one = new Asker(store);
          Asker other = new Asker(store);
          one.ask();
          Races.runTogether(store::answer, other::ask);
          finish(store, nowMs, one, other);
        });
  }

  @Test
  void aWishThatMeetsTheDropOfAnIdleViewIsKept() {
    Races.none(
        INTERLEAVINGS,
        () -> {
          AtomicLong nowMs = new AtomicLong();
          Store store = idle(nowMs);
          Races.runTogether(() -> store.views.tick(LATER_MS), () -> store.views.refreshSoon(HOST));
          store.views.tick(LATER_MS + MIN_INTERVAL_MS);
          store.answer();
          Races.require(store.views.known(HOST).view() != null, "a requested refresh is read");
        });
  }

  /** As the cache was: the slot is looked up, and may leave the map before the asker is in it. */
  private static final class LosesWaiters {
    private final ConcurrentLinkedQueue<Runnable> first = new ConcurrentLinkedQueue<>();
    private volatile ConcurrentLinkedQueue<Runnable> slot = first;

    void drop() {
      if (slot.isEmpty()) {
        slot = new ConcurrentLinkedQueue<>();
      }
    }

    void ask(Runnable waiter) {
      slot.add(waiter);
    }

    void answer() {
      slot.forEach(Runnable::run);
    }
  }

  @Test
  void aCacheThatDropsASlotUnderItsWaiterIsFound() {
    assertThat(
            Races.found(
                INTERLEAVINGS,
                () -> {
                  LosesWaiters cache = new LosesWaiters();
                  AtomicInteger answers = new AtomicInteger();
                  Races.runTogether(cache::drop, () -> cache.ask(answers::incrementAndGet));
                  cache.answer();
                  Races.require(answers.get() == 1, "each request is answered once");
                }))
        .isTrue();
  }
}
