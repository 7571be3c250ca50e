package clickcounter.event;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads an event's line in the form that {@link EventWriter} writes, byte by byte and without
 * making objects. Other lines may be events too: {@link EventParser} reads every line and names
 * faults.
 *
 * <p>Written by hand although Jackson reads these lines: nearly all lines have this form, and they
 * need neither objects nor a copy here. {@code deploy/RESULTS.md} has the speed.
 *
 * <p>Not thread-safe. The values are valid until the next {@link #read}.
 */
public final class CanonicalLine {
  private static final byte[] EVENT_ID = ascii("{\"eventId\":\"");
  private static final byte[] TYPE = ascii(",\"type\":\"");
  private static final byte[] IMPRESSION = ascii("impression\"");
  private static final byte[] CLICK = ascii("click\"");
  private static final byte[] BUDGET = ascii("budget\"");
  private static final byte[] CLOSE = ascii("close\"");
  private static final byte[] AD_ID = ascii(",\"adId\":\"");
  private static final byte[] TIMESTAMP = ascii(",\"timestamp\":");
  private static final byte[] COST = ascii(",\"costMicros\":");
  private static final byte[] VISITOR = ascii(",\"" + Visitor.ID_FIELD + "\":\"");
  private static final byte[] AGENT = ascii(",\"" + Visitor.AGENT_FIELD + "\":\"");
  private static final byte[] DIMS = ascii(",\"" + Dimensions.FIELD + "\":");
  private static final byte[] BUDGET_MICROS = ascii(",\"budgetMicros\":");

  /** A number with this many digits always fits a long. */
  private static final int SAFE_DIGITS = 18;

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

  /** Where the visitor's fields begin, if the line may have some. */
  private int visitorFrom;

  /** Where its dimensions are; equal if it has none. */
  private int dimsFrom;

  private int dimsTo;

  /** Reads the line. Returns whether it is an event in the form that {@link EventWriter} writes. */
  public boolean read(byte[] lineBytes, int from, int to) {
    bytes = lineBytes;
    at = from;
    end = to;
    visitorFrom = dimsFrom = dimsTo = to;
    return match(EVENT_ID) && readEventId() && match(TYPE) && readRest();
  }

  private boolean readRest() {
    if (match(IMPRESSION)) {
      kind = EventKind.IMPRESSION;
      amountMicros = 0;
      return readAdId() && readTimestamp() && passVisitor() && atEnd();
    }
    if (match(CLICK)) {
      kind = EventKind.CLICK;
      return readAdId()
          && readTimestamp()
          && match(COST)
          && readAmount(0, EventLimits.MAX_COST_MICROS)
          && passVisitor()
          && atEnd();
    }
    if (match(BUDGET)) {
      kind = EventKind.BUDGET;
      return readAdId()
          && readTimestamp()
          && match(BUDGET_MICROS)
          && readAmount(-EventLimits.MAX_BUDGET_MICROS, EventLimits.MAX_BUDGET_MICROS)
          && atEnd();
    }
    kind = null;
    amountMicros = 0;
    adFrom = adTo = at;
    return match(CLOSE) && readTimestamp() && atEnd();
  }

  private boolean readEventId() {
    counterFrom = at;
    while (at < end && CounterId.isAllowed(bytes[at])) {
      at++;
    }
    counterTo = at;
    int length = counterTo - counterFrom;
    if (length == 0 || length > EventLimits.MAX_COUNTER_ID_LENGTH || !match(':')) {
      return false;
    }
    sequence = number();
    return sequence >= 0 && sequence <= EventLimits.MAX_SEQUENCE && match('"');
  }

  private boolean readAdId() {
    if (!match(AD_ID)) {
      return false;
    }
    adFrom = at;
    while (at < end && isPlain(bytes[at])) {
      at++;
    }
    adTo = at;
    int length = adTo - adFrom;
    return length > 0 && length <= EventLimits.MAX_AD_ID_LENGTH && match('"');
  }

  /**
   * Escapes and non-ASCII characters are left to the parser. So is '?', which may stand for half a
   * surrogate pair.
   */
  private static boolean isPlain(byte b) {
    return b >= ' ' && b != '"' && b != '\\' && b != '?';
  }

  /** Passes over the fields of {@link Visitor}, which are no part of the event. */
  private boolean passVisitor() {
    visitorFrom = at;
    return passText(VISITOR) && passText(AGENT) && passDims();
  }

  /** Passes over {@link Dimensions} if they are there and in the order of their names. */
  private boolean passDims() {
    if (!match(DIMS)) {
      return true;
    }
    dimsFrom = at;
    int lastFrom = at;
    int lastTo = at;
    boolean isMore = match('{');
    for (int values = 0; isMore && values < Dimensions.MOST; values++) {
      int nameFrom = at;
      boolean isNext =
          passQuoted(true) && Arrays.compare(bytes, lastFrom, lastTo, bytes, nameFrom, at) < 0;
      lastFrom = nameFrom;
      lastTo = at;
      isMore = isNext && match(':') && passQuoted(false);
      if (isMore && match('}')) {
        dimsTo = at;
        return true;
      }
      isMore = isMore && match(',');
    }
    return false;
  }

  private boolean passQuoted(boolean isName) {
    if (!match('"')) {
      return false;
    }
    int from = at;
    int most = isName ? Dimensions.MAX_NAME_CHARS : Dimensions.MAX_VALUE_CHARS;
    while (at < end
        && (isName ? Dimensions.isOfName(bytes[at]) : Dimensions.isOfValue(bytes[at]))) {
      at++;
    }
    return at > from && at - from <= most && match('"');
  }

  /** Passes over a field if it is there. Returns false if it cannot tell where it ends. */
  private boolean passText(byte[] name) {
    if (!match(name)) {
      return true;
    }
    int most = Math.min(end, at + Visitor.MAX_LENGTH);
    int from = at;
    while (at < most && isPlain(bytes[at])) {
      at++;
    }
    return at > from && match('"');
  }

  private boolean readTimestamp() {
    if (!match(TIMESTAMP)) {
      return false;
    }
    timestampMs = number();
    return timestampMs >= 0 && timestampMs <= EventLimits.MAX_TIMESTAMP_MS;
  }

  private boolean readAmount(long least, long most) {
    boolean negative = match('-');
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

  private boolean match(byte[] text) {
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

  private boolean match(char c) {
    boolean there = at < end && bytes[at] == c;
    if (there) {
      at++;
    }
    return there;
  }

  private boolean atEnd() {
    return match('}') && (at == end || at + 1 == end && bytes[at] == '\r');
  }

  /** The bytes that were read. The counter's name and the ad's are ASCII parts of them. */
  public byte[] bytes() {
    return bytes;
  }

  public int counterFrom() {
    return counterFrom;
  }

  public int counterTo() {
    return counterTo;
  }

  public int adFrom() {
    return adFrom;
  }

  /** The end of the ad's name. Equals {@link #adFrom()} for an event without an ad. */
  public int adTo() {
    return adTo;
  }

  public String counterId() {
    return text(counterFrom, counterTo);
  }

  /** The ad's id; empty for an event without an ad. */
  public String adId() {
    return text(adFrom, adTo);
  }

  /** The visitor of the impression or click, by whom clicks are judged. */
  public Visitor visitor() {
    at = visitorFrom;
    String id = value(VISITOR);
    String agent = value(AGENT);
    return new Visitor(
        id, agent, dimsTo == dimsFrom ? Dimensions.NONE : new Dimensions(text(dimsFrom, dimsTo)));
  }

  /** The text of a field that {@link #passText} went over; null if it is not there. */
  private String value(byte[] name) {
    int from = at + name.length;
    boolean isThere = match(name);
    at = isThere ? from : at;
    while (isThere && !match('"')) {
      at++;
    }
    return isThere ? text(from, at - 1) : null;
  }

  private String text(int from, int to) {
    return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
  }

  public long sequence() {
    return sequence;
  }

  /** The kind of event; null for a close event. */
  public EventKind kind() {
    return kind;
  }

  public long timestampMs() {
    return timestampMs;
  }

  /** A click's cost or the amount of a budget event, else 0. */
  public long amountMicros() {
    return amountMicros;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
