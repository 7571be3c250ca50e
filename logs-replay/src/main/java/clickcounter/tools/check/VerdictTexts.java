package clickcounter.tools.check;

import clickcounter.tools.check.Finding.Kind;
import clickcounter.tools.common.Texts;
import java.sql.ResultSet;
import java.sql.SQLException;

/** What is said of a row of the question {@code check-verdicts}. */
final class VerdictTexts {
  private VerdictTexts() {}

  /** What was found, what it does, and what puts it right. */
  static String detail(Kind kind, long surplus, ResultSet row) throws SQLException {
    boolean isTooLow = row.getLong("in_force") > 0;
    return "%s %s %s: %s"
        .formatted(
            isTooLow ? "invalidation" : "reinstatement",
            row.getString("verdict"),
            found(kind, row),
            effect(surplus, isTooLow, row.getString("ad"), row.getLong("micros")));
  }

  private static String found(Kind kind, ResultSet row) throws SQLException {
    String clickId = row.getString("counter") + ":" + row.getLong("sequence");
    String between = ". If the verdict between is in other files, name these too. If there is none";
    return switch (kind) {
      case UNKNOWN_CLICK ->
          "judges %s. %s"
              .formatted(
                  clickId,
                  row.getBoolean("is_complete")
                      ? "The files have all events of that counter, but not this"
                      : "No archive has an event of that counter");
      case NO_CHARGED_CLICK ->
          "judges %s, expected a click, found %s".formatted(clickId, row.getString("found"));
      case UNLIKE_CLICK ->
          "has %s, expected those of its click %s: %s"
              .formatted(charge(row, ""), clickId, charge(row, "click_"));
      case INVALIDATED_TWICE ->
          "takes back %s, which is taken back already by %s"
              .formatted(clickId, row.getString("first_invalidation") + between);
      default -> "charges %s again, which is charged already".formatted(clickId) + between;
    };
  }

  private static String charge(ResultSet row, String whose) throws SQLException {
    return "ad '%s' and cost %s"
        .formatted(row.getString(whose + "ad"), Texts.money(row.getLong(whose + "micros")));
  }

  private static String effect(long surplus, boolean isTooLow, String adId, long micros) {
    String remedy = isTooLow ? "reinstatement" : "invalidation";
    return "ad '%s' has %s and %s %s than it should. %s of the same clickId, adId and costMicros put%s it right"
        .formatted(
            adId,
            Texts.count(surplus, "click"),
            Texts.money(Math.multiplyExact(surplus, micros)),
            isTooLow ? "less" : "more",
            surplus == 1 ? (isTooLow ? "A " : "An ") + remedy : Texts.count(surplus, remedy),
            surplus == 1 ? "s" : "");
  }
}
