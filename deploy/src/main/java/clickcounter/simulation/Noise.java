package clickcounter.simulation;

/**
 * How often the small things go wrong, as probabilities, and how slow it all is.
 *
 * @param replicaMissesPut that a replica does not get a put, though it is up
 * @param replicaIsLate that a replica gets a put only after a time longer than the store's time-out
 * @param answerLost of a put that took effect
 * @param readFails that a read is answered as failed
 * @param putRefused that the store refuses a put for good
 * @param readRepair that a read repairs the replicas afterwards
 * @param tupleLost between two tasks
 * @param tupleLate that a tuple takes longer than its time-out
 * @param ackLost between a task and the spout
 * @param failedForNothing that a delivery is reported as failed while it is being worked on
 * @param messageTwice that the broker delivers a message to two consumers
 * @param storeMicros the store's usual delay, at most
 * @param wireMicros the usual delay between tasks, at most
 */
record Noise(
    double replicaMissesPut,
    double replicaIsLate,
    double answerLost,
    double readFails,
    double putRefused,
    double readRepair,
    double tupleLost,
    double tupleLate,
    double ackLost,
    double failedForNothing,
    double messageTwice,
    long storeMicros,
    long wireMicros) {
  static final Noise NONE = new Noise(0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 3_000, 1_000);

  static Noise draw(Chance chance) {
    return new Noise(
        some(chance, 0.3),
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
        chance.skewed(500, 100_000),
        chance.skewed(100, 50_000));
  }

  /** The same, but for how many replicas miss a put. */
  Noise withReplicaMissesPut(double probability) {
    return new Noise(
        probability,
        replicaIsLate,
        answerLost,
        readFails,
        putRefused,
        readRepair,
        tupleLost,
        tupleLate,
        ackLost,
        failedForNothing,
        messageTwice,
        storeMicros,
        wireMicros);
  }

  private static double some(Chance chance, double most) {
    return chance.happens(0.4) ? 0 : chance.generator().nextDouble() * most;
  }
}
