package clickcounter.benchmark;

import clickcounter.topology.TopologySettings;

/** Measures the tasks alone, on one thread, with a store that answers at once. */
final class TasksPart implements Part {
  private final TopologySettings settings;
  private final DayMessages warmUp;
  private final DayMessages messages;
  private final double eventsPerSecond;
  private final CeilingPart ceiling;

  /**
   * @param eventsPerSecond of simulated time
   */
  TasksPart(
      TopologySettings settings,
      DayMessages warmUp,
      DayMessages messages,
      double eventsPerSecond,
      CeilingPart ceiling) {
    this.settings = settings;
    this.warmUp = warmUp;
    this.messages = messages;
    this.eventsPerSecond = eventsPerSecond;
    this.ceiling = ceiling;
  }

  @Override
  public void run(Figures figures) {
    BareTasks.Result result =
        BareTasks.measure(settings, warmUp.renamed("warm-", "w"), messages, eventsPerSecond);
    figures.say(
        "the tasks alone, one thread, a store that answers at once, events coming at %,.0f a second: %,.0f events/s (%s)",
        eventsPerSecond, result.eventsPerSecond(), ceiling.compared(result.eventsPerSecond()));
    figures.say(
        "  %.2f µs of processor time an event, %,.0f puts and %,.0f mark tuples per 1,000 events, %,.0f bytes a put",
        result.cpuMicrosPerEvent(),
        result.putsPerThousandEvents(),
        1e3 * result.marks() / result.events(),
        (double) result.putBytes() / result.puts());
    BareTasks.TaskCalls calls = result.calls();
    figures.say(
        "  calls a second: ads %,.0f puts and %,.0f reads, counters %,.0f puts and %,.0f reads (%.3f of the ads'); a tuple is held %.1f s at most",
        calls.adPuts() / calls.seconds(),
        calls.adReads() / calls.seconds(),
        calls.counterPuts() / calls.seconds(),
        calls.counterReads() / calls.seconds(),
        calls.countersShare(),
        calls.longestHeldSeconds());
  }
}
