package clickcounter.scrape;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.List;

/** One of the busiest ads, as a worker's {@code /hot.json} says. */
@JsonIgnoreProperties(ignoreUnknown = true)
public record HotAd(
    String adId,
    double eventsPerMinute,
    String state,
    long budgetMicros,
    long spentMicros,
    int documentBytes,
    int unsettled,
    long deferralMs) {
  private static final JsonMapper JSON = new JsonMapper();

  @JsonIgnoreProperties(ignoreUnknown = true)
  private record Answer(List<HotAd> ads) {}

  /** Those of an answer; none if it is none. */
  public static List<HotAd> read(String text) {
    try {
      List<HotAd> ads = JSON.readValue(text, Answer.class).ads();
      return ads == null ? List.of() : ads;
    } catch (IOException e) {
      return List.of();
    }
  }

  /** How much of the budget is spent, 0 to 1. */
  public double spent() {
    return budgetMicros <= 0 ? 0 : (double) spentMicros / budgetMicros;
  }
}
