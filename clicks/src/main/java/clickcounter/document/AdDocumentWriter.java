package clickcounter.document;

import clickcounter.event.EventKind;
import clickcounter.hours.Hours;
import clickcounter.hours.RecentHours;
import clickcounter.ids.LongRanges;
import clickcounter.ids.RangeText;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.SerializedString;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes ad documents, see {@link AdDocumentCodec}. A task keeps one writer: its buffers are used
 * again, and a document costs no more memory than its bytes.
 *
 * <pre>
 *   writer.begin(adId, totals, hours);
 *   writer.counter(counterId, older, added);   // for each counter, in ascending order
 *   byte[] document = writer.end(write, other);
 * </pre>
 *
 * <p>A document that is not ended, because of an exception, is forgotten when the next one begins.
 *
 * <p>Not thread-safe.
 */
public final class AdDocumentWriter {
  // Names are encoded once, not at each put.
  private static final SerializableString AD_ID = new SerializedString("adId");
  private static final SerializableString STATE = new SerializedString("state");
  private static final SerializableString BUDGET_MICROS = new SerializedString("budgetMicros");
  private static final SerializableString COST_MICROS = new SerializedString("costMicros");
  private static final SerializableString SPENT_MICROS = new SerializedString("spentMicros");
  private static final SerializableString CLICKS = new SerializedString("clicks");
  private static final SerializableString IMPRESSIONS = new SerializedString("impressions");
  private static final SerializableString FILTERED = new SerializedString("filtered");
  private static final SerializableString INVALIDATED = new SerializedString("invalidated");
  private static final SerializableString INVALIDATED_MICROS =
      new SerializedString("invalidatedMicros");
  private static final SerializableString RANKING = new SerializedString("ranking");
  private static final SerializableString SCORE = new SerializedString("score");
  private static final SerializableString DAY = new SerializedString("day");
  private static final SerializableString FIRST_EVENT_AT = new SerializedString("firstEventAt");
  private static final SerializableString LAST_EVENT_AT = new SerializedString("lastEventAt");
  private static final SerializableString HOURS = new SerializedString("hours");
  private static final SerializableString UNSETTLED = new SerializedString("unsettled");

  private final DocumentBytes bytes = new DocumentBytes();
  private final RangeText text = new RangeText();
  private final ScoreText score = new ScoreText();
  private JsonGenerator json;
  private long newestDay;
  private long newestHour;
  private String lastCounterId;

  /** Begins a document. The totals include every id that is passed afterwards. */
  public void begin(String adId, AdTotals totals, RecentHours hours) {
    try {
      json = bytes.begin();
      lastCounterId = "";
      newestDay = totals.newestDay();
      newestHour = hours.newest();
      json.writeFieldName(AD_ID);
      json.writeString(adId);
      json.writeFieldName(STATE);
      json.writeString(totals.state().label());
      writeNumber(BUDGET_MICROS, totals.budgetMicros());
      writeNumber(COST_MICROS, totals.costMicros());
      if (totals.spentMicros() != totals.costMicros()) {
        writeNumber(SPENT_MICROS, totals.spentMicros());
      }
      writeNumber(CLICKS, totals.clicks());
      writeNumber(IMPRESSIONS, totals.impressions());
      writeInvalid(totals.invalid());
      writeRanking(totals.dayCounts());
      writeNumber(FIRST_EVENT_AT, totals.firstEventAtMs());
      writeNumber(LAST_EVENT_AT, totals.lastEventAtMs());
      writeHours(hours);
      json.writeFieldName(UNSETTLED);
      json.writeStartObject();
    } catch (IOException e) {
      throw new UncheckedIOException("a byte array does not fail", e);
    }
  }

  private void writeNumber(SerializableString name, long value) throws IOException {
    json.writeFieldName(name);
    json.writeNumber(value);
  }

  /** Writes what is not charged; nothing when nothing was filtered or judged. */
  private void writeInvalid(InvalidClicks invalid) throws IOException {
    if (invalid == InvalidClicks.NONE) {
      return;
    }
    if (invalid.allFiltered() > 0) {
      json.writeFieldName(FILTERED);
      json.writeStartObject();
      for (EventKind kind : EventKind.FILTERED) {
        if (invalid.filtered(kind) > 0) {
          json.writeNumberField(kind.filterClass(), invalid.filtered(kind));
        }
      }
      json.writeEndObject();
    }
    if (invalid.judged()) {
      writeNumber(INVALIDATED, invalid.invalidated());
      writeNumber(INVALIDATED_MICROS, invalid.invalidatedMicros());
    }
  }

  /** Writes the newest hours; nothing when there are none. */
  private void writeHours(RecentHours hours) throws IOException {
    hours.write(text);
    if (text.length() > 0) {
      json.writeFieldName(HOURS);
      json.writeRawUTF8String(text.bytes(), 0, text.length());
    }
  }

  private void writeRanking(long[] dayCounts) throws IOException {
    json.writeFieldName(RANKING);
    json.writeStartObject();
    json.writeFieldName(SCORE);
    score.write(Ranking.score(dayCounts), json);
    if (newestHour == RecentHours.NONE || newestDay != Hours.day(newestHour)) {
      writeNumber(DAY, newestDay);
    }
    writeDays(CLICKS, dayCounts, Ranking.CLICKS);
    writeDays(IMPRESSIONS, dayCounts, Ranking.IMPRESSIONS);
    json.writeEndObject();
  }

  /**
   * Writes the counts of the newest day and the days before it, down to the oldest with a count.
   */
  private void writeDays(SerializableString name, long[] dayCounts, int which) throws IOException {
    int days = dayCounts.length / 2;
    while (days > 0 && dayCounts[Ranking.at(days - 1, which)] == 0) {
      days--;
    }
    json.writeFieldName(name);
    json.writeStartArray();
    for (int daysBefore = 0; daysBefore < days; daysBefore++) {
      json.writeNumber(dayCounts[Ranking.at(daysBefore, which)]);
    }
    json.writeEndArray();
  }

  /**
   * Writes the unsettled ids of a counter; nothing when there are none. The sets are only read.
   *
   * @param older of which only the id is kept
   * @param added since the base; none is in {@code older}
   * @throws IllegalArgumentException when the counter does not come after the one before, or an id
   *     is in both sets
   */
  public void counter(String counterId, LongRanges older, AddedIds added) {
    if (older.isEmpty() && added.size() == 0) {
      return;
    }
    if (counterId.compareTo(lastCounterId) <= 0) {
      throw new IllegalArgumentException(
          "expected a counter after " + lastCounterId + ", found " + counterId);
    }
    lastCounterId = counterId;
    UnsettledText.write(older, added, newestHour, text);
    try {
      json.writeFieldName(counterId);
      json.writeRawUTF8String(text.bytes(), 0, text.length());
    } catch (IOException e) {
      throw new UncheckedIOException("a byte array does not fail", e);
    }
  }

  /**
   * Ends the document with the identity of this write, and returns it.
   *
   * @param other what a newer build added to it
   */
  public byte[] end(WriteStamp write, OtherFields other) {
    try {
      json.writeEndObject();
      DocumentJson.writeStamp(write, json);
      other.write(json);
      return bytes.end();
    } catch (IOException e) {
      throw new UncheckedIOException("a byte array does not fail", e);
    }
  }

  /** Writes a document. */
  public byte[] write(AdDocument document) {
    begin(document.adId(), document.totals(), document.hours());
    for (Map.Entry<String, UnsettledIds> counter : new TreeMap<>(document.unsettled()).entrySet()) {
      counter(counter.getKey(), counter.getValue().older(), counter.getValue().added());
    }
    return end(document.write(), document.other());
  }
}
