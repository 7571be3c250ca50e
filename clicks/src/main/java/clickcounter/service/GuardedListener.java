package clickcounter.service;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/**
 * Calls a listener and logs its exceptions, so that they stop neither the service nor the sender.
 */
record GuardedListener(EventLogListener listener) implements EventLogListener {
  private static final Logger LOG = System.getLogger(EventLog.class.getName());

  @Override
  public void leftOut(LeftOut leftOut) {
    guarded(() -> listener.leftOut(leftOut));
  }

  @Override
  public void sendFailed(String message, Throwable cause) {
    guarded(() -> listener.sendFailed(message, cause));
  }

  @Override
  public void archiveTrouble(String message, Throwable cause) {
    guarded(() -> listener.archiveTrouble(message, cause));
  }

  private static void guarded(Runnable call) {
    try {
      call.run();
    } catch (RuntimeException e) {
      LOG.log(Level.ERROR, "the event log's listener failed; the log goes on", e);
    }
  }
}
