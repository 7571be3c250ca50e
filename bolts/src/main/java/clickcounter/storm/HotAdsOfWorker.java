package clickcounter.storm;

import clickcounter.counting.AdsTask;
import clickcounter.counting.HotAd;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The busiest ads of all ads tasks in this JVM, to be shown. Thread-safe. */
public final class HotAdsOfWorker {
  private static final Set<AdsTask<?>> TASKS = ConcurrentHashMap.newKeySet();

  private HotAdsOfWorker() {}

  static void add(AdsTask<?> task) {
    TASKS.add(task);
  }

  static void remove(AdsTask<?> task) {
    TASKS.remove(task);
  }

  /** Twenty of each task; empty for the first seconds. */
  public static List<HotAd> all() {
    return TASKS.stream().flatMap(task -> task.hotAds().stream()).toList();
  }
}
