package clickcounter.tools.generate;

import java.time.Instant;

/**
 * A day to be made up.
 *
 * @param events lines in the archives, of all types
 * @param counters lives of services; a host has about three of them, one after the other
 * @param dropProbability that an event never reaches the queue
 * @param duplicateProbability that an event reaches the queue twice
 * @param disorder how many places a line of the queue may be displaced at most, either way
 * @param lostHour nothing that happens in this hour of the day, 0 to 23, reaches the queue, as if
 *     the broker had been away; {@link #NO_HOUR} for none
 * @param seed the same seed and settings give the same bytes
 * @param start of the day
 */
public record GeneratorSettings(
    long events,
    int ads,
    int counters,
    double dropProbability,
    double duplicateProbability,
    int disorder,
    int lostHour,
    long seed,
    Instant start) {
  public static final int NO_HOUR = -1;
  public static final Instant DEFAULT_START = Instant.parse("2026-06-01T00:00:00Z");

  public GeneratorSettings {
    require("events", events, 1, 100_000_000_000L);
    require("ads", ads, 1, 50_000_000);
    require("counters", counters, 1, 100_000);
    requireProbability("drop", dropProbability);
    requireProbability("duplicate", duplicateProbability);
    require("disorder", disorder, 0, 10_000_000);
    require("lostHour", lostHour, NO_HOUR, 23);
    if (start.isBefore(Instant.EPOCH)) {
      throw new IllegalArgumentException("start: expected 1970 or later, got " + start);
    }
  }

  /**
   * 100,000 events of 2,000 ads and 12 counters, with a few losses, duplicates and some disorder.
   */
  public static GeneratorSettings defaults() {
    return new GeneratorSettings(100_000, 2_000, 12, 0.001, 0.01, 100, NO_HOUR, 1, DEFAULT_START);
  }

  /**
   * The day that {@code clicks local} plays to who tries it: an hour of it never arrives, and a few
   * more events. The walk in logs-replay/README.md tells what is found in it.
   */
  public static GeneratorSettings demonstration() {
    return defaults()
        .withSize(200_000, 3_000, 8)
        .withFaults(0.0001, 0.02, 200)
        .withLostHour(13)
        .withSeed(42);
  }

  public GeneratorSettings withSize(long newEvents, int newAds, int newCounters) {
    return new GeneratorSettings(
        newEvents,
        newAds,
        newCounters,
        dropProbability,
        duplicateProbability,
        disorder,
        lostHour,
        seed,
        start);
  }

  public GeneratorSettings withFaults(double newDrop, double newDuplicate, int newDisorder) {
    return new GeneratorSettings(
        events, ads, counters, newDrop, newDuplicate, newDisorder, lostHour, seed, start);
  }

  public GeneratorSettings withLostHour(int newLostHour) {
    return new GeneratorSettings(
        events,
        ads,
        counters,
        dropProbability,
        duplicateProbability,
        disorder,
        newLostHour,
        seed,
        start);
  }

  public GeneratorSettings withSeed(long newSeed) {
    return new GeneratorSettings(
        events,
        ads,
        counters,
        dropProbability,
        duplicateProbability,
        disorder,
        lostHour,
        newSeed,
        start);
  }

  private static void require(String name, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + ": expected " + least + " to " + most + ", got " + value);
    }
  }

  private static void requireProbability(String name, double value) {
    if (!(value >= 0 && value <= 1)) {
      throw new IllegalArgumentException(name + ": expected 0 to 1, got " + value);
    }
  }
}
