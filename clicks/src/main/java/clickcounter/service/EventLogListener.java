package clickcounter.service;

import java.lang.System.Logger.Level;

/**
 * Receives reports for a service's operator; logs those that it is not made to handle. Reports on
 * sending come from one thread at a time, reports on the archive from the service's threads.
 * Methods must return quickly and must not log events.
 */
public interface EventLogListener {
  /** These events were not sent. They need a replay of the archive. */
  default void leftOut(LeftOut leftOut) {
    String message =
        "%d events of %s between %d and %d were not sent: %s; they are in the archive, a replay of it counts them"
            .formatted(
                leftOut.events(),
                leftOut.counterId(),
                leftOut.firstSequence(),
                leftOut.lastSequence(),
                leftOut.reason());
    System.getLogger(EventLog.class.getName()).log(Level.WARNING, message);
  }

  /**
   * An attempt to send failed. It is repeated, unless it was the last one; then {@link #leftOut}
   * follows.
   */
  default void sendFailed(String message, Throwable cause) {
    System.getLogger(EventLog.class.getName()).log(Level.INFO, message, cause);
  }

  /**
   * The archive has a problem; the message says whether events are refused. Only the first of
   * several refusals in a row is reported, because each is thrown to its caller.
   */
  default void archiveTrouble(String message, Throwable cause) {
    System.getLogger(EventLog.class.getName()).log(Level.ERROR, message, cause);
  }
}
