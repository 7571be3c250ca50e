package clickcounter.spouts;

import clickcounter.jms.Backoff;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Decides when a message is acknowledged and when a tuple is emitted again. Messages that were
 * received together share their tuples: a bundle. Its messages are acknowledged once, when all its
 * tuples are acked. A tuple that failed is emitted again by itself, after a delay that doubles with
 * its failures.
 *
 * <p>A message that is redelivered while it is pending is not emitted again: only its handle is
 * replaced, because the old one belongs to a lost connection. One that is redelivered after it was
 * done is acknowledged again. The memory of done messages is limited; a forgotten one is emitted
 * again, and the counting recognises its events.
 *
 * <p>Not thread-safe. Times are passed in.
 *
 * <pre>
 *   take, seal ──► ready ──next()──► emitted ──acked──► done (and its `then` is ready)
 *                    ▲                  │
 *                    │ due              │ failed
 *                    └──── delayed ◄────┘
 * </pre>
 *
 * @param <H> what acknowledges a message
 */
public final class PendingMessages<H> {
  private final int maxMessages;
  private final int maxEvents;
  private final int doneMemory;
  private final Backoff backoff;
  private final Consumer<H> acknowledge;

  /** By age: the first is the oldest. */
  private final Map<String, PendingMessage<H>> pending = new LinkedHashMap<>();

  private final ArrayDeque<PendingTuple<H>> ready = new ArrayDeque<>();
  private final PriorityQueue<PendingTuple<H>> delayed =
      new PriorityQueue<>(Comparator.comparingLong((PendingTuple<H> t) -> t.dueMs));
  private final Set<String> done = new LinkedHashSet<>();
  private Bundle<H> open = new Bundle<>();
  private int events;
  private long opened;

  /**
   * @param maxMessages pending at a time
   * @param maxEvents in pending messages, above which no message is received
   * @param doneMemory how many done messages are remembered, to recognise their redelivery
   * @param backoff before a failed tuple is emitted again
   * @param acknowledge gets the handle of each message that is done
   */
  public PendingMessages(
      int maxMessages, int maxEvents, int doneMemory, Backoff backoff, Consumer<H> acknowledge) {
    this.maxMessages = maxMessages;
    this.maxEvents = maxEvents;
    this.doneMemory = doneMemory;
    this.backoff = backoff;
    this.acknowledge = acknowledge;
  }

  /**
   * Whether another message may be received.
   *
   * @param taken events of messages that were taken and not sealed yet
   */
  public boolean hasRoom(int taken) {
    return pending.size() < maxMessages && events + taken < maxEvents;
  }

  /** How many messages are pending. */
  public int messages() {
    return pending.size();
  }

  /** How many events the pending messages hold. */
  public int events() {
    return events;
  }

  /**
   * Handles a redelivered message.
   *
   * @return false when the message is new and has to be taken
   */
  public boolean recognise(String id, H handle) {
    PendingMessage<H> known = pending.get(id);
    if (known != null) {
      known.handle = handle;
      return true;
    }
    if (done.contains(id)) {
      acknowledge.accept(handle);
      return true;
    }
    return false;
  }

  /** Takes a new message into the open bundle. */
  public void take(String id, H handle) {
    PendingMessage<H> message = new PendingMessage<>(id, open, handle);
    open.messages.add(message);
    pending.put(id, message);
  }

  /**
   * Closes the open bundle and makes its tuples ready; a bundle without tuples is done at once.
   *
   * @param eventCount of all its messages
   */
  public void seal(int eventCount, List<OutgoingTuple> tuples, long nowMs) {
    Bundle<H> bundle = open;
    open = new Bundle<>();
    bundle.events = eventCount;
    bundle.sinceMs = nowMs;
    events += eventCount;
    for (OutgoingTuple tuple : tuples) {
      open(bundle, tuple);
    }
    finishIfDone(bundle);
  }

  /** The next tuple to emit, which counts as emitted now; null when none is due. */
  public PendingTuple<H> next(long nowMs) {
    PendingTuple<H> tuple = delayed.peek();
    // Failed tuples first: their messages have been pending longest.
    if (tuple != null && tuple.dueMs <= nowMs) {
      delayed.remove();
    } else {
      tuple = ready.poll();
    }
    if (tuple != null) {
      tuple.emitted = true;
    }
    return tuple;
  }

  /** The tuple is acked; no effect unless it is emitted. */
  public void acked(PendingTuple<H> tuple) {
    if (!tuple.emitted) {
      return;
    }
    tuple.emitted = false;
    Bundle<H> bundle = tuple.bundle;
    bundle.openTuples--;
    if (tuple.content.then() != null) {
      open(bundle, tuple.content.then());
    }
    finishIfDone(bundle);
  }

  /** The tuple failed or timed out: it is due again after the backoff. */
  public void failed(PendingTuple<H> tuple, long nowMs) {
    if (!tuple.emitted) {
      return;
    }
    tuple.emitted = false;
    tuple.failures++;
    tuple.dueMs = nowMs + backoff.delayMs(tuple.failures);
    delayed.add(tuple);
  }

  /** Since when the oldest message is pending, or {@code nowMs} when none is. */
  public long oldestSinceMs(long nowMs) {
    Iterator<PendingMessage<H>> oldest = pending.values().iterator();
    return oldest.hasNext() ? oldest.next().bundle.sinceMs : nowMs;
  }

  /**
   * The bundles of messages that became overdue: pending for longer than this. Each is returned
   * again only when its age has doubled.
   */
  public List<Overdue> newlyOverdue(long nowMs, long overdueAfterMs) {
    List<Overdue> found = new ArrayList<>();
    for (PendingMessage<H> message : pending.values()) {
      Bundle<H> bundle = message.bundle;
      long ageMs = nowMs - bundle.sinceMs;
      if (ageMs <= overdueAfterMs) {
        break;
      }
      if (ageMs > Math.max(overdueAfterMs, 2 * bundle.reportedAgeMs)) {
        bundle.reportedAgeMs = ageMs;
        found.add(new Overdue(message.id, bundle.messages.size(), ageMs, bundle.openTuples));
      }
    }
    return found;
  }

  private void open(Bundle<H> bundle, OutgoingTuple content) {
    bundle.openTuples++;
    ready.add(new PendingTuple<>(opened++, bundle, content));
  }

  private void finishIfDone(Bundle<H> bundle) {
    if (bundle.openTuples > 0) {
      return;
    }
    events -= bundle.events;
    for (PendingMessage<H> message : bundle.messages) {
      pending.remove(message.id);
      remember(message.id);
      acknowledge.accept(message.handle);
    }
  }

  private void remember(String id) {
    done.add(id);
    if (done.size() > doneMemory) {
      Iterator<String> oldest = done.iterator();
      oldest.next();
      oldest.remove();
    }
  }

  /**
   * Messages that have been pending too long.
   *
   * @param messageId of the first one
   */
  public record Overdue(String messageId, int messages, long ageMs, int openTuples) {}

  /** Messages that are acknowledged together. */
  private static final class Bundle<H> {
    final List<PendingMessage<H>> messages = new ArrayList<>(1);
    int events;
    long sinceMs;
    int openTuples;
    long reportedAgeMs;
  }

  private static final class PendingMessage<H> {
    final String id;
    final Bundle<H> bundle;
    H handle;

    PendingMessage(String id, Bundle<H> bundle, H handle) {
      this.id = id;
      this.bundle = bundle;
      this.handle = handle;
    }
  }

  /** The message id that Storm passes back to ack and fail; compared by identity. */
  public static final class PendingTuple<H> {
    /** The stream, task and values to emit. */
    public final OutgoingTuple content;

    /** Unique among the tuples of this object. */
    public final long number;

    private final Bundle<H> bundle;
    private boolean emitted;
    private int failures;
    private long dueMs;

    private PendingTuple(long number, Bundle<H> bundle, OutgoingTuple content) {
      this.number = number;
      this.bundle = bundle;
      this.content = content;
    }

    /** The id of the first of its messages. */
    String jmsMessageId() {
      return bundle.messages.get(0).id;
    }

    int failures() {
      return failures;
    }
  }
}
