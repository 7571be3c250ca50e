package clickcounter.tools;

import clickcounter.ids.LongRanges;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintStream;

/** Writes one JSON value to a stream that stays open. */
final class Json {
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .disable(com.fasterxml.jackson.core.StreamWriteFeature.AUTO_CLOSE_TARGET)
          .build();

  private Json() {}

  interface Body {
    void write(JsonGenerator json) throws IOException;
  }

  /** The body writes the fields of an object. */
  static void print(PrintStream out, Body body) throws IOException {
    try (JsonGenerator json = FACTORY.createGenerator(out).useDefaultPrettyPrinter()) {
      json.writeStartObject();
      body.write(json);
      json.writeEndObject();
    }
    out.println();
  }

  /** As {@code [{"from":17,"to":19}]}. */
  static void ranges(String field, LongRanges ids, JsonGenerator json) throws IOException {
    json.writeArrayFieldStart(field);
    for (int i = 0; i < ids.rangeCount(); i++) {
      json.writeStartObject();
      json.writeNumberField("from", ids.from(i));
      json.writeNumberField("to", ids.to(i));
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
