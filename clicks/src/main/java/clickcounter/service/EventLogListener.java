package clickcounter.service;

/**
 * Receives reports for a service's operator. Reports on sending come from one thread at a time,
 * reports on the archive from the service's threads. Methods must return quickly and must not log
 * events.
 */
public interface EventLogListener {
  /** These events were not sent. They need a replay of the archive. */
  void leftOut(LeftOut leftOut);

  /**
   * An attempt to send failed. It is repeated, unless it was the last one; then {@link #leftOut}
   * follows.
   */
  void sendFailed(String message, Throwable cause);

  /**
   * The archive has a problem; the message says whether events are refused. Only the first of
   * several refusals in a row is reported, because each is thrown to its caller.
   */
  void archiveTrouble(String message, Throwable cause);
}
