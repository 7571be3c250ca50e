package clickcounter.simulation;

import static clickcounter.simulation.FaultKind.ACK_LOST;
import static clickcounter.simulation.FaultKind.ANSWER_LATE;
import static clickcounter.simulation.FaultKind.ANSWER_LOST;
import static clickcounter.simulation.FaultKind.APPEND_FAILS;
import static clickcounter.simulation.FaultKind.FAILED_FOR_NOTHING;
import static clickcounter.simulation.FaultKind.MESSAGE_TWICE;
import static clickcounter.simulation.FaultKind.PUT_REFUSED;
import static clickcounter.simulation.FaultKind.READ_FAILS;
import static clickcounter.simulation.FaultKind.READ_REPAIR;
import static clickcounter.simulation.FaultKind.REPLICA_IS_LATE;
import static clickcounter.simulation.FaultKind.REPLICA_MISSES_PUT;
import static clickcounter.simulation.FaultKind.SEND_FAILS;
import static clickcounter.simulation.FaultKind.TUPLE_LATE;
import static clickcounter.simulation.FaultKind.TUPLE_LOST;
import static clickcounter.simulation.FaultKind.VIEW_LATE;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * How often the small things go wrong, and how slow everything is.
 *
 * <p>The order in which the values are drawn decides every life: a new draw goes last.
 *
 * @param probabilities of each kind; a kind that is not given has its quiet probability
 * @param clockSkewMs how far the clock of a machine is from the true time, at most
 * @param storeMicros the store's usual delay, at most
 * @param wireMicros the usual delay between tasks, at most
 */
record Noise(
    Map<FaultKind, Double> probabilities, long clockSkewMs, long storeMicros, long wireMicros) {
  /** Probability that a replica misses a put in a life on bad replicas. */
  static final double NOISY = 0.45;

  private static final long MOST_SKEW_MS = 2 * 60 * 60 * 1_000;

  static final Noise NONE = quiet(3_000);

  Noise {
    Map<FaultKind, Double> all = new EnumMap<>(FaultKind.class);
    for (FaultKind kind : FaultKind.values()) {
      double probability = probabilities.getOrDefault(kind, kind.quiet);
      if (!(probability >= 0 && probability <= 1)) {
        throw new IllegalArgumentException(
            kind + ": expected a probability from 0 to 1, found " + probability);
      }
      all.put(kind, probability);
    }
    probabilities = Collections.unmodifiableMap(all);
  }

  /** Nothing goes wrong. */
  static Noise quiet(long storeMicros) {
    return new Noise(Map.of(), 0, storeMicros, 1_000);
  }

  Noise slower(int times) {
    return new Noise(probabilities, clockSkewMs, times * storeMicros, wireMicros);
  }

  static Noise draw(Chance chance) {
    Map<FaultKind, Double> drawn = new EnumMap<>(FaultKind.class);
    drawn.put(REPLICA_MISSES_PUT, some(chance, 0.3));
    drawn.put(REPLICA_IS_LATE, some(chance, 0.05));
    drawn.put(ANSWER_LATE, some(chance, 0.05));
    drawn.put(ANSWER_LOST, some(chance, 0.1));
    drawn.put(READ_FAILS, some(chance, 0.05));
    drawn.put(PUT_REFUSED, chance.happens(0.1) ? 0.005 : 0.0);
    drawn.put(READ_REPAIR, some(chance, 1));
    drawn.put(TUPLE_LOST, some(chance, 0.03));
    drawn.put(TUPLE_LATE, some(chance, 0.03));
    drawn.put(ACK_LOST, some(chance, 0.03));
    drawn.put(FAILED_FOR_NOTHING, some(chance, 0.05));
    drawn.put(MESSAGE_TWICE, some(chance, 0.1));
    drawn.put(APPEND_FAILS, some(chance, 0.05));
    drawn.put(SEND_FAILS, some(chance, 0.3));
    drawn.put(VIEW_LATE, some(chance, 0.05));
    return new Noise(
        drawn, clockSkewMs(chance), chance.skewed(500, 100_000), chance.skewed(100, 50_000));
  }

  /**
   * The store is quick, except for some answers and in half of the lives for views. Many deliveries
   * are reported as failed.
   */
  static Noise drawQuick(Chance chance) {
    Map<FaultKind, Double> drawn = new EnumMap<>(FaultKind.class);
    drawn.put(REPLICA_MISSES_PUT, some(chance, 0.2));
    drawn.put(REPLICA_IS_LATE, 0.2);
    drawn.put(ANSWER_LATE, 0.3);
    drawn.put(ACK_LOST, 0.1);
    drawn.put(FAILED_FOR_NOTHING, 0.4);
    drawn.put(MESSAGE_TWICE, 0.2);
    drawn.put(SEND_FAILS, 0.1);
    drawn.put(VIEW_LATE, chance.happens(0.5) ? 0.4 : 0.0);
    long storeMicros = chance.skewed(500, 3_000);
    return new Noise(drawn, clockSkewMs(chance), storeMicros, 500);
  }

  /**
   * Much comes twice and replicas miss puts. No read fails, no put is refused, no tuple is late.
   */
  static Noise drawHostile(Chance chance) {
    Map<FaultKind, Double> drawn = new EnumMap<>(FaultKind.class);
    drawn.put(REPLICA_MISSES_PUT, chance.happens(0.5) ? NOISY : some(chance, 0.3));
    drawn.put(REPLICA_IS_LATE, some(chance, 0.05));
    drawn.put(ANSWER_LATE, some(chance, 0.2));
    drawn.put(ANSWER_LOST, some(chance, 0.1));
    drawn.put(READ_REPAIR, some(chance, 1));
    drawn.put(TUPLE_LOST, some(chance, 0.05));
    drawn.put(ACK_LOST, some(chance, 0.1));
    drawn.put(FAILED_FOR_NOTHING, some(chance, 0.2));
    drawn.put(MESSAGE_TWICE, some(chance, 0.3));
    drawn.put(APPEND_FAILS, some(chance, 0.02));
    drawn.put(SEND_FAILS, some(chance, 0.2));
    drawn.put(VIEW_LATE, some(chance, 0.1));
    return new Noise(
        drawn, clockSkewMs(chance), chance.skewed(500, 50_000), chance.skewed(100, 20_000));
  }

  /** Nothing goes wrong but that replicas miss puts, so that what is lost is not made good soon. */
  static Noise drawFewDoubts(Chance chance) {
    Map<FaultKind, Double> drawn = new EnumMap<>(FaultKind.class);
    drawn.put(REPLICA_MISSES_PUT, chance.happens(0.5) ? some(chance, NOISY) : 0.0);
    drawn.put(READ_REPAIR, 0.0);
    return new Noise(drawn, 0, chance.skewed(500, 20_000), 500);
  }

  double of(FaultKind kind) {
    return probabilities.get(kind);
  }

  Noise with(FaultKind kind, double probability) {
    Map<FaultKind, Double> changed = new EnumMap<>(probabilities);
    changed.put(kind, probability);
    return new Noise(changed, clockSkewMs, storeMicros, wireMicros);
  }

  Noise withClockSkewMs(long mostMs) {
    return new Noise(probabilities, mostMs, storeMicros, wireMicros);
  }

  static long clockSkewMs(Chance chance) {
    return chance.happens(0.3) ? 0 : chance.skewed(1, MOST_SKEW_MS);
  }

  private static double some(Chance chance, double most) {
    return chance.happens(0.4) ? 0 : chance.generator().nextDouble() * most;
  }
}
