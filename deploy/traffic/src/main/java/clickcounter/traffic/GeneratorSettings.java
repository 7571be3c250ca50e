package clickcounter.traffic;

import static clickcounter.event.EventLimits.requireRange;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;

/**
 * The settings of a generated day, or of several.
 *
 * @param days only the messages of the last one are on the queue; those before it count as arrived
 * @param events lines in the archives, of all types and days
 * @param counters counters, one per run of a service. A host has about three of one day, one after
 *     the other, or one a day of several days
 * @param dropProbability the probability that an event never reaches the queue
 * @param duplicateProbability the probability that an event reaches the queue twice
 * @param disorder by how many lines at most a line of the queue can be out of order
 * @param lostHour no event of this hour of the last day, 0 to 23, reaches the queue, as in an
 *     outage of the broker; {@link #NO_HOUR} for none
 * @param invalidClicks whether some clicks are filtered, taken back or given back
 * @param dims whether impressions and clicks have dimensions
 * @param seed the same seed and settings give the same bytes
 * @param start of the first day
 */
@RecordBuilder
public record GeneratorSettings(
    int days,
    long events,
    int ads,
    int counters,
    double dropProbability,
    double duplicateProbability,
    int disorder,
    int lostHour,
    boolean invalidClicks,
    boolean dims,
    long seed,
    Instant start)
    implements GeneratorSettingsBuilder.With {
  public static final int NO_HOUR = -1;
  public static final Instant DEFAULT_START = Instant.parse("2026-06-01T00:00:00Z");

  public GeneratorSettings {
    requireRange("days", days, 1, 400);
    requireRange("events", events, 1, 100_000_000_000L);
    requireRange("ads", ads, 1, 50_000_000);
    requireRange("counters", counters, days, 1_000_000);
    requireProbability("drop", dropProbability);
    requireProbability("duplicate", duplicateProbability);
    requireRange("disorder", disorder, 0, 10_000_000);
    requireRange("lostHour", lostHour, NO_HOUR, 23);
    if (start.isBefore(Instant.EPOCH)) {
      throw new IllegalArgumentException("start: expected 1970 or later, got " + start);
    }
  }

  /**
   * 100,000 events of 2,000 ads and 12 counters, with a few losses, duplicates and some disorder.
   */
  public static GeneratorSettings defaults() {
    return new GeneratorSettings(
        1, 100_000, 2_000, 12, 0.001, 0.01, 100, NO_HOUR, false, false, 1, DEFAULT_START);
  }

  /**
   * The demonstration of {@code clicks local}, which moves it to the day before its start: the
   * events of one hour, and a few more, never arrive. The walk-through in logs-replay/README.md
   * finds them. Some clicks are filtered, taken back, or given back. Events have dimensions.
   */
  public static GeneratorSettings demonstration() {
    return defaults()
        .withSize(200_000, 3_000, 8)
        .withFaults(0.0001, 0.02, 200)
        .withLostHour(13)
        .withInvalidClicks(true)
        .withDims(true)
        .withSeed(42);
  }

  public GeneratorSettings withSize(long newEvents, int newAds, int newCounters) {
    return with(size -> size.events(newEvents).ads(newAds).counters(newCounters));
  }

  public GeneratorSettings withFaults(double newDrop, double newDuplicate, int newDisorder) {
    return with(
        faults ->
            faults
                .dropProbability(newDrop)
                .duplicateProbability(newDuplicate)
                .disorder(newDisorder));
  }

  private static void requireProbability(String name, double value) {
    if (!(value >= 0 && value <= 1)) {
      throw new IllegalArgumentException(name + ": expected 0 to 1, got " + value);
    }
  }
}
