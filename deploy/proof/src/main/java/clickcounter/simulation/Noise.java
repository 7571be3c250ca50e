package clickcounter.simulation;

import java.util.ArrayList;
import java.util.List;

/**
 * How often the small things go wrong, as probabilities, and how slow it all is.
 *
 * @param replicaMissesPut that a replica does not get a put, though it is up
 * @param replicaIsLate that a replica gets a put only after a time longer than the store's time-out
 * @param answerLate that an answer of the store comes only shortly before its time-out
 * @param answerLost of a put that took effect
 * @param readFails that a read is answered as failed
 * @param putRefused that the store refuses a put for good
 * @param readRepair that a read repairs the replicas afterwards
 * @param tupleLost between two tasks
 * @param tupleLate that a tuple takes longer than its time-out
 * @param ackLost between a task and the spout
 * @param failedForNothing that a delivery is reported as failed while it is being worked on
 * @param messageTwice that the broker delivers a message to two consumers
 * @param appendFails that a service's append to its archive fails
 * @param sendFails that the transport says it could not send
 * @param viewLate that the answer of a read of a counter document comes much later than it was read
 * @param clockSkewMs how far the clock of a machine is from the true time, at most
 * @param storeMicros the store's usual delay, at most
 * @param wireMicros the usual delay between tasks, at most
 */
record Noise(
    double replicaMissesPut,
    double replicaIsLate,
    double answerLate,
    double answerLost,
    double readFails,
    double putRefused,
    double readRepair,
    double tupleLost,
    double tupleLate,
    double ackLost,
    double failedForNothing,
    double messageTwice,
    double appendFails,
    double sendFails,
    double viewLate,
    long clockSkewMs,
    long storeMicros,
    long wireMicros) {
  static final Noise NONE = quiet(3_000);

  private static final long MOST_SKEW_MS = 2 * 60 * 60 * 1_000;

  /** Probability that a replica misses a put, where that is meant to be much. */
  static final double NOISY = 0.45;

  /** Nothing goes wrong. */
  static Noise quiet(long storeMicros) {
    return new Noise(0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, storeMicros, 1_000);
  }

  static Noise draw(Chance chance) {
    return new Noise(
        some(chance, 0.3),
        some(chance, 0.05),
        some(chance, 0.05),
        some(chance, 0.1),
        some(chance, 0.05),
        chance.happens(0.1) ? 0.005 : 0,
        some(chance, 1),
        some(chance, 0.03),
        some(chance, 0.03),
        some(chance, 0.03),
        some(chance, 0.05),
        some(chance, 0.1),
        some(chance, 0.05),
        some(chance, 0.3),
        some(chance, 0.05),
        clockSkewMs(chance),
        chance.skewed(500, 100_000),
        chance.skewed(100, 50_000));
  }

  /**
   * A store that is quick, but for some answers and perhaps for views, and deliveries that are
   * reported as failed.
   */
  static Noise drawQuick(Chance chance) {
    double missed = some(chance, 0.2);
    double viewLate = chance.happens(0.5) ? 0.4 : 0;
    long storeMicros = chance.skewed(500, 3_000);
    return new Noise(
        missed,
        0.2,
        0.3,
        0,
        0,
        0,
        1,
        0,
        0,
        0.1,
        0.4,
        0.2,
        0,
        0.1,
        viewLate,
        clockSkewMs(chance),
        storeMicros,
        500);
  }

  /** Much comes twice, replicas miss puts; the rest goes well. */
  static Noise drawHostile(Chance chance) {
    return new Noise(
        chance.happens(0.5) ? NOISY : some(chance, 0.3),
        some(chance, 0.05),
        some(chance, 0.2),
        some(chance, 0.1),
        0,
        0,
        some(chance, 1),
        some(chance, 0.05),
        0,
        some(chance, 0.1),
        some(chance, 0.2),
        some(chance, 0.3),
        some(chance, 0.02),
        some(chance, 0.2),
        some(chance, 0.1),
        clockSkewMs(chance),
        chance.skewed(500, 50_000),
        chance.skewed(100, 20_000));
  }

  /** The same, but for how many replicas miss a put. */
  Noise withReplicaMissesPut(double probability) {
    double[] probabilities = probabilities();
    probabilities[0] = probability;
    return of(probabilities);
  }

  /** The same without one of the things that go wrong: one for each of them. */
  List<Noise> simpler() {
    List<Noise> simpler = new ArrayList<>();
    for (int i = 0; i < probabilities().length; i++) {
      double[] probabilities = probabilities();
      probabilities[i] = quiet(storeMicros).probabilities()[i];
      simpler.add(of(probabilities));
    }
    return simpler;
  }

  private double[] probabilities() {
    return new double[] {
      replicaMissesPut,
      replicaIsLate,
      answerLate,
      answerLost,
      readFails,
      putRefused,
      readRepair,
      tupleLost,
      tupleLate,
      ackLost,
      failedForNothing,
      messageTwice,
      appendFails,
      sendFails,
      viewLate,
      clockSkewMs
    };
  }

  private Noise of(double[] p) {
    return new Noise(
        p[0],
        p[1],
        p[2],
        p[3],
        p[4],
        p[5],
        p[6],
        p[7],
        p[8],
        p[9],
        p[10],
        p[11],
        p[12],
        p[13],
        p[14],
        (long) p[15],
        storeMicros,
        wireMicros);
  }

  Noise withClockSkewMs(long mostMs) {
    double[] probabilities = probabilities();
    probabilities[probabilities.length - 1] = mostMs;
    return of(probabilities);
  }

  static long clockSkewMs(Chance chance) {
    return chance.happens(0.3) ? 0 : chance.skewed(1, MOST_SKEW_MS);
  }

  private static double some(Chance chance, double most) {
    return chance.happens(0.4) ? 0 : chance.generator().nextDouble() * most;
  }
}
