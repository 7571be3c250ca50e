package clickcounter.service;

/**
 * Hears of what a service's operator should know. Called by one thread at a time for sending, and
 * by service threads for the archive: it must not take long, nor log events.
 */
public interface EventLogListener {
  /** These events wait for a replay of the archive. */
  void leftOut(LeftOut leftOut);

  /** An attempt to send failed; it is repeated unless it was the last, which says leftOut too. */
  void sendFailed(String message, Throwable cause);

  /**
   * The archive could not do something; the message says whether events are refused. Of refusals in
   * a row only the first is told here, as each is thrown to its caller.
   */
  void archiveTrouble(String message, Throwable cause);
}
