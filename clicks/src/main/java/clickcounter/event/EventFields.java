package clickcounter.event;

import clickcounter.ids.Ending;
import java.util.HashMap;
import java.util.Map;

/** The fields of an event's JSON that were read so far; null for those not seen. */
final class EventFields {
  String counterId;
  long sequence;
  String type;
  String adId;
  Long timestampMs;
  Long costMicros;
  Long budgetMicros;
  String targetCounterId;
  Long from;
  Long to;
  String reason;
  String clickId;
  String author;
  Dimensions dims;

  /** The faults by field; usually empty. */
  final Map<String, LineFault> faults = new HashMap<>(0);

  Event toEvent() {
    require(counterId, "eventId");
    require(type, "type");
    return switch (type) {
      case "impression" -> seen(EventKind.IMPRESSION, 0, null);
      case "click" -> seen(EventKind.CLICK, require(costMicros, "costMicros"), null);
      case "budget" -> adEvent(EventKind.BUDGET, require(budgetMicros, "budgetMicros"), null);
      case EventKind.FILTERED_CLICK -> filteredClick();
      case "invalidation" -> verdict(EventKind.INVALIDATION);
      case "reinstatement" -> verdict(EventKind.REINSTATEMENT);
      case "close" -> new Close(counterId, sequence, require(timestampMs, "timestamp"));
      case "writeOff" -> writeOff(false);
      case "reopen" -> writeOff(true);
      default ->
          throw new LineFault(
              RejectReason.UNKNOWN_TYPE,
              "type '"
                  + EventParser.abbreviated(type)
                  + "', expected impression, click, filtered-click, budget, invalidation, reinstatement,"
                  + " close, writeOff or reopen");
    };
  }

  private Event filteredClick() {
    Judgement judgement = Judgement.ofFilter(require(reason, "reason"));
    return seen(judgement.filteredKind(), 0, judgement);
  }

  /** An event that may have dimensions. */
  private Event seen(EventKind kind, long amountMicros, Judgement judgement) {
    requireNoFault(Dimensions.FIELD);
    return adEvent(kind, amountMicros, judgement);
  }

  private Event verdict(EventKind kind) {
    Judgement judgement =
        new Judgement(require(reason, "reason"), require(clickId, "clickId"), author(kind));
    return adEvent(kind, require(costMicros, "costMicros"), judgement);
  }

  private String author(EventKind kind) {
    if (author == null && !faults.containsKey("author")) {
      throw new LineFault(
          RejectReason.MISSING_FIELD,
          "author is missing: expected who decided this "
              + kind.type()
              + ", such as ivt, and the time of the decision as timestamp, not the click's. It does"
              + " not count. Write it again with both");
    }
    return require(author, "author");
  }

  private Event adEvent(EventKind kind, long amountMicros, Judgement judgement) {
    return new AdEvent(
        counterId,
        sequence,
        kind,
        require(adId, "adId"),
        require(timestampMs, "timestamp"),
        amountMicros,
        judgement);
  }

  private Event writeOff(boolean reopen) {
    return new WriteOffRequest(
        counterId,
        sequence,
        require(timestampMs, "timestamp"),
        reopen,
        require(targetCounterId, "counterId"),
        require(from, "from"),
        to == null && !faults.containsKey("to") ? Ending.NO_END : require(to, "to"),
        require(reason, "reason"));
  }

  private void requireNoFault(String name) {
    LineFault fault = faults.get(name);
    if (fault != null) {
      throw fault;
    }
  }

  private <T> T require(T value, String name) {
    requireNoFault(name);
    if (value == null) {
      throw new LineFault(RejectReason.MISSING_FIELD, name + " is missing");
    }
    return value;
  }
}
