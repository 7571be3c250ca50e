package clickcounter.event;

import java.util.Objects;

/**
 * A line that is not counted, with the reason. A line that could not be parsed is given as it came,
 * any other as {@link EventWriter} writes it, because tuples carry events and not lines.
 *
 * @param detail what was found and what was expected, for a person
 */
public record Rejected(String line, RejectReason reason, String detail) {
  public Rejected {
    Objects.requireNonNull(line, "line");
    Objects.requireNonNull(reason, "reason");
    Objects.requireNonNull(detail, "detail");
  }
}
