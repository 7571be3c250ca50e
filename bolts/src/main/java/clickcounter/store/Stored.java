package clickcounter.store;

/** The answer to a put. Only {@link Single} proves that the value is durable and the only one. */
public sealed interface Stored {
  /** Stored by a quorum, as the only value; the next put uses the new context. */
  record Single(StoreContext context) implements Stored {}

  /**
   * Stored, but there are other values: another writer put the document too. Read again and merge.
   */
  record Siblings(int count) implements Stored {}

  /** Not stored: the document changed since it was read (consistent bucket kind). Read again. */
  record Conflict(String reason) implements Stored {}

  /**
   * Unknown whether it was stored: a time-out, a lost connection, a quorum not met, or a server
   * error that does not say. Never repeat the put; read again.
   */
  record Doubt(String reason) implements Stored {}

  /** Not stored, and the same put never will be: the document is too large. */
  record Refused(String reason) implements Stored {}
}
