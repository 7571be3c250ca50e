package clickcounter.views;

import clickcounter.document.CounterDocument;
import clickcounter.document.CounterView;
import clickcounter.reading.Answer;
import clickcounter.reading.CounterFetch;
import clickcounter.reading.CounterSiblings;
import clickcounter.reading.ReadMetrics;
import clickcounter.store.DocumentStore;
import java.util.ArrayList;
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

  private final CounterFetch counters;
  private final ViewSettings settings;
  private final ReadSchedule schedule;
  private final LongSupplier clockMs;
  private final AtomicLong tickets = new AtomicLong();
  private final Map<String, CachedView> cachedViews = new ConcurrentHashMap<>();
  private volatile ReadMetrics metrics = ReadMetrics.NONE;
  private volatile long tickedAtMs = Long.MIN_VALUE / 2;

  /**
   * Whether views wait for the limits on reads. A new request then waits behind them: otherwise a
   * counter that is requested again with each answer would keep the others waiting for ever.
   */
  private volatile boolean crowded;

  /** Receives the result of a request, on any thread. */
  public interface ViewCallback {
    /**
     * @param blocked null when the view is there; else why the document cannot be read until an
     *     operator has repaired it
     */
    void ready(String blocked);
  }

  public ViewCache(DocumentStore store, ViewSettings settings, LongSupplier clockMs) {
    this.counters = new CounterFetch(store, new ReportedReads());
    this.settings = settings;
    this.clockMs = clockMs;
    this.schedule = new ReadSchedule(settings);
  }

  /** Reports all reads of the worker to the metrics of one of its tasks, from now on. */
  public void reportTo(ReadMetrics metrics) {
    this.metrics = metrics;
  }

  /** Draws a ticket: a number above all drawn before. */
  public long ticket() {
    return tickets.incrementAndGet();
  }

  /**
   * What is known of a counter.
   *
   * @param view the newest, or null
   * @param ticket drawn when its read began
   * @param blocked why its document cannot be read, or null
   */
  public record Known(CounterView view, long ticket, String blocked) {}

  private static final Known NOTHING_KNOWN = new Known(null, Long.MIN_VALUE, null);

  /** What is known of a counter now: one look-up for all events of a batch. */
  public Known known(String counterId) {
    CachedView cached = cachedViews.get(counterId);
    if (cached == null) {
      return NOTHING_KNOWN;
    }
    String blocked = cached.blocked;
    if (blocked != null) {
      refreshSoon(counterId);
    }
    CachedView.Snapshot snapshot = cached.snapshot;
    return snapshot == null
        ? new Known(null, Long.MIN_VALUE, blocked)
        : new Known(snapshot.view(), snapshot.ticket(), blocked);
  }

  /** A view whose read began after this ticket was drawn, or null. */
  public CounterView readAfter(String counterId, long ticket) {
    CachedView cached = cachedViews.get(counterId);
    CachedView.Snapshot snapshot = cached == null ? null : cached.snapshot;
    return snapshot == null || snapshot.ticket() <= ticket ? null : snapshot.view();
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
   * ticket, or when the document is blocked. A read that failed is tried again.
   */
  public void request(String counterId, long ticket, ViewCallback callback) {
    use(
        counterId,
        cached -> {
          if (cached.waiting.isEmpty()) {
            cached.waitingSinceMs = cached.usedAtMs;
          }
          cached.waiting.add(new CachedView.Request(ticket, callback));
          return !crowded && mayStart(cached, cached.usedAtMs);
        });
  }

  /**
   * Does this under the monitor of the counter's cached view, and then starts a read if the
   * predicate says so. A cached view that is dropped at the same moment is replaced by a new one: a
   * request in the dropped one would never be answered.
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
    if (!schedule.tryStart(cached, nowMs)) {
      return false;
    }
    cached.reading = true;
    cached.readingTicket = ticket();
    cached.startedAtMs = nowMs;
    cached.refreshRequested = false;
    return true;
  }

  private void read(CachedView cached) {
    counters.fetch(cached.counterId, answer -> answered(cached, answer));
  }

  /** Ends the read whatever happens: nothing else would. */
  private void answered(CachedView cached, Answer<CounterSiblings> answer) {
    boolean isKnown = false;
    try {
      isKnown = apply(cached, answer);
    } catch (RuntimeException e) {
      LOG.error("counters/{}: the answer of a read could not be used", cached.counterId, e);
    } finally {
      schedule.readEnded();
      end(cached, isKnown);
    }
  }

  /** Whether it is known now: the view is there, or the document is blocked. */
  private boolean apply(CachedView cached, Answer<CounterSiblings> answer) {
    return answer.decide(
        counter -> {
          cached.bytes = counter.bytes();
          return take(cached, counter.union());
        },
        () -> take(cached, null),
        reason -> block(cached, reason),
        failed -> false);
  }

  /**
   * @param document null when there is none
   */
  private boolean take(CachedView cached, CounterDocument document) {
    CounterDocument known = cached.with(document);
    cached.blocked = null;
    cached.snapshot = CachedView.Snapshot.of(known, cached.readingTicket);
    return true;
  }

  private static boolean block(CachedView cached, String reason) {
    if (cached.blocked == null) {
      LOG.error(
          "counters/{} cannot be read: {}. Its events are rejected until an operator repairs the document; replay the archive"
              + " after that. Never delete it: what it has recorded would be counted again.",
          cached.counterId,
          reason);
    }
    cached.blocked = reason;
    return true;
  }

  private void end(CachedView cached, boolean isKnown) {
    List<CachedView.Request> served;
    synchronized (cached) {
      served = cached.endRead(isKnown);
    }
    for (CachedView.Request waiting : served) {
      try {
        waiting.callback().ready(cached.blocked);
      } catch (RuntimeException e) {
        // The task has ended; those of the other requests have not.
        LOG.warn("counters/{}: the callback of a request failed", cached.counterId, e);
      }
    }
  }

  /** Starts the reads that are due. To be called every few ms, on any thread. */
  public void tick(long nowMs) {
    if (nowMs - tickedAtMs < settings.minIntervalMs() / 4) {
      return;
    }
    tickedAtMs = nowMs;
    List<ReadSchedule.Due> due = new ArrayList<>();
    for (CachedView cached : cachedViews.values()) {
      synchronized (cached) {
        if (schedule.isDue(cached, nowMs)) {
          due.add(schedule.due(cached));
        } else if (schedule.isIdle(cached, nowMs)) {
          cached.dropped = true;
          cachedViews.remove(cached.counterId, cached);
        }
      }
    }
    due.sort(ReadSchedule.Due.FIRST);
    boolean refused = false;
    for (ReadSchedule.Due each : due) {
      boolean start;
      synchronized (each.cached()) {
        start = !each.cached().dropped && mayStart(each.cached(), nowMs);
        refused |= !start && schedule.isHeldBack(each.cached(), nowMs);
      }
      if (start) {
        read(each.cached());
      }
    }
    crowded = refused;
  }

  /** Passes on what {@link #reportTo} says. */
  private final class ReportedReads implements ReadMetrics {
    @Override
    public void readStarted() {
      metrics.readStarted();
    }

    @Override
    public void readFailed() {
      metrics.readFailed();
    }
  }
}
