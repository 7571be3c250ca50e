package clickcounter.tools.archive;

import clickcounter.event.AdEvent;
import clickcounter.event.CanonicalLine;
import clickcounter.event.Close;
import clickcounter.event.Event;
import clickcounter.event.EventKind;
import clickcounter.event.EventParser;
import clickcounter.event.EventSink;
import clickcounter.event.Judgement;
import clickcounter.event.LineText;
import clickcounter.event.Rejected;
import clickcounter.event.Visitor;
import clickcounter.event.VisitorReader;
import clickcounter.event.WriteOffRequest;
import java.util.List;

/**
 * One line of an archive, mostly read without creating objects: only a line that is not a {@link
 * CanonicalLine} goes through the kernel's {@link EventParser}. The result is always the same as
 * that of the parser that reads the queue.
 *
 * <p>Not thread-safe. The values are valid until the next {@link #read}.
 */
public final class EventLine {
  private final CanonicalLine canonical = new CanonicalLine();
  private final EventParser parser = new EventParser();
  private final Slow slow = new Slow();

  /** Null if the line is canonical. */
  private Event event;

  private Rejected rejected;
  private int from;
  private int to;

  /** Reads a line. Returns whether it is an event; if not, see {@link #rejected()}. */
  public boolean read(byte[] bytes, int from, int to) {
    event = null;
    rejected = null;
    this.from = LineText.start(bytes, from, to);
    this.to = to;
    if (canonical.read(bytes, this.from, to)) {
      return true;
    }
    parser.parse(LineText.decode(bytes, this.from, to), slow);
    return event != null;
  }

  /** Why a reader's line, which was read, is not an event; null if it is blank. */
  public String fault(LineReader at) {
    if (at.isTooLong()) {
      return "a line of more than " + LineReader.LONGEST_LINE_BYTES + " bytes";
    }
    return rejected == null ? null : rejected.reason().label() + ": " + rejected.detail();
  }

  /** What is said of such a line if it has no end, and of the whole events in it. */
  public String half() {
    return "the file ends in the middle of a line; if it is still being written, read it again later"
        + (rejected == null ? "" : parser.wholeEventsIn(rejected.line()));
  }

  /** The ids of the whole events in the line that was rejected; none in one that was not. */
  public List<String> wholeEventIds() {
    return rejected == null ? List.of() : parser.wholeEventIds(rejected.line());
  }

  public String counterId() {
    return event == null ? canonical.counterId() : event.counterId();
  }

  /** Empty for an event without an ad. */
  public String adId() {
    if (event == null) {
      return canonical.adId();
    }
    return event instanceof AdEvent ad ? ad.adId() : "";
  }

  public long sequence() {
    return event == null ? canonical.sequence() : event.sequence();
  }

  /** Null for an event without an ad: a close notice or a write-off. */
  public EventKind kind() {
    if (event == null) {
      return canonical.kind();
    }
    return event instanceof AdEvent ad ? ad.kind() : null;
  }

  public long timestampMs() {
    return event == null ? canonical.timestampMs() : event.timestampMs();
  }

  /** The cost of a click or the amount of a budget event, else 0. */
  public long amountMicros() {
    if (event == null) {
      return canonical.amountMicros();
    }
    return event instanceof AdEvent ad ? ad.amountMicros() : 0;
  }

  /** The judgement of a filtered click or a verdict; null for every other event. */
  public Judgement judgement() {
    return event instanceof AdEvent ad ? ad.judgement() : null;
  }

  /** Whether the event judges a click that another event has. */
  public boolean isVerdict() {
    return judgement() != null && judgement().clickId() != null;
  }

  /** The event's visitor, as far as the line says it. */
  public Visitor visitor() {
    if (event == null) {
      return canonical.visitor();
    }
    return VisitorReader.read(LineText.decode(canonical.bytes(), from, to));
  }

  /** Whether the event is a close notice: its counter will have no higher sequence. */
  public boolean isClose() {
    return event == null ? canonical.kind() == null : event instanceof Close;
  }

  /** The request to write off or reopen ids that this line is; null for every other event. */
  public WriteOffRequest writeOff() {
    return event instanceof WriteOffRequest request ? request : null;
  }

  /** Why the line is not an event; null if it is one, or is blank. */
  Rejected rejected() {
    return rejected;
  }

  private final class Slow implements EventSink {
    @Override
    public void event(Event read) {
      event = read;
    }

    @Override
    public void rejected(Rejected line) {
      rejected = line;
    }
  }
}
