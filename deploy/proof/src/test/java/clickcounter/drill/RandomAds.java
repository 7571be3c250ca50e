package clickcounter.drill;

import clickcounter.service.EventNotWrittenException;
import clickcounter.traffic.AdTraffic;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Events of ads that are shown whatever their budgets: ten ads get half of them.
 *
 * @param name of each ad, before its number
 */
public record RandomAds(String name, int ads, Random random) implements AdTraffic {
  private static final double HOT = 0.5;
  private static final int HOT_ADS = 10;
  private static final double BUDGET = 0.02;
  private static final double CLICK = 0.10;
  private static final int MOST_COST_MICROS = 500_000;
  private static final int MOST_BUDGET_MICROS = 20_000_000;

  /** The ids of all ads. */
  List<String> adIds() {
    return IntStream.range(0, ads).mapToObj(i -> name + '-' + i).toList();
  }

  @Override
  public void next(Service service) throws EventNotWrittenException {
    String ad = name + '-' + random.nextInt(random.nextDouble() < HOT ? HOT_ADS : ads);
    double kind = random.nextDouble();
    if (kind < BUDGET) {
      service.budget(ad, 1 + random.nextInt(MOST_BUDGET_MICROS));
    } else if (kind < BUDGET + CLICK) {
      service.click(ad, 1 + random.nextInt(MOST_COST_MICROS));
    } else {
      service.impression(ad);
    }
  }
}
