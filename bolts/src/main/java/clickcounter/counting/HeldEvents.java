package clickcounter.counting;

import clickcounter.event.AdEvent;
import clickcounter.event.EventKind;
import java.util.Arrays;

/**
 * Events of one ad that wait for a put, in the order in which they came, each with its delivery.
 *
 * <p>Held in two arrays instead of objects: a million events may wait for seconds, and objects
 * would cost memory, cache misses when their put is answered, and copying by the garbage collector.
 *
 * @param <T> a delivery's handle
 */
final class HeldEvents<T> {
  private static final EventKind[] KINDS = EventKind.values();
  private static final Object[] NO_REFERENCES = {};
  private static final long[] NO_NUMBERS = {};

  /** Initial capacity, in events. */
  private static final int FIRST_ROOM = 4;

  /* Of each event: delivery, counter id. */
  private static final int REFERENCES = 2;

  /*
   * Of each event: sequence, time, amount, and twice its kind's number, plus one when it was
   * counted before.
   */
  private static final int NUMBERS = 4;

  private Object[] references = NO_REFERENCES;
  private long[] numbers = NO_NUMBERS;
  private int size;

  /**
   * @param repeated whether it was counted before, by this copy or in the document that was read
   */
  void add(PendingDelivery<T> delivery, AdEvent event, boolean repeated) {
    if (size * REFERENCES == references.length) {
      int room = Math.max(FIRST_ROOM, 2 * size);
      references = Arrays.copyOf(references, room * REFERENCES);
      numbers = Arrays.copyOf(numbers, room * NUMBERS);
    }
    references[size * REFERENCES] = delivery;
    references[size * REFERENCES + 1] = event.counterId();
    numbers[size * NUMBERS] = event.sequence();
    numbers[size * NUMBERS + 1] = event.timestampMs();
    numbers[size * NUMBERS + 2] = event.amountMicros();
    numbers[size * NUMBERS + 3] = 2L * event.kind().ordinal() + (repeated ? 1 : 0);
    size++;
  }

  int size() {
    return size;
  }

  boolean isEmpty() {
    return size == 0;
  }

  @SuppressWarnings("unchecked") // Java has no arrays of a generic type
  PendingDelivery<T> delivery(int i) {
    return (PendingDelivery<T>) references[i * REFERENCES];
  }

  /** Marks the event as durable in its delivery. */
  void durable(int i) {
    delivery(i)
        .durable(
            counterId(i),
            numbers[i * NUMBERS],
            numbers[i * NUMBERS + 1],
            (numbers[i * NUMBERS + 3] & 1) == 1);
  }

  /** The event as it came. */
  AdEvent event(int i, String adId) {
    return new AdEvent(
        counterId(i),
        numbers[i * NUMBERS],
        KINDS[(int) (numbers[i * NUMBERS + 3] >> 1)],
        adId,
        numbers[i * NUMBERS + 1],
        numbers[i * NUMBERS + 2]);
  }

  private String counterId(int i) {
    return (String) references[i * REFERENCES + 1];
  }
}
