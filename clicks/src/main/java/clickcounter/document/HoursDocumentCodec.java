package clickcounter.document;

import clickcounter.ids.RangeText;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Hours of a day as JSON, content type {@value #CONTENT_TYPE}:
 *
 * <pre>
 * {"adId":"m123456","day":"2013-10-30","hours":{"08:00":"412i3c360000@4702","09:00":"7i@4702","10:15":"1i1c120000@4711,1i@4702"}}
 * </pre>
 *
 * <p>The name of an hour is when it begins, in UTC. {@code 412i3c360000} are 412 impressions, and 3
 * clicks that cost 360000 micros together. The number behind {@code @} is that of the write of the
 * ad's document that counted this. An hour that was taken back for late events has several counts,
 * the newest first.
 */
public final class HoursDocumentCodec {
  public static final String CONTENT_TYPE = "application/vnd.click-counter.hours.v1+json";

  private static final int MINUTES_PER_HOUR = 60;

  private HoursDocumentCodec() {}

  public static byte[] write(HoursDocument document) {
    RangeText text = new RangeText();
    return DocumentJson.write(
        json -> {
          json.writeStringField("adId", document.adId());
          json.writeStringField("day", HoursDocument.date(document.day()).toString());
          json.writeObjectFieldStart("hours");
          for (var hour : document.hours().entrySet()) {
            text.clear();
            for (HoursDocument.Rolled version : hour.getValue()) {
              if (text.length() > 0) {
                text.append(',');
              }
              HoursText.write(version.counts(), text);
              text.append('@');
              text.append(version.number());
            }
            json.writeStringField(name(hour.getKey()), text.toString());
          }
          json.writeEndObject();
          json.writeEndObject();
        });
  }

  private static String name(long quarter) {
    long minutes = quarter % Quarters.PER_DAY * Quarters.MINUTES;
    return "%02d:%02d".formatted(minutes / MINUTES_PER_HOUR, minutes % MINUTES_PER_HOUR);
  }

  /**
   * Reads a document of any version ever written.
   *
   * @throws UnreadableDocument when the content type is unknown or the document is damaged
   */
  public static HoursDocument read(String contentType, byte[] bytes) throws UnreadableDocument {
    return DocumentJson.read(
        "hours document", CONTENT_TYPE, contentType, bytes, json -> new Reader().read(json));
  }

  private static final class Reader {
    private String adId;
    private Long day;
    private SortedMap<String, String> hours;

    HoursDocument read(JsonParser json) throws IOException {
      DocumentJson.readObject(
          json,
          (name, value) -> {
            switch (name) {
              case "adId" -> adId = DocumentJson.text(value);
              case "day" -> day = day(DocumentJson.text(value));
              case "hours" -> {
                hours = new TreeMap<>();
                DocumentJson.readObject(
                    value, (hour, text) -> hours.put(hour, DocumentJson.text(text)));
              }
              default -> value.skipChildren();
            }
          });
      DocumentJson.require(adId, "adId");
      DocumentJson.require(day, "day");
      DocumentJson.require(hours, "hours");
      SortedMap<Long, List<HoursDocument.Rolled>> rolled = new TreeMap<>();
      hours.forEach((name, text) -> rolled.put(quarter(name), rolled(text)));
      return new HoursDocument(adId, day, rolled);
    }

    private long quarter(String name) {
      TextReader reader = new TextReader("hour", name);
      long hour = reader.number();
      reader.expect(':');
      long minute = reader.number();
      boolean isQuarter =
          hour < Quarters.PER_DAY / Quarters.PER_HOUR
              && minute < MINUTES_PER_HOUR
              && minute % Quarters.MINUTES == 0
              && reader.isAtEnd();
      if (!isQuarter) {
        throw reader.fault("a time such as 08:00 or 08:15");
      }
      return Quarters.firstOf(day) + hour * Quarters.PER_HOUR + minute / Quarters.MINUTES;
    }

    private static List<HoursDocument.Rolled> rolled(String text) {
      TextReader reader = new TextReader("counts", text);
      List<HoursDocument.Rolled> versions = new ArrayList<>(1);
      do {
        HourCounts counts = HoursText.counts(reader);
        reader.expect('@');
        versions.add(new HoursDocument.Rolled(counts, reader.number()));
      } while (reader.match(','));
      if (!reader.isAtEnd()) {
        throw reader.fault("the end");
      }
      return versions;
    }

    private static long day(String text) {
      try {
        return LocalDate.parse(text).toEpochDay();
      } catch (DateTimeException e) {
        throw new IllegalArgumentException(
            "day: expected a date such as 2013-10-30, found '" + text + "'", e);
      }
    }
  }
}
