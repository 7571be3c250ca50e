package clickcounter.service;

import clickcounter.event.AdEvent;
import clickcounter.event.EventKind;
import clickcounter.event.Judgement;
import clickcounter.event.Visitor;
import java.io.IOException;
import java.time.Clock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;

/**
 * Records a service's events: writes each to an archive on disk, then sends it to the queue. Open
 * one log when the service starts, share it between all threads, and close it when the service
 * ends. One log is one counter: its events are numbered 0, 1, 2, …
 *
 * <p><b>Promise.</b> An event that a call returns is in the archive, with a number that no other
 * event has or will have. When a call throws {@link EventNotWrittenException}, there is no such
 * event, and the next event gets its number. If the failure left a part of a line in the file that
 * cannot be cut off, the log refuses all further events.
 *
 * <p><b>Limits.</b> "In the archive" means handed to the operating system, unless {@link
 * EventLogSettings#fsync()} is set. Sending is an attempt: events that the transport does not
 * accept within a bounded number of attempts, or that find no room in the buffer, are <em>left
 * out</em>. They are in the archive only, until a replay of the archive sends them. Left-out events
 * are counted ({@link #counts()}) and reported ({@link EventLogListener}).
 *
 * <p><b>Time.</b> A call waits for the disk. While the queue is slow or down, it also waits for
 * room in the buffer, at most {@link EventLogSettings#fullBufferWaitMs()}.
 *
 * <p>Thread-safe. Events of one thread are numbered in the order of its calls, and all events in
 * the order of their timestamps as long as the clock is not set back.
 */
public final class EventLog implements AutoCloseable {
  /** How long a sender may take to end after its transport was closed. */
  private static final long LET_GO_MS = 1_000;

  private final Sender sender;
  private final Transport transport;
  private final Clock clock;
  private final EventLogSettings settings;
  private final ReentrantLock lock = new ReentrantLock();

  /** Guarded by the lock. */
  private final Journal journal;

  /**
   * Written under the lock, read without it: a call may hold the lock while it waits for the disk.
   */
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

  /**
   * Starts a new counter. Reports go to the platform's logger, named after this class.
   *
   * @throws IOException when the archive file cannot be created, or the clock was never set;
   *     nothing was started then
   */
  public static EventLog open(
      EventLogSettings settings, Transport transport, Clock clock, RandomGenerator random)
      throws IOException {
    return open(settings, transport, clock, random, new EventLogListener() {});
  }

  /**
   * Starts a new counter with an archive file of its own. Its id is unique within the archive
   * directory. Elsewhere, the host's name and a random suffix keep ids apart.
   *
   * @param transport the log closes it in {@link #close()}
   * @param listener receives reports; must return quickly and must not log events
   * @throws IOException when the archive file cannot be created, or the clock was never set;
   *     nothing was started then
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
      ArchiveDisk disk)
      throws IOException {
    GuardedListener guarded = new GuardedListener(listener);
    Archive archive = Archive.create(settings, disk, guarded, clock.instant(), random);
    EventLog log = new EventLog(settings, transport, clock, archive, guarded);
    log.sender.start();
    return log;
  }

  /** The id of this log's counter, which is the first part of its events' ids. */
  public String counterId() {
    return journal.counterId();
  }

  /** {@link #impression(String, Visitor)} to a visitor of whom nothing is known. */
  public AdEvent impression(String adId) throws EventNotWrittenException {
    return impression(adId, Visitor.UNKNOWN);
  }

  /**
   * Records that the ad was shown.
   *
   * @param visitor to whom, from {@link VisitorHash}
   * @throws IllegalArgumentException when the ad id is not valid; no number is used
   * @throws EventNotWrittenException when the event could not be written: it does not exist
   */
  public AdEvent impression(String adId, Visitor visitor) throws EventNotWrittenException {
    return write(EventKind.IMPRESSION, adId, 0, null, visitor);
  }

  /** {@link #click(String, long, Visitor)} by a visitor of whom nothing is known. */
  public AdEvent click(String adId, long costMicros) throws EventNotWrittenException {
    return click(adId, costMicros, Visitor.UNKNOWN);
  }

  /**
   * Records that the ad was clicked.
   *
   * @param costMicros the price agreed when the ad was shown, in micros of the currency
   * @param visitor by whom, from {@link VisitorHash}
   * @throws IllegalArgumentException when the ad id or the cost is not valid; no number is used
   * @throws EventNotWrittenException when the event could not be written: it does not exist
   */
  public AdEvent click(String adId, long costMicros, Visitor visitor)
      throws EventNotWrittenException {
    return write(EventKind.CLICK, adId, costMicros, null, visitor);
  }

  /** {@link #filteredClick(String, String, Visitor)} by a visitor of whom nothing is known. */
  public AdEvent filteredClick(String adId, String reason) throws EventNotWrittenException {
    return filteredClick(adId, reason, Visitor.UNKNOWN);
  }

  /**
   * Records that the ad was clicked, and that this click is not charged.
   *
   * @param reason a word and the version of the list that decided, {@code bots@2026-06-01}. The
   *     words bots, datacenter, repeat, rate and prefetch are counted apart, all others together
   * @param visitor by whom, from {@link VisitorHash}
   * @throws IllegalArgumentException when the ad id or the reason is not valid; no number is used
   * @throws EventNotWrittenException when the event could not be written: it does not exist
   */
  public AdEvent filteredClick(String adId, String reason, Visitor visitor)
      throws EventNotWrittenException {
    Judgement judgement = Judgement.ofFilter(reason);
    return write(judgement.filteredKind(), adId, 0, judgement, visitor);
  }

  /**
   * Changes the ad's budget by this amount.
   *
   * @param budgetMicros the amount to add, in micros of the currency; may be negative
   * @throws IllegalArgumentException when the ad id or the amount is not valid; no number is used
   * @throws EventNotWrittenException when the event could not be written: it does not exist
   */
  public AdEvent budget(String adId, long budgetMicros) throws EventNotWrittenException {
    return write(EventKind.BUDGET, adId, budgetMicros, null, Visitor.UNKNOWN);
  }

  /**
   * Records a decision on a click that was charged: it is taken back, or charged again. That at
   * most one is in force is up to the author.
   *
   * @param kind an invalidation or a reinstatement
   * @param adId of the click
   * @param costMicros of the click
   * @param judgement names the click, who decided, and why
   * @throws IllegalArgumentException when one is not valid; no number is used
   * @throws EventNotWrittenException when the event could not be written: it does not exist
   */
  public AdEvent verdict(EventKind kind, String adId, long costMicros, Judgement judgement)
      throws EventNotWrittenException {
    return write(kind, adId, costMicros, judgement, Visitor.UNKNOWN);
  }

  /** What has become of this log's events so far. */
  public EventLogCounts counts() {
    return sender.counts(refused);
  }

  private AdEvent write(
      EventKind kind, String adId, long amountMicros, Judgement judgement, Visitor visitor)
      throws EventNotWrittenException {
    lock.lock();
    try {
      requireNotListening();
      return journal.write(kind, adId, clock.millis(), amountMicros, judgement, visitor);
    } finally {
      refused = journal.refused();
      lock.unlock();
    }
  }

  /*
   * The listener is called in the middle of an event. An event that it logged would get the same
   * number.
   */
  private void requireNotListening() {
    if (lock.getHoldCount() > 1) {
      throw new IllegalStateException(
          "a listener of event log " + counterId() + " must not log events; none was written");
    }
  }

  /**
   * Writes the close event, sends it and everything that waits, and closes the transport. Waits for
   * the sending for up to {@link EventLogSettings#closeWaitMs()}, then closes the transport
   * regardless; events that are not sent by then are left out. An interrupted thread does not wait.
   * Calls of other threads that are under way end first; later ones are refused.
   *
   * @throws IOException when the close event could not be written (the counter then stays open, as
   *     after a crash) or the transport could not be closed
   */
  @Override
  public void close() throws IOException {
    IOException failure = null;
    lock.lock();
    try {
      if (journal.isClosed()) {
        return;
      }
      journal.close(clock.millis());
    } catch (EventNotWrittenException e) {
      failure = e;
    } finally {
      refused = journal.refused();
      lock.unlock();
    }
    failure = endSending(failure);
    if (failure != null) {
      throw failure;
    }
  }

  private IOException endSending(IOException earlier) {
    sender.finish();
    boolean ended = sender.awaitEnd(settings.closeWaitMs());
    if (!ended) {
      sender.abandon();
    }
    IOException failure = closeTransportAfter(earlier);
    if (!ended && !sender.awaitEnd(LET_GO_MS)) {
      sender.reportUnsettled();
    }
    return failure;
  }

  /** Closes the transport. Returns the first failure, or null. */
  private IOException closeTransportAfter(IOException earlier) {
    try {
      transport.close();
      return earlier;
    } catch (IOException | RuntimeException e) {
      IOException failure =
          new IOException(
              "the transport of " + counterId() + " could not be closed; the archive is complete",
              e);
      if (earlier == null) {
        return failure;
      }
      earlier.addSuppressed(failure);
      return earlier;
    }
  }
}
