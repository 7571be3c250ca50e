package clickcounter.tools.bill;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonProperty.Access;
import java.util.SortedMap;

/**
 * What an ad counted. Programs depend on the names and their order.
 *
 * @param grossClicks all clicks, filtered ones too
 * @param filtered by the class of the filter
 * @param clicks that are charged
 * @param costMicros of these
 * @param budgetMicros what was added to the budget
 * @param events of all kinds; not for programs
 */
record Sums(
    long impressions,
    long grossClicks,
    SortedMap<String, Long> filtered,
    long invalidated,
    long reinstated,
    long clicks,
    long grossCostMicros,
    long invalidatedMicros,
    long reinstatedMicros,
    long costMicros,
    long budgetMicros,
    @JsonProperty(access = Access.WRITE_ONLY) long events) {
  /** The clicks that are not charged. */
  long invalid() {
    return grossClicks - clicks;
  }

  long filteredClicks() {
    return filtered.values().stream().mapToLong(Long::longValue).sum();
  }
}
