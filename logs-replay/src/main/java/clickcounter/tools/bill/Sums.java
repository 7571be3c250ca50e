package clickcounter.tools.bill;

import clickcounter.event.EventKind;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonProperty.Access;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What an ad counted. Programs depend on the names.
 *
 * @param events of all kinds
 * @param grossClicks all clicks, filtered ones too
 * @param filtered by the class of the filter
 * @param budgetMicros what was added to the budget
 */
@JsonPropertyOrder({
  "impressions",
  "grossClicks",
  "filtered",
  "invalidated",
  "reinstated",
  "clicks",
  "grossCostMicros",
  "invalidatedMicros",
  "reinstatedMicros",
  "costMicros",
  "budgetMicros"
})
record Sums(
    @JsonProperty(access = Access.WRITE_ONLY) long events,
    long impressions,
    long grossClicks,
    SortedMap<String, Long> filtered,
    long invalidated,
    long reinstated,
    long grossCostMicros,
    long invalidatedMicros,
    long reinstatedMicros,
    long budgetMicros) {
  private static final SortedMap<String, Long> NONE_FILTERED =
      EventKind.FILTERED.stream()
          .collect(Collectors.toMap(EventKind::filterClass, kind -> 0L, Long::sum, TreeMap::new));

  static final Sums NONE = new Sums(0, 0, 0, NONE_FILTERED, 0, 0, 0, 0, 0, 0);

  Sums {
    filtered = Collections.unmodifiableSortedMap(filtered);
  }

  /** What a verdict adds. */
  static Sums of(EventKind verdict, long micros) {
    return verdict == EventKind.INVALIDATION
        ? new Sums(1, 0, 0, NONE_FILTERED, 1, 0, 0, micros, 0, 0)
        : new Sums(1, 0, 0, NONE_FILTERED, 0, 1, 0, 0, micros, 0);
  }

  /** What was counted when it happened. */
  Sums withoutVerdicts() {
    long rest = events - invalidated - reinstated;
    return new Sums(
        rest, impressions, grossClicks, filtered, 0, 0, grossCostMicros, 0, 0, budgetMicros);
  }

  /** The clicks that are charged. */
  @JsonProperty
  long clicks() {
    return grossClicks - invalid();
  }

  /** The costs of the clicks that are charged. */
  @JsonProperty
  long costMicros() {
    return Math.addExact(Math.subtractExact(grossCostMicros, invalidatedMicros), reinstatedMicros);
  }

  /** The clicks that are not charged. */
  long invalid() {
    return filteredClicks() + invalidated - reinstated;
  }

  long filteredClicks() {
    return filtered.values().stream().mapToLong(Long::longValue).sum();
  }
}
