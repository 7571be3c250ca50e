package clickcounter.fuzz;

import static clickcounter.fuzz.FuzzCase.require;

import clickcounter.document.AdDocument;
import clickcounter.document.AddedIds;
import clickcounter.document.CounterDocument;
import clickcounter.document.Fence;
import clickcounter.document.InvalidClicks;
import clickcounter.document.RecountMark;
import clickcounter.document.RetiredDocument;
import clickcounter.document.UnsettledIds;
import clickcounter.document.WriteStamp;
import clickcounter.event.EventKind;
import clickcounter.hours.HourCounts;
import clickcounter.ids.Ending;
import clickcounter.ids.Gap;
import clickcounter.ids.LongRanges;
import clickcounter.ids.WriteOff;
import clickcounter.states.StateMessage;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.StreamSupport;

/**
 * What the text of a document says, read without the project's codecs: by Jackson's tree and by
 * splitting texts. It trusts a text that a codec has accepted, so it need not find faults.
 */
final class DocumentText {
  private static final int RADIX = 36;

  private final JsonNode json;

  DocumentText(byte[] bytes) {
    try {
      json = new ObjectMapper().readTree(bytes);
    } catch (IOException e) {
      throw new AssertionError("a document was read that is no JSON", e);
    }
  }

  private static void same(String what, Object text, Object read) {
    require(
        Objects.equals(text, read), "%s: the text says %s, but was read as %s", what, text, read);
  }

  private void sameNumber(JsonNode of, String field, long read) {
    same(field, of.path(field).canConvertToLong() ? of.path(field).longValue() : null, read);
  }

  private void sameText(String field, String read) {
    same(field, json.path(field).textValue(), read);
  }

  void requireSame(AdDocument document) {
    sameText("adId", document.adId());
    sameNumber(json, "budgetMicros", document.totals().budgetMicros());
    sameNumber(json, "costMicros", document.totals().costMicros());
    sameNumber(json, "clicks", document.totals().clicks());
    sameNumber(json, "impressions", document.totals().impressions());
    if (hasEvents()) {
      sameNumber(json, "firstEventAt", document.totals().firstEventAtMs());
      sameNumber(json, "lastEventAt", document.totals().lastEventAtMs());
    }
    requireSame(document.totals().invalid());
    same("hours", hours(), document.hours().counts());
    for (int day = 0; day < 8; day++) {
      JsonNode ranking = json.path("ranking");
      same("day's clicks", atDay(ranking, "clicks", day), document.totals().ranking().clicks(day));
      same(
          "day's impressions",
          atDay(ranking, "impressions", day),
          document.totals().ranking().impressions(day));
    }
    requireSameStamp(document.write());
    requireSameUnsettled(document.unsettled(), newestHour());
  }

  private boolean hasEvents() {
    return !json.path("state").asText().equals("unfunded")
        || json.path("clicks").asLong() + json.path("impressions").asLong() > 0
        || json.has("invalidated")
        || filteredClicks() > 0;
  }

  private long filteredClicks() {
    return StreamSupport.stream(json.path("filtered").spliterator(), false)
        .mapToLong(JsonNode::asLong)
        .sum();
  }

  private void requireSame(InvalidClicks invalid) {
    for (EventKind kind : EventKind.FILTERED) {
      String name = kind.filterClass();
      same(name, json.path("filtered").path(name).asLong(0), invalid.filtered(kind));
    }
    same("judged", json.has("invalidated"), invalid.judged());
    same("invalidated", json.path("invalidated").asLong(0), invalid.invalidated());
    same(
        "invalidatedMicros", json.path("invalidatedMicros").asLong(0), invalid.invalidatedMicros());
  }

  private static long atDay(JsonNode ranking, String field, int day) {
    return ranking.path(field).path(day).asLong(0);
  }

  private String hoursText() {
    return json.path("hours").asText("");
  }

  private long newestHour() {
    String head = hoursText().split(":", 2)[0].split("\\*")[0];
    return head.isEmpty() ? -1 : Long.parseLong(head, RADIX);
  }

  /** As {@code 88gf*2klc:34.2!5,eg.1.255s,7@2}. */
  private Map<Long, HourCounts> hours() {
    Map<Long, HourCounts> hours = new TreeMap<>();
    if (hoursText().isEmpty()) {
      return hours;
    }
    String[] halves = hoursText().split(":", 2);
    String[] head = halves[0].split("\\*");
    long clickMicros = head.length > 1 ? Long.parseLong(head[1], RADIX) : 0;
    long hour = newestHour();
    String[] entries = halves[1].split(",", -1);
    for (int i = 0; i < entries.length; i++) {
      String[] parts = entries[i].split("@");
      hour -= parts.length > 1 ? Long.parseLong(parts[1], RADIX) : i == 0 ? 0 : 1;
      String[] charged = parts[0].split("!");
      long invalid = charged.length > 1 ? Long.parseLong(charged[1], RADIX) : 0;
      String[] numbers = charged[0].split("\\.");
      long clicks = numbers.length > 1 ? Long.parseLong(numbers[1], RADIX) : 0;
      long costMicros =
          numbers.length > 2 ? Long.parseLong(numbers[2], RADIX) : clicks * clickMicros;
      long impressions = numbers[0].isEmpty() ? 0 : Long.parseLong(numbers[0], RADIX);
      hours.put(hour, new HourCounts(impressions, clicks, costMicros, invalid));
    }
    return hours;
  }

  private void requireSameStamp(WriteStamp write) {
    JsonNode stamp = json.path("write");
    same("write.id", stamp.path("id").textValue(), write.id());
    sameNumber(stamp, "number", write.number());
    same("write.base", stamp.path("base").textValue(), write.base());
    TreeSet<String> basedOn = new TreeSet<>();
    stamp.path("basedOn").forEach(id -> basedOn.add(id.textValue()));
    same("write.basedOn", basedOn, new TreeSet<>(write.basedOn()));
  }

  /** By counter id a text as {@code 15+5,3i,2c120000@7}. */
  private void requireSameUnsettled(Map<String, UnsettledIds> unsettled, long newestHour) {
    Map<String, String> texts = new HashMap<>();
    json.path("unsettled")
        .properties()
        .forEach(e -> texts.put(e.getKey(), e.getValue().textValue()));
    same("counters with unsettled ids", texts.keySet(), unsettled.keySet());
    texts.forEach((id, text) -> requireSameIds(text, unsettled.get(id), newestHour));
  }

  private static void requireSameIds(String text, UnsettledIds ids, long newestHour) {
    List<long[]> older = new ArrayList<>();
    AddedIds added = ids.added();
    int next = 0;
    long end = 0;
    for (String element : text.split(",")) {
      int letter = indexOfLetter(element);
      String[] range = element.substring(0, letter).split("\\+");
      long from = end + Long.parseLong(range[0]);
      end = from + (range.length > 1 ? Long.parseLong(range[1]) : 0);
      if (letter == element.length()) {
        older.add(new long[] {from, end});
        continue;
      }
      EventKind kind = EventKind.ofLetter(element.charAt(letter));
      String[] rest = element.substring(letter + 1).split("@");
      long amountMicros = rest[0].isEmpty() ? 0 : Long.parseLong(rest[0]);
      long before = rest.length > 1 ? Long.parseLong(rest[1]) : 0;
      for (long sequence = from; sequence <= end; sequence++, next++) {
        same("an added id of " + text, sequence, added.sequence(next));
        same("its kind", kind, added.kind(next));
        same("its amount", amountMicros, added.amountMicros(next));
        same("its hour", kind == EventKind.BUDGET ? 0 : newestHour - before, added.hour(next));
      }
    }
    same("added ids of " + text, next, added.size());
    same("older ids of " + text, joinedRanges(older), ranges(ids.older()));
  }

  private static int indexOfLetter(String element) {
    int at = 0;
    while (at < element.length() && "0123456789+".indexOf(element.charAt(at)) >= 0) {
      at++;
    }
    return at;
  }

  private static String ranges(LongRanges ids) {
    StringBuilder text = new StringBuilder();
    ids.forEachRange((from, to) -> text.append(from).append("..").append(to).append(' '));
    return text.toString();
  }

  /** The same text for the same ids: ranges that touch are one. */
  private static String joinedRanges(List<long[]> ranges) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < ranges.size(); i++) {
      long from = ranges.get(i)[0];
      while (i + 1 < ranges.size() && ranges.get(i + 1)[0] == ranges.get(i)[1] + 1) {
        i++;
      }
      text.append(from).append("..").append(ranges.get(i)[1]).append(' ');
    }
    return text.toString();
  }

  /** Reads a text as {@code 15+5,3}. */
  private static List<long[]> ranges(String text) {
    List<long[]> ranges = new ArrayList<>();
    long end = 0;
    for (String element : text.isEmpty() ? new String[0] : text.split(",")) {
      String[] numbers = element.split("\\+");
      long from = end + Long.parseLong(numbers[0]);
      end = from + (numbers.length > 1 ? Long.parseLong(numbers[1]) : 0);
      ranges.add(new long[] {from, end});
    }
    return ranges;
  }

  void requireSame(CounterDocument document) {
    sameText("counterId", document.counterId());
    sameNumber(json, "next", document.next());
    sameNumber(json, "lastEventAt", document.lastEventAtMs());
    same("closed", json.path("closed").booleanValue(), document.closed());
    same("gaps", gaps(), gaps(document.gaps().gaps()));
    same("ending", ending(), ending(document.gaps().ending()));
    String unconfirmed = json.path("unconfirmed").textValue();
    same("unconfirmed", joinedRanges(ranges(unconfirmed)), ranges(document.unconfirmed()));
    requireSameStamp(document.write());
  }

  private List<String> gaps() {
    List<Missing> gaps = new ArrayList<>();
    for (JsonNode group : json.path("gaps")) {
      String known = group.path("since").longValue() + decision(group);
      for (long[] range : ranges(group.path("ids").textValue())) {
        gaps.add(new Missing(range[0], range[1], known));
      }
    }
    return joined(gaps);
  }

  /** The last of both fields counts. */
  private static String decision(JsonNode group) {
    String last = "";
    for (String field : (Iterable<String>) group::fieldNames) {
      JsonNode of = group.path(field);
      if (field.equals("writeOff") || field.equals("reopened")) {
        last = decision(field.equals("reopened"), of);
      }
    }
    return last;
  }

  /** Of two fields the last holds, as for a reader of a stream. */
  private String ending() {
    String last = "";
    for (String field : (Iterable<String>) json::fieldNames) {
      if (field.equals("closedByOperator") || field.equals("reopenedByOperator")) {
        JsonNode of = json.path(field);
        last = of.path("from").longValue() + decision(field.equals("reopenedByOperator"), of);
      }
    }
    return last;
  }

  private static String ending(Ending read) {
    if (read == null) {
      return "";
    }
    WriteOff by = read.decision();
    return read.from() + decision(by.reopened(), by.reason(), by.atMs(), by.eventId());
  }

  private static String decision(boolean reopened, JsonNode of) {
    return decision(
        reopened,
        of.path("reason").textValue(),
        of.path("at").longValue(),
        of.path("eventId").textValue());
  }

  private static String decision(boolean reopened, String reason, long atMs, String eventId) {
    return (reopened ? " reopened " : " written off ") + reason + ' ' + atMs + ' ' + eventId;
  }

  private static List<String> gaps(Collection<Gap> read) {
    List<Missing> gaps = new ArrayList<>();
    for (Gap gap : read) {
      WriteOff by = gap.writeOff();
      String decision =
          by == null ? "" : decision(by.reopened(), by.reason(), by.atMs(), by.eventId());
      gaps.add(new Missing(gap.from(), gap.to(), gap.sinceMs() + decision));
    }
    return joined(gaps);
  }

  /** Missing ids, since when and by which decision. */
  private record Missing(long from, long to, String known) {}

  /** Neighbours of which the same is known are one. */
  private static List<String> joined(List<Missing> gaps) {
    gaps.sort(Comparator.comparingLong(Missing::from));
    List<String> joined = new ArrayList<>();
    for (int i = 0; i < gaps.size(); i++) {
      Missing first = gaps.get(i);
      while (i + 1 < gaps.size()
          && gaps.get(i + 1).from() == gaps.get(i).to() + 1
          && gaps.get(i + 1).known().equals(first.known())) {
        i++;
      }
      joined.add(first.from() + ".." + gaps.get(i).to() + " since " + first.known());
    }
    return joined;
  }

  void requireSameCounters(TreeSet<String> ids) {
    TreeSet<String> counters = new TreeSet<>();
    json.path("counters").forEach(id -> counters.add(id.textValue()));
    same("counters", counters, ids);
  }

  void requireSame(RetiredDocument document) {
    TreeMap<String, String> retired = new TreeMap<>();
    json.path("retired")
        .properties()
        .forEach(e -> retired.put(e.getKey(), e.getValue().toString()));
    TreeMap<String, String> read = new TreeMap<>();
    document
        .byId()
        .forEach(
            (id, of) ->
                read.put(
                    id,
                    "[%d,%d,%d,%d,%d]"
                        .formatted(
                            of.next(),
                            of.enteredAtMs(),
                            of.writeNumber(),
                            of.lastEventAtMs(),
                            of.closed() ? 1 : 0)));
    same("retired", retired, read);
  }

  void requireSame(Fence fence) {
    sameText("fence", fence.id());
    sameText("by", fence.by());
    sameNumber(json, "number", fence.number());
    sameNumber(json, "startedAt", fence.startedAtMs());
    JsonNode replaced = json.path("replaced");
    same("replaced", replaced.size(), fence.replaced().size());
    for (int i = 0; i < fence.replaced().size(); i++) {
      Fence.Replaced value = fence.replaced().get(i);
      same("its type", replaced.get(i).get("type").asText(), value.contentType());
      same("its bytes", replaced.get(i).get("bytes").asText(), value.base64());
    }
  }

  void requireSame(RecountMark mark) {
    sameText("run", mark.run());
    sameText("by", mark.by());
    sameNumber(json, "startedAt", mark.startedAtMs());
    same("finishedAt", json.path("finishedAt").asLong(0), mark.finishedAtMs());
  }

  void requireSame(StateMessage state) {
    sameText("adId", state.adId());
    sameText("state", state.state().label());
    sameNumber(json, "version", state.storedNumber());
    sameNumber(json, "leftPercent", state.level().leftPercent());
    sameNumber(json, "budgetMicros", state.budgetMicros());
    sameNumber(json, "costMicros", state.costMicros());
    sameNumber(json, "lastEventAt", state.lastEventAtMs());
  }
}
