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

  /** The faults by field; usually empty. */
  final Map<String, LineFault> faults = new HashMap<>(0);

  Event toEvent() {
    require(counterId, "eventId");
    require(type, "type");
    return switch (type) {
      case "impression" -> adEvent(EventKind.IMPRESSION, 0);
      case "click" -> adEvent(EventKind.CLICK, require(costMicros, "costMicros"));
      case "budget" -> adEvent(EventKind.BUDGET, require(budgetMicros, "budgetMicros"));
      case "close" -> new Close(counterId, sequence, require(timestampMs, "timestamp"));
      case "writeOff" -> writeOff(false);
      case "reopen" -> writeOff(true);
      default ->
          throw new LineFault(
              RejectReason.UNKNOWN_TYPE,
              "type '"
                  + EventParser.abbreviated(type)
                  + "', expected impression, click, budget, close, writeOff or reopen");
    };
  }

  private Event adEvent(EventKind kind, long amountMicros) {
    return new AdEvent(
        counterId,
        sequence,
        kind,
        require(adId, "adId"),
        require(timestampMs, "timestamp"),
        amountMicros);
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

  private <T> T require(T value, String name) {
    LineFault fault = faults.get(name);
    if (fault != null) {
      throw fault;
    }
    if (value == null) {
      throw new LineFault(RejectReason.MISSING_FIELD, name + " is missing");
    }
    return value;
  }
}
