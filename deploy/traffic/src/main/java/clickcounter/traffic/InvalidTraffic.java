package clickcounter.traffic;

import clickcounter.event.AdEvent;
import clickcounter.event.EventKind;
import clickcounter.event.Judgement;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.random.RandomGenerator;

/**
 * Decides which clicks of generated traffic are not charged: some are filtered when they happen; of
 * the others some are taken back later, and of these some are given back still later.
 *
 * <p>Plain Java: time and randomness are passed in. Thread-safe.
 */
public final class InvalidTraffic {
  /** The author of verdicts that take clicks back, and the name of its host. */
  public static final String AUTHOR = "ivt";

  private static final double FILTERED = 0.12;
  private static final double INVALIDATED = 0.08;
  private static final double REINSTATED = 0.25;

  /** One of each class; the last word is of none, and counted as other. */
  private static final List<String> FILTERS =
      List.of(
          "bots@2026-06-01",
          "datacenter@2026-06-01",
          "repeat@r7",
          "rate@r7",
          "prefetch@r7",
          "pixel@r7");

  private final Delay delay;
  private final RandomGenerator random;
  private final PriorityQueue<DueVerdict> due =
      new PriorityQueue<>(
          Comparator.comparingLong(DueVerdict::atMs)
              .thenComparing(verdict -> verdict.click().counterId())
              .thenComparingLong(verdict -> verdict.click().sequence()));

  /** A verdict on a click that is to be passed at this time. */
  record DueVerdict(long atMs, EventKind kind, AdEvent click) {
    Judgement judgement() {
      return kind == EventKind.INVALIDATION
          ? new Judgement("ivt@r7", click.eventId(), AUTHOR)
          : new Judgement("appeal@r7", click.eventId(), "appeals");
    }
  }

  /** How much later than the click, or than the invalidation, a verdict comes. */
  public record Delay(long leastMs, long mostMs) {
    public Delay {
      if (leastMs < 1 || mostMs <= leastMs) {
        throw new IllegalArgumentException(
            "delay: expected 1 ≤ least < most ms, got " + leastMs + " and " + mostMs);
      }
    }
  }

  InvalidTraffic(Delay delay, RandomGenerator random) {
    this.delay = delay;
    this.random = random;
  }

  /** Why the service filters the click that happens now; null if it is charged. */
  synchronized String filterReason() {
    return random.nextDouble() < FILTERED ? FILTERS.get(random.nextInt(FILTERS.size())) : null;
  }

  /** This click was charged. It may be judged later. */
  synchronized void charged(AdEvent click, long nowMs) {
    if (random.nextDouble() < INVALIDATED) {
      add(EventKind.INVALIDATION, click, nowMs);
    }
  }

  private void add(EventKind kind, AdEvent click, long nowMs) {
    due.add(new DueVerdict(nowMs + random.nextLong(delay.leastMs, delay.mostMs), kind, click));
  }

  /** Removes and returns the next verdict that is due; null if there is none. */
  synchronized DueVerdict next(long nowMs) {
    if (due.isEmpty() || due.peek().atMs() > nowMs) {
      return null;
    }
    DueVerdict next = due.poll();
    if (next.kind() == EventKind.INVALIDATION && random.nextDouble() < REINSTATED) {
      add(EventKind.REINSTATEMENT, next.click(), nowMs);
    }
    return next;
  }
}
