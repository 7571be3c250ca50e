package clickcounter.event;

/** Receives the results of a parser, line by line, in order. */
public interface EventSink {
  void event(Event event);

  void rejected(Rejected rejected);
}
