package clickcounter.benchmark;

import java.io.IOException;
import java.util.SplittableRandom;

/**
 * Made-up messages of impressions, one in fifty a click. Each counter numbers its events from 0
 * without holes. Several calls of {@link #next} continue the numbers.
 */
final class Traffic {
  static final long START_MS = 1_383_146_743_000L;
  private static final int CLICK_ONE_OF = 50;
  private static final int COST_MICROS = 120_000;
  private static final int FIRST_AD = 1_000_000;
  private static final int LINE_BYTES = 140;

  private final int ads;
  private final int linesEach;
  private final long[] nextSequence;
  private final SplittableRandom random = new SplittableRandom(1);
  private final Mix mix;
  private long timestampMs = START_MS;

  /** Which counters the lines of one message are of, by chance. */
  enum Mix {
    /** One for the message, as services send them. */
    ONE_COUNTER_A_MESSAGE,
    /** One for each line, as a relay might mix them. */
    ANY_COUNTER_A_LINE
  }

  Traffic(int ads, int counters, int linesEach, Mix mix) {
    this.ads = ads;
    this.linesEach = linesEach;
    this.mix = mix;
    nextSequence = new long[counters];
  }

  /** The name of an ad; all have the same length. */
  static String adId(int ad) {
    return "m" + (FIRST_AD + ad);
  }

  /** From now on events are of this time. */
  void setTime(long timestampMs) {
    this.timestampMs = timestampMs;
  }

  /** Events of random ads. */
  QueueMessages next(int events) {
    return sink -> send(events, sink, i -> random.nextInt(ads));
  }

  /** One event of each ad, in turn. */
  QueueMessages oneOfEachAd() {
    return sink -> send(ads, sink, i -> i);
  }

  private interface Ads {
    int of(int event);
  }

  private void send(int events, QueueMessages.Sink sink, Ads adOf) throws IOException {
    StringBuilder message = new StringBuilder(linesEach * LINE_BYTES);
    int lines = 0;
    int counter = 0;
    for (int i = 0; i < events; i++) {
      if (lines > 0) {
        message.append('\n');
      }
      if (lines == 0 || mix == Mix.ANY_COUNTER_A_LINE) {
        counter = random.nextInt(nextSequence.length);
      }
      line(message, counter, adOf.of(i));
      lines++;
      if (lines == linesEach || i == events - 1) {
        sink.message(message.toString(), lines);
        message.setLength(0);
        lines = 0;
      }
    }
  }

  private void line(StringBuilder message, int counter, int ad) {
    boolean click = random.nextInt(CLICK_ONE_OF) == 0;
    message
        .append("{\"eventId\":\"host")
        .append(1_000 + counter)
        .append("-20131030_152543:")
        .append(nextSequence[counter]++)
        .append("\",\"type\":\"")
        .append(click ? "click" : "impression")
        .append("\",\"adId\":\"m")
        .append(FIRST_AD + ad)
        .append("\",\"timestamp\":")
        .append(timestampMs);
    if (click) {
      message.append(",\"costMicros\":").append(COST_MICROS);
    }
    message.append('}');
  }
}
