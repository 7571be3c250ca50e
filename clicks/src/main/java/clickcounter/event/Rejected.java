package clickcounter.event;

import java.util.Objects;

/**
 * A line that is not counted, with the reason: as it came if it could not be read, else as {@link
 * EventWriter} writes what was read of it. Tuples carry events, not lines: to have the line's bytes
 * at hand for the few that a task rejects would make each of them twice as long.
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
