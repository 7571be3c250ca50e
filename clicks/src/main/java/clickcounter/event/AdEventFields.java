package clickcounter.event;

/**
 * The fields of an event that changes an ad's document, wherever they are stored: in an {@link
 * AdEvent}, or in the columns of a batch.
 */
public interface AdEventFields {
  String counterId();

  long sequence();

  EventKind kind();

  long timestampMs();

  /** A click's cost, the change of a budget, or 0 for an impression. */
  long amountMicros();
}
