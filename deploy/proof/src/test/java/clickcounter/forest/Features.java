package clickcounter.forest;

import clickcounter.tools.judge.Click;
import clickcounter.tools.judge.DayClicks;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** What a model learns of each click. Only of what archives say, and of nothing but the day. */
final class Features {
  static final String[] NAMES = {
    "after-impression",
    "after-click",
    "before-click",
    "clicks-in-minute",
    "clicks-in-hour",
    "clicks-in-day",
    "ads-a-click",
    "steadiness",
    "hour",
    "agent-share"
  };

  private static final double NEVER_S = 1e6;
  private static final long MINUTE_MS = 60_000;
  private static final long HOUR_MS = 3_600_000;

  private final DayClicks clicks;
  private final Map<Long, List<Integer>> byVisitor;
  private final Map<Long, List<Integer>> byAgent;

  Features(DayClicks clicks) {
    this.clicks = clicks;
    byVisitor = grouped(Click::visitor);
    byAgent = grouped(Click::agent);
  }

  private Map<Long, List<Integer>> grouped(Function<Click, Long> by) {
    Map<Long, List<Integer>> groups = new HashMap<>();
    for (int i = 0; i < clicks.size(); i++) {
      groups.computeIfAbsent(by.apply(clicks.get(i)), key -> new ArrayList<>()).add(i);
    }
    Comparator<Integer> byTime = Comparator.comparingLong(i -> clicks.get(i).timestampMs());
    groups.values().forEach(group -> group.sort(byTime));
    return groups;
  }

  /** Those of a click, in the order of their names. */
  double[] of(int index) {
    Click click = clicks.get(index);
    List<Integer> own = byVisitor.get(click.visitor());
    int place = own.indexOf(index);
    long ms = click.timestampMs();
    return new double[] {
      seconds(clicks.shownMs(index) == DayClicks.NEVER_MS ? -1 : ms - clicks.shownMs(index)),
      seconds(place == 0 ? -1 : ms - ms(own.get(place - 1))),
      seconds(place + 1 == own.size() ? -1 : ms(own.get(place + 1)) - ms),
      near(own, ms, MINUTE_MS),
      near(own, ms, HOUR_MS),
      own.size(),
      ads(own) / (double) own.size(),
      steadiness(own),
      ms / HOUR_MS % 24,
      byAgent.get(click.agent()).size() / (double) clicks.size()
    };
  }

  private long ms(int index) {
    return clicks.get(index).timestampMs();
  }

  private static double seconds(long ms) {
    return ms < 0 ? NEVER_S : ms / 1_000.0;
  }

  private long near(List<Integer> own, long ms, long withinMs) {
    return own.stream().filter(i -> Math.abs(ms(i) - ms) <= withinMs / 2).count();
  }

  private int ads(List<Integer> own) {
    Set<String> ads = new HashSet<>();
    own.forEach(i -> ads.add(clicks.get(i).adId()));
    return ads.size();
  }

  /** How much the times between clicks differ, in parts of their mean; -1 if there is only one. */
  private double steadiness(List<Integer> own) {
    if (own.size() < 3) {
      return -1;
    }
    double mean = (ms(own.get(own.size() - 1)) - ms(own.get(0))) / (own.size() - 1.0);
    double squares = 0;
    for (int i = 1; i < own.size(); i++) {
      squares += Math.pow(ms(own.get(i)) - ms(own.get(i - 1)) - mean, 2);
    }
    return Math.sqrt(squares / (own.size() - 1)) / Math.max(1, mean);
  }
}
