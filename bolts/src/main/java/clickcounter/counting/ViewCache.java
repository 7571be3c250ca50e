package clickcounter.counting;

import clickcounter.document.CounterDocument;
import clickcounter.document.CounterDocumentCodec;
import clickcounter.document.CounterView;
import clickcounter.document.LatestIds;
import clickcounter.document.UnreadableDocument;
import clickcounter.ledger.CounterViews;
import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.Fetched;
import clickcounter.store.StoredValue;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the ads tasks of one worker know of counter documents. One read of a counter serves all that
 * wait for it, and a view that is wanted is refreshed in the background.
 *
 * <p>Rule 3 needs to know what was read after what, which clocks cannot tell. So there are tickets:
 * a number that grows. A task takes one when it has the answer of its read of an ad document; a
 * view may be used for that document only if its own read <em>began</em> with a later ticket.
 *
 * <p>Counters cost little, however many are alive: reads of views are bounded in number at once and
 * in rate. When more are due than that, who waits goes before what is only old, of each kind the
 * longest due first, and intervals grow with the number of counters, up to {@code maxWaitMs}. A
 * large document is read less often than a small one.
 *
 * <p>Thread-safe. A refreshed view is the union with the one before, it never goes back.
 */
public final class ViewCache {
  private static final Logger LOG = LoggerFactory.getLogger(ViewCache.class);

  private final DocumentStore store;
  private final Settings settings;
  private final LongSupplier clockMs;
  private final AtomicLong tickets = new AtomicLong();
  private final Map<String, CachedView> cachedViews = new ConcurrentHashMap<>();
  private final ReadBudget budget;
  private volatile ReadMetrics metrics = ReadMetrics.NONE;
  private volatile long tickedAtMs = Long.MIN_VALUE / 2;

  /**
   * @param refreshMs how old a wanted view gets before it is read again
   * @param minIntervalMs between the starts of two reads of one counter
   * @param idleMs after which a view that nobody asked for is dropped
   * @param maxReadsInFlight at once
   * @param maxReadsPerSecond the steady rate, 0 for no bound
   * @param maxWaitMs how long the rate, or the size of a document, may hold a read back that is due
   */
  public record Settings(
      long refreshMs,
      long minIntervalMs,
      long idleMs,
      int maxReadsInFlight,
      int maxReadsPerSecond,
      long maxWaitMs)
      implements Serializable {
    /** As many reads as are due. */
    public Settings(long refreshMs, long minIntervalMs, long idleMs) {
      this(refreshMs, minIntervalMs, idleMs, Integer.MAX_VALUE, 0, refreshMs);
    }

    public Settings {
      if (maxReadsInFlight < 1 || maxReadsPerSecond < 0 || maxWaitMs < 0) {
        throw new IllegalArgumentException(
            "views: expected maxReadsInFlight >= 1, maxReadsPerSecond >= 0, maxWaitMs >= 0, found "
                + maxReadsInFlight
                + ", "
                + maxReadsPerSecond
                + ", "
                + maxWaitMs);
      }
      if (minIntervalMs < 0 || refreshMs < minIntervalMs || idleMs < refreshMs) {
        throw new IllegalArgumentException(
            "views: expected 0 <= minIntervalMs <= refreshMs <= idleMs, found "
                + minIntervalMs
                + ", "
                + refreshMs
                + ", "
                + idleMs);
      }
    }
  }

  /** Is told, on any thread, how a request ended. */
  public interface ViewCallback {
    /**
     * @param failure null when the view is there; else why it is not
     */
    void ready(String failure);
  }

  /**
   * What a read found.
   *
   * @param document null when there is none
   */
  private record Snapshot(CounterDocument document, CounterView view, long ticket) {
    static Snapshot of(CounterDocument document, long ticket) {
      CounterView view = document == null ? CounterView.EMPTY : new LatestIds(document);
      return new Snapshot(document, view, ticket);
    }
  }

  /**
   * What decoding so many bytes costs is small beside a read; a document of twice as many is read
   * half as often.
   */
  private static final int CHEAP_BYTES = 32_768;

  private record Waiting(long after, ViewCallback callback) {}

  private static final class CachedView {
    final String counterId;
    volatile Snapshot snapshot;
    volatile String blocked;

    /** Of the document, as it was read last. */
    volatile long bytes;

    /** Set and cleared under this object's monitor. */
    volatile boolean refreshRequested;

    // Below is guarded by this object's monitor.
    long usedAtMs;
    boolean reading;

    /** No longer in the map: nobody looks after it any more. */
    boolean dropped;

    long readingTicket;
    long startedAtMs = Long.MIN_VALUE / 2;
    long refreshRequestedAtMs;
    long waitingSinceMs;
    final List<Waiting> waiting = new ArrayList<>();

    CachedView(String counterId) {
      this.counterId = counterId;
    }
  }

  public ViewCache(DocumentStore store, Settings settings, LongSupplier clockMs) {
    this.store = store;
    this.settings = settings;
    this.clockMs = clockMs;
    this.budget = new ReadBudget(settings.maxReadsInFlight(), settings.maxReadsPerSecond());
  }

  /** From now on reads are told to these metrics: of one task for all of the worker. */
  void reportTo(ReadMetrics metrics) {
    this.metrics = metrics;
  }

  /** A number above all given before. */
  public long ticket() {
    return tickets.incrementAndGet();
  }

  /** The newest view of a counter, however old; null when it was never read. */
  public CounterView latest(String counterId) {
    CachedView cached = cachedViews.get(counterId);
    return cached == null || cached.snapshot == null ? null : cached.snapshot.view();
  }

  /** A view whose read began after this ticket was taken, or null. */
  public CounterView readAfter(String counterId, long ticket) {
    CachedView cached = cachedViews.get(counterId);
    Snapshot snapshot = cached == null ? null : cached.snapshot;
    return snapshot == null || snapshot.ticket <= ticket ? null : snapshot.view();
  }

  /**
   * Why the counter's document cannot be read until an operator mends it; null when it can, as far
   * as is known.
   */
  public String blocked(String counterId) {
    CachedView cached = cachedViews.get(counterId);
    String blocked = cached == null ? null : cached.blocked;
    if (blocked != null) {
      // Who asks would use it: it is looked at again, so that a mended document is noticed.
      refreshSoon(counterId);
    }
    return blocked;
  }

  /** Asks that the view be kept fresh in the background for a while. */
  public void refreshSoon(String counterId) {
    CachedView known = cachedViews.get(counterId);
    if (known != null && known.refreshRequested) {
      return; // most often: each write of each document wants all its counters
    }
    use(
        counterId,
        cached -> {
          cached.refreshRequested = true;
          cached.refreshRequestedAtMs = cached.usedAtMs;
          return false;
        });
  }

  /**
   * Calls the waiter once, when {@link #readAfter} would give a view, or when the read for it
   * failed.
   */
  public void request(String counterId, long ticket, ViewCallback callback) {
    use(
        counterId,
        cached -> {
          if (cached.waiting.isEmpty()) {
            cached.waitingSinceMs = cached.usedAtMs;
          }
          cached.waiting.add(new Waiting(ticket, callback));
          return mayStart(cached, cached.usedAtMs);
        });
  }

  /**
   * Does this under the monitor of the counter's cached view, and then starts a read if the
   * predicate says so. A cached view that is dropped at the same moment is replaced by a new one:
   * nobody would answer a request in the dropped one.
   */
  private void use(String counterId, Predicate<CachedView> startsRead) {
    while (true) {
      CachedView cached = cachedViews.computeIfAbsent(counterId, CachedView::new);
      boolean start;
      synchronized (cached) {
        if (cached.dropped) {
          continue;
        }
        cached.usedAtMs = clockMs.getAsLong();
        start = startsRead.test(cached);
      }
      if (start) {
        read(cached);
      }
      return;
    }
  }

  /** Whether this read starts now, which it then must: it is in the budget. */
  private boolean mayStart(CachedView cached, long nowMs) {
    if (cached.reading || nowMs - cached.startedAtMs < interval(cached, settings.minIntervalMs)) {
      return false;
    }
    boolean overdue = nowMs - dueAtMs(cached) >= settings.maxWaitMs;
    if (!budget.tryAcquire(nowMs, overdue)) {
      return false;
    }
    cached.reading = true;
    cached.readingTicket = ticket();
    cached.startedAtMs = nowMs;
    cached.refreshRequested = false;
    return true;
  }

  private long interval(CachedView cached, long leastMs) {
    return Math.max(leastMs, Math.min(settings.maxWaitMs, leastMs * (cached.bytes / CHEAP_BYTES)));
  }

  /** Since when somebody waits; or else when the view gets too old. */
  private long dueAtMs(CachedView cached) {
    return cached.waiting.isEmpty()
        ? Math.max(
            cached.refreshRequestedAtMs, cached.startedAtMs + interval(cached, settings.refreshMs))
        : cached.waitingSinceMs;
  }

  private void read(CachedView cached) {
    metrics.readStarted();
    try {
      store.fetch(DocumentKey.counter(cached.counterId), answer -> answered(cached, answer));
    } catch (RuntimeException e) {
      answered(cached, new Fetched.Failed("the store takes no reads: " + e));
    }
  }

  /** Whatever happens here, the read has ended and who waits for it is told: nobody else would. */
  private void answered(CachedView cached, Fetched answer) {
    String failure = "its answer could not be used; the log says why";
    try {
      failure = apply(cached, answer);
    } catch (RuntimeException e) {
      metrics.readFailed();
      LOG.error("counters/{}: the answer of a read could not be used", cached.counterId, e);
    } finally {
      budget.release();
      notifyWaiting(cached, failure);
    }
  }

  /** Null when the view is there; else why it is not. */
  private String apply(CachedView cached, Fetched answer) {
    try {
      Snapshot snapshot = Snapshot.of(read(cached, answer), cached.readingTicket);
      cached.blocked = null;
      cached.snapshot = snapshot;
      return null;
    } catch (UnreadableDocument | Misplaced e) {
      if (cached.blocked == null) {
        LOG.error(
            "counters/{} cannot be read: {}. Its events are rejected until an operator mends the document; replay the archive"
                + " after that. Never delete it: what it has recorded would be counted again.",
            cached.counterId,
            e.getMessage());
      }
      cached.blocked = e.getMessage();
      return e.getMessage();
    } catch (ReadFailed e) {
      metrics.readFailed();
      return e.getMessage();
    }
  }

  private void notifyWaiting(CachedView cached, String failure) {
    List<Waiting> served = new ArrayList<>();
    synchronized (cached) {
      cached.reading = false;
      for (Iterator<Waiting> it = cached.waiting.iterator(); it.hasNext(); ) {
        Waiting waiting = it.next();
        if (waiting.after < cached.readingTicket) {
          served.add(waiting);
          it.remove();
        }
      }
      cached.waitingSinceMs = cached.startedAtMs; // who is left has come since
    }
    for (Waiting waiting : served) {
      try {
        waiting.callback.ready(failure);
      } catch (RuntimeException e) {
        // Its task has ended; the others have not.
        LOG.warn("counters/{}: one that waited for it could not be told", cached.counterId, e);
      }
    }
  }

  private static CounterDocument read(CachedView cached, Fetched answer)
      throws UnreadableDocument, Misplaced, ReadFailed {
    CounterDocument older = cached.snapshot == null ? null : cached.snapshot.document;
    if (answer instanceof Fetched.Failed failed) {
      throw new ReadFailed(failed.reason());
    }
    if (answer instanceof Fetched.Found found) {
      List<CounterDocument> siblings = new ArrayList<>();
      long bytes = 0;
      for (StoredValue value : found.siblings()) {
        bytes += value.bytes().length;
        CounterDocument sibling = CounterDocumentCodec.read(value.contentType(), value.bytes());
        if (!sibling.counterId().equals(cached.counterId)) {
          throw new Misplaced("it is the document of counter " + sibling.counterId());
        }
        siblings.add(sibling);
      }
      cached.bytes = bytes;
      CounterDocument newer = CounterViews.union(siblings);
      return older == null ? newer : CounterViews.refreshed(older, newer);
    }
    return older;
  }

  private static final class Misplaced extends Exception {
    Misplaced(String reason) {
      super(reason, null, false, false);
    }
  }

  private static final class ReadFailed extends Exception {
    ReadFailed(String reason) {
      super(reason, null, false, false);
    }
  }

  /** Starts the reads that are due. To be called every few ms, by anyone. */
  public void tick(long nowMs) {
    if (nowMs - tickedAtMs < settings.minIntervalMs() / 4) {
      return;
    }
    tickedAtMs = nowMs;
    List<Due> due = new ArrayList<>();
    for (CachedView cached : cachedViews.values()) {
      synchronized (cached) {
        boolean isDue =
            !cached.waiting.isEmpty() || cached.refreshRequested && nowMs >= dueAtMs(cached);
        if (isDue && !cached.reading) {
          due.add(new Due(cached, !cached.waiting.isEmpty(), dueAtMs(cached)));
        } else if (!isDue && !cached.reading && nowMs - cached.usedAtMs > settings.idleMs) {
          cached.dropped = true;
          cachedViews.remove(cached.counterId, cached);
        }
      }
    }
    due.sort(Due.FIRST);
    for (Due each : due) {
      boolean start;
      synchronized (each.cached) {
        start = !each.cached.dropped && mayStart(each.cached, nowMs);
      }
      if (start) {
        read(each.cached);
      }
    }
  }

  /** A read that is due: who waits comes first, then who has been due for longest. */
  private record Due(CachedView cached, boolean waitedFor, long atMs) {
    static final Comparator<Due> FIRST =
        Comparator.comparing((Due due) -> !due.waitedFor).thenComparingLong(Due::atMs);
  }

  /** Counters of which something is kept. */
  public int size() {
    return cachedViews.size();
  }
}
