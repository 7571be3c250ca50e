package clickcounter.console;

import clickcounter.cli.Home;
import java.util.ArrayList;
import java.util.List;

/** What needs a person, each with what to do. */
final class Attention {
  private static final double PENDING_S = 60;
  private static final long GAPS_AFTER_MS = 60_000;

  private Attention() {}

  /**
   * @param queue null if it is not known
   * @param counters null if they are not known
   */
  static List<String> of(Scrape all, Window window, Now.Queue queue, Now.Counters counters) {
    List<String> attention = new ArrayList<>();
    if (all.max("pending_oldest_seconds") > PENDING_S) {
      attention.add("Events have been pending for more than a minute: is Riak or a worker away?");
    }
    if (window.growth("blocked_documents_total", series -> true) > 0) {
      attention.add(
          "A document is blocked, and its events are rejected. The workers' logs name it. Mend it: "
              + Home.launcher()
              + " recount");
    }
    if (window.growth("failed_tuples_total", series -> true) > 0) {
      attention.add("Tuples fail and are retried: Riak or a worker is away or too slow.");
    }
    if (queue != null && queue.rejects() > 0) {
      attention.add("Lines were rejected. To see why: " + Home.launcher() + " rejects list");
    }
    if (counters != null && counters.missing() > 0 && counters.oldestGapMs() > GAPS_AFTER_MS) {
      attention.add(
          "Events are missing for more than a minute. To find and resend them: "
              + Home.launcher()
              + " gaps");
    }
    if (counters != null && counters.unreadable() > 0) {
      attention.add("The document of a counter cannot be read: " + Home.launcher() + " gaps");
    }
    return attention;
  }
}
