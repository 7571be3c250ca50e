package clickcounter.event;

/**
 * Something that a service reports. Its id is its counter and its number there, {@code
 * counterId:sequence}: two events with the same id are the same event.
 */
public sealed interface Event permits AdEvent, CounterEvent {
  String counterId();

  long sequence();

  long timestampMs();

  /** {@code counterId:sequence}, as in the JSON. */
  default String eventId() {
    return counterId() + ':' + sequence();
  }
}
