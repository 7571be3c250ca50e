package clickcounter.endpoint;

import clickcounter.counting.HotAd;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;

/**
 * The busiest ads of a worker as JSON:
 *
 * <pre>
 * {"ads":[{"adId":"m1","eventsPerMinute":640.0,"state":"active","budgetMicros":50000000,"spentMicros":1200000,
 *  "documentBytes":812,"unsettled":40,"deferralMs":2100}]}
 * </pre>
 */
final class HotAdsJson {
  private static final JsonFactory JSON = new JsonFactory();

  private HotAdsJson() {}

  static byte[] write(List<HotAd> ads) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = JSON.createGenerator(bytes)) {
      json.writeStartObject();
      json.writeArrayFieldStart("ads");
      for (HotAd ad : ads) {
        json.writeStartObject();
        json.writeStringField("adId", ad.adId());
        json.writeNumberField("eventsPerMinute", ad.eventsPerMinute());
        json.writeStringField("state", ad.state().label());
        json.writeNumberField("budgetMicros", ad.budgetMicros());
        json.writeNumberField("spentMicros", ad.spentMicros());
        json.writeNumberField("documentBytes", ad.documentBytes());
        json.writeNumberField("unsettled", ad.unsettled());
        json.writeNumberField("deferralMs", ad.waitedMs());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    return bytes.toByteArray();
  }
}
