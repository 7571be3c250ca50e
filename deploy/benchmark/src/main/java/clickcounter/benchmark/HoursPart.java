package clickcounter.benchmark;

import clickcounter.topology.Settings;
import clickcounter.topology.TopologySettings;
import java.util.Locale;

/**
 * Plays a day in its own time, once with hours that are rolled into documents of their day and once
 * with hours that all stay in the ad's document. So it shows what rolling costs in puts, and what
 * it saves in size. The tasks run alone, with a store that answers at once.
 */
final class HoursPart implements Part {
  private static final double DAY_SECONDS = 86_400;
  private static final String ROLL = "rollHoursBytes";
  private static final int NEVER = 100_000;

  private final Settings settings;
  private final DayMessages messages;
  private final int ads;

  /**
   * @param messages a whole day, one line each
   */
  HoursPart(Settings settings, DayMessages messages, int ads) {
    this.settings = settings;
    this.messages = messages;
    this.ads = ads;
  }

  @Override
  public void run(Figures figures) {
    play(settings); // for the JIT compiler
    BareTasks.Result rolled = play(settings);
    BareTasks.Result kept = play(settings.with(ROLL, NEVER));
    figures.say(
        "a day of %,d ads in its own time, %,d events; hours rolled at %s bytes, compared with hours that stay:",
        ads, messages.events(), TopologySettings.of(settings).ads().rollHoursBytes());
    BareTasks.Calls with = rolled.calls();
    BareTasks.Calls without = kept.calls();
    figures.say(
        "  puts of ads %,d and of their days %,d, together %s of %,d; reads of ads %,d and of their days %,d",
        with.adPuts(),
        with.hourPuts(),
        percent(with.adPuts() + with.hourPuts(), without.adPuts()),
        without.adPuts(),
        with.adReads(),
        with.hourReads());
    figures.say(
        "  documents of ads: %,d bytes a put instead of %,d, the largest %,d instead of %,d",
        rolled.putBytes() / rolled.puts(),
        kept.putBytes() / kept.puts(),
        rolled.largestBytes(),
        kept.largestBytes());
    figures.say(
        "  %.2f µs of processor time an event instead of %.2f",
        rolled.cpuMicrosPerEvent(), kept.cpuMicrosPerEvent());
  }

  private BareTasks.Result play(Settings with) {
    BareTasks tasks = new BareTasks(TopologySettings.of(with), new InstantStore());
    return tasks.play(messages, messages.events() / DAY_SECONDS);
  }

  private static String percent(long count, long of) {
    return String.format(Locale.ROOT, "%.1f %%", 100.0 * count / of);
  }
}
