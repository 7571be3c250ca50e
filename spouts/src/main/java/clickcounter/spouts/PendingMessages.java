package clickcounter.spouts;

import clickcounter.jms.Backoff;
import clickcounter.spouts.PendingMessage.Bundle;
import clickcounter.spouts.PendingMessage.Waiting;
import java.util.ArrayDeque;
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
 * received together may share tuples: a bundle. A message is acknowledged once, when its own tuples
 * and those of its bundle are acked. A tuple that failed is emitted again by itself, after a delay
 * that doubles with its failures.
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
  private final long maxBytes;
  private final Backoff backoff;
  private final Consumer<H> acknowledge;

  /** By age: the first is the oldest. */
  private final Map<String, PendingMessage<H>> pending = new LinkedHashMap<>();

  private final ArrayDeque<PendingTuple<H>> ready = new ArrayDeque<>();
  private final PriorityQueue<PendingTuple<H>> delayed =
      new PriorityQueue<>(Comparator.comparingLong((PendingTuple<H> t) -> t.dueMs));

  /** Ids of the messages that were done last, to recognise their redelivery. */
  private final Set<String> done = new LinkedHashSet<>();

  private final int doneMemory;
  private Bundle<H> open = new Bundle<>();
  private int events;
  private long bytes;

  /**
   * @param maxBytes that pending messages take, from which on no message is received
   * @param doneMemory how many done messages are remembered, to recognise their redelivery
   * @param backoff before a failed tuple is emitted again
   * @param acknowledge gets the handle of each message that is done
   */
  public PendingMessages(long maxBytes, int doneMemory, Backoff backoff, Consumer<H> acknowledge) {
    this.maxBytes = maxBytes;
    this.doneMemory = doneMemory;
    this.backoff = backoff;
    this.acknowledge = acknowledge;
  }

  /** Whether another message may be received. */
  public boolean hasRoom() {
    return bytes < maxBytes;
  }

  public int messages() {
    return pending.size();
  }

  /** How many events the pending messages hold. */
  public int events() {
    return events;
  }

  /** The memory that the pending messages take. */
  public long bytes() {
    return bytes;
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

  /** Adds a new message that shares no tuples; one without tuples is done at once. */
  public void add(String id, H handle, Size size, List<OutgoingTuple> own, long nowMs) {
    Bundle<H> alone = new Bundle<>();
    take(id, handle, size, own, alone);
    seal(alone, List.of(), nowMs);
  }

  /**
   * Takes a new message into the open bundle.
   *
   * @param own tuples that only this message waits for
   */
  public void take(String id, H handle, Size size, List<OutgoingTuple> own) {
    take(id, handle, size, own, open);
  }

  private void take(String id, H handle, Size size, List<OutgoingTuple> own, Bundle<H> bundle) {
    PendingMessage<H> message = new PendingMessage<>(id, bundle, size, handle);
    bundle.messages.add(message);
    pending.put(id, message);
    events += size.events();
    bytes += size.bytes();
    own.forEach(tuple -> open(message.tuples, tuple));
  }

  /**
   * Closes the open bundle; its messages without open tuples are done at once.
   *
   * @param shared tuples that all its messages wait for
   */
  public void seal(List<OutgoingTuple> shared, long nowMs) {
    Bundle<H> bundle = open;
    open = new Bundle<>();
    seal(bundle, shared, nowMs);
  }

  private void seal(Bundle<H> bundle, List<OutgoingTuple> shared, long nowMs) {
    bundle.sinceMs = nowMs;
    bundle.isSealed = true;
    shared.forEach(tuple -> open(bundle.tuples, tuple));
    bundle.messages.forEach(this::finishIfDone);
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
    Waiting<H> waiting = tuple.waiting;
    waiting.openTuples--;
    if (tuple.content.then() != null) {
      open(waiting, tuple.content.then());
    }
    if (waiting.openTuples == 0) {
      waiting.messages.forEach(this::finishIfDone);
    }
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

  private void open(Waiting<H> waiting, OutgoingTuple content) {
    waiting.openTuples++;
    ready.add(new PendingTuple<>(waiting, content));
  }

  private void finishIfDone(PendingMessage<H> message) {
    if (!message.bundle.isSealed || message.openTuples() > 0) {
      return;
    }
    events -= message.size.events();
    bytes -= message.size.bytes();
    pending.remove(message.id);
    done.add(message.id);
    if (done.size() > doneMemory) {
      Iterator<String> oldest = done.iterator();
      oldest.next();
      oldest.remove();
    }
    acknowledge.accept(message.handle);
  }

  public record Size(int events, long bytes) {}

  /** The message id that Storm passes back to ack and fail; compared by identity. */
  public static final class PendingTuple<H> {
    public final OutgoingTuple content;

    private final Waiting<H> waiting;
    private boolean emitted;
    private int failures;
    private long dueMs;

    private PendingTuple(Waiting<H> waiting, OutgoingTuple content) {
      this.waiting = waiting;
      this.content = content;
    }

    String jmsMessageId() {
      return waiting.messages.get(0).id;
    }

    int failures() {
      return failures;
    }
  }
}
