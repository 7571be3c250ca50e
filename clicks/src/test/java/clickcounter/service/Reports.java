package clickcounter.service;

import java.util.ArrayList;
import java.util.List;

/** Remembers all reports. */
final class Reports implements EventLogListener {
  private final List<LeftOut> leftOut = new ArrayList<>();
  private final List<String> sendFailures = new ArrayList<>();
  private final List<String> archiveTroubles = new ArrayList<>();

  @Override
  public synchronized void leftOut(LeftOut report) {
    leftOut.add(report);
  }

  @Override
  public synchronized void sendFailed(String message, Throwable cause) {
    sendFailures.add(message);
  }

  @Override
  public synchronized void archiveTrouble(String message, Throwable cause) {
    archiveTroubles.add(message);
  }

  synchronized List<LeftOut> leftOut() {
    return List.copyOf(leftOut);
  }

  synchronized List<String> sendFailures() {
    return List.copyOf(sendFailures);
  }

  synchronized List<String> archiveTroubles() {
    return List.copyOf(archiveTroubles);
  }
}
