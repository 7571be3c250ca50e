package clickcounter.counting;

import clickcounter.event.RejectReason;
import clickcounter.event.Rejected;
import clickcounter.ids.LongRanges;
import clickcounter.wire.Marks;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a task sent, by delivery. A delivery is a word. */
final class RecordedOutput implements Output<String> {
  final List<String> acked = new ArrayList<>();
  final List<String> failed = new ArrayList<>();
  final List<String> keptAlive = new ArrayList<>();
  final List<Rejected> rejected = new ArrayList<>();
  final List<Marks> marks = new ArrayList<>();

  /** Marks that wait to be handed to a counters task. */
  final List<Marks> unsent = new ArrayList<>();

  private final Map<String, LongRanges> marked = new HashMap<>();

  @Override
  public void mark(String delivery, List<Marks> sent) {
    marks.addAll(sent);
    unsent.addAll(sent);
    sent.forEach(
        m -> marked.computeIfAbsent(m.counterId(), id -> new LongRanges()).addAll(m.ids()));
  }

  /** All ids of the counter that were marked. */
  LongRanges marked(String counterId) {
    return marked.getOrDefault(counterId, new LongRanges());
  }

  @Override
  public void reject(String delivery, List<Rejected> lines) {
    rejected.addAll(lines);
  }

  List<RejectReason> rejectReasons() {
    return rejected.stream().map(Rejected::reason).toList();
  }

  @Override
  public void ack(String delivery) {
    acked.add(delivery);
  }

  @Override
  public void keepAlive(String delivery) {
    keptAlive.add(delivery);
  }

  @Override
  public void fail(String delivery) {
    failed.add(delivery);
  }
}
