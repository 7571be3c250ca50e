package clickcounter.drill;

import clickcounter.cluster.TopologyCounters.Series;
import clickcounter.topology.Capacity;
import clickcounter.topology.Capacity.AdGroup;
import clickcounter.topology.Capacity.Costs;
import clickcounter.topology.Capacity.Layout;
import clickcounter.topology.Capacity.Load;
import clickcounter.topology.Settings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Breaks nothing: counts the puts of two workers and then of three, and compares them with the
 * arithmetic of {@link Capacity} for the events counted in the same seconds.
 */
final class CapacityDrill implements Drill {
  private static final int SERVICES = 4;
  private static final int ADS = 1_000;
  private static final int HOT_ADS = 10;
  private static final double HOT = 0.5;
  private static final int MORE_WORKERS = 3;

  /** New documents are read and put at once before that. */
  private static final long BEGINNING_MS = 4_000;

  private static final long MEASURED_MS = 6_000;
  private static final long REPORT_MS = 2_000;

  /** Its arithmetic uses calls a second only. */
  private static final Costs NO_COSTS = new Costs(0, 0, 0, 0, 0, 0, 0, 0, 0);

  private final List<Comparison> comparisons = new ArrayList<>();

  /** Puts a second: measured, and by arithmetic. */
  record Comparison(
      int workers,
      double eventsPerSecond,
      double adPuts,
      double adPutsByArithmetic,
      double counterPuts,
      double counterPutsByArithmetic) {}

  List<Comparison> comparisons() {
    return List.copyOf(comparisons);
  }

  @Override
  public String name() {
    return "capacity";
  }

  @Override
  public String fault() {
    return "nothing: two workers, then three";
  }

  @Override
  public long strike(TestBed bed) throws IOException, InterruptedException {
    compare(bed, TestBed.WORKERS);
    long startNs = System.nanoTime();
    bed.rebalance(MORE_WORKERS, 0);
    bed.awaitActive();
    long recoveredMs = TestBed.msSince(startNs);
    compare(bed, MORE_WORKERS);
    return recoveredMs;
  }

  private void compare(TestBed bed, int workers) throws IOException, InterruptedException {
    bed.stay("counting with " + workers + " workers", BEGINNING_MS);
    long fromS = System.currentTimeMillis() / 1_000;
    bed.stay("measuring", MEASURED_MS);
    long toS = System.currentTimeMillis() / 1_000 - 1;
    bed.stay("waiting for the workers' reports", REPORT_MS);
    double events = perSecond(bed, "ads", "counted", fromS, toS);
    Capacity capacity = capacity(events, workers);
    comparisons.add(
        new Comparison(
            workers,
            events,
            perSecond(bed, "ads", "puts", fromS, toS),
            capacity.adPutsPerSecond(),
            perSecond(bed, "counters", "puts", fromS, toS),
            capacity.counterPutsPerSecond()));
  }

  private static double perSecond(
      TestBed bed, String component, String counter, long fromS, long toS) throws IOException {
    long sum = 0;
    for (Series series : bed.counters().series(component, counter)) {
      sum += series.sumBetween(fromS, toS);
    }
    return (double) sum / (toS - fromS + 1);
  }

  /** The load of {@link AdTraffic} at this rate, with the settings of the test bed. */
  private static Capacity capacity(double eventsPerSecond, int workers) {
    Settings settings =
        Settings.defaults().with("workers", "" + workers).with("deferralMs", "1500");
    List<AdGroup> ads =
        List.of(
            new AdGroup(HOT_ADS, HOT * eventsPerSecond),
            new AdGroup(ADS - HOT_ADS, (1 - HOT) * eventsPerSecond));
    return new Capacity(
        new Load(ads, SERVICES, SERVICES, ADS, 20, 120), Layout.of(settings, 1, 1, 1), NO_COSTS);
  }

  @Override
  public String proof(TestBed bed) {
    return comparisons.toString();
  }
}
