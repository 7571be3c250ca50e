package clickcounter.replay.archive;

import clickcounter.event.AdEvent;
import clickcounter.event.Close;
import clickcounter.event.Event;
import clickcounter.event.EventKind;
import clickcounter.event.EventLimits;
import clickcounter.event.EventParser;
import clickcounter.event.EventSink;
import clickcounter.event.Rejected;
import java.nio.charset.StandardCharsets;

/**
 * One line of an archive, read without making objects. What {@link clickcounter.event.EventWriter}
 * writes is read byte by byte; every other line goes to the kernel's {@link EventParser}, so that
 * the answer is always the one that the queue's reader would give.
 *
 * <p>Not thread-safe; what it says is good until the next {@link #read}.
 */
public final class EventLine {
  private static final byte[] EVENT_ID = ascii("{\"eventId\":\"");
  private static final byte[] TYPE = ascii(",\"type\":\"");
  private static final byte[] IMPRESSION = ascii("impression\"");
  private static final byte[] CLICK = ascii("click\"");
  private static final byte[] BUDGET = ascii("budget\"");
  private static final byte[] CLOSE = ascii("close\"");
  private static final byte[] AD_ID = ascii(",\"adId\":\"");
  private static final byte[] TIMESTAMP = ascii(",\"timestamp\":");
  private static final byte[] COST = ascii(",\"costMicros\":");
  private static final byte[] BUDGET_MICROS = ascii(",\"budgetMicros\":");

  /** A number of so many digits fits a long. */
  private static final int SAFE_DIGITS = 18;

  private static final boolean[] COUNTER_LETTERS = counterLetters();

  private final EventParser parser = new EventParser();
  private final Slow slow = new Slow();

  private byte[] bytes;
  private int at;
  private int end;

  private int counterFrom;
  private int counterTo;
  private int adFrom;
  private int adTo;
  private long sequence;
  private EventKind kind;
  private long timestampMs;
  private long amountMicros;
  private Event event;
  private Rejected rejected;

  /** Whether the line is an event; if not, see {@link #rejected()}. */
  public boolean read(byte[] lineBytes, int from, int to) {
    bytes = lineBytes;
    at = from;
    end = to;
    event = null;
    rejected = null;
    return readCanonical() || readAny(from);
  }

  private boolean readCanonical() {
    if (!take(EVENT_ID) || !readEventId() || !take(TYPE)) {
      return false;
    }
    if (take(IMPRESSION)) {
      kind = EventKind.IMPRESSION;
      amountMicros = 0;
      return readAdId() && readTimestamp() && atEnd();
    }
    if (take(CLICK)) {
      kind = EventKind.CLICK;
      return readAdId()
          && readTimestamp()
          && take(COST)
          && readAmount(0, EventLimits.MAX_COST_MICROS)
          && atEnd();
    }
    if (take(BUDGET)) {
      kind = EventKind.BUDGET;
      return readAdId()
          && readTimestamp()
          && take(BUDGET_MICROS)
          && readAmount(-EventLimits.MAX_BUDGET_MICROS, EventLimits.MAX_BUDGET_MICROS)
          && atEnd();
    }
    kind = null;
    amountMicros = 0;
    adFrom = adTo = at;
    return take(CLOSE) && readTimestamp() && atEnd();
  }

  private boolean readEventId() {
    counterFrom = at;
    while (at < end && bytes[at] >= 0 && COUNTER_LETTERS[bytes[at]]) {
      at++;
    }
    counterTo = at;
    int length = counterTo - counterFrom;
    if (length == 0 || length > EventLimits.MAX_COUNTER_ID_LENGTH || !take(':')) {
      return false;
    }
    sequence = number();
    return sequence >= 0 && sequence <= EventLimits.MAX_SEQUENCE && take('"');
  }

  private boolean readAdId() {
    if (!take(AD_ID)) {
      return false;
    }
    adFrom = at;
    // Anything but plain ASCII, and escapes, are for the parser.
    while (at < end && bytes[at] >= ' ' && bytes[at] != '"' && bytes[at] != '\\') {
      at++;
    }
    adTo = at;
    int length = adTo - adFrom;
    return length > 0 && length <= EventLimits.MAX_AD_ID_LENGTH && take('"');
  }

  private boolean readTimestamp() {
    if (!take(TIMESTAMP)) {
      return false;
    }
    timestampMs = number();
    return timestampMs >= 0 && timestampMs <= EventLimits.MAX_TIMESTAMP_MS;
  }

  private boolean readAmount(long least, long most) {
    boolean negative = take('-');
    long digits = number();
    amountMicros = negative ? -digits : digits;
    return digits >= 0 && amountMicros >= least && amountMicros <= most;
  }

  /** A whole number without sign or leading zero, or -1. */
  private long number() {
    int start = at;
    long value = 0;
    while (at < end && bytes[at] >= '0' && bytes[at] <= '9') {
      value = value * 10 + (bytes[at] - '0');
      at++;
    }
    int digits = at - start;
    boolean canonical = digits > 0 && digits <= SAFE_DIGITS && (digits == 1 || bytes[start] != '0');
    return canonical ? value : -1;
  }

  private boolean take(byte[] text) {
    if (end - at < text.length) {
      return false;
    }
    for (int i = 0; i < text.length; i++) {
      if (bytes[at + i] != text[i]) {
        return false;
      }
    }
    at += text.length;
    return true;
  }

  private boolean take(char c) {
    boolean there = at < end && bytes[at] == c;
    if (there) {
      at++;
    }
    return there;
  }

  private boolean atEnd() {
    return take('}') && (at == end || at + 1 == end && bytes[at] == '\r');
  }

  private boolean readAny(int from) {
    parser.parse(new String(bytes, from, end - from, StandardCharsets.UTF_8), slow);
    if (event == null) {
      return false;
    }
    sequence = event.sequence();
    timestampMs = event.timestampMs();
    AdEvent ad = event instanceof AdEvent e ? e : null;
    kind = ad == null ? null : ad.kind();
    amountMicros = ad == null ? 0 : ad.amountMicros();
    byte[] counterId = event.counterId().getBytes(StandardCharsets.UTF_8);
    byte[] adId = ad == null ? new byte[0] : ad.adId().getBytes(StandardCharsets.UTF_8);
    bytes = new byte[counterId.length + adId.length];
    System.arraycopy(counterId, 0, bytes, 0, counterId.length);
    System.arraycopy(adId, 0, bytes, counterId.length, adId.length);
    counterFrom = 0;
    counterTo = adFrom = counterId.length;
    adTo = bytes.length;
    return true;
  }

  /** The number of the event's counter among these names. */
  public int counter(ByteNames counters) {
    return counters.indexOf(bytes, counterFrom, counterTo);
  }

  /** The number of the event's ad among these names; not for an event without one. */
  public int ad(ByteNames ads) {
    return ads.indexOf(bytes, adFrom, adTo);
  }

  public String counterId() {
    return text(counterFrom, counterTo);
  }

  /** Empty for an event that concerns no ad. */
  public String adId() {
    return text(adFrom, adTo);
  }

  private String text(int from, int to) {
    return new String(bytes, from, to - from, StandardCharsets.UTF_8);
  }

  public long sequence() {
    return sequence;
  }

  /** Null for an event that concerns no ad: a close notice or a write-off. */
  public EventKind kind() {
    return kind;
  }

  public long timestampMs() {
    return timestampMs;
  }

  /** A click's cost, what a budget event adds, else 0. */
  public long amountMicros() {
    return amountMicros;
  }

  /** Whether the event says that no higher sequence of its counter will come. */
  public boolean isClose() {
    return kind == null && (event == null || event instanceof Close);
  }

  /** Why the line is no event; null when it is one, or blank. */
  public Rejected rejected() {
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

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static boolean[] counterLetters() {
    boolean[] letters = new boolean[128];
    for (char c = 0; c < letters.length; c++) {
      letters[c] = clickcounter.event.CounterId.fault(String.valueOf(c)).isEmpty();
    }
    return letters;
  }
}
