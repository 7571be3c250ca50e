package clickcounter.devnode;

import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;

/**
 * How one replica misbehaves.
 *
 * @param down known to be away: nothing is sent to it
 * @param fails the share of puts that it answers with a failure
 * @param silent the share of puts that do not reach it
 * @param mute the share of puts that it does and does not answer
 * @param late how long each put takes to reach it
 */
record ReplicaFaults(boolean down, double fails, double silent, double mute, Duration late) {

  static final ReplicaFaults FAIR = new ReplicaFaults(false, 0, 0, 0, Duration.ZERO);

  ReplicaFaults {
    requireShare("fails", fails);
    requireShare("silent", silent);
    requireShare("mute", mute);
    requireShare("fails, silent and mute together", fails + silent + mute);
    if (late.isNegative()) {
      throw new IllegalArgumentException("late=" + late.toMillis() + " ms, expected 0 or more");
    }
  }

  private static void requireShare(String what, double share) {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException(what + "=" + share + ", expected 0 to 1");
    }
  }

  ReplicaFaults withDown(boolean now) {
    return new ReplicaFaults(now, fails, silent, mute, late);
  }

  ReplicaFaults withFails(double share) {
    return new ReplicaFaults(down, share, silent, mute, late);
  }

  ReplicaFaults withSilent(double share) {
    return new ReplicaFaults(down, fails, share, mute, late);
  }

  ReplicaFaults withMute(double share) {
    return new ReplicaFaults(down, fails, silent, share, late);
  }

  ReplicaFaults withLate(Duration pause) {
    return new ReplicaFaults(down, fails, silent, mute, pause);
  }

  Reach draw() {
    if (this == FAIR) {
      return Reach.ANSWERS;
    }
    double chance = ThreadLocalRandom.current().nextDouble();
    if (chance < fails) {
      return Reach.FAILS;
    }
    if (chance < fails + silent) {
      return Reach.SILENT;
    }
    if (chance < fails + silent + mute) {
      return Reach.MUTE;
    }
    return late.isZero() ? Reach.ANSWERS : Reach.late(late);
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%s, fails %s, silent %s, mute %s, late %d",
        down ? "down" : "up",
        fails,
        silent,
        mute,
        late.toMillis());
  }
}
