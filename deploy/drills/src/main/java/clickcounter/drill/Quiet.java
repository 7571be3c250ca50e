package clickcounter.drill;

import clickcounter.service.EventLogListener;
import clickcounter.service.LeftOut;

/** Says nothing of failed attempts, which are what a drill makes; what is left out is counted. */
enum Quiet implements EventLogListener {
  LISTENER;

  @Override
  public void leftOut(LeftOut leftOut) {
    // The service looks at the counts at the end of its life.
  }

  @Override
  public void sendFailed(String message, Throwable cause) {
    // It is tried again.
  }

  @Override
  public void archiveTrouble(String message, Throwable cause) {
    // Each refusal is thrown to the service, too.
  }
}
