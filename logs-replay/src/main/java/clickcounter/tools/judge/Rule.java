package clickcounter.tools.judge;

import clickcounter.event.Judgement;
import java.util.Comparator;
import java.util.function.IntConsumer;

/**
 * Finds invalid clicks of a day. It looks at clicks and impressions only, never at verdicts, so it
 * finds the same whatever was judged before.
 */
public sealed interface Rule {
  /** Its word and version, as the verdicts have it. */
  String reason();

  /** How long before a click it looks. */
  long withinMs();

  /** Passes the indices of the clicks that it finds invalid, each once or more. */
  void find(DayClicks clicks, IntConsumer found);

  private static void require(String reason, long withinMs) {
    Judgement.ofFilter(reason);
    if (withinMs < 1 || withinMs > DayReader.LONGEST_LOOK_BACK_MS) {
      throw new IllegalArgumentException("within: expected 1ms to 1d, found " + withinMs + "ms");
    }
  }

  /** A visitor clicks an ad again. The first click is valid, however many follow. */
  record Repeat(String reason, long withinMs) implements Rule {
    public Repeat {
      require(reason, withinMs);
    }

    @Override
    public void find(DayClicks clicks, IntConsumer found) {
      int[] order = clicks.ofVisitors(Comparator.comparing(Click::adId));
      for (int i = 1; i < order.length; i++) {
        Click before = clicks.get(order[i - 1]);
        Click click = clicks.get(order[i]);
        if (before.visitor() == click.visitor()
            && before.adId().equals(click.adId())
            && click.timestampMs() - before.timestampMs() <= withinMs
            && clicks.isOfDay(order[i])) {
          found.accept(order[i]);
        }
      }
    }
  }

  /**
   * A visitor clicks more often than a person can, whatever the ads. All clicks of that time are
   * invalid: they are a machine's.
   *
   * @param most clicks of a person
   */
  record Rate(String reason, int most, long withinMs) implements Rule {
    public Rate {
      require(reason, withinMs);
      if (most < 1) {
        throw new IllegalArgumentException("clicks: expected 1 or more, found " + most);
      }
    }

    @Override
    public void find(DayClicks clicks, IntConsumer found) {
      int[] order = clicks.ofVisitors((a, b) -> 0);
      int next = 0; // the first click that was not passed on
      for (int last = most; last < order.length; last++) {
        int first = last - most;
        Click from = clicks.get(order[first]);
        Click to = clicks.get(order[last]);
        if (from.visitor() == to.visitor() && to.timestampMs() - from.timestampMs() <= withinMs) {
          for (next = Math.max(next, first); next <= last; next++) {
            if (clicks.isOfDay(order[next])) {
              found.accept(order[next]);
            }
          }
        }
      }
    }
  }

  /**
   * A visitor clicks an ad that it was not shown before. An impression of which it is not known who
   * saw it may have been anybody's. A click is not judged if the archives begin later than its
   * impression may have happened.
   */
  record Unseen(String reason, long withinMs) implements Rule {
    public Unseen {
      require(reason, withinMs);
    }

    @Override
    public void find(DayClicks clicks, IntConsumer found) {
      for (int i = 0; i < clicks.size(); i++) {
        Click click = clicks.get(i);
        long fromMs = click.timestampMs() - withinMs;
        if (click.hasVisitor()
            && clicks.isOfDay(i)
            && clicks.isKnown(fromMs)
            && clicks.shownMs(i) < fromMs) {
          found.accept(i);
        }
      }
    }
  }
}
