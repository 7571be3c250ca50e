package clickcounter.event;

import java.util.Objects;

/**
 * The person who saw or clicked an ad, by whom clicks are judged, and what is known of where: the
 * hashes and values that a service writes beside an event. Nothing that counts reads them.
 *
 * @param id of the person or the machine; null if it is not known
 * @param agent of the program, such as a browser; null if it is not known
 * @param dims such as the country
 */
public record Visitor(String id, String agent, Dimensions dims) {
  public static final Visitor UNKNOWN = new Visitor(null, null);

  /** The field of the event's JSON that has the id. */
  public static final String ID_FIELD = "visitor";

  /** The field of the event's JSON that has the agent. */
  public static final String AGENT_FIELD = "agent";

  /** Longer values are not read. */
  public static final int MAX_LENGTH = 64;

  public Visitor {
    requireShort(ID_FIELD, id);
    requireShort(AGENT_FIELD, agent);
    Objects.requireNonNull(dims, "dims");
  }

  /** One of whom nothing else is known. */
  public Visitor(String id, String agent) {
    this(id, agent, Dimensions.NONE);
  }

  public Visitor with(Dimensions others) {
    return new Visitor(id, agent, others);
  }

  private static void requireShort(String name, String value) {
    if (value != null && (value.isEmpty() || value.length() > MAX_LENGTH)) {
      throw new IllegalArgumentException(
          name + ": expected a hash of 1 to " + MAX_LENGTH + " characters, got " + value.length());
    }
  }
}
