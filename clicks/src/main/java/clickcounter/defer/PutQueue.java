package clickcounter.defer;

import java.util.Arrays;

/**
 * Slots ordered by time, then by arrival: a heap that can remove any slot. Tens of thousands of
 * documents wait at a time. A PriorityQueue removes in linear time, and a tree allocates a node for
 * each slot. The keys are in arrays of their own, so that a comparison does not load the slot, and
 * a slot has four children (LaMarca and Ladner, "The Influence of Caches on the Performance of
 * Heaps", 1996): half the levels of a binary heap, and the keys of the children are side by side.
 */
final class PutQueue<K> {
  private static final int CHILDREN = 4;

  private PutSlot<K>[] heap = newHeap(64);
  private long[] timesMs = new long[64];
  private long[] arrivals = new long[64];
  private int size;

  @SuppressWarnings("unchecked") // there are no arrays of a generic type
  private static <K> PutSlot<K>[] newHeap(int length) {
    return (PutSlot<K>[]) new PutSlot<?>[length];
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** The first slot; the queue must not be empty. */
  PutSlot<K> first() {
    return heap[0];
  }

  /** When a slot of this queue arrived. */
  long arrivalOf(PutSlot<K> slot) {
    return arrivals[slot.heapIndex];
  }

  /** The time of the first slot; the queue must not be empty. */
  long firstTimeMs() {
    return timesMs[0];
  }

  void add(PutSlot<K> slot, long timeMs, long arrival) {
    if (size == heap.length) {
      heap = Arrays.copyOf(heap, 2 * size);
      timesMs = Arrays.copyOf(timesMs, 2 * size);
      arrivals = Arrays.copyOf(arrivals, 2 * size);
    }
    size++;
    moveUp(slot, timeMs, arrival, size - 1);
  }

  PutSlot<K> poll() {
    PutSlot<K> first = heap[0];
    remove(first);
    return first;
  }

  void remove(PutSlot<K> slot) {
    int at = slot.heapIndex;
    size--;
    PutSlot<K> last = heap[size];
    long lastTimeMs = timesMs[size];
    long lastArrival = arrivals[size];
    heap[size] = null;
    if (at < size) {
      moveUp(last, lastTimeMs, lastArrival, at);
      moveDown(last, lastTimeMs, lastArrival, last.heapIndex);
    }
  }

  private void moveUp(PutSlot<K> slot, long timeMs, long arrival, int from) {
    int at = from;
    while (at > 0 && isBefore(timeMs, arrival, parent(at))) {
      move(parent(at), at);
      at = parent(at);
    }
    set(at, slot, timeMs, arrival);
  }

  private void moveDown(PutSlot<K> slot, long timeMs, long arrival, int from) {
    int at = from;
    for (int child = earliestChild(at);
        child < size && !isBefore(timeMs, arrival, child);
        child = earliestChild(at)) {
      move(child, at);
      at = child;
    }
    set(at, slot, timeMs, arrival);
  }

  private static int parent(int child) {
    return (child - 1) / CHILDREN;
  }

  private int earliestChild(int at) {
    int first = CHILDREN * at + 1;
    int end = Math.min(first + CHILDREN, size);
    int earliest = first;
    for (int child = first + 1; child < end; child++) {
      if (isBefore(timesMs[child], arrivals[child], earliest)) {
        earliest = child;
      }
    }
    return earliest;
  }

  private boolean isBefore(long timeMs, long arrival, int other) {
    return timeMs < timesMs[other] || timeMs == timesMs[other] && arrival < arrivals[other];
  }

  private void move(int from, int to) {
    set(to, heap[from], timesMs[from], arrivals[from]);
  }

  private void set(int at, PutSlot<K> slot, long timeMs, long arrival) {
    heap[at] = slot;
    timesMs[at] = timeMs;
    arrivals[at] = arrival;
    slot.heapIndex = at;
  }
}
