package clickcounter.drill;

import clickcounter.service.EventLog;
import clickcounter.service.EventNotWrittenException;
import clickcounter.tools.generate.VerdictAuthor;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** The events of people and advertisers: ten ads get half of them. Some clicks are invalid. */
class AdTraffic {
  private static final double HOT = 0.5;
  private static final int HOT_ADS = 10;
  private static final double BUDGET = 0.02;
  private static final double CLICK = 0.10;
  private static final int MOST_COST_MICROS = 500_000;
  private static final int MOST_BUDGET_MICROS = 20_000_000;

  private final String name;
  private final int ads;
  private final VerdictAuthor author;
  private final Random random;

  AdTraffic(String name, int ads, VerdictAuthor author, Random random) {
    this.name = name;
    this.ads = ads;
    this.author = author;
    this.random = random;
  }

  /** All ads of a drill. */
  static List<String> ads(String name, int ads) {
    return IntStream.range(0, ads).mapToObj(i -> name + '-' + i).toList();
  }

  /** Logs the next event. */
  void logNext(EventLog log) throws EventNotWrittenException {
    String ad = name + '-' + random.nextInt(random.nextDouble() < HOT ? HOT_ADS : ads);
    double kind = random.nextDouble();
    if (kind < BUDGET) {
      log.budget(ad, 1 + random.nextInt(MOST_BUDGET_MICROS));
    } else if (kind < BUDGET + CLICK) {
      author.click(log, ad, 1 + random.nextInt(MOST_COST_MICROS));
    } else {
      log.impression(ad);
    }
  }
}
