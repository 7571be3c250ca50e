package clickcounter.event;

/** Takes what a parser finds, line by line, in order. */
public interface EventSink {
  void event(Event event);

  void rejected(Rejected rejected);
}
