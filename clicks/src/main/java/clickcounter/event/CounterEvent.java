package clickcounter.event;

/** An event that concerns a counter and no ad. The spout sends it to the counters bolt directly. */
public sealed interface CounterEvent extends Event permits Close, WriteOffRequest {
  /** The counter whose document the event changes, besides its own counter's. */
  String targetCounterId();
}
