package clickcounter.tools.check;

import static clickcounter.event.EventKind.INVALIDATION;
import static clickcounter.event.EventKind.REINSTATEMENT;

import clickcounter.event.EventKind;
import clickcounter.tools.check.Finding.Kind;
import clickcounter.tools.common.Texts;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * A row of the question {@code check-verdicts}: what is wrong with the verdicts of one ad and cost
 * on one click.
 *
 * @param inForce how many invalidations are not taken back; below 0, reinstatements without one
 * @param verdict the last one that is too many
 * @param others which verdict takes the click back already, and how many more
 * @param expected what stands where the click should be
 */
record WrongVerdict(
    Kind kind,
    String clickId,
    long inForce,
    String verdict,
    String others,
    Charge charge,
    String expected) {
  /** What a verdict and its click must agree on: it decides which sums they change. */
  private record Charge(String adId, long costMicros) {
    @Override
    public String toString() {
      return "ad '%s' and cost %s".formatted(adId, Texts.money(costMicros));
    }
  }

  static WrongVerdict of(ResultSet row) throws SQLException {
    long more = row.getLong("invalidations") - 2;
    Kind kind = Kind.of(row.getString("fault"));
    return new WrongVerdict(
        kind,
        row.getString("counter") + ":" + row.getLong("sequence"),
        row.getLong("in_force"),
        row.getString("verdict"),
        row.getString("first_invalidation") + (more > 0 ? " and " + more + " more" : ""),
        new Charge(row.getString("ad"), row.getLong("micros")),
        switch (kind) {
          case UNKNOWN_CLICK ->
              row.getBoolean("is_complete")
                  ? "The files have all events of that counter, but not this"
                  : "No archive has an event of that counter";
          case UNLIKE_CLICK ->
              new Charge(row.getString("click_ad"), row.getLong("click_micros")).toString();
          default -> row.getString("found");
        });
  }

  /** How many verdicts are too many. */
  long surplus() {
    boolean isOneRight = kind == Kind.INVALIDATED_TWICE;
    return isOneRight ? inForce - 1 : Math.abs(inForce);
  }

  /** What was found, what it does, and what puts it right. */
  String detail() {
    String between = ". If the verdict between is in other files, name these too. If there is none";
    String found =
        switch (kind) {
          case UNKNOWN_CLICK -> "judges %s. %s".formatted(clickId, expected);
          case NO_CHARGED_CLICK ->
              "judges %s, expected a click, found %s".formatted(clickId, expected);
          case UNLIKE_CLICK ->
              "has %s, expected those of its click %s: %s".formatted(charge, clickId, expected);
          case INVALIDATED_TWICE ->
              "takes back %s, which is taken back already by %s".formatted(clickId, others)
                  + between;
          default -> "charges %s again, which is charged already".formatted(clickId) + between;
        };
    EventKind type = inForce > 0 ? INVALIDATION : REINSTATEMENT;
    return "%s %s %s: %s".formatted(type.type(), verdict, found, effect());
  }

  private String effect() {
    long count = surplus();
    return "ad '%s' has %s and %s %s than it should. %s of the same clickId, adId and costMicros put%s it right"
        .formatted(
            charge.adId(),
            Texts.count(count, "click"),
            Texts.money(Math.multiplyExact(count, charge.costMicros())),
            inForce > 0 ? "less" : "more",
            remedies(count),
            count == 1 ? "s" : "");
  }

  private String remedies(long count) {
    String one = inForce > 0 ? "A reinstatement" : "An invalidation";
    return count == 1 ? one : Texts.count(count, one.substring(one.indexOf(' ') + 1));
  }
}
