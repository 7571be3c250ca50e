package clickcounter.event;

/** Receives the results of a parser, line by line, in order. */
public interface EventSink {
  void event(Event event);

  /**
   * An ad event whose line {@link CanonicalLine} has read. Nearly all lines are of this form. A
   * sink that overrides this method saves the object for the event.
   *
   * @param line valid during the call
   * @param counterId of the event
   */
  default void adEvent(CanonicalLine line, String counterId) {
    event(
        new AdEvent(
            counterId,
            line.sequence(),
            line.kind(),
            line.adId(),
            line.timestampMs(),
            line.amountMicros()));
  }

  void rejected(Rejected rejected);
}
