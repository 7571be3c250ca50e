package clickcounter.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import clickcounter.topology.Capacity.AdGroup;
import clickcounter.topology.Capacity.Costs;
import clickcounter.topology.Capacity.Layout;
import clickcounter.topology.Capacity.Load;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The arithmetic of capacity, against a count and against what Sizing says. */
class CapacityTest {
  private static final Costs COSTS = new Costs(5, 20, 300, 1, 600, 250, 900, 120 << 20, 500);

  private static Load load(long ads, double eventsPerSecond, int counters) {
    return new Load(List.of(new AdGroup(ads, eventsPerSecond)), counters, counters, ads, 500, 120);
  }

  private static Layout layout(int workers) {
    return Layout.of(Settings.defaults().with("workers", "" + workers), 1, 1, 3);
  }

  @Test
  void putsAreThoseOfAdsWithRandomEvents() {
    // One ad for a long time, as the scheduler does it.
    SplittableRandom random = new SplittableRandom(1);
    double eventsPerSecond = 0.2;
    int puts = 0;
    double nowS = 0;
    double nextPutS = 0;
    double lastPutS = -5;
    boolean waits = false;
    int events = 100_000;
    for (int i = 0; i < events; i++) {
      nowS -= Math.log(1 - random.nextDouble()) / eventsPerSecond;
      if (waits && nextPutS < nowS) {
        puts++;
        lastPutS = nextPutS;
        waits = false;
      }
      if (!waits && nowS >= lastPutS + 5) {
        puts++;
        lastPutS = nowS;
      } else if (!waits) {
        nextPutS = lastPutS + 5;
        waits = true;
      }
    }
    Capacity capacity = new Capacity(load(1, eventsPerSecond, 1), layout(1), COSTS);

    assertThat(capacity.eventsPerPut()).isCloseTo((double) events / puts, within(0.02));
  }

  @Test
  void callsForCountersAreThoseOfSizing() {
    Capacity ninety = new Capacity(load(1_000, 1_000, 90), layout(1), COSTS);
    assertThat(ninety.counterPutsPerSecond()).isEqualTo(180);
    Capacity thousand = new Capacity(load(1_000, 1_000, 1_000), layout(1), COSTS);
    assertThat(thousand.counterPutsPerSecond()).isCloseTo(180, within(0.001));
    assertThat(thousand.viewReadsPerSecond()).isCloseTo(100, within(0.001));
  }

  @Test
  void eachWorkerReadsEachCounter() {
    Load load = load(1_000, 1_000, 20);
    assertThat(new Capacity(load, layout(3), COSTS).viewReadsPerSecond()).isEqualTo(60);
    assertThat(new Capacity(load, layout(3), COSTS).counterPutsPerSecond()).isEqualTo(40);
  }

  @Test
  void tenTimesTheLoadOnTenTimesTheMachinesKeepsEachMachinesPutsAndMemory() {
    Load load = load(20_000, 10_000, 24);
    Layout one = layout(1);
    Layout ten = Layout.of(Settings.defaults().with("workers", "10"), 10, 10, 3);
    Capacity small = new Capacity(load, one, COSTS);
    Capacity large = new Capacity(load.times(10), ten, COSTS);

    assertThat(large.adPutsPerSecond()).isCloseTo(10 * small.adPutsPerSecond(), within(1.0));
    assertThat(large.heapBytesPerWorker())
        .isCloseTo(small.heapBytesPerWorker(), within(0.01 * small.heapBytesPerWorker()));
    assertThat(large.coresPerBroker()).isCloseTo(small.coresPerBroker(), within(1e-9));
    // Only views grow by both: each worker reads the counters of all.
    assertThat(large.viewReadsPerSecond()).isGreaterThan(30 * small.viewReadsPerSecond());
  }

  @Test
  void loadWithoutEventsIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new AdGroup(1, 0))
        .withMessageContaining("eventsPerSecond");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> load(0, 1, 1))
        .withMessageContaining("ads");
  }

  /** What the system was made for: ads are as cold as they can be, each with few events. */
  private static final Load MADE_FOR =
      new Load(List.of(new AdGroup(130_000, 3_200)), 24, 24 * 365, 650_000, 20, 120);

  @Test
  void thePageHasTheRowsOfTheArithmetic() throws Exception {
    String page = Files.readString(Path.of("CAPACITY.md"));

    assertThat(page)
        .contains(row("1", MADE_FOR, "5000", 1, 1, 3))
        .contains(row("10", MADE_FOR.times(10), "5000", 2, 1, 12))
        .contains(row("100", MADE_FOR.times(100), "20000", 16, 8, 100));
  }

  private static String row(
      String times, Load load, String deferralMs, int workers, int brokers, int nodes) {
    Settings settings =
        Settings.defaults()
            .with("workers", "" + workers)
            .with("deferralMs", deferralMs)
            .with("viewReadsPerSecond", "600")
            .with("counterPutsPerSecond", "600");
    Capacity capacity = new Capacity(load, Layout.of(settings, brokers, nodes, 3), Costs.MEASURED);
    return String.format(
        Locale.ROOT,
        "| %s | %,.0f | %,.0f | %,.0f | %,.0f | %d × %.2f cores, heap %,.0f MB | %d × %.2f cores, %.1f MB/s | %d × %.2f cores, %.2f GB |",
        times,
        load.eventsPerSecond(),
        capacity.pendingEvents(),
        capacity.adPutsPerSecond(),
        capacity.counterPutsPerSecond() + capacity.viewReadsPerSecond(),
        workers,
        capacity.coresPerWorker(),
        capacity.heapBytesPerWorker() / (1 << 20),
        brokers,
        capacity.coresPerBroker(),
        capacity.journalBytesPerSecond() / 1e6,
        nodes,
        capacity.coresPerRiakNode(),
        capacity.diskBytesPerRiakNode() / 1e9);
  }
}
