package clickcounter.event;

import java.util.Objects;

/**
 * A line that is not counted, as it came, with the reason.
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
