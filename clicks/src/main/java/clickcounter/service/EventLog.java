package clickcounter.service;

import clickcounter.event.AdEvent;
import clickcounter.event.EventKind;
import java.io.IOException;
import java.time.Clock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;

/**
 * What a service logs its events with. One log is one counter: it numbers its events 0, 1, 2, …
 *
 * <p>The promise: an event that is given out is in the archive, under a number that no other event
 * has or will have. An event that could not be written does not exist, and the next one takes its
 * number; if what the failure left in the file cannot be cut off again, the log refuses everything
 * further.
 *
 * <p>The limit: "in the archive" means given to the operating system, unless {@link
 * EventLogSettings#fsync()} is set; and sending is an attempt. What the transport does not take, in
 * a bounded number of attempts, or what finds no room in the buffer, is left out, counted and
 * reported: it stays in the archive only, until a replay heals it. A service waits for the disk,
 * and for the transport no longer than the settings say.
 *
 * <p>For any number of threads. Events of one thread are numbered in its order, and all events by
 * the clock's order as long as the clock is not set back.
 */
public final class EventLog implements AutoCloseable {
  /** How long a transport that was closed under its sender may take to let go of it. */
  private static final long LET_GO_MS = 1_000;

  private final Sender sender;
  private final Transport transport;
  private final Clock clock;
  private final EventLogSettings settings;
  private final ReentrantLock lock = new ReentrantLock();

  /** Guarded by the lock. */
  private final Journal journal;

  /** Written under the lock, read by counts() without it: a call may hold it for the disk. */
  private volatile long refused;

  private EventLog(
      EventLogSettings settings,
      Transport transport,
      Clock clock,
      Archive archive,
      GuardedListener listener) {
    this.settings = settings;
    this.transport = transport;
    this.clock = clock;
    sender = new Sender(archive.counterId(), settings, transport, listener);
    journal = new Journal(settings, archive, listener, sender::add);
  }

  /** As below; what the operator should know goes to the platform's logger. */
  public static EventLog open(
      EventLogSettings settings, Transport transport, Clock clock, RandomGenerator random)
      throws IOException {
    return open(settings, transport, clock, random, new LoggingListener());
  }

  /**
   * Starts a new counter with an archive file of its own. The counter's id is unique among those
   * that share an archive directory; others are kept apart by the host and the random suffix only.
   *
   * @param transport closed by the log's {@link #close()}
   * @throws IOException when the archive file cannot be created; nothing was started then
   */
  public static EventLog open(
      EventLogSettings settings,
      Transport transport,
      Clock clock,
      RandomGenerator random,
      EventLogListener listener)
      throws IOException {
    return open(settings, transport, clock, random, listener, new RealDisk());
  }

  static EventLog open(
      EventLogSettings settings,
      Transport transport,
      Clock clock,
      RandomGenerator random,
      EventLogListener listener,
      ArchiveDisk files)
      throws IOException {
    GuardedListener guarded = new GuardedListener(listener);
    Archive archive = Archive.create(settings, files, guarded, clock.instant(), random);
    EventLog log = new EventLog(settings, transport, clock, archive, guarded);
    log.sender.start();
    return log;
  }

  public String counterId() {
    return journal.counterId();
  }

  /**
   * The ad was shown.
   *
   * @throws IllegalArgumentException when no event can have this ad id; no number is used
   * @throws EventNotWrittenException when there is no such event
   */
  public AdEvent impression(String adId) throws EventNotWrittenException {
    return write(EventKind.IMPRESSION, adId, 0);
  }

  /**
   * The ad was clicked.
   *
   * @param costMicros the price agreed when the ad was shown
   * @throws IllegalArgumentException when no event can have this ad id or cost; no number is used
   * @throws EventNotWrittenException when there is no such event
   */
  public AdEvent click(String adId, long costMicros) throws EventNotWrittenException {
    return write(EventKind.CLICK, adId, costMicros);
  }

  /**
   * The ad's budget grows by this, or shrinks if it is negative.
   *
   * @throws IllegalArgumentException when no event can have this ad id or amount; no number is used
   * @throws EventNotWrittenException when there is no such event
   */
  public AdEvent budget(String adId, long budgetMicros) throws EventNotWrittenException {
    return write(EventKind.BUDGET, adId, budgetMicros);
  }

  public EventLogCounts counts() {
    return sender.counts(refused);
  }

  private AdEvent write(EventKind kind, String adId, long amountMicros)
      throws EventNotWrittenException {
    lock.lock();
    try {
      requireNotListening();
      return journal.write(kind, adId, clock.millis(), amountMicros);
    } finally {
      refused = journal.refused();
      lock.unlock();
    }
  }

  /* A listener hears of trouble in the middle of an event: one inside would have the same number. */
  private void requireNotListening() {
    if (lock.getHoldCount() > 1) {
      throw new IllegalStateException(
          "a listener of event log " + counterId() + " must not log events; none was written");
    }
  }

  /**
   * Writes and sends the close event, sends what waits and closes the transport. Waits for that as
   * long as the settings say; then the transport is closed under its sender, and what is not sent
   * is left out. An interrupted thread does not wait. Calls of other threads that are under way end
   * before; later ones are refused.
   *
   * @throws IOException when the close event could not be written (the counter stays open then, as
   *     after a crash) or the transport could not be closed
   */
  @Override
  public void close() throws IOException {
    EventNotWrittenException notWritten;
    lock.lock();
    try {
      if (journal.isClosed()) {
        return;
      }
      notWritten = writeClose();
    } finally {
      lock.unlock();
    }
    IOException failure = endSending(notWritten);
    if (failure != null) {
      throw failure;
    }
  }

  private EventNotWrittenException writeClose() {
    try {
      journal.close(clock.millis());
      return null;
    } catch (EventNotWrittenException e) {
      return e;
    } finally {
      refused = journal.refused();
    }
  }

  private IOException endSending(IOException earlier) {
    sender.finish();
    boolean ended = awaitEnd(settings.closeWaitMs());
    if (!ended) {
      sender.abandon();
    }
    IOException failure = closeTransportAfter(earlier);
    if (!ended && !awaitEnd(LET_GO_MS)) {
      sender.reportUnsettled();
    }
    return failure;
  }

  /** The first of the failures, if there is any. */
  private IOException closeTransportAfter(IOException earlier) {
    try {
      transport.close();
      return earlier;
    } catch (IOException | RuntimeException e) {
      IOException failure =
          new IOException(
              "the transport of " + counterId() + " could not be closed; the archive is whole", e);
      if (earlier == null) {
        return failure;
      }
      earlier.addSuppressed(failure);
      return earlier;
    }
  }

  private boolean awaitEnd(long waitMs) {
    try {
      return sender.awaitEnd(waitMs);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
