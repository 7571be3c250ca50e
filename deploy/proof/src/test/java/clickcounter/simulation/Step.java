package clickcounter.simulation;

import clickcounter.event.AdEvent;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import clickcounter.event.Judgement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** One thing that a life's script makes happen at its time. */
sealed interface Step {
  /** Of one message. */
  int MOST_LINES = 50;

  long atMs();

  /** What is wrong with a line. */
  enum Flaw {
    NONE,
    /** It ends in the middle. */
    CUT_OFF,
    /** Its number is further on than a counter's number may jump. */
    JUMP
  }

  /**
   * An event to log. A flawed one bypasses the log and is slipped into another service's message.
   *
   * @param offsetMs of the event's time, from the service's clock
   * @param amountMicros for a verdict: index of the click to judge
   */
  record Wish(EventKind kind, String adId, long offsetMs, long amountMicros, Flaw flaw) {
    AdEvent event(String counterId, long sequence, long nowMs) {
      Judgement filter = kind.isFiltered() ? Judgement.ofFilter(kind.filterClass() + "@1") : null;
      return new AdEvent(counterId, sequence, kind, adId, nowMs + offsetMs, amountMicros, filter);
    }

    /** What is judged when an ad was clicked: that click was filtered, or another is judged. */
    static Wish judged(String adId, long offsetMs, Chance chance) {
      return switch (chance.below(6)) {
        case 0, 1 -> new Wish(chance.of(EventKind.FILTERED), adId, offsetMs, 0, Flaw.NONE);
        case 2 -> new Wish(EventKind.REINSTATEMENT, adId, offsetMs, chance.below(1_000), Flaw.NONE);
        default -> new Wish(EventKind.INVALIDATION, adId, offsetMs, chance.below(1_000), Flaw.NONE);
      };
    }

    String badLine(String counterId, long sequence, long nowMs) {
      return flaw == Flaw.CUT_OFF
          ? "{\"eventId\":\"" + counterId + ":" + sequence + "\",\"type\":"
          : EventWriter.toLine(event(counterId, sequence + 5 * TaskSettings.MAX_JUMP, nowMs));
    }
  }

  /** A service logs these events. */
  record Log(long atMs, int service, List<Wish> wishes) implements Step {
    /** Behind some clicks something is judged. */
    Log withVerdicts(Chance chance) {
      List<Wish> all = new ArrayList<>();
      for (Wish wish : wishes) {
        all.add(wish);
        if (wish.kind() == EventKind.CLICK && chance.happens(0.4)) {
          all.add(Wish.judged(wish.adId(), wish.offsetMs(), chance));
        }
      }
      return new Log(atMs, service, all);
    }

    @Override
    public String toString() {
      String texts = wishes.stream().map(Wish::toString).collect(Collectors.joining("\n  "));
      return "Log[atMs=" + atMs + ", service=" + service + "]\n  " + texts;
    }
  }

  /** A service closes its log; with its next event it opens another. */
  record CloseLog(long atMs, int service) implements Step {}

  /** A service's process dies, at once or while it writes its next event. */
  record ServiceDies(long atMs, int service, boolean inAppend) implements Step {}

  /** A service's disk is full for a while. */
  record DiskFull(long atMs, int service, long forMs) implements Step {}

  /** A service does not get through to the queue for a while. */
  record QueueAway(long atMs, int service, long forMs) implements Step {}

  /** An operator writes a range of a service's present counter off, or takes that back. */
  record Decide(long atMs, int service, boolean reopen, long from, long to) implements Step {}

  /**
   * An operator closes the last counter of a service that died: behind its last line or, too early,
   * before some of them. If none died, the one that closes too early takes the present one for
   * dead.
   *
   * @param reopens whether he takes the close of that counter back instead
   */
  record CloseCounter(long atMs, int service, boolean tooEarly, boolean reopens) implements Step {}

  /** What the archive has so far is sent again: all of it, or what counters miss. */
  record Replay(long atMs, boolean whole, int linesPerMessage) implements Step {}

  /**
   * An operator recounts the document of an ad; perhaps because it was just overwritten with what
   * cannot be read.
   */
  record Recount(long atMs, String adId, boolean overwritten) implements Step {}

  /** The same of a service's present counter, and of all ads of its events. */
  record RecountCounter(long atMs, int service, boolean overwritten) implements Step {}

  /** What operators read of the archives is a copy that lags: it lacks the newest lines. */
  record ArchivesLag(long atMs, int lines, long forMs) implements Step {}

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

  /** The store takes ten times as long, but works. */
  record StoreSlow(long atMs, long forMs) implements Step {}

  /** One replica does not answer. */
  record ReplicaDown(long atMs, int replica, long forMs) implements Step {}

  /** One replica loses its data and is rebuilt. */
  record ReplicaLost(long atMs, int replica) implements Step {}

  /**
   * One replica loses its data, comes back empty and serves at once: for a while all three are
   * asked, until it is rebuilt; or it serves only what the other two agree on.
   */
  record ReplicaEmptied(long atMs, int replica, boolean allAreAsked, long forMs) implements Step {}

  /**
   * The clock of a worker's machine jumps. What runs there goes on evenly; who starts later sees
   * the new time. A machine that slept jumps ahead, with all that runs on it.
   */
  record ClockJump(long atMs, int worker, long byMs, boolean slept) implements Step {}

  /** The clock of a service's machine jumps, and the service sees it. */
  record ServiceClockJump(long atMs, int service, long byMs) implements Step {}

  /** All connections to the broker are lost. */
  record Disconnect(long atMs, boolean forget) implements Step {}

  /** For a while nothing reaches the topic of states. */
  record TopicAway(long atMs, long forMs) implements Step {}
}
