package clickcounter.drill;

import clickcounter.service.EventLogListener;
import clickcounter.service.LeftOut;

/**
 * Ignores what an event log reports: a drill makes attempts fail on purpose, and the counts show
 * what was left out.
 */
enum SilentListener implements EventLogListener {
  INSTANCE;

  @Override
  public void leftOut(LeftOut leftOut) {
    // The service checks the counts at the end of its life.
  }

  @Override
  public void sendFailed(String message, Throwable cause) {
    // The sender retries.
  }

  @Override
  public void archiveTrouble(String message, Throwable cause) {
    // The service gets each refusal as an exception, too.
  }
}
