package clickcounter.storm;

import clickcounter.counting.AdsTask;
import clickcounter.counting.HotAd;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The busiest ads of all ads tasks in this JVM, for whoever shows them. Thread-safe. */
public final class HotAdsOfWorker {
  private static final Map<Integer, AdsTask<?>> TASKS = new ConcurrentHashMap<>();

  private HotAdsOfWorker() {}

  static void add(int taskId, AdsTask<?> task) {
    TASKS.put(taskId, task);
  }

  static void remove(int taskId, AdsTask<?> task) {
    TASKS.remove(taskId, task);
  }

  /** Twenty of each task; empty for the first seconds. */
  public static List<HotAd> all() {
    return TASKS.values().stream().flatMap(task -> task.hotAds().stream()).toList();
  }
}
