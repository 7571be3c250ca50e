package clickcounter.service;

import clickcounter.event.AdEvent;
import clickcounter.event.Close;
import clickcounter.event.Event;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import java.io.IOException;

/**
 * One counter's events, from its first to its last: numbers them, writes each to the archive, and
 * only then gives it out. What {@link EventLog} promises is decided here and in {@link Sending}.
 *
 * <p>Plain: no thread, no lock; time is passed in. Not thread-safe: {@link EventLog} guards it.
 */
public final class Journal {
  private final EventLogSettings settings;
  private final Archive archive;
  private final GuardedListener listener;
  private final LineSink sink;
  private long nextSequence;
  private long refused;
  private boolean closed;

  /** The last call was refused. */
  private boolean refusing;

  /** Where a line goes that is in the archive. */
  public interface LineSink {
    void accept(long sequence, String line);
  }

  public Journal(
      EventLogSettings settings, Archive archive, EventLogListener listener, LineSink sink) {
    this.settings = settings;
    this.archive = archive;
    this.listener = new GuardedListener(listener);
    this.sink = sink;
  }

  public String counterId() {
    return archive.counterId();
  }

  /** Calls that made no event, because it could not be written. */
  public long refused() {
    return refused;
  }

  public boolean isClosed() {
    return closed;
  }

  /**
   * The counter's next event.
   *
   * @throws IllegalArgumentException when there can be no such event; no number is used
   * @throws EventNotWrittenException when there is no such event
   */
  public AdEvent write(EventKind kind, String adId, long nowMs, long amountMicros)
      throws EventNotWrittenException {
    if (closed) {
      throw refusal("the log is closed", null);
    }
    AdEvent event = new AdEvent(counterId(), nextSequence, kind, adId, nowMs, amountMicros);
    append(event);
    return event;
  }

  /**
   * The counter's last event. It is closed afterwards, whether that could be written or not.
   *
   * @throws EventNotWrittenException when it could not be: the counter stays open, as after a crash
   */
  public Close close(long nowMs) throws EventNotWrittenException {
    Close event = new Close(counterId(), nextSequence, nowMs);
    try {
      append(event);
      return event;
    } finally {
      closed = true;
      archive.close();
    }
  }

  private void append(Event event) throws EventNotWrittenException {
    String line = EventWriter.toLine(event);
    try {
      archive.append(line, event.timestampMs());
    } catch (IOException e) {
      throw refusal(e.toString(), e);
    }
    nextSequence++;
    refusing = false;
    sink.accept(event.sequence(), line);
  }

  private EventNotWrittenException refusal(String why, IOException cause) {
    refused++;
    String message =
        "event "
            + counterId()
            + ':'
            + nextSequence
            + " was not written and does not exist: expected to append it to "
            + archive.place()
            + ", got: "
            + why
            + advice();
    EventNotWrittenException refusal = new EventNotWrittenException(message, cause);
    // The first of a row: the listener may well write to the disk that is full.
    if (cause != null && !refusing) {
      refusing = true;
      listener.archiveTrouble(message, cause);
    }
    return refusal;
  }

  private String advice() {
    if (closed) {
      return "; open another log";
    }
    if (archive.isBroken()) {
      return "; the file may end in a torn line that could not be cut off, so this log refuses all"
          + " further events: look at archiveDir="
          + settings.archiveDir()
          + ", then open another log";
    }
    return "; its number goes to the next event; look at archiveDir=" + settings.archiveDir();
  }
}
