package clickcounter.store;

/** The answer to a put. Only {@link Single} proves that the value is durable and alone. */
public sealed interface Stored {
  /** Stored by a quorum, as the single value; the context replaces the one that was used. */
  record Single(StoreContext context) implements Stored {}

  /**
   * Stored, but beside other values: somebody else wrote the document too. Read again and merge.
   */
  record Siblings(int count) implements Stored {}

  /** Not stored: the document changed since it was read (consistent bucket kind). Read again. */
  record Conflict(String reason) implements Stored {}

  /**
   * Nobody knows whether it was stored: a time-out, a lost connection, a quorum not met, an error
   * of the server that does not say. Never repeat the put blindly; read again.
   */
  record Doubt(String reason) implements Stored {}

  /** Not stored, and it never will be as it is: too large, or a bucket type that does not exist. */
  record Refused(String reason) implements Stored {}
}
