package clickcounter.benchmark;

import clickcounter.cli.SettingsOptions;
import clickcounter.settings.Settings;
import clickcounter.topology.TopologySettingsTable;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** How large the days, the loads and the warm-up are, and the settings of each part. */
final class BenchmarkOptions {
  private static final int EVENTS = 1_000_000;
  private static final int ADS = 130_000;
  private static final int LARGE_EVENTS = 5_000_000;
  private static final int LARGE_ADS = 650_000;
  private static final int MONTH_EVENTS = 135_000_000;
  private static final int COUNTERS = 24;
  private static final int MONTH_SERVICES = 1_000;
  private static final int SINGLE_EVENTS = 300_000;
  private static final int WARM_UP_EVENTS = 1_000_000;

  /** Settings for a fast store: more pending events, and larger documents. */
  private static final Map<String, String> FAST_STORE =
      Map.of(
          "maxPendingMb", "2000",
          "maxUnsettledIds", "100000",
          "cacheMb", "1200", // all ads: the store of the part instant keeps none
          "deferralMs", "2000");

  @Option(
      names = "--events",
      description =
          "Of the generated day (default: "
              + EVENTS
              + " for batches, "
              + LARGE_EVENTS
              + " for ceiling and instant, "
              + SINGLE_EVENTS
              + " for single, "
              + MONTH_EVENTS
              + " for month).")
  private Integer events;

  @Option(
      names = "--ads",
      description =
          "Of the generated day (default: "
              + ADS
              + " or "
              + LARGE_ADS
              + " for large days and month).")
  private Integer ads;

  @Option(
      names = "--counters",
      description =
          "Services alive at the same time (default: "
              + COUNTERS
              + ", "
              + MONTH_SERVICES
              + " for month).")
  private Integer counters;

  @Option(
      names = "--warm-ups",
      paramLabel = "N",
      defaultValue = "3",
      description =
          "Play the warm-up day so often at most, until the JIT compiler takes less than 2 %% of the"
              + " processor time (default: ${DEFAULT-VALUE}).")
  private int mostWarmUps;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Directory of days and stores (default: deploy/target/benchmark).")
  private Path data;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  Path data(Path byDefault) {
    return data != null ? data : byDefault;
  }

  Days.Size day() {
    return new Days.Size(events == null ? EVENTS : events, ads == null ? ADS : ads, counters());
  }

  Days.Size largeDay() {
    return new Days.Size(events == null ? LARGE_EVENTS : events, largeAds(), counters());
  }

  int largeAds() {
    return ads == null ? LARGE_ADS : ads;
  }

  Days.Size warmUpDay(Days.Size measured) {
    return new Days.Size(Math.min(WARM_UP_EVENTS, measured.events()), measured.ads(), counters());
  }

  int singleEvents() {
    return events == null ? SINGLE_EVENTS : events;
  }

  int counters() {
    return counters == null ? COUNTERS : counters;
  }

  long monthEvents() {
    return events == null ? MONTH_EVENTS : events;
  }

  int monthServices() {
    return counters == null ? MONTH_SERVICES : counters;
  }

  int mostWarmUps() {
    return mostWarmUps;
  }

  /** The settings that were given, and defaults. */
  Settings settings() {
    return SettingsOptions.of(command).orElseThrow().explicit().read(TopologySettingsTable.ROWS);
  }

  /** The settings for a fast store, but for those that were given. */
  Settings fastStoreSettings() {
    Settings settings = settings();
    for (Map.Entry<String, String> fast : FAST_STORE.entrySet()) {
      if (!settings.isGiven(fast.getKey())) {
        settings = settings.with(fast.getKey(), fast.getValue());
      }
    }
    return settings;
  }

  /** The values of those settings in which a fast store differs. */
  static String shownFastStore(Settings settings) {
    Map<String, String> values = new TreeMap<>();
    FAST_STORE.keySet().forEach(key -> values.put(key, settings.value(key)));
    return values.toString();
  }
}
