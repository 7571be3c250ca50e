package clickcounter.benchmark;

import clickcounter.topology.TopologySettings;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The pipeline in front of a store that is far too slow, against arithmetic: the least puts of
 * which a store has that is busy all the time and gets the ad that has waited longest, while the
 * spouts hold as many events as they may.
 */
final class SlowPart implements Part {
  static final int PUTS_PER_SECOND = 1_000;

  private static final String AD = "\"adId\":\"";

  private final PipelineRun run;
  private final DayMessages messages;
  private final long mostPending;

  SlowPart(PipelineRun run, DayMessages messages, TopologySettings settings) {
    this.run = run;
    this.messages = messages;
    mostPending =
        settings.parallelism().spouts()
            * settings.spout().maxPendingBytes()
            / messages.heldBytesAnEvent();
  }

  @Override
  public void run(Figures figures) throws IOException, InterruptedException {
    run.run(figures);
    figures.say(
        "  by arithmetic %,.0f puts per 1,000 events, with %,d pending events",
        1e3 * puts(messages, mostPending) / messages.events(), mostPending);
  }

  /**
   * How many puts a day takes by arithmetic. It depends on the pending events alone, not on the
   * store's rate.
   */
  static long puts(QueueMessages day, long mostPending) throws IOException {
    Waiting waiting = new Waiting(mostPending);
    day.forEach((text, lines) -> text.lines().forEach(line -> waiting.add(ad(line))));
    return waiting.puts + waiting.eventsByAd.size();
  }

  private static String ad(String line) {
    int at = line.indexOf(AD);
    return at < 0 ? "" : line.substring(at + AD.length(), line.indexOf('"', at + AD.length()));
  }

  /** The ads with pending events, the one that has waited longest first. */
  private static final class Waiting {
    private final Map<String, Integer> eventsByAd = new LinkedHashMap<>();
    private final long most;
    private long events;
    private long puts;

    Waiting(long most) {
      this.most = most;
    }

    void add(String adId) {
      while (events >= most) {
        var oldest = eventsByAd.entrySet().iterator();
        events -= oldest.next().getValue();
        oldest.remove();
        puts++;
      }
      eventsByAd.merge(adId, 1, Integer::sum);
      events++;
    }
  }
}
