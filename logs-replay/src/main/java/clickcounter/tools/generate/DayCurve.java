package clickcounter.tools.generate;

/** When things happen: little by night, most in the evening. */
final class DayCurve {
  /** Visitors an hour, relative to one another. */
  private static final int[] HOURS = {
    30, 20, 13, 9, 8, 10, 18, 32, 45, 55, 60, 65, 72, 68, 62, 60, 63, 70, 80, 92, 100, 96, 75, 48
  };

  private static final double[] UP_TO = upTo();

  private DayCurve() {}

  private static double[] upTo() {
    double[] upTo = new double[HOURS.length + 1];
    for (int hour = 0; hour < HOURS.length; hour++) {
      upTo[hour + 1] = upTo[hour] + HOURS[hour];
    }
    for (int hour = 1; hour < upTo.length; hour++) {
      upTo[hour] /= upTo[HOURS.length];
    }
    upTo[HOURS.length] = 1;
    return upTo;
  }

  /** The share of the day after which this share of the events has happened. */
  static double shareOfDay(double shareOfEvents) {
    int hour = 0;
    while (hour < HOURS.length - 1 && UP_TO[hour + 1] <= shareOfEvents) {
      hour++;
    }
    double within = (shareOfEvents - UP_TO[hour]) / (UP_TO[hour + 1] - UP_TO[hour]);
    return Math.min(0.999_999_9, (hour + within) / HOURS.length);
  }
}
