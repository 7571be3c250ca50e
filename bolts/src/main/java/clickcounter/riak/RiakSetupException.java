package clickcounter.riak;

/**
 * Riak is set up in a way that does not allow counting exactly once. Thrown before any document is
 * read or written. The message says what was found, what was expected and what to change.
 */
public final class RiakSetupException extends RuntimeException {
  RiakSetupException(String message) {
    super(message);
  }

  RiakSetupException(String message, Throwable cause) {
    super(message, cause);
  }
}
