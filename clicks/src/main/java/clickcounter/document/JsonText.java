package clickcounter.document;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.nio.charset.StandardCharsets;

/**
 * JSON of a document while it is written. Jackson's generator is a tenth of what an event costs: it
 * is made anew for each document, and takes each text through buffers of its own.
 */
final class JsonText {
  private static final int ROOM = 640;

  private final StringBuilder text = new StringBuilder(ROOM);
  private boolean first = true;

  byte[] toBytes() {
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  void writeStartObject() {
    separate();
    text.append('{');
    first = true;
  }

  void writeObjectFieldStart(String field) {
    name(field);
    text.append('{');
    first = true;
  }

  void writeEndObject() {
    text.append('}');
    first = false;
  }

  void writeArrayFieldStart(String field) {
    name(field);
    text.append('[');
    first = true;
  }

  void writeEndArray() {
    text.append(']');
    first = false;
  }

  void writeStringField(String field, String value) {
    name(field);
    quoted(value);
  }

  void writeString(String value) {
    separate();
    quoted(value);
  }

  void writeNumberField(String field, long value) {
    name(field);
    text.append(value);
  }

  void writeNumber(long value) {
    separate();
    text.append(value);
  }

  void writeBooleanField(String field, boolean value) {
    name(field);
    text.append(value);
  }

  /** A number that is counted in millionths. */
  void writeMillionthsField(String field, long millionths) {
    name(field);
    text.append(millionths / 1_000_000).append('.');
    int end = text.length();
    // A one in front keeps the zeros behind it.
    text.append(1_000_000 + millionths % 1_000_000).deleteCharAt(end);
    int last = text.length();
    while (last > end + 1 && text.charAt(last - 1) == '0') {
      last--;
    }
    text.setLength(last);
  }

  /** Begins a text to which the caller appends what needs no escapes, until {@link #endText}. */
  StringBuilder beginText(String field) {
    name(field);
    return text.append('"');
  }

  void endText() {
    text.append('"');
  }

  private void name(String field) {
    separate();
    quoted(field);
    text.append(':');
  }

  private void separate() {
    if (!first) {
      text.append(',');
    }
    first = false;
  }

  private void quoted(String value) {
    text.append('"');
    if (isPlain(value)) {
      text.append(value);
    } else {
      JsonStringEncoder.getInstance().quoteAsString(value, text);
    }
    text.append('"');
  }

  private static boolean isPlain(String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c < ' ' || c == '"' || c == '\\') {
        return false;
      }
    }
    return true;
  }
}
