package clickcounter.tools.common;

import clickcounter.ids.Gap;
import clickcounter.jms.BrokerSettings;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The events whose lines are at the head of the queue of rejects. No replay helps them. */
public final class RejectedEvents {
  public static final RejectedEvents NONE = new RejectedEvents();

  private final Map<String, Set<Long>> numbers = new HashMap<>();

  private RejectedEvents() {}

  /**
   * Looks at the queue, and leaves it as it is.
   *
   * @throws IOException if no broker answers
   */
  public static RejectedEvents at(Backends backends, BrokerSettings broker) throws IOException {
    RejectedEvents events = new RejectedEvents();
    backends.browseRejects(
        broker,
        line ->
            events
                .numbers
                .computeIfAbsent(line.counterId(), id -> new HashSet<>())
                .add(line.sequence()));
    return events;
  }

  /** How many events of these gaps of a counter were rejected. */
  public long among(String counterId, Collection<Gap> gaps) {
    return numbers.getOrDefault(counterId, Set.of()).stream()
        .filter(id -> gaps.stream().anyMatch(gap -> gap.from() <= id && id <= gap.to()))
        .count();
  }
}
