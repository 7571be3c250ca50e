package clickcounter.devnode;

/** A request that is answered with an error; the message goes to the client, word for word. */
final class RefusedException extends RuntimeException {

  private final boolean closing;

  RefusedException(String message) {
    this(message, false);
  }

  private RefusedException(String message, boolean closing) {
    // A refusal is an answer, not a fault: a stack trace would cost more than the request.
    super(message, null, false, false);
    this.closing = closing;
  }

  /** The connection ends with the answer. */
  static RefusedException closing(String message) {
    return new RefusedException(message, true);
  }

  boolean isClosing() {
    return closing;
  }
}
