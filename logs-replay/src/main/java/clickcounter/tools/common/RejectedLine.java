package clickcounter.tools.common;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Objects;

/**
 * A line of the queue of rejects.
 *
 * @param text as it came, or as it was written anew
 * @param reason a label of {@link clickcounter.event.RejectReason}; empty if another program sent
 *     it
 * @param detail what was found and what was expected
 * @param counterId empty if the line does not say
 * @param adId empty if the line does not say
 */
public record RejectedLine(
    String text, String reason, String detail, long rejectedAtMs, String counterId, String adId) {
  private static final JsonMapper JSON = new JsonMapper();

  public RejectedLine {
    Objects.requireNonNull(text, "text");
    Objects.requireNonNull(reason, "reason");
    Objects.requireNonNull(detail, "detail");
    Objects.requireNonNull(counterId, "counterId");
    Objects.requireNonNull(adId, "adId");
  }

  /** Finds counter and ad in the text, as far as it can be read. */
  public static RejectedLine of(String text, String reason, String detail, long rejectedAtMs) {
    JsonNode json = parse(text);
    String eventId = json.path("eventId").asText("");
    int colon = eventId.lastIndexOf(':');
    return new RejectedLine(
        text,
        reason,
        detail,
        rejectedAtMs,
        colon < 0 ? "" : eventId.substring(0, colon),
        json.path("adId").asText(""));
  }

  /** The number of the event; -1 if the line does not say. */
  long sequence() {
    String eventId = parse(text).path("eventId").asText("");
    String number = eventId.substring(eventId.lastIndexOf(':') + 1);
    return number.matches("\\d{1,18}") ? Long.parseLong(number) : -1;
  }

  private static JsonNode parse(String text) {
    try {
      JsonNode json = JSON.readTree(text);
      return json == null ? JSON.missingNode() : json;
    } catch (JsonProcessingException e) {
      return JSON.missingNode();
    }
  }
}
