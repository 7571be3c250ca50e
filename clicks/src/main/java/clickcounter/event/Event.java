package clickcounter.event;

/**
 * One thing that a service says happened, named by its counter and its number there: {@code
 * counterId:sequence}. Two events with the same id are the same event.
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
