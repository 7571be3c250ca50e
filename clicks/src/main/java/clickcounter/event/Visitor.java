package clickcounter.event;

/**
 * The person who saw or clicked an ad, by whom clicks are judged: the hashes that a service writes
 * beside an event. It is no part of the event. Nothing that counts reads it.
 *
 * @param id of the person or the machine; null if it is not known
 * @param agent of the program, such as a browser; null if it is not known
 */
public record Visitor(String id, String agent) {
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
  }

  private static void requireShort(String name, String value) {
    if (value != null && (value.isEmpty() || value.length() > MAX_LENGTH)) {
      throw new IllegalArgumentException(
          name + ": expected a hash of 1 to " + MAX_LENGTH + " characters, got " + value.length());
    }
  }
}
