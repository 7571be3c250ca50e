package clickcounter.states;

import clickcounter.document.AdState;
import clickcounter.document.AdTotals;
import clickcounter.document.DocumentJson;
import clickcounter.document.UnreadableDocument;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * What ad servers are told of an ad whose {@link AdLevel} has changed, as JSON:
 *
 * <pre>
 * {"adId":"m123456","state":"exhausted","version":4711,"budgetMicros":50000000,"costMicros":50120000,
 *  "spentMicros":50000000,"leftMicros":0,"overdeliveredMicros":120000,"leftPercent":0,
 *  "asOf":1383146743633,"lastEventAt":1383146743512}
 * </pre>
 *
 * <p>Messages of an ad may come twice and out of order. The one with the highest version is right.
 *
 * <p>A document that was read gives such a state, too. It may show a write that is lost again, so
 * its own number proves nothing: the stored number is that of the newest write in it that a quorum
 * is known to have, 0 if there is none.
 *
 * @param storedNumber the number of the write that this is the state of: a quorum has stored it. In
 *     the message it is called {@code version}
 * @param costMicros of all clicks that are charged, see {@link AdTotals#costMicros()}; what exceeds
 *     the budget is not charged
 * @param asOfMs when the write began, or when the document was read, by the clock of that machine:
 *     for people, not for ordering
 * @param lastEventAtMs event time of the ad's last event
 */
public record StateMessage(
    String adId,
    long storedNumber,
    AdLevel level,
    long budgetMicros,
    long costMicros,
    long asOfMs,
    long lastEventAtMs) {
  private static final String WHAT = "state of an ad";

  public StateMessage {
    Objects.requireNonNull(adId, "adId");
    Objects.requireNonNull(level, "level");
    if (storedNumber < 0) {
      throw new IllegalArgumentException(WHAT + ": expected version >= 0, found " + storedNumber);
    }
  }

  /** The state of a document that was stored with this write number. */
  public static StateMessage of(String adId, long storedNumber, AdTotals totals, long asOfMs) {
    return new StateMessage(
        adId,
        storedNumber,
        AdLevel.of(totals),
        totals.budgetMicros(),
        totals.costMicros(),
        asOfMs,
        totals.lastEventAtMs());
  }

  /** The same with this stored number, if its own is lower. */
  StateMessage withStoredNumberAtLeast(long least) {
    return storedNumber >= least
        ? this
        : new StateMessage(adId, least, level, budgetMicros, costMicros, asOfMs, lastEventAtMs);
  }

  public AdState state() {
    return level.state();
  }

  /** What the seller owes. */
  public long spentMicros() {
    return AdTotals.spentMicros(budgetMicros, costMicros);
  }

  public long leftMicros() {
    return budgetMicros - spentMicros();
  }

  /** What clicks have cost beyond the budget; it is not charged. */
  public long overdeliveredMicros() {
    return AdTotals.overdeliveredMicros(budgetMicros, costMicros);
  }

  public String toJson() {
    byte[] bytes =
        DocumentJson.write(
            json -> {
              json.writeStringField("adId", adId);
              json.writeStringField("state", state().label());
              json.writeNumberField("version", storedNumber);
              json.writeNumberField("budgetMicros", budgetMicros);
              json.writeNumberField("costMicros", costMicros);
              json.writeNumberField("spentMicros", spentMicros());
              json.writeNumberField("leftMicros", leftMicros());
              json.writeNumberField("overdeliveredMicros", overdeliveredMicros());
              json.writeNumberField("leftPercent", level.leftPercent());
              json.writeNumberField("asOf", asOfMs);
              json.writeNumberField("lastEventAt", lastEventAtMs);
              json.writeEndObject();
            });
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /**
   * Reads a message of any version ever sent. Fields that are not known are ignored.
   *
   * @throws UnreadableDocument when it is damaged
   */
  public static StateMessage read(String text) throws UnreadableDocument {
    return DocumentJson.read(
        WHAT, WHAT, WHAT, text.getBytes(StandardCharsets.UTF_8), json -> new Reader().read(json));
  }

  private static final class Reader {
    private String adId;
    private AdState state;
    private Long leftPercent;
    private Long storedNumber;
    private Long budgetMicros;
    private Long costMicros;
    private Long asOfMs;
    private Long lastEventAtMs;

    StateMessage read(JsonParser json) throws IOException {
      DocumentJson.readObject(json, this::readField);
      long percent = DocumentJson.require(leftPercent, "leftPercent");
      if (percent < 0 || percent > 100) {
        throw new IllegalArgumentException("leftPercent: expected 0 to 100, found " + percent);
      }
      if (DocumentJson.require(storedNumber, "version") < 1) {
        throw new IllegalArgumentException("version: expected 1 or more, found " + storedNumber);
      }
      return new StateMessage(
          DocumentJson.require(adId, "adId"),
          storedNumber,
          new AdLevel(DocumentJson.require(state, "state"), (int) percent),
          DocumentJson.require(budgetMicros, "budgetMicros"),
          DocumentJson.require(costMicros, "costMicros"),
          DocumentJson.require(asOfMs, "asOf"),
          DocumentJson.require(lastEventAtMs, "lastEventAt"));
    }

    private void readField(String name, JsonParser json) throws IOException {
      switch (name) {
        case "adId" -> adId = DocumentJson.text(json);
        case "state" -> state = AdState.ofLabel(DocumentJson.text(json));
        case "leftPercent" -> leftPercent = DocumentJson.integer(json);
        case "version" -> storedNumber = DocumentJson.integer(json);
        case "budgetMicros" -> budgetMicros = DocumentJson.integer(json);
        case "costMicros" -> costMicros = DocumentJson.integer(json);
        case "asOf" -> asOfMs = DocumentJson.integer(json);
        case "lastEventAt" -> lastEventAtMs = DocumentJson.integer(json);
        default -> json.skipChildren();
      }
    }
  }
}
