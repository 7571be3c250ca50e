package clickcounter.tools.check;

import clickcounter.event.EventKind;
import clickcounter.tools.archive.EventLine;
import clickcounter.tools.common.Texts;
import java.nio.file.Path;

/** An event that takes a click back or charges it again, and where it is. */
record Verdict(String eventId, EventKind kind, Charge charge, Path file, long line) {
  static Verdict of(EventLine event, Charge charge, Path file, long line) {
    return new Verdict(event.eventId(), event.kind(), charge, file, line);
  }

  String place() {
    return file + ":" + line;
  }

  @Override
  public String toString() {
    return kind.type() + " " + eventId;
  }

  /** What a verdict and its click must agree on: it decides which sums they change. */
  record Charge(String adId, long costMicros) {
    static Charge of(EventLine event) {
      return new Charge(event.adId(), event.amountMicros());
    }

    @Override
    public String toString() {
      return "ad '%s' and cost %s".formatted(adId, Texts.money(costMicros));
    }
  }
}
