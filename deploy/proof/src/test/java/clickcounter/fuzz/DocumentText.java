package clickcounter.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What the text of a document says, read without the project's codecs: by Jackson's tree and by
 * splitting texts. It trusts a text that a codec has accepted, so it need not find faults. Two
 * texts that say the same in different ways, such as {@code 15+2} and {@code 15,1,1}, are equal.
 */
final class DocumentText {
  private static final int RADIX = 36;
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Written for people and other programs, and not read back. */
  private static final Set<String> DERIVED =
      Set.of("spentMicros", "leftMicros", "overdeliveredMicros", "ranking.score");

  /** An element as {@code 2}, {@code 15+5} or {@code 2+3c120000@7}. */
  private static final Pattern IDS =
      Pattern.compile("(\\d+)(?:\\+(\\d+))?(?:([a-zA-Z])(-?\\d+)?(?:@(\\d+))?)?");

  private final JsonNode json;
  private final long newestHour;
  private final Map<String, String> fields = new TreeMap<>();

  private DocumentText(JsonNode json) {
    this.json = json;
    String head = json.path("hours").asText().split("[*:]", 2)[0];
    newestHour = head.isEmpty() ? -1 : Long.parseLong(head, RADIX);
    read("", json);
    if (json.path("ranking").isObject()) {
      readWhatIsImplied();
    }
  }

  /**
   * The value of each field, by its path, in one form. What is derived, zero or empty is left out.
   */
  static Map<String, String> fields(byte[] text) {
    try {
      return new DocumentText(JSON.readTree(text)).fields;
    } catch (IOException e) {
      throw new AssertionError("a document was read that is no JSON", e);
    }
  }

  private void read(String path, JsonNode node) {
    if (path.startsWith("unsettled.") || path.equals("unconfirmed")) {
      put(path, text(ids(node.asText(), "")));
    } else if (path.equals("hours")) {
      put(path, hours(node.asText()));
    } else if (path.equals("gaps")) {
      put(path, text(gaps(node)));
    } else if (node.isObject()) {
      node.properties()
          .forEach(e -> read(path.isEmpty() ? e.getKey() : path + "." + e.getKey(), e.getValue()));
    } else {
      put(path, node.isArray() ? elements(node) : node.asText());
    }
  }

  private void put(String path, String value) {
    if (!DERIVED.contains(path) && !value.isEmpty() && !value.equals("0")) {
      fields.put(path, value);
    }
  }

  /** Texts are a set; the last of the numbers may be left out if they are 0. */
  private static String elements(JsonNode array) {
    if (array.path(0).isTextual()) {
      Set<String> texts = new TreeSet<>();
      array.forEach(each -> texts.add(each.asText()));
      return texts.toString();
    }
    return array.toString().replaceFirst("(^\\[0)?(,0)*]$", "]");
  }

  /** What an ad's document says by leaving it out. */
  private void readWhatIsImplied() {
    boolean funded = !json.path("state").asText().equals("unfunded");
    fields.put("state", funded ? "funded" : "unfunded");
    fields.putIfAbsent("ranking.day", Long.toString(newestHour / 24));
    put("judged", json.has("invalidated") ? "yes" : "");
    boolean counted =
        List.of("clicks", "impressions", "judged").stream().anyMatch(fields::containsKey)
            || fields.keySet().stream().anyMatch(path -> path.startsWith("filtered."));
    if (!funded && !counted) {
      fields.keySet().removeAll(Set.of("firstEventAt", "lastEventAt"));
    }
  }

  /** Each hour of a text as {@code 88gf*2klc:34.2!5,eg.1.255s,7@2}. */
  private String hours(String text) {
    String[] halves = text.split(":", 2);
    String[] head = halves[0].split("\\*");
    long clickMicros = head.length > 1 ? number(head[1]) : 0;
    List<String> hours = new ArrayList<>();
    long hour = newestHour + 1;
    for (String element : halves[1].split(",", -1)) {
      String[] parts = element.split("@");
      hour -= parts.length > 1 ? number(parts[1]) : 1;
      String[] charged = parts[0].split("!");
      long invalid = charged.length > 1 ? number(charged[1]) : 0;
      String[] numbers = charged[0].split("\\.");
      long clicks = numbers.length > 1 ? number(numbers[1]) : 0;
      long costMicros = numbers.length > 2 ? number(numbers[2]) : clicks * clickMicros;
      hours.add(hour + ":" + number(numbers[0]) + "." + clicks + "." + costMicros + "!" + invalid);
    }
    return hours.toString();
  }

  private static long number(String digits) {
    return digits.isEmpty() ? 0 : Long.parseLong(digits, RADIX);
  }

  /** Ids in a row, and what is known of all of them. */
  private record Ids(long from, long to, String known) {}

  /** Reads a text as {@code 15+5,3i,2c120000@7}. */
  private List<Ids> ids(String text, String known) {
    List<Ids> ids = new ArrayList<>();
    long end = 0;
    Matcher element = IDS.matcher(text);
    while (element.find()) {
      long from = end + Long.parseLong(element.group(1));
      end = from + (element.group(2) == null ? 0 : Long.parseLong(element.group(2)));
      ids.add(new Ids(from, end, element.group(3) == null ? known : added(element)));
    }
    return ids;
  }

  /** Kind, amount and hour. */
  private String added(Matcher element) {
    String kind = element.group(3);
    long amount = element.group(4) == null ? 0 : Long.parseLong(element.group(4));
    long before = element.group(5) == null ? 0 : Long.parseLong(element.group(5));
    return kind + amount + (kind.equals("b") ? "" : "@" + (newestHour - before));
  }

  private List<Ids> gaps(JsonNode groups) {
    List<Ids> gaps = new ArrayList<>();
    for (JsonNode group : groups) {
      StringBuilder known = new StringBuilder(group.path("since").asText());
      // Of two decisions the last one holds, as for a reader of a stream.
      group.properties().stream()
          .filter(e -> Set.of("writeOff", "reopened").contains(e.getKey()))
          .reduce((first, last) -> last)
          .ifPresent(e -> known.append(e.getKey()).append(decision(e.getValue())));
      gaps.addAll(ids(group.path("ids").asText(), known.toString()));
    }
    return gaps;
  }

  private static List<String> decision(JsonNode json) {
    return List.of("reason", "at", "eventId").stream()
        .map(name -> json.path(name).asText())
        .toList();
  }

  /** Neighbours with the same value become one. */
  private static String text(List<Ids> ids) {
    ids.sort(Comparator.comparingLong(Ids::from));
    List<Ids> joined = new ArrayList<>();
    for (Ids next : ids) {
      Ids last = joined.isEmpty() ? null : joined.get(joined.size() - 1);
      if (last != null && last.to() + 1 == next.from() && last.known().equals(next.known())) {
        joined.set(joined.size() - 1, new Ids(last.from(), next.to(), last.known()));
      } else {
        joined.add(next);
      }
    }
    return joined.stream()
        .map(each -> each.from() + ".." + each.to() + " " + each.known())
        .collect(Collectors.joining(", "));
  }
}
