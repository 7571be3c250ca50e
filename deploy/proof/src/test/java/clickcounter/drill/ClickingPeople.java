package clickcounter.drill;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * People click on an ad as long as one of its ad servers shows it. Another thread watches the ad
 * servers, and its clock alone says when all of them know that the budget is spent.
 */
final class ClickingPeople {
  static final long CLICK_EVERY_MS = 10;

  /** All know when no server has shown the ad for so long. */
  private static final long CALM_MS = 200;

  private static final long LOOK_EVERY_NS = 1_000_000;
  private static final long NEVER_MS = -1;

  private final Servers servers;
  private final Click click;
  private final long withinMs;

  /**
   * @param withinMs all servers must know within this time
   */
  ClickingPeople(Servers servers, Click click, long withinMs) {
    this.servers = servers;
    this.click = click;
    this.withinMs = withinMs;
  }

  /** Those that show ads. Asked by several threads. */
  interface Servers {
    /** Whether one of them, chosen by a number, shows the ad. */
    boolean mayShow(int number, String adId);

    /** How many show the ad. */
    long showing(String adId);
  }

  /** Logs a click. */
  interface Click {
    void on(String adId) throws IOException;
  }

  /**
   * What happened after the click that spent a budget.
   *
   * @param clicksBeyond clicks after it
   * @param allKnowMs ms until no server showed the ad any more, as the watching thread saw it
   */
  record Late(int clicksBeyond, long allKnowMs) {
    /** A click each ten ms in that time, one that was under way before, and one after it. */
    long mostClicks() {
      return allKnowMs / CLICK_EVERY_MS + 2;
    }
  }

  /**
   * Clicks until all servers know that the budget is spent.
   *
   * @param clicksOfBudget the number of clicks that spend it
   * @throws Breach if servers do not show the ad before, or do not know in time, or people could
   *     click more often than servers that do not know explain
   */
  Late click(String adId, int clicksOfBudget) throws IOException, InterruptedException {
    int asked = clickUntilSpent(adId, clicksOfBudget);
    long spentNs = System.nanoTime();
    click.on(adId);
    CompletableFuture<Long> watch =
        CompletableFuture.supplyAsync(
            () -> allKnowMs(adId, spentNs), work -> new Thread(work, "drill-watch").start());
    int beyond = 0;
    while (!watch.isDone()) {
      TimeUnit.MILLISECONDS.sleep(CLICK_EVERY_MS);
      if (servers.mayShow(asked++, adId)) {
        click.on(adId);
        beyond++;
      }
    }
    Late late = new Late(beyond, watch.join());
    if (late.allKnowMs() == NEVER_MS) {
      throw new Breach(
          "%d ad servers still showed %s %d s after its budget was spent, and %d clicks more"
              .formatted(servers.showing(adId), adId, withinMs / 1_000, beyond));
    }
    if (beyond > late.mostClicks()) {
      throw new Breach(
          "%d clicks came after the budget of %s was spent, although all ad servers knew after %d ms: expected at most %d"
              .formatted(beyond, adId, late.allKnowMs(), late.mostClicks()));
    }
    return late;
  }

  /**
   * Watches the servers until none has shown the ad for a while.
   *
   * @return ms until then, without that while; {@link #NEVER_MS} if some still show it when the
   *     time is up
   */
  private long allKnowMs(String adId, long spentNs) {
    long knownNs = 0;
    while (true) {
      long nowNs = System.nanoTime();
      if (servers.showing(adId) > 0) {
        knownNs = 0;
        if (nowNs - spentNs > withinMs * 1_000_000) {
          return NEVER_MS;
        }
      } else if (knownNs == 0) {
        knownNs = nowNs;
      } else if (nowNs - knownNs > CALM_MS * 1_000_000) {
        return (knownNs - spentNs) / 1_000_000;
      }
      LockSupport.parkNanos(LOOK_EVERY_NS);
    }
  }

  /** Makes all clicks of the budget but the last; how often people looked at the ad. */
  private int clickUntilSpent(String adId, int clicksOfBudget)
      throws IOException, InterruptedException {
    long endNs = System.nanoTime() + withinMs * 1_000_000;
    int asked = 0;
    for (int clicks = 0; clicks < clicksOfBudget - 1; asked++) {
      if (servers.mayShow(asked, adId)) {
        click.on(adId);
        clicks++;
      } else if (System.nanoTime() > endNs) {
        throw new Breach("no ad server shows %s, although its budget is not spent".formatted(adId));
      }
      TimeUnit.MILLISECONDS.sleep(CLICK_EVERY_MS);
    }
    return asked;
  }
}
