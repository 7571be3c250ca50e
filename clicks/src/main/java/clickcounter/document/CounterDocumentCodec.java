package clickcounter.document;

import clickcounter.ids.Ending;
import clickcounter.ids.Gap;
import clickcounter.ids.GapList;
import clickcounter.ids.LongRanges;
import clickcounter.ids.RangeText;
import clickcounter.ids.WriteOff;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Counter documents as JSON, content type {@value #CONTENT_TYPE}:
 *
 * <pre>
 * {"counterId":"hostA-20131030_152543","next":10422,"closed":false,"lastEventAt":1383146743633,
 *  "gaps":[{"since":1383146751000,"ids":"17+2,5"},
 *          {"since":1383146752000,"ids":"30","writeOff":
 *           {"reason":"disk lost","at":1383233151000,"eventId":"ops-20131031_090000:0"}}],
 *  "unconfirmed":"10400+21","write":{"id":"3k9f0x2m1q7z","number":991,"basedOn":["1m4c8t0w5y2r"]}}
 * </pre>
 *
 * <p>Every sequence below {@code next} that is in no gap is counted. Gaps that became known in the
 * same second and have the same decision are stored as one text of {@link LongRanges}, here 17 to
 * 19 and 24. A replay of a day creates thousands of gaps, and an object for each would make the
 * document many times larger. {@code since} and {@code at} are ms since the epoch. {@code
 * unconfirmed} is a text of ranges, too. What a newer build adds to a document stands behind {@code
 * write}, see {@link OtherFields}.
 */
public final class CounterDocumentCodec {
  public static final String CONTENT_TYPE = "application/vnd.click-counter.counter.v1+json";

  private static final String CLOSED = "closedByOperator";
  private static final String REOPENED = "reopenedByOperator";

  private CounterDocumentCodec() {}

  public static byte[] write(CounterDocument document) {
    return DocumentJson.write(json -> writeDocument(document, json));
  }

  private static void writeDocument(CounterDocument document, JsonGenerator json)
      throws IOException {
    json.writeStringField("counterId", document.counterId());
    json.writeNumberField("next", document.next());
    json.writeBooleanField("closed", document.closed());
    json.writeNumberField("lastEventAt", document.lastEventAtMs());
    json.writeArrayFieldStart("gaps");
    for (Map.Entry<Known, RangeText> group : grouped(document.gaps()).entrySet()) {
      writeGroup(group.getKey(), group.getValue(), json);
    }
    json.writeEndArray();
    writeEnding(document.gaps().ending(), json);
    RangeText unconfirmed = new RangeText();
    document.unconfirmed().appendTo(unconfirmed);
    writeRanges("unconfirmed", unconfirmed, json);
    DocumentJson.writeStamp(document.write(), json);
    document.other().write(json);
    json.writeEndObject();
  }

  private static void writeRanges(String name, RangeText ranges, JsonGenerator json)
      throws IOException {
    json.writeFieldName(name);
    json.writeRawUTF8String(ranges.bytes(), 0, ranges.length());
  }

  /** What several gaps have in common: when they became known, and the decision about them. */
  private record Known(long sinceMs, WriteOff writeOff) {
    boolean isSharedBy(Gap gap) {
      return sinceMs == gap.sinceMs() && Objects.equals(writeOff, gap.writeOff());
    }
  }

  /** The gaps ascend, and those of a group are never adjacent, so each text is built at its end. */
  private static Map<Known, RangeText> grouped(GapList gaps) {
    Map<Known, RangeText> groups = new LinkedHashMap<>();
    Known known = null;
    RangeText text = null;
    for (Gap gap : gaps.gaps()) {
      // Neighbouring gaps usually became known together, so most need no look-up.
      if (known == null || !known.isSharedBy(gap)) {
        known = new Known(gap.sinceMs(), gap.writeOff());
        text = groups.computeIfAbsent(known, first -> new RangeText());
      }
      text.range(gap.from(), gap.to());
    }
    return groups;
  }

  private static void writeGroup(Known known, RangeText ids, JsonGenerator json)
      throws IOException {
    json.writeStartObject();
    json.writeNumberField("since", known.sinceMs());
    writeRanges("ids", ids, json);
    WriteOff writeOff = known.writeOff();
    if (writeOff != null) {
      json.writeObjectFieldStart(writeOff.reopened() ? "reopened" : "writeOff");
      writeDecision(writeOff, json);
      json.writeEndObject();
    }
    json.writeEndObject();
  }

  private static void writeDecision(WriteOff decision, JsonGenerator json) throws IOException {
    json.writeStringField("reason", decision.reason());
    json.writeNumberField("at", decision.atMs());
    json.writeStringField("eventId", decision.eventId());
  }

  private static void writeEnding(Ending ending, JsonGenerator json) throws IOException {
    if (ending != null) {
      json.writeObjectFieldStart(ending.decision().reopened() ? REOPENED : CLOSED);
      json.writeNumberField("from", ending.from());
      writeDecision(ending.decision(), json);
      json.writeEndObject();
    }
  }

  /**
   * Reads a document of any version ever written.
   *
   * @throws UnreadableDocument when the content type is unknown or the document is damaged
   */
  public static CounterDocument read(String contentType, byte[] bytes) throws UnreadableDocument {
    return DocumentJson.read(
        "counter document", CONTENT_TYPE, contentType, bytes, json -> new Reader().read(json));
  }

  private static final class Reader {
    private String counterId;
    private Long next;
    private Boolean closed;
    private Long lastEventAtMs;
    private List<Gap> gaps;
    private Ending ending;
    private LongRanges unconfirmed;
    private WriteStamp write;
    private OtherFields other = OtherFields.NONE;

    CounterDocument read(JsonParser json) throws IOException {
      DocumentJson.readObject(json, this::readField);
      return new CounterDocument(
          DocumentJson.require(counterId, "counterId"),
          GapList.of(
              DocumentJson.require(next, "next"), DocumentJson.require(gaps, "gaps"), ending),
          DocumentJson.require(closed, "closed"),
          DocumentJson.require(lastEventAtMs, "lastEventAt"),
          DocumentJson.require(unconfirmed, "unconfirmed"),
          DocumentJson.require(write, "write"),
          other);
    }

    private void readField(String name, JsonParser json) throws IOException {
      switch (name) {
        case "counterId" -> counterId = DocumentJson.text(json);
        case "next" -> next = DocumentJson.integer(json);
        case "closed" -> closed = DocumentJson.bool(json);
        case "lastEventAt" -> lastEventAtMs = DocumentJson.integer(json);
        case "gaps" -> gaps = readGaps(json);
        case CLOSED -> ending = readEnding(json, false);
        case REOPENED -> ending = readEnding(json, true);
        case "unconfirmed" -> unconfirmed = LongRanges.parse(DocumentJson.text(json));
        case "write" -> write = DocumentJson.readStamp(json);
        default -> other = other.with(name, json);
      }
    }

    private static List<Gap> readGaps(JsonParser json) throws IOException {
      DocumentJson.expect(json, JsonToken.START_ARRAY);
      List<Gap> gaps = new ArrayList<>();
      while (json.nextToken() != JsonToken.END_ARRAY) {
        readGroup(json, gaps);
      }
      gaps.sort(Comparator.comparingLong(Gap::from));
      return gaps;
    }

    private static void readGroup(JsonParser json, List<Gap> gaps) throws IOException {
      Long[] since = {null};
      LongRanges[] ids = {null};
      WriteOff[] writeOff = {null};
      DocumentJson.readObject(
          json,
          (name, value) -> {
            switch (name) {
              case "since" -> since[0] = DocumentJson.integer(value);
              case "ids" -> ids[0] = LongRanges.parse(DocumentJson.text(value));
              case "writeOff" -> writeOff[0] = readWriteOff(value, false);
              case "reopened" -> writeOff[0] = readWriteOff(value, true);
              default -> throw DocumentJson.unknown("gaps." + name);
            }
          });
      long sinceMs = DocumentJson.require(since[0], "since");
      DocumentJson.require(ids[0], "ids")
          .forEachRange((from, to) -> gaps.add(new Gap(from, to, sinceMs, writeOff[0])));
    }

    private static WriteOff readWriteOff(JsonParser json, boolean reopened) throws IOException {
      return new Decision().read(json).writeOff(reopened);
    }

    private static Ending readEnding(JsonParser json, boolean reopened) throws IOException {
      Decision decision = new Decision().read(json);
      return new Ending(DocumentJson.require(decision.from, "from"), decision.writeOff(reopened));
    }
  }

  /** The fields of an operator's decision. */
  private static final class Decision {
    private Long from;
    private String reason;
    private Long atMs;
    private String eventId;

    Decision read(JsonParser json) throws IOException {
      DocumentJson.readObject(
          json,
          (name, value) -> {
            switch (name) {
              case "from" -> from = DocumentJson.integer(value);
              case "reason" -> reason = DocumentJson.text(value);
              case "at" -> atMs = DocumentJson.integer(value);
              case "eventId" -> eventId = DocumentJson.text(value);
              default -> throw DocumentJson.unknown(name + " of a decision");
            }
          });
      return this;
    }

    WriteOff writeOff(boolean reopened) {
      return new WriteOff(
          reopened,
          DocumentJson.require(reason, "reason"),
          DocumentJson.require(atMs, "at"),
          DocumentJson.require(eventId, "eventId"));
    }
  }
}
