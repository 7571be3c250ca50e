package clickcounter.event;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.io.JsonEOFException;
import java.io.IOException;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Reads event lines. Each line gives an event or a rejection that names its fault; a bad line does
 * not affect others. Blank lines are skipped; a byte order mark, or characters that are 0, at a
 * line's beginning are no part of it. Fields that the event's type does not have are ignored,
 * whatever their value. A line in the form of {@link EventWriter} is read by {@link CanonicalLine},
 * any other by Jackson, with the same result.
 *
 * <p>Not thread-safe: it reuses the Strings of counter ids.
 */
public final class EventParser {
  private static final int LONGEST_LONG = String.valueOf(Long.MIN_VALUE).length();

  /** As {@link EventWriter} begins an event. */
  private static final String EVENT_START = "{\"eventId\":\"";

  private static final int MOST_NAMED = 10;

  /** Faults of lines in which another event may stand. */
  private static final Set<RejectReason> NO_EVENT =
      EnumSet.of(RejectReason.NOT_JSON, RejectReason.NOT_TEXT, RejectReason.TOO_LONG);

  /** Whether nothing may stand behind an event. */
  private static final boolean ALONE = true;

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(50)
                  .maxNumberLength(EventLimits.MAX_LINE_CHARS)
                  .build())
          // Field names repeat, so their table is kept; ids in it would only make it grow.
          .build();

  /** Names of Jackson's own in what it says of a fault. */
  private static final Pattern JARGON =
      Pattern.compile("(: was expecting|: expected '.')? \\((JSON String, |for ).*|, from `[^`]*`");

  private final CanonicalLine canonical = new CanonicalLine();
  private final RecentNames counterIds = new RecentNames();

  /** Reads one or more lines, separated by newlines. */
  public void parse(String text, EventSink sink) {
    parse(text, ClockLimit.NONE, sink);
  }

  /** Reads lines and rejects events whose time the limit does not allow. */
  public void parse(String text, ClockLimit clock, EventSink sink) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    // If there are as many bytes as characters, each character is one byte at the same index.
    boolean aligned = bytes.length == text.length();
    char[] chars = null;
    int start = 0;
    while (start < text.length()) {
      int newline = text.indexOf('\n', start);
      int end = newline < 0 ? text.length() : newline;
      if (aligned && canonical.read(bytes, start, end) && clock.allows(canonical.timestampMs())) {
        readCanonical(sink);
      } else {
        chars = chars == null ? text.toCharArray() : chars;
        parseLine(chars, start, end, clock, sink);
      }
      start = end + 1;
    }
  }

  private void readCanonical(EventSink sink) {
    String counterId =
        counterIds.of(canonical.bytes(), canonical.counterFrom(), canonical.counterTo());
    if (canonical.kind() == null) {
      sink.event(new Close(counterId, canonical.sequence(), canonical.timestampMs()));
    } else {
      sink.adEvent(canonical, counterId);
    }
  }

  private void parseLine(char[] chars, int from, int to, ClockLimit clock, EventSink sink) {
    int lineStart = from;
    while (lineStart < to && LineText.isNoPart(chars[lineStart])) {
      lineStart++;
    }
    int start = lineStart;
    int end = to;
    while (start < end && (isSpace(chars[start]) || LineText.isNoPart(chars[start]))) {
      start++;
    }
    while (end > start && isSpace(chars[end - 1])) {
      end--;
    }
    if (start == end) {
      return;
    }
    Event event;
    try {
      requireText(chars, start, end);
      event = read(chars, start, end - start, ALONE);
      requirePlausible(event, clock);
    } catch (LineFault fault) {
      String line = new String(chars, lineStart, to - lineStart);
      sink.rejected(
          new Rejected(
              LineText.shown(line),
              fault.reason,
              fault.getMessage() + (NO_EVENT.contains(fault.reason) ? wholeEventsIn(line) : "")));
      return;
    }
    sink.event(event);
  }

  private static void requireText(char[] chars, int start, int end) {
    if (LineText.maybeNoText(chars, start, end)) {
      String fault = LineText.fault(CharBuffer.wrap(chars, start, end - start));
      if (fault != null) {
        throw new LineFault(RejectReason.NOT_TEXT, fault);
      }
    }
  }

  /**
   * Names the whole events in a line that is none, as a sentence to be added; empty if there is
   * none.
   */
  public String wholeEventsIn(String line) {
    List<String> ids = wholeEventIds(line);
    return ids.isEmpty()
        ? ""
        : ". In this line stands, whole but not counted, event "
            + String.join(", ", ids)
            + ": write it on a line of its own in another file, and replay that (archive replay"
            + " --only-missing)";
  }

  /**
   * The ids of the whole events in a line that is none. Half a line of a service that died has no
   * newline, so the next event may stand behind it. They are not counted: what else stands in the
   * line, or is lost, nobody knows.
   */
  public List<String> wholeEventIds(String line) {
    List<String> ids = new ArrayList<>();
    int next;
    for (int at = line.indexOf(EVENT_START); at >= 0; at = next) {
      next = line.indexOf(EVENT_START, at + 1);
      if (ids.size() == MOST_NAMED) {
        ids.add("and more");
        break;
      }
      addWholeEvent(line.substring(at, next < 0 ? line.length() : next), ids);
    }
    return ids;
  }

  private void addWholeEvent(String part, List<String> ids) {
    int bad = LineText.halfPair(part);
    int length = Math.min(bad < 0 ? part.length() : bad, EventLimits.MAX_LINE_CHARS);
    try {
      ids.add(read(part.toCharArray(), 0, length, !ALONE).eventId());
    } catch (LineFault fault) {
      // It is not whole, or no event.
      return;
    }
  }

  private static void requirePlausible(Event event, ClockLimit clock) {
    if (!clock.allows(event.timestampMs())) {
      throw new LineFault(clock.reason(event.timestampMs()), clock.fault(event.timestampMs()));
    }
  }

  /** White space in JSON. Other control characters are damage and are reported. */
  private static boolean isSpace(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
  }

  private Event read(char[] chars, int offset, int length, boolean alone) {
    if (length > EventLimits.MAX_LINE_CHARS) {
      throw new LineFault(
          RejectReason.TOO_LONG,
          "a line of " + length + " characters, expected at most " + EventLimits.MAX_LINE_CHARS);
    }
    EventFields fields = new EventFields();
    try (JsonParser json = JSON.createParser(chars, offset, length)) {
      readFields(json, fields);
      if (alone && json.nextToken() != null) {
        throw new LineFault(
            RejectReason.NOT_JSON, "expected one object a line, found more after it");
      }
    } catch (IOException e) {
      throw new LineFault(RejectReason.NOT_JSON, "not JSON: " + inPlainWords(e));
    }
    try {
      return fields.toEvent();
    } catch (IllegalArgumentException e) {
      throw new LineFault(RejectReason.OUT_OF_RANGE, e.getMessage());
    }
  }

  private static String inPlainWords(IOException e) {
    if (e instanceof JsonEOFException) {
      return "its end is missing";
    }
    String reason = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    return JARGON.matcher(reason).replaceAll("");
  }

  private static String inPlainWords(JsonToken token) {
    return switch (token) {
      case START_OBJECT -> "an object";
      case START_ARRAY -> "a list";
      case VALUE_STRING -> "a string";
      case VALUE_NUMBER_INT -> "a whole number";
      case VALUE_NUMBER_FLOAT -> "a number with a point or an exponent";
      default -> token.asString();
    };
  }

  private void readFields(JsonParser json, EventFields fields) throws IOException {
    if (json.nextToken() != JsonToken.START_OBJECT) {
      throw new LineFault(
          RejectReason.NOT_JSON, "expected an object, found " + inPlainWords(json.currentToken()));
    }
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String name = json.currentName();
      json.nextToken();
      try {
        readField(json, name, fields);
      } catch (LineFault fault) {
        // Whether the fault matters depends on the type, which may come later: a click has no field
        // "from", so a faulty one is ignored.
        fields.faults.putIfAbsent(name, fault);
        json.skipChildren();
      }
    }
  }

  private void readField(JsonParser json, String name, EventFields fields) throws IOException {
    switch (name) {
      case "eventId" -> readEventId(once(fields.counterId, name, text(json, name)), fields);
      case "type" -> fields.type = once(fields.type, name, text(json, name));
      case "adId" ->
          fields.adId =
              once(fields.adId, name, shortText(json, name, EventLimits.MAX_AD_ID_LENGTH));
      case "timestamp" -> fields.timestampMs = once(fields.timestampMs, name, integer(json, name));
      case "costMicros" -> fields.costMicros = once(fields.costMicros, name, integer(json, name));
      case "budgetMicros" ->
          fields.budgetMicros = once(fields.budgetMicros, name, integer(json, name));
      case "counterId" ->
          fields.targetCounterId = once(fields.targetCounterId, name, counterId(text(json, name)));
      case "from" -> fields.from = once(fields.from, name, integer(json, name));
      case "to" -> fields.to = once(fields.to, name, integer(json, name));
      case "reason" ->
          fields.reason =
              once(fields.reason, name, shortText(json, name, EventLimits.MAX_REASON_LENGTH));
      case "clickId" -> fields.clickId = once(fields.clickId, name, text(json, name));
      case "author" -> fields.author = once(fields.author, name, text(json, name));
      case Dimensions.FIELD -> fields.dims = once(fields.dims, name, dims(json));
      default -> json.skipChildren();
    }
  }

  /** Reads dimensions to their end, also if there is a fault. */
  static Dimensions dims(JsonParser json) throws IOException {
    if (json.currentToken() != JsonToken.START_OBJECT) {
      throw illTyped(Dimensions.FIELD, "an object", json);
    }
    Map<String, String> values = new HashMap<>();
    LineFault fault = null;
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String name = json.currentName();
      json.nextToken();
      try {
        values.put(name, once(values.get(name), "dims." + name, text(json, "dims." + name)));
      } catch (LineFault e) {
        fault = e;
        json.skipChildren();
      }
    }
    if (fault != null) {
      throw fault;
    }
    try {
      return Dimensions.of(values);
    } catch (IllegalArgumentException e) {
      throw new LineFault(RejectReason.OUT_OF_RANGE, e.getMessage());
    }
  }

  /* Readers of JSON differ on which of two values they use. An event must not have two meanings. */
  private static <T> T once(Object before, String name, T value) {
    if (before != null) {
      throw new LineFault(
          RejectReason.ILL_TYPED, abbreviated(name) + ": expected one value, found two");
    }
    return value;
  }

  private static String text(JsonParser json, String name) throws IOException {
    if (json.currentToken() != JsonToken.VALUE_STRING) {
      throw illTyped(name, "a string", json);
    }
    return json.getText();
  }

  private static LineFault illTyped(String name, String expected, JsonParser json) {
    String found = inPlainWords(json.currentToken());
    return new LineFault(
        RejectReason.ILL_TYPED, abbreviated(name) + ": expected " + expected + ", found " + found);
  }

  private static String shortText(JsonParser json, String name, int mostChars) throws IOException {
    String text = text(json, name);
    if (text.length() > mostChars) {
      throw new LineFault(
          RejectReason.TOO_LONG,
          name + ": " + text.length() + " characters, expected at most " + mostChars);
    }
    if (text.isEmpty()) {
      throw new LineFault(RejectReason.OUT_OF_RANGE, name + ": empty");
    }
    return text;
  }

  private static Long integer(JsonParser json, String name) throws IOException {
    if (json.currentToken() != JsonToken.VALUE_NUMBER_INT) {
      throw illTyped(name, "a whole number", json);
    }
    // The length is checked first, because converting thousands of digits is slow.
    if (json.getTextLength() > LONGEST_LONG
        || json.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
      throw new LineFault(
          RejectReason.OUT_OF_RANGE,
          name + ": " + abbreviated(json.getText()) + " does not fit 64 bits");
    }
    return json.getLongValue();
  }

  private static void readEventId(String eventId, EventFields fields) {
    int colon = eventId.lastIndexOf(':');
    if (colon < 0) {
      throw new LineFault(
          RejectReason.OUT_OF_RANGE,
          "eventId: expected 'counterId:sequence', found '" + abbreviated(eventId) + "'");
    }
    fields.counterId = counterId(eventId.substring(0, colon));
    fields.sequence = sequence(eventId, colon + 1);
  }

  private static String counterId(String id) {
    if (id.length() > EventLimits.MAX_COUNTER_ID_LENGTH) {
      throw new LineFault(
          RejectReason.TOO_LONG,
          "counter id of "
              + id.length()
              + " characters, expected at most "
              + EventLimits.MAX_COUNTER_ID_LENGTH);
    }
    CounterId.fault(id)
        .ifPresent(
            fault -> {
              throw new LineFault(RejectReason.OUT_OF_RANGE, fault);
            });
    return id;
  }

  private static long sequence(String eventId, int start) {
    int digits = eventId.length() - start;
    boolean leadingZero = digits > 1 && eventId.charAt(start) == '0';
    long value = 0;
    for (int i = start; i < eventId.length(); i++) {
      int digit = eventId.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        digits = 0;
        break;
      }
      value = Math.min(value * 10 + digit, EventLimits.MAX_SEQUENCE + 1);
    }
    if (digits == 0 || leadingZero || value > EventLimits.MAX_SEQUENCE) {
      throw new LineFault(
          RejectReason.OUT_OF_RANGE,
          "eventId: expected a sequence of 0 to "
              + EventLimits.MAX_SEQUENCE
              + " after the last ':', found '"
              + abbreviated(eventId)
              + "'");
    }
    return value;
  }

  static String abbreviated(String text) {
    return text.length() <= 150 ? text : text.substring(0, 150) + "…";
  }
}
