package clickcounter.counting;

import clickcounter.copies.ReadMetrics;
import clickcounter.document.CounterDocument;
import clickcounter.document.CounterView;
import clickcounter.document.LatestIds;
import clickcounter.document.UnreadableDocument;
import clickcounter.ledger.CounterViews;
import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.Fetched;
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
 * The views of counter documents that the ads tasks of one worker share. One read of a counter
 * serves all who wait for it. {@link #refreshSoon} has a view read in the background.
 *
 * <p>Rule 3 needs to know which read came after which, and clocks cannot say that. So there are
 * tickets, numbers that grow. A task draws one when its read of an ad document is answered. A view
 * may be used for that document only if its own read <em>began</em> with a later ticket.
 *
 * <p>Reads are limited in number and rate, so that many live counters do not load the store. When
 * more reads are due than the limits allow, views that a task waits for come before views that are
 * merely old, the longest due first. Intervals then grow with the number of counters, up to {@code
 * maxWaitMs}. A large document is read less often than a small one.
 *
 * <p>Thread-safe. A refreshed view is the union of the old and the new one, so it never loses an
 * id.
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
   * @param refreshMs age at which a view is read again, when {@link #refreshSoon} asks for it
   * @param minIntervalMs shortest time between the starts of two reads of one counter
   * @param idleMs without use until a view is dropped
   * @param maxReadsInFlight at a time
   * @param maxReadsPerSecond 0 for no limit
   * @param maxWaitMs how long the rate or a document's size may delay a read that is due
   */
  public record Settings(
      long refreshMs,
      long minIntervalMs,
      long idleMs,
      int maxReadsInFlight,
      int maxReadsPerSecond,
      long maxWaitMs)
      implements Serializable {
    /** Without limits on reads. */
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

  /** Receives the result of a request, on any thread. */
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
   * Decoding this many bytes costs little compared with a read. A document of twice this size is
   * read half as often.
   */
  private static final int CHEAP_BYTES = 32_768;

  private record ViewRequest(long after, ViewCallback callback) {}

  private static final class CachedView {
    final String counterId;
    volatile Snapshot snapshot;
    volatile String blocked;

    /** Size of the document when it was last read. */
    volatile long bytes;

    /** Set and cleared under this object's monitor. */
    volatile boolean refreshRequested;

    // Below is guarded by this object's monitor.
    long usedAtMs;
    boolean reading;

    /** No longer in the map: nothing will read for it. */
    boolean dropped;

    long readingTicket;
    long startedAtMs = Long.MIN_VALUE / 2;
    long refreshRequestedAtMs;
    long waitingSinceMs;
    final List<ViewRequest> waiting = new ArrayList<>();

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

  /** Reports all reads of the worker to the metrics of one of its tasks, from now on. */
  void reportTo(ReadMetrics metrics) {
    this.metrics = metrics;
  }

  /** Draws a ticket: a number above all drawn before. */
  public long ticket() {
    return tickets.incrementAndGet();
  }

  /** The newest view of a counter, however old; null when it was never read. */
  public CounterView latest(String counterId) {
    CachedView cached = cachedViews.get(counterId);
    return cached == null || cached.snapshot == null ? null : cached.snapshot.view();
  }

  /**
   * What is known of a counter.
   *
   * @param view the newest, or null
   * @param ticket drawn when its read began
   * @param blocked why its document cannot be read, or null
   */
  record Known(CounterView view, long ticket, String blocked) {}

  /** What is known of a counter now: one look-up for all events of a batch. */
  Known known(String counterId) {
    String blocked = blocked(counterId);
    CachedView cached = cachedViews.get(counterId);
    Snapshot snapshot = cached == null ? null : cached.snapshot;
    return snapshot == null
        ? new Known(null, Long.MIN_VALUE, blocked)
        : new Known(snapshot.view, snapshot.ticket, blocked);
  }

  /** A view whose read began after this ticket was drawn, or null. */
  public CounterView readAfter(String counterId, long ticket) {
    CachedView cached = cachedViews.get(counterId);
    Snapshot snapshot = cached == null ? null : cached.snapshot;
    return snapshot == null || snapshot.ticket <= ticket ? null : snapshot.view();
  }

  /**
   * Why the counter's document cannot be read until an operator has repaired it; null when no fault
   * is known.
   */
  public String blocked(String counterId) {
    CachedView cached = cachedViews.get(counterId);
    String blocked = cached == null ? null : cached.blocked;
    if (blocked != null) {
      // Read again, so that a repaired document is noticed.
      refreshSoon(counterId);
    }
    return blocked;
  }

  /** Has the view read once in the background, as soon as it is {@code refreshMs} old. */
  public void refreshSoon(String counterId) {
    CachedView known = cachedViews.get(counterId);
    if (known != null && known.refreshRequested) {
      return; // the usual case: each put of a document asks for all its counters
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
   * Has the view read, and calls the callback once: when {@link #readAfter} gives a view for this
   * ticket, or when the read failed.
   */
  public void request(String counterId, long ticket, ViewCallback callback) {
    use(
        counterId,
        cached -> {
          if (cached.waiting.isEmpty()) {
            cached.waitingSinceMs = cached.usedAtMs;
          }
          cached.waiting.add(new ViewRequest(ticket, callback));
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

  /** Whether a read starts now. If true the caller must start it, because the budget counts it. */
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

  /** When the first waiting request came; without one, when the view gets too old. */
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
      answered(cached, new Fetched.Failed("the store accepts no reads: " + e));
    }
  }

  /** Ends the read and answers its requests whatever happens: nothing else would. */
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
    } catch (UnreadableDocument e) {
      if (cached.blocked == null) {
        LOG.error(
            "counters/{} cannot be read: {}. Its events are rejected until an operator repairs the document; replay the archive"
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
    List<ViewRequest> served = new ArrayList<>();
    synchronized (cached) {
      cached.reading = false;
      for (Iterator<ViewRequest> it = cached.waiting.iterator(); it.hasNext(); ) {
        ViewRequest waiting = it.next();
        if (waiting.after < cached.readingTicket) {
          served.add(waiting);
          it.remove();
        }
      }
      cached.waitingSinceMs = cached.startedAtMs; // the remaining requests came since
    }
    for (ViewRequest waiting : served) {
      try {
        waiting.callback.ready(failure);
      } catch (RuntimeException e) {
        // The task has ended; those of the other requests have not.
        LOG.warn("counters/{}: the callback of a request failed", cached.counterId, e);
      }
    }
  }

  private static CounterDocument read(CachedView cached, Fetched answer)
      throws UnreadableDocument, ReadFailed {
    CounterDocument older = cached.snapshot == null ? null : cached.snapshot.document;
    if (answer instanceof Fetched.Failed failed) {
      throw new ReadFailed(failed.reason());
    }
    if (answer instanceof Fetched.Found found) {
      List<CounterDocument> siblings =
          CounterDocuments.SIBLINGS.read(cached.counterId, found.siblings());
      cached.bytes = found.siblings().stream().mapToLong(value -> value.bytes().length).sum();
      CounterDocument newer = CounterViews.union(siblings);
      return older == null ? newer : CounterViews.refreshed(older, newer);
    }
    return older;
  }

  private static final class ReadFailed extends Exception {
    ReadFailed(String reason) {
      super(reason, null, false, false);
    }
  }

  /** Starts the reads that are due. To be called every few ms, on any thread. */
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

  /** A read that is due. Requests come first, then what has been due longest. */
  private record Due(CachedView cached, boolean waitedFor, long atMs) {
    static final Comparator<Due> FIRST =
        Comparator.comparing((Due due) -> !due.waitedFor).thenComparingLong(Due::atMs);
  }

  /** The number of cached views. */
  public int size() {
    return cachedViews.size();
  }
}
