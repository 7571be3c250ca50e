package clickcounter.benchmark;

import java.io.IOException;
import java.util.SplittableRandom;

/**
 * Made-up messages of impressions, one in fifty a click, each line of any counter. Each counter
 * numbers its events from 0 without holes. Several calls of {@link #next} continue the numbers.
 */
final class Traffic {
  private static final long TIME_MS = 1_383_146_743_000L;
  private static final int CLICK_ONE_OF = 50;
  private static final int COST_MICROS = 120_000;
  private static final int FIRST_AD = 1_000_000;
  private static final int LINE_BYTES = 140;

  private final int ads;
  private final int linesEach;
  private final long[] nextSequence;
  private final SplittableRandom random = new SplittableRandom(1);

  Traffic(int ads, int counters, int linesEach) {
    this.ads = ads;
    this.linesEach = linesEach;
    nextSequence = new long[counters];
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
    for (int i = 0; i < events; i++) {
      if (lines > 0) {
        message.append('\n');
      }
      line(message, random.nextInt(nextSequence.length), adOf.of(i));
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
        .append(TIME_MS);
    if (click) {
      message.append(",\"costMicros\":").append(COST_MICROS);
    }
    message.append('}');
  }
}
