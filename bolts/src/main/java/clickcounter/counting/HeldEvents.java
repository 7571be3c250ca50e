package clickcounter.counting;

import clickcounter.event.AdEvent;
import clickcounter.event.EventKind;
import java.util.Arrays;

/**
 * Events of one ad that are decided and wait for a put, in the order in which they came, each with
 * its delivery.
 *
 * <p>In two arrays: of a fast replay's events a million wait at a time, for seconds. Objects would
 * be fetched from far memory one by one when their put is answered, and copied by the garbage
 * collector before.
 *
 * @param <T> a delivery's handle
 */
final class HeldEvents<T> {
  private static final EventKind[] KINDS = EventKind.values();
  private static final Object[] NO_REFERENCES = {};
  private static final long[] NO_NUMBERS = {};

  /** What most puts carry: room for so many events is made at once. */
  private static final int FIRST_ROOM = 4;

  /* Of each event: delivery, counter id. */
  private static final int REFERENCES = 2;

  /* Of each event: sequence, time, amount, and twice its kind's number, plus one when it came again. */
  private static final int NUMBERS = 4;

  private Object[] references = NO_REFERENCES;
  private long[] numbers = NO_NUMBERS;
  private int size;

  /**
   * @param repeated it was counted already, by this copy or in what was read
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

  @SuppressWarnings("unchecked") // there are no arrays of a generic type
  PendingDelivery<T> delivery(int i) {
    return (PendingDelivery<T>) references[i * REFERENCES];
  }

  /** Tells its delivery that the event is durable. */
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
