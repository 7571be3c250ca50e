package clickcounter.simulation;

import clickcounter.event.Event;
import java.util.List;
import java.util.stream.Collectors;

/** One thing that a life's script makes happen at its time. */
sealed interface Step {
  /** Of one message. */
  int MOST_LINES = 50;

  long atMs();

  /**
   * A line that a service makes.
   *
   * @param event null when the line is bad
   */
  record Line(String text, Event event) {}

  /** A service makes these lines, and sends them as one message so many times; 0 for not at all. */
  record Send(long atMs, List<Line> lines, int times) implements Step {
    @Override
    public String toString() {
      String texts = lines.stream().map(Line::text).collect(Collectors.joining("\n  "));
      return "Send[atMs=" + atMs + ", times=" + times + "]\n  " + texts;
    }
  }

  /** What the archive has so far is sent again: all of it, or what counters miss. */
  record Replay(long atMs, boolean whole, int linesPerMessage) implements Step {}

  /** A worker ends. */
  record Crash(long atMs, int worker, long downMs) implements Step {}

  /** A worker is replaced, but lives on after a pause. */
  record Replace(long atMs, int worker, long pauseMs, long liveOnMs) implements Step {}

  /** A worker stands still. */
  record Pause(long atMs, int worker, long pauseMs) implements Step {}

  /** The topology is deployed anew; the old one lives on a while. */
  record Redeploy(
      long atMs, int adsTasks, int countersTasks, int spouts, int workers, long oldLiveOnMs)
      implements Step {}

  /** The store does not answer. */
  record StoreDown(long atMs, long forMs) implements Step {}

  /** One replica does not answer. */
  record ReplicaDown(long atMs, int replica, long forMs) implements Step {}

  /** One replica loses its data and is rebuilt. */
  record ReplicaLost(long atMs, int replica) implements Step {}

  /** All connections to the broker are lost. */
  record Disconnect(long atMs, boolean forget) implements Step {}
}
