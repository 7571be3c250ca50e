package clickcounter.jms;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.Objects;

/**
 * A line of the queue of rejects.
 *
 * @param text as it came, or as it was written again
 * @param reason a label of {@link clickcounter.event.RejectReason}; empty if another program sent
 *     it
 * @param detail what was found and what was expected
 * @param counterId empty if the line does not say
 * @param adId empty if the line does not say
 */
public record RejectedLine(
    String text, String reason, String detail, long rejectedAtMs, String counterId, String adId) {
  private static final JsonFactory JSON = new JsonFactory();

  public RejectedLine {
    Objects.requireNonNull(text, "text");
    Objects.requireNonNull(reason, "reason");
    Objects.requireNonNull(detail, "detail");
    Objects.requireNonNull(counterId, "counterId");
    Objects.requireNonNull(adId, "adId");
  }

  /** Finds counter and ad in the text, as far as it can be read. */
  public static RejectedLine of(String text, String reason, String detail, long rejectedAtMs) {
    String eventId = field("eventId", text);
    int colon = eventId.lastIndexOf(':');
    return new RejectedLine(
        text,
        reason,
        detail,
        rejectedAtMs,
        colon < 0 ? "" : eventId.substring(0, colon),
        field("adId", text));
  }

  /** The number of the event; -1 if the line does not say. */
  public long sequence() {
    String eventId = field("eventId", text);
    String number = eventId.substring(eventId.lastIndexOf(':') + 1);
    return number.matches("\\d{1,18}") ? Long.parseLong(number) : -1;
  }

  /** A field's text; empty if the line has none that can be read. */
  private static String field(String name, String text) {
    try (JsonParser json = JSON.createParser(text)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        return "";
      }
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        boolean isWanted = json.currentName().equals(name);
        JsonToken value = json.nextToken();
        if (isWanted) {
          return value.isScalarValue() ? json.getText() : "";
        }
        json.skipChildren();
      }
    } catch (IOException e) {
      return "";
    }
    return "";
  }
}
