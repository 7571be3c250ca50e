package clickcounter.console;

import clickcounter.cli.Texts;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Links to the pages of ads, counters, events and days. Ids are escaped here. */
final class Links {
  private static final JsonMapper JSON = new JsonMapper();
  private static final String STATE = "(?:active|exhausted|unfunded)";

  /** The page of each group of {@link #IDS}. */
  private static final Map<String, String> PAGES =
      Map.of(
          "json",
          "/ad",
          "said",
          "/ad",
          "ad",
          "/ad",
          "event",
          "/event",
          "counter",
          "/counter",
          "day",
          "/day");

  /** Where commands print ids. A counter or event of the usual form is found anywhere. */
  private static final Pattern IDS =
      Pattern.compile(
          "(?m)(?<json>(?<=\"adId\":\")(?:[^\"\\\\]|\\\\.)*(?=\"))"
              + "|(?<said>(?<=^ {12}[\\w-]{1,30} of ad ).+?(?= at \\d{4}-\\d{2}-\\d{2}T))"
              + "|(?<ad>(?<=^ad ).+?(?=  "
              + STATE
              + "$|: )"
              + "|(?<=^  ad {8}).+?(?=, "
              + STATE
              + ": | has no document$| cannot be read: ))"
              + "|(?<event>(?<=^event )[\\w.-]+:\\d{1,16}"
              + "|[\\w.-]+-\\d{8}_\\d{6}(?:-[a-z2-9]{6})?:\\d{1,16}"
              + "|(?<=\"eventId\":\")[\\w.-]+:\\d{1,16})"
              + "|(?<counter>(?<=^counter )[\\w.-]+|(?<=^    )[\\w.-]+(?=: \\d)"
              + "|[\\w.-]+-\\d{8}_\\d{6}(?:-[a-z2-9]{6})?(?![\\w-]))"
              + "|(?<day>\\b\\d{4}-\\d{2}-\\d{2}(?=T|\\b))");

  private Links() {}

  static String ad(String id) {
    return link("/ad", id, code(id));
  }

  static String states(String adId, String text) {
    return link("/states", adId, Html.escaped(text));
  }

  static String counter(String id) {
    return link("/counter", id, code(id));
  }

  static String event(String counterId, long sequence) {
    String id = counterId + ":" + sequence;
    return link("/event", id, code(id));
  }

  static String day(LocalDate day) {
    return link("/day", day.toString(), day.toString());
  }

  /** The day of UTC in which this is. */
  static LocalDate dayOf(long ms) {
    return LocalDate.ofInstant(Instant.ofEpochMilli(ms), ZoneOffset.UTC);
  }

  /** A time, whose day is a link. */
  static String time(long ms) {
    return "<span class=\"when\">%s<span>%s</span></span>"
        .formatted(day(dayOf(ms)), Texts.time(ms).substring("2026-06-01".length()));
  }

  private static String code(String id) {
    return "<code>" + Html.escaped(id) + "</code>";
  }

  private static String link(String page, String id, String shown) {
    String encoded = Html.escaped(URLEncoder.encode(id, StandardCharsets.UTF_8));
    return "<a href=\"%s?id=%s\">%s</a>".formatted(page, encoded, shown);
  }

  /** What a command has printed: escaped, and each id that has a page is a link. */
  static String in(String text) {
    Matcher found = IDS.matcher(text);
    StringBuilder html = new StringBuilder();
    int end = 0;
    while (found.find()) {
      html.append(Html.escaped(text.substring(end, found.start())));
      html.append(linked(found));
      end = found.end();
    }
    return html.append(Html.escaped(text.substring(end))).toString();
  }

  /** The id of the first ad that an event names, as a line or in words; null if there is none. */
  static String adIn(String text) {
    Matcher found = IDS.matcher(text);
    while (found.find()) {
      if (found.group("json") != null) {
        return unquoted(found.group("json"));
      }
      if (found.group("said") != null) {
        return found.group("said");
      }
    }
    return null;
  }

  private static String linked(Matcher found) {
    String shown = found.group();
    String group =
        PAGES.keySet().stream().filter(each -> found.group(each) != null).findFirst().orElseThrow();
    if (group.equals("day") && !isDay(shown)) {
      return Html.escaped(shown);
    }
    String id = group.equals("json") ? unquoted(shown) : shown;
    return link(PAGES.get(group), id, Html.escaped(shown));
  }

  private static String unquoted(String json) {
    try {
      return JSON.readValue("\"" + json + "\"", String.class);
    } catch (JsonProcessingException e) {
      return json;
    }
  }

  private static boolean isDay(String text) {
    try {
      LocalDate.parse(text);
      return true;
    } catch (DateTimeException e) {
      return false;
    }
  }
}
