package clickcounter.states;

import clickcounter.document.AdState;
import clickcounter.states.StateTable.Entry;
import clickcounter.states.StateTable.Failure;
import clickcounter.states.StateTable.Reading;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * The states of ads for an ad server, which asks before it shows an ad. Give it to a feed, which
 * brings the messages.
 *
 * <p>Promise: when every message has arrived that did not expire, and every read that was needed
 * has succeeded, an ad that is asked for has the state of its document. Until then a state may be
 * old, or one of a write that is lost again.
 *
 * <ol>
 *   <li>Messages come twice and out of order: the one with the highest version is right.
 *   <li>An ad's document is read when the ad is needed for the first time. Messages alone are not
 *       enough: those sent before the subscription are unknown, and a writer that was replaced may
 *       send an old state late. The read begins when the subscription exists, so nothing falls in
 *       between.
 *   <li>A document has two numbers: its write's, which may be lost again, and its base's, the
 *       newest write in it that a quorum is known to have. A message up to the base is in the
 *       document; one above the write's number is newer. A message between the two counts, and the
 *       document is read again when the ad is needed again: it may contain the message, and more.
 *   <li>What was known before a read began is in the document, so the document replaces it.
 *   <li>When messages are later than the limit, because the feed was away or the ad server is slow,
 *       some may have expired. Each ad is then read again when it is needed.
 * </ol>
 *
 * <p>Limits: after documents were restored from a backup or rebuilt, their versions begin again,
 * and an instance from before takes the messages for old: make a new one. A machine that is
 * suspended for longer than messages live has to do so, too.
 *
 * <p>Thread-safe. Starts no thread, and never waits: reads begin on the thread that asks, and are
 * answered on the reader's.
 */
public final class AdStates implements StateReceiver {
  private static final String TOO_MANY_READS =
      "too many reads are under way (setting maxReads); ask again";

  private final StateReader reader;
  private final AdStatesSettings settings;
  private final LongSupplier nanoClock;
  private final StateTable table;
  private final AtomicInteger reads = new AtomicInteger();
  private volatile Feed feed;

  /**
   * @param nanoClock for durations only, as {@link System#nanoTime}
   */
  public AdStates(StateReader reader, AdStatesSettings settings, LongSupplier nanoClock) {
    this.reader = reader;
    this.settings = settings;
    this.nanoClock = nanoClock;
    this.table = new StateTable(settings.maxAds());
    this.feed = new Feed(false, 0, nanoClock.getAsLong(), "not connected yet");
  }

  /**
   * The feed at one moment.
   *
   * @param era counts the times in which no message can have been missed; 0 before the first
   * @param caughtUpNs what was sent before then has arrived
   */
  private record Feed(boolean connected, int era, long caughtUpNs, String reason) {}

  /**
   * What is known now. If the document has to be read, the read begins, and the answer is what is
   * known without it.
   */
  public StateAnswer now(String adId) {
    Look look = look(adId);
    return look.reading == null ? look.answer : look.reading.answer().getNow(look.answer);
  }

  /**
   * What is known after the document was read, if it has to be read; else what is known now.
   *
   * @return completed normally, failed reads too, on this thread or the reader's
   */
  public CompletableFuture<StateAnswer> ask(String adId) {
    Look look = look(adId);
    return look.reading == null
        ? CompletableFuture.completedFuture(look.answer)
        : look.reading.answer().copy();
  }

  /**
   * Whether the ad is active, as far as is known now; old knowledge counts. While nothing is known,
   * which is so until the first read of the ad has ended, and while its reads fail, the answer is
   * the setting {@code showUnknown}.
   */
  public boolean mayShow(String adId) {
    StateMessage state = now(adId).state();
    return state == null ? settings.showUnknown() : state.state() == AdState.ACTIVE;
  }

  public FeedStatus feed() {
    Feed now = feed;
    long behindMs = TimeUnit.NANOSECONDS.toMillis(nanosSince(now.caughtUpNs));
    return new FeedStatus(now.connected, behindMs, now.reason);
  }

  /** How many ads are remembered. */
  public int size() {
    return table.size();
  }

  @Override
  public void received(StateMessage message) {
    table.with(message.adId(), entry -> apply(entry, message));
  }

  @Override
  public synchronized void connected() {
    boolean newEra = feed.era == 0 || isLate(feed);
    feed =
        new Feed(
            true,
            newEra ? feed.era + 1 : feed.era,
            newEra ? nanoClock.getAsLong() : feed.caughtUpNs,
            "");
  }

  @Override
  public synchronized void caughtUp(long ms) {
    if (isLate(feed)) {
      feed = new Feed(feed.connected, feed.era + 1, nanoClock.getAsLong(), feed.reason);
      return;
    }
    long agoNs = Math.min(TimeUnit.MILLISECONDS.toNanos(ms), nanosSince(feed.caughtUpNs));
    feed = new Feed(feed.connected, feed.era, nanoClock.getAsLong() - agoNs, feed.reason);
  }

  @Override
  public synchronized void lost(String reason) {
    feed = new Feed(false, feed.era, feed.caughtUpNs, reason);
  }

  private boolean isLate(Feed now) {
    return nanosSince(now.caughtUpNs) > limitNs();
  }

  private static Entry apply(Entry entry, StateMessage message) {
    if (entry.known == null || message.storedNumber() > entry.known.storedNumber()) {
      if (message.storedNumber() <= entry.writeNumber) {
        entry.era = Entry.NEVER;
      }
      entry.known = message;
    }
    return entry;
  }

  /** What is known now, and the read to wait for; null if there is none. */
  private record Look(StateAnswer answer, Reading reading) {}

  private Look look(String adId) {
    Feed now = feed;
    boolean[] begun = new boolean[1];
    Look look = table.with(adId, entry -> look(entry, now, begun));
    if (begun[0]) {
      read(adId, look.reading);
    }
    return look;
  }

  private Look look(Entry entry, Feed now, boolean[] begun) {
    if (!needsRead(entry, now)) {
      return new Look(answer(entry, now, null), null);
    }
    if (entry.reading != null) {
      return new Look(answer(entry, now, null), entry.reading);
    }
    if (entry.failure != null
        && nanosSince(entry.failure.atNs()) < TimeUnit.MILLISECONDS.toNanos(settings.retryMs())) {
      return new Look(answer(entry, now, entry.failure.reason()), null);
    }
    if (reads.incrementAndGet() > settings.maxReads()) {
      reads.decrementAndGet();
      return new Look(answer(entry, now, TOO_MANY_READS), null);
    }
    entry.reading = new Reading(entry.known, now.era, new CompletableFuture<>());
    begun[0] = true;
    return new Look(answer(entry, now, null), entry.reading);
  }

  private boolean needsRead(Entry entry, Feed now) {
    return entry.era != now.era || isLate(now) && nanosSince(entry.readNs) > limitNs();
  }

  private StateAnswer answer(Entry entry, Feed now, String failure) {
    boolean stale = !now.connected || entry.era != now.era || isLate(now);
    return new StateAnswer(entry.known, stale, failure);
  }

  private void read(String adId, Reading reading) {
    try {
      reader.read(adId, result -> ended(adId, reading, result));
    } catch (RuntimeException e) {
      ended(adId, reading, new StateRead.Failed(e.toString()));
    }
  }

  private void ended(String adId, Reading reading, StateRead result) {
    reads.decrementAndGet();
    StateAnswer answer =
        table.withOrNull(
            adId,
            entry -> {
              if (entry == null || entry.reading != reading) {
                // The ad has left the table meanwhile: messages may have come that are forgotten,
                // too.
                return forgotten(result);
              }
              entry.reading = null;
              apply(entry, reading, result);
              return answer(entry, feed, result instanceof StateRead.Failed f ? f.reason() : null);
            });
    reading.answer().complete(answer);
  }

  private static StateAnswer forgotten(StateRead result) {
    return result instanceof StateRead.Found found
        ? new StateAnswer(found.state(), true, null)
        : new StateAnswer(null, true, ((StateRead.Failed) result).reason());
  }

  private void apply(Entry entry, Reading reading, StateRead result) {
    if (!(result instanceof StateRead.Found found)) {
      entry.failure = new Failure(((StateRead.Failed) result).reason(), nanoClock.getAsLong());
      return;
    }
    entry.failure = null;
    entry.writeNumber = found.writeNumber();
    StateMessage known = entry.known;
    StateMessage read = found.state();
    boolean older = known != reading.knownBefore() && read.storedNumber() < known.storedNumber();
    if (older && known.storedNumber() <= found.writeNumber()) {
      entry.era = Entry.NEVER;
      return;
    }
    entry.era = reading.era();
    entry.readNs = nanoClock.getAsLong();
    if (!older) {
      entry.known = known == null ? read : read.withStoredNumberAtLeast(known.storedNumber());
    }
  }

  /**
   * All that decides about this ad, besides the clock: two instances with the same text behave the
   * same. The models rely on it.
   */
  String describe(String adId) {
    return feed + ", " + table.withOrNull(adId, Objects::toString);
  }

  private long nanosSince(long ns) {
    return nanoClock.getAsLong() - ns;
  }

  private long limitNs() {
    return TimeUnit.MILLISECONDS.toNanos(settings.lateLimitMs());
  }
}
