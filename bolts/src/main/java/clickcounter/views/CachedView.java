package clickcounter.views;

import clickcounter.document.CounterDocument;
import clickcounter.document.CounterView;
import clickcounter.document.IndexedView;
import clickcounter.ledger.CounterViews;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * The newest view of one counter, and who waits for a newer one. Guarded by its own monitor, but
 * for the volatile fields.
 */
final class CachedView {
  final String counterId;
  volatile Snapshot snapshot;

  /** Why the document cannot be read; null when no fault is known. */
  volatile String blocked;

  /** Size of the document when it was last read. */
  volatile long bytes;

  /** Set and cleared under this object's monitor. */
  volatile boolean refreshRequested;

  long usedAtMs;
  boolean reading;

  /** No longer in the cache: nothing will read for it. */
  boolean dropped;

  long readingTicket;
  long startedAtMs = Long.MIN_VALUE / 2;
  long refreshRequestedAtMs;
  long waitingSinceMs;
  final List<Request> waiting = new ArrayList<>();

  /** A request that waits for a view whose read began after a ticket. */
  record Request(long after, ViewCache.ViewCallback callback) {}

  /**
   * What a read found.
   *
   * @param document null when there is none
   * @param ticket drawn when the read began
   */
  record Snapshot(CounterDocument document, CounterView view, long ticket) {
    static Snapshot of(CounterDocument document, long ticket) {
      CounterView view = document == null ? CounterView.EMPTY : new IndexedView(document);
      return new Snapshot(document, view, ticket);
    }
  }

  CachedView(String counterId) {
    this.counterId = counterId;
  }

  /**
   * The union of what was known and what was read; null when there is neither.
   *
   * @param newer null when there is no document
   */
  CounterDocument with(CounterDocument newer) {
    CounterDocument older = snapshot == null ? null : snapshot.document;
    if (older == null || newer == null) {
      return newer == null ? older : newer;
    }
    return CounterViews.refreshed(older, newer);
  }

  /**
   * Ends the read under way and removes the requests that it serves: none if it failed.
   *
   * @param isKnown whether it did not fail
   */
  List<Request> endRead(boolean isKnown) {
    reading = false;
    if (!isKnown) {
      return List.of();
    }
    List<Request> served = new ArrayList<>();
    for (Iterator<Request> it = waiting.iterator(); it.hasNext(); ) {
      Request request = it.next();
      if (request.after < readingTicket) {
        served.add(request);
        it.remove();
      }
    }
    waitingSinceMs = startedAtMs; // the remaining requests came since
    return served;
  }
}
