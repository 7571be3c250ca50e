package clickcounter.riak;

/**
 * Riak, or the way it is set up, does not allow to count exactly once. Thrown before any document
 * is touched; the message says what was found, what was expected and what to change.
 */
public final class RiakSetupException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  RiakSetupException(String message) {
    super(message);
  }

  RiakSetupException(String message, Throwable cause) {
    super(message, cause);
  }
}
