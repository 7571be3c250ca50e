package clickcounter.devnode;

/** A request that is answered with an error; the message goes to the client, word for word. */
final class RefusedException extends RuntimeException {

  RefusedException(String message) {
    // A refusal is an answer, not a fault: a stack trace would cost more than the request.
    super(message, null, false, false);
  }
}
