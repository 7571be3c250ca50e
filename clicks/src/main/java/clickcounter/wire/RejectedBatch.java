package clickcounter.wire;

import clickcounter.event.Rejected;
import java.util.List;

/** The payload of one tuple: rejected lines on their way to the queue of rejects. */
public record RejectedBatch(List<Rejected> lines) {
  public RejectedBatch {
    lines = List.copyOf(lines);
  }
}
