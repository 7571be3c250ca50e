package clickcounter.store;

/** The answer to a put. Only {@link Single} proves that the value is durable and the only one. */
public sealed interface Stored {
  /**
   * Decides on the answer.
   *
   * @return what the method of its case returns
   */
  <R> R decide(Cases<R> cases);

  /** One decision for each case. A new case is a new method here, so no caller can overlook it. */
  interface Cases<R> {
    /** See {@link Single}. */
    R single(StoreContext context);

    /** See {@link Siblings}. */
    R siblings(int count);

    /** See {@link Conflict}. */
    R conflict(String reason);

    /** See {@link Doubt}. */
    R doubt(String reason);

    /** See {@link Refused}. */
    R refused(String reason);
  }

  /** Stored by a quorum, as the only value; the next put uses the new context. */
  record Single(StoreContext context) implements Stored {
    @Override
    public <R> R decide(Cases<R> cases) {
      return cases.single(context);
    }
  }

  /**
   * Stored, but there are other values: another writer put the document too. Read again and merge.
   */
  record Siblings(int count) implements Stored {
    @Override
    public <R> R decide(Cases<R> cases) {
      return cases.siblings(count);
    }
  }

  /** Not stored: the document changed since it was read (consistent bucket kind). Read again. */
  record Conflict(String reason) implements Stored {
    @Override
    public <R> R decide(Cases<R> cases) {
      return cases.conflict(reason);
    }
  }

  /**
   * Unknown whether it was stored: a time-out, a lost connection, a quorum not met, or a server
   * error that does not say. Never repeat the put; read again.
   */
  record Doubt(String reason) implements Stored {
    @Override
    public <R> R decide(Cases<R> cases) {
      return cases.doubt(reason);
    }
  }

  /** Not stored, and the same put never will be: the document is too large. */
  record Refused(String reason) implements Stored {
    @Override
    public <R> R decide(Cases<R> cases) {
      return cases.refused(reason);
    }
  }
}
