package clickcounter.event;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/**
 * Writes an event as the line that {@link EventParser} reads back to an equal event:
 *
 * <pre>
 * {"eventId":"hostA-20131030_152543:15","type":"click","adId":"m123456","timestamp":1383146743512,"costMicros":120000}
 * </pre>
 */
public final class EventWriter {
  private static final JsonFactory JSON = new JsonFactory();

  private EventWriter() {}

  /** The event's line, without a newline. */
  public static String toLine(Event event) {
    return toLine(event, Visitor.UNKNOWN);
  }

  /** The event's line with what is known of who made it, without a newline. */
  public static String toLine(Event event, Visitor visitor) {
    StringWriter line = new StringWriter(160);
    try (JsonGenerator json = JSON.createGenerator(line)) {
      json.writeStartObject();
      json.writeStringField("eventId", event.eventId());
      if (event instanceof AdEvent e) {
        json.writeStringField("type", e.kind().type());
        json.writeStringField("adId", e.adId());
      } else {
        json.writeStringField("type", type((CounterEvent) event));
      }
      json.writeNumberField("timestamp", event.timestampMs());
      writeRest(json, event);
      writeKnown(json, Visitor.ID_FIELD, visitor.id());
      writeKnown(json, Visitor.AGENT_FIELD, visitor.agent());
      if (!visitor.dims().equals(Dimensions.NONE)) {
        json.writeFieldName(Dimensions.FIELD);
        json.writeRawValue(visitor.dims().toString());
      }
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("a string writer does not fail", e);
    }
    return line.toString();
  }

  private static String type(CounterEvent event) {
    if (event instanceof WriteOffRequest w) {
      return w.reopen() ? "reopen" : "writeOff";
    }
    return "close";
  }

  private static void writeRest(JsonGenerator json, Event event) throws IOException {
    if (event instanceof AdEvent e) {
      if (e.kind().hasAmount()) {
        String name = e.kind() == EventKind.BUDGET ? "budgetMicros" : "costMicros";
        json.writeNumberField(name, e.amountMicros());
      }
      writeJudgement(json, e.judgement());
    } else if (event instanceof WriteOffRequest w) {
      json.writeStringField("counterId", w.targetCounterId());
      json.writeNumberField("from", w.from());
      if (!w.isOfEnd()) {
        json.writeNumberField("to", w.to());
      }
      json.writeStringField("reason", w.reason());
    }
  }

  private static void writeKnown(JsonGenerator json, String name, String value) throws IOException {
    if (value != null) {
      json.writeStringField(name, value);
    }
  }

  private static void writeJudgement(JsonGenerator json, Judgement judgement) throws IOException {
    if (judgement == null) {
      return;
    }
    if (judgement.clickId() != null) {
      json.writeStringField("clickId", judgement.clickId());
      json.writeStringField("author", judgement.author());
    }
    json.writeStringField("reason", judgement.reason());
  }
}
