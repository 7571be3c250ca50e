package clickcounter.devnode;

/** A request that is answered with an error; the message goes to the client, word for word. */
final class RefusedException extends RuntimeException {

  private final boolean closing;

  RefusedException(String message, boolean closing) {
    // A refusal is an answer, not a fault: a stack trace would cost more than the request.
    super(message, null, false, false);
    this.closing = closing;
  }

  static void unless(boolean holds, String message) {
    if (!holds) {
      throw new RefusedException(message, false);
    }
  }

  boolean isClosing() {
    return closing;
  }
}
