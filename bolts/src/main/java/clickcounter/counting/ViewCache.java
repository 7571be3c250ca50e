package clickcounter.counting;

import clickcounter.count.CounterViews;
import clickcounter.document.CounterDocument;
import clickcounter.document.CounterDocumentCodec;
import clickcounter.document.CounterView;
import clickcounter.document.LatestIds;
import clickcounter.document.UnreadableDocument;
import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.Fetched;
import clickcounter.store.StoredValue;
import java.io.Serializable;
import java.util.ArrayList;
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
 * <p>Thread-safe. A refreshed view is the union with the one before, it never goes back.
 */
public final class ViewCache {
  private static final Logger LOG = LoggerFactory.getLogger(ViewCache.class);

  private final DocumentStore store;
  private final Settings settings;
  private final LongSupplier clockMs;
  private final AtomicLong tickets = new AtomicLong();
  private final Map<String, Slot> slots = new ConcurrentHashMap<>();
  private volatile long tickedAtMs = Long.MIN_VALUE / 2;

  /**
   * @param refreshMs how old a wanted view gets before it is read again
   * @param minIntervalMs between the starts of two reads of one counter
   * @param idleMs after which a view that nobody asked for is dropped
   */
  public record Settings(long refreshMs, long minIntervalMs, long idleMs) implements Serializable {
    public Settings {
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
  public interface Waiter {
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

  private record Waiting(long after, Waiter waiter) {}

  private static final class Slot {
    final String counterId;
    volatile Snapshot snapshot;
    volatile String blocked;

    /** Set and cleared under the slot's monitor. */
    volatile boolean wanted;

    // Below is guarded by the slot's monitor.
    long usedAtMs;
    boolean reading;

    /** No longer in the map: nobody looks after it any more. */
    boolean dropped;

    long readingTicket;
    long startedAtMs = Long.MIN_VALUE / 2;
    final List<Waiting> waiting = new ArrayList<>();

    Slot(String counterId) {
      this.counterId = counterId;
    }
  }

  public ViewCache(DocumentStore store, Settings settings, LongSupplier clockMs) {
    this.store = store;
    this.settings = settings;
    this.clockMs = clockMs;
  }

  /** A number above all given before. */
  public long ticket() {
    return tickets.incrementAndGet();
  }

  /** The newest view of a counter, however old; null when it was never read. */
  public CounterView latest(String counterId) {
    Slot slot = slots.get(counterId);
    return slot == null || slot.snapshot == null ? null : slot.snapshot.view();
  }

  /** A view whose read began after this ticket was taken, or null. */
  public CounterView readAfter(String counterId, long ticket) {
    Slot slot = slots.get(counterId);
    Snapshot snapshot = slot == null ? null : slot.snapshot;
    return snapshot == null || snapshot.ticket <= ticket ? null : snapshot.view();
  }

  /**
   * Why the counter's document cannot be read until an operator mends it; null when it can, as far
   * as is known.
   */
  public String blocked(String counterId) {
    Slot slot = slots.get(counterId);
    String blocked = slot == null ? null : slot.blocked;
    if (blocked != null) {
      // Who asks would use it: it is looked at again, so that a mended document is noticed.
      want(counterId);
    }
    return blocked;
  }

  /** Asks that the view be kept fresh in the background for a while. */
  public void want(String counterId) {
    Slot known = slots.get(counterId);
    if (known != null && known.wanted) {
      return; // most often: each write of each document wants all its counters
    }
    use(
        counterId,
        slot -> {
          slot.wanted = true;
          return false;
        });
  }

  /**
   * Calls the waiter once, when {@link #readAfter} would give a view, or when the read for it
   * failed.
   */
  public void request(String counterId, long ticket, Waiter waiter) {
    use(
        counterId,
        slot -> {
          slot.waiting.add(new Waiting(ticket, waiter));
          return mayStart(slot, slot.usedAtMs);
        });
  }

  /**
   * Does this under the monitor of the counter's slot, and then reads if it says so. A slot that is
   * dropped at the same moment is left for a new one: a waiter in it would never be told.
   */
  private void use(String counterId, Predicate<Slot> startsRead) {
    while (true) {
      Slot slot = slots.computeIfAbsent(counterId, Slot::new);
      boolean start;
      synchronized (slot) {
        if (slot.dropped) {
          continue;
        }
        slot.usedAtMs = clockMs.getAsLong();
        start = startsRead.test(slot);
      }
      if (start) {
        read(slot);
      }
      return;
    }
  }

  private boolean mayStart(Slot slot, long nowMs) {
    if (slot.reading || nowMs - slot.startedAtMs < settings.minIntervalMs) {
      return false;
    }
    slot.reading = true;
    slot.readingTicket = ticket();
    slot.startedAtMs = nowMs;
    slot.wanted = false;
    return true;
  }

  private void read(Slot slot) {
    store.fetch(DocumentKey.counter(slot.counterId), answer -> answered(slot, answer));
  }

  private void answered(Slot slot, Fetched answer) {
    String failure = null;
    try {
      Snapshot snapshot = Snapshot.of(read(slot, answer), slot.readingTicket);
      slot.blocked = null;
      slot.snapshot = snapshot;
    } catch (UnreadableDocument | Misplaced e) {
      if (slot.blocked == null) {
        LOG.error(
            "counters/{} cannot be read: {}. Its events are rejected until an operator mends the document; replay the archive"
                + " after that. Never delete it: what it has recorded would be counted again.",
            slot.counterId,
            e.getMessage());
      }
      failure = e.getMessage();
      slot.blocked = failure;
    } catch (ReadFailed e) {
      failure = e.getMessage();
    }
    tellWaiting(slot, failure);
  }

  private void tellWaiting(Slot slot, String failure) {
    List<Waiting> served = new ArrayList<>();
    synchronized (slot) {
      slot.reading = false;
      for (Iterator<Waiting> it = slot.waiting.iterator(); it.hasNext(); ) {
        Waiting waiting = it.next();
        if (waiting.after < slot.readingTicket) {
          served.add(waiting);
          it.remove();
        }
      }
    }
    served.forEach(w -> w.waiter.ready(failure));
  }

  private static CounterDocument read(Slot slot, Fetched answer)
      throws UnreadableDocument, Misplaced, ReadFailed {
    CounterDocument older = slot.snapshot == null ? null : slot.snapshot.document;
    if (answer instanceof Fetched.Failed failed) {
      throw new ReadFailed(failed.reason());
    }
    if (answer instanceof Fetched.Found found) {
      List<CounterDocument> siblings = new ArrayList<>();
      for (StoredValue value : found.siblings()) {
        CounterDocument sibling = CounterDocumentCodec.read(value.contentType(), value.bytes());
        if (!sibling.counterId().equals(slot.counterId)) {
          throw new Misplaced("it is the document of counter " + sibling.counterId());
        }
        siblings.add(sibling);
      }
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
    for (Slot slot : slots.values()) {
      boolean start = false;
      synchronized (slot) {
        boolean due =
            !slot.waiting.isEmpty()
                || slot.wanted && nowMs - slot.startedAtMs >= settings.refreshMs;
        if (due) {
          start = mayStart(slot, nowMs);
        } else if (!slot.reading && nowMs - slot.usedAtMs > settings.idleMs) {
          slot.dropped = true;
          slots.remove(slot.counterId, slot);
        }
      }
      if (start) {
        read(slot);
      }
    }
  }

  /** Counters of which something is kept. */
  public int size() {
    return slots.size();
  }
}
