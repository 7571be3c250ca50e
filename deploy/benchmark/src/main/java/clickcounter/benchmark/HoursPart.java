package clickcounter.benchmark;

import clickcounter.store.DocumentKey;
import clickcounter.topology.Settings;
import clickcounter.topology.TopologySettings;
import java.util.Locale;
import java.util.LongSummaryStatistics;

/**
 * Plays a day in its own time, once with hours that are rolled into documents of their day and once
 * with hours that all stay in the ad's document. So it shows what rolling costs in puts, and what
 * it saves in size. The tasks run alone, with a store that answers at once.
 */
final class HoursPart implements Part {
  private static final double DAY_SECONDS = 86_400;
  private static final String ROLL = "rollHoursBytes";
  private static final int NEVER = 100_000;
  private static final int ROUNDS = 4;

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
    Settings keeping = settings.with(ROLL, NEVER);
    double rolledMicros = Double.MAX_VALUE;
    double keptMicros = Double.MAX_VALUE;
    for (int round = 1; round < ROUNDS; round++) {
      // In turns, so that the JIT compiler and other load affect both.
      rolledMicros = Math.min(rolledMicros, play(settings, new InstantStore()).cpuMicrosPerEvent());
      keptMicros = Math.min(keptMicros, play(keeping, new InstantStore()).cpuMicrosPerEvent());
    }
    InstantStore rolledStore = new InstantStore();
    BareTasks.Result rolled = play(settings, rolledStore);
    InstantStore keptStore = new InstantStore();
    BareTasks.Result kept = play(keeping, keptStore);
    figures.say(
        "a day of %,d ads in its own time, %,d events; hours rolled at %d bytes, compared with hours that stay:",
        ads, messages.events(), TopologySettings.of(settings).ads().rollHoursBytes());
    BareTasks.Calls with = rolled.calls();
    long putsWithout = kept.calls().adPuts();
    figures.say(
        "  puts of ads %,d and of their days %,d, together %s of %,d; reads of ads %,d and of their days %,d",
        with.adPuts(),
        with.hourPuts(),
        percent(with.adPuts() + with.hourPuts(), putsWithout),
        putsWithout,
        with.adReads(),
        with.hourReads());
    figures.say(
        "  documents of ads at its end: %s, instead of %s; of their days: %s",
        sizes(rolledStore, DocumentKey.ADS),
        sizes(keptStore, DocumentKey.ADS),
        sizes(rolledStore, DocumentKey.HOURS));
    figures.say(
        "  %.2f µs of processor time an event instead of %.2f, the best of %d",
        Math.min(rolledMicros, rolled.cpuMicrosPerEvent()),
        Math.min(keptMicros, kept.cpuMicrosPerEvent()),
        ROUNDS);
  }

  private BareTasks.Result play(Settings with, InstantStore store) {
    BareTasks tasks = new BareTasks(TopologySettings.of(with), store);
    return tasks.play(messages, messages.events() / DAY_SECONDS);
  }

  private static String sizes(InstantStore store, String bucket) {
    LongSummaryStatistics sizes = store.sizes(bucket);
    return String.format(
        Locale.ROOT,
        "%,d of %,.0f bytes, the largest %,d",
        sizes.getCount(),
        sizes.getAverage(),
        sizes.getMax());
  }

  private static String percent(long count, long of) {
    return String.format(Locale.ROOT, "%.1f %%", 100.0 * count / of);
  }
}
