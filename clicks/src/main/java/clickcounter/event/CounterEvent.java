package clickcounter.event;

/**
 * An event that concerns a counter and no ad; it goes from the spout straight to the counters bolt.
 */
public sealed interface CounterEvent extends Event permits Close, WriteOffRequest {
  /** The counter whose document the event changes, beside that of its own counter. */
  String targetCounterId();
}
