package clickcounter.testing;

import clickcounter.event.AdEvent;
import clickcounter.event.Close;
import clickcounter.event.CounterEvent;
import clickcounter.event.Event;
import clickcounter.event.EventKind;
import clickcounter.event.EventLimits;
import clickcounter.event.Judgement;
import clickcounter.event.WriteOffRequest;
import java.util.Random;

/** Random events: ordinary values, limits, and texts that need escapes. */
public final class RandomEvents {
  private static final String COUNTER_LETTERS = "abcXYZ0189._-";
  private static final String[] PIECES = {
    "m", "item", "7", "-", "_", " ", "\"", "\\", "/", "\n", "\r", "\t", "\u0000", "\u001f", "é",
    "広告", "\u2028", "😀", "ÿ"
  };

  private final Random random;

  public RandomEvents(Random random) {
    this.random = random;
  }

  public Event event() {
    return random.nextInt(4) > 0 ? adEvent() : counterEvent();
  }

  public AdEvent adEvent() {
    EventKind kind = EventKind.values()[random.nextInt(EventKind.values().length)];
    long amountMicros =
        kind == EventKind.BUDGET
            ? upTo(EventLimits.MAX_BUDGET_MICROS) * (random.nextBoolean() ? 1 : -1)
            : kind.hasAmount() ? upTo(EventLimits.MAX_COST_MICROS) : 0;
    return new AdEvent(
        counterId(),
        sequence(),
        kind,
        text(EventLimits.MAX_AD_ID_LENGTH),
        timestampMs(),
        amountMicros,
        judgement(kind));
  }

  private Judgement judgement(EventKind kind) {
    String version = "@2026-06-0" + random.nextInt(10);
    return kind.isFiltered()
        ? Judgement.ofFilter(kind.filterClass() + version)
        : kind.isVerdict()
            ? new Judgement(
                "repeat" + version, counterId() + ":" + sequence(), "ivt-" + random.nextInt(10))
            : null;
  }

  public CounterEvent counterEvent() {
    if (random.nextBoolean()) {
      return new Close(counterId(), sequence(), timestampMs());
    }
    long from = sequence();
    long to = from + upTo(EventLimits.MAX_SEQUENCE - from);
    String reason = "r" + text(EventLimits.MAX_REASON_LENGTH - 1);
    return new WriteOffRequest(
        counterId(),
        sequence(),
        timestampMs(),
        random.nextBoolean(),
        counterId(),
        from,
        to,
        reason);
  }

  public String counterId() {
    int length = 1 + (int) upTo(EventLimits.MAX_COUNTER_ID_LENGTH - 1);
    StringBuilder id = new StringBuilder();
    while (id.length() < length) {
      id.append(COUNTER_LETTERS.charAt(random.nextInt(COUNTER_LETTERS.length())));
    }
    return id.toString();
  }

  public String text(int mostChars) {
    int length = 1 + (int) upTo(mostChars - 1);
    StringBuilder text = new StringBuilder();
    while (text.length() < length) {
      String piece = PIECES[random.nextInt(PIECES.length)];
      text.append(text.length() + piece.length() <= length ? piece : "x");
    }
    return text.toString();
  }

  public long sequence() {
    return upTo(EventLimits.MAX_SEQUENCE);
  }

  public long timestampMs() {
    return upTo(EventLimits.MAX_TIMESTAMP_MS);
  }

  /**
   * A number from 0 to {@code most}. Both limits are frequent, and each order of magnitude is
   * equally frequent.
   */
  private long upTo(long most) {
    return switch (random.nextInt(8)) {
      case 0 -> 0;
      case 1 -> most;
      default -> (random.nextLong() >>> (1 + random.nextInt(63))) % (most + 1);
    };
  }
}
