package clickcounter.wire;

import clickcounter.event.AdEvent;
import java.util.List;

/** The ad events of one JMS message that go to one ads task: what one tuple carries. */
public record EventBatch(List<AdEvent> events) {
  public EventBatch {
    events = List.copyOf(events);
  }
}
