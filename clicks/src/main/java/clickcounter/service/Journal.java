package clickcounter.service;

import clickcounter.event.AdEvent;
import clickcounter.event.Close;
import clickcounter.event.Event;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import clickcounter.event.Judgement;
import clickcounter.event.Visitor;
import java.io.IOException;

/**
 * Numbers one counter's events and writes each to the archive before it is returned and passed on.
 * The promise of {@link EventLog} is kept here and in {@link Sending}.
 *
 * <p>No thread and no lock; time is passed in. Not thread-safe: {@link EventLog} guards it.
 */
public final class Journal {
  private final EventLogSettings settings;
  private final Archive archive;
  private final GuardedListener listener;
  private final LineSink sink;
  private long nextSequence;
  private long refused;
  private boolean closed;

  private boolean refusing;

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

  /** The number of calls that were refused because the event could not be written. */
  public long refused() {
    return refused;
  }

  public boolean isClosed() {
    return closed;
  }

  /**
   * Writes the counter's next event.
   *
   * @param judgement of a filtered click or a verdict, else null
   * @param visitor is written beside the event, for those who judge clicks
   * @throws IllegalArgumentException when there can be no such event; no number is used
   * @throws EventNotWrittenException when it could not be written: it does not exist
   */
  public AdEvent write(
      EventKind kind,
      String adId,
      long nowMs,
      long amountMicros,
      Judgement judgement,
      Visitor visitor)
      throws EventNotWrittenException {
    if (closed) {
      throw refusal("the log is closed", null);
    }
    AdEvent event =
        new AdEvent(counterId(), nextSequence, kind, adId, nowMs, amountMicros, judgement);
    append(event, visitor);
    return event;
  }

  /**
   * Writes the counter's last event. The journal is closed afterwards, even when the write fails.
   *
   * @throws EventNotWrittenException when it could not be written: the counter stays open, as after
   *     a crash
   */
  public Close close(long nowMs) throws EventNotWrittenException {
    Close event = new Close(counterId(), nextSequence, nowMs);
    try {
      append(event, Visitor.UNKNOWN);
      return event;
    } finally {
      closed = true;
      archive.close();
    }
  }

  private void append(Event event, Visitor visitor) throws EventNotWrittenException {
    String line = EventWriter.toLine(event, visitor);
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
        "event %s:%d was not written and does not exist: expected to append it to %s, got: %s%s"
            .formatted(counterId(), nextSequence, archive.place(), why, advice());
    EventNotWrittenException refusal = new EventNotWrittenException(message, cause);
    // Only the first of several in a row: the listener may write to the disk that is full.
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
