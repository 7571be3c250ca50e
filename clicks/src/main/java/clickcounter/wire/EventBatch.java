package clickcounter.wire;

import clickcounter.event.AdEvent;
import java.util.List;

/** The payload of one tuple: the ad events of one JMS message that go to one ads task. */
public record EventBatch(List<AdEvent> events) {
  public EventBatch {
    events = List.copyOf(events);
  }
}
