package clickcounter.service;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** Logs all reports to the platform's logger. */
final class LoggingListener implements EventLogListener {
  private static final Logger LOG = System.getLogger(EventLog.class.getName());

  @Override
  public void leftOut(LeftOut left) {
    LOG.log(
        Level.WARNING,
        "{0} events of {1} between {2} and {3} were not sent: {4}; they are in the archive, a replay of it"
            + " counts them",
        Long.toString(left.events()),
        left.counterId(),
        Long.toString(left.firstSequence()),
        Long.toString(left.lastSequence()),
        left.reason());
  }

  @Override
  public void sendFailed(String message, Throwable cause) {
    LOG.log(Level.INFO, message, cause);
  }

  @Override
  public void archiveTrouble(String message, Throwable cause) {
    LOG.log(Level.ERROR, message, cause);
  }
}
