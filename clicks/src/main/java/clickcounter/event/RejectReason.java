package clickcounter.event;

/** Why a line is not counted. The names are stable: metrics and the queue of rejects carry them. */
public enum RejectReason {
  NOT_JSON("not-json"),
  MISSING_FIELD("missing-field"),
  ILL_TYPED("ill-typed"),
  OUT_OF_RANGE("out-of-range"),
  UNKNOWN_TYPE("unknown-type"),
  TOO_LONG("too-long"),
  /** The event's time lies too far ahead of the worker's clock. */
  TOO_FAR_AHEAD("too-far-ahead"),
  /** The message is too large to be read; its lines are in the archives. */
  MESSAGE_TOO_LARGE("message-too-large"),
  /** The message is neither text nor bytes. */
  NOT_TEXT("not-text"),
  /** The sequence jumps implausibly far above the counter's highest. */
  SEQUENCE_JUMP("sequence-jump"),
  /** The counter has missed ids in as many places as it may, and the event would add one. */
  TOO_MANY_GAPS("too-many-gaps"),
  /**
   * The document that the event would change cannot be read or written until an operator mends it.
   */
  DOCUMENT_BLOCKED("document-blocked");

  private final String label;

  RejectReason(String label) {
    this.label = label;
  }

  public String label() {
    return label;
  }
}
