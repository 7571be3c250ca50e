package clickcounter.event;

/** Why a line is not counted. The labels are stable: metrics and the queue of rejects use them. */
public enum RejectReason {
  NOT_JSON("not-json"),
  MISSING_FIELD("missing-field"),
  ILL_TYPED("ill-typed"),
  OUT_OF_RANGE("out-of-range"),
  UNKNOWN_TYPE("unknown-type"),
  TOO_LONG("too-long"),
  /** The event's time is too far ahead of the worker's clock. */
  TOO_FAR_AHEAD("too-far-ahead"),
  /** The event's time is before the earliest that is plausible. */
  TOO_OLD("too-old"),
  /** The message is too large to read. Its lines are in the archives. */
  MESSAGE_TOO_LARGE("message-too-large"),
  /** The line is not UTF-8, or the message is neither text nor bytes. */
  NOT_TEXT("not-text"),
  /** The sequence is implausibly far above the counter's highest. */
  SEQUENCE_JUMP("sequence-jump"),
  /** The counter has the maximum number of gaps, and the event would add one. */
  TOO_MANY_GAPS("too-many-gaps"),
  /**
   * The document that the event would change cannot be read or written until an operator repairs
   * it.
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
