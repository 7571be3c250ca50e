package clickcounter.document;

import clickcounter.event.EventKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/**
 * An ad's clicks that are not charged: those that services filtered, and those that a verdict took
 * back. Each number is a sum over events, so the result does not depend on their order. A
 * reinstatement may be counted before its invalidation: {@code invalidated} is below zero until
 * that comes.
 *
 * <p>Immutable, because most ads share {@link #NONE}.
 *
 * @param filtered by class, in the order of {@link EventKind#FILTERED}
 * @param judged whether a verdict was counted, even if all have cancelled each other
 * @param invalidated invalidations less reinstatements
 * @param invalidatedMicros the costs of these clicks
 */
public record InvalidClicks(
    List<Long> filtered, boolean judged, long invalidated, long invalidatedMicros) {
  /** Nothing was filtered or judged. */
  public static final InvalidClicks NONE =
      new InvalidClicks(Collections.nCopies(EventKind.FILTERED.size(), 0L), false, 0, 0);

  public InvalidClicks {
    filtered = List.copyOf(filtered);
    boolean fits =
        filtered.size() == EventKind.FILTERED.size()
            && filtered.stream().allMatch(clicks -> clicks >= 0);
    if (!fits || !judged && (invalidated != 0 || invalidatedMicros != 0)) {
      throw new IllegalArgumentException(
          "expected counts >= 0 of %d classes, and nothing invalidated without a verdict, found %s, %d, %d"
              .formatted(
                  EventKind.FILTERED.size(),
                  Objects.toString(filtered),
                  invalidated,
                  invalidatedMicros));
    }
  }

  /** These and one event more. */
  InvalidClicks plus(EventKind kind, long amountMicros) {
    if (kind.isVerdict()) {
      return new InvalidClicks(
          filtered,
          true,
          invalidated + kind.invalidClicks(),
          Math.subtractExact(invalidatedMicros, kind.clicks() * amountMicros));
    }
    List<Long> more = new ArrayList<>(filtered);
    more.set(EventKind.FILTERED.indexOf(kind), filtered(kind) + 1);
    return new InvalidClicks(more, judged, invalidated, invalidatedMicros);
  }

  public boolean isNone() {
    return this == NONE || equals(NONE);
  }

  /** The filtered clicks of one class. */
  public long filtered(EventKind kind) {
    return filtered.get(EventKind.FILTERED.indexOf(kind));
  }

  /** The filtered clicks of all classes. */
  public long allFiltered() {
    return filtered.stream().mapToLong(Long::longValue).sum();
  }

  /** All clicks that are not charged. */
  public long clicks() {
    return allFiltered() + invalidated;
  }
}
