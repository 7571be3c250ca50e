package clickcounter.spouts;

import java.util.ArrayDeque;
import java.util.List;
import org.apache.storm.spout.ISpoutOutputCollector;

/** Keeps what a spout emits until the test answers it. */
final class FakeSpoutCollector implements ISpoutOutputCollector {
  static final int NO_TASK = -1;

  final ArrayDeque<Emitted> emitted = new ArrayDeque<>();

  record Emitted(int task, String stream, List<Object> values, Object messageId) {}

  @Override
  public List<Integer> emit(String streamId, List<Object> tuple, Object messageId) {
    emitted.add(new Emitted(NO_TASK, streamId, tuple, messageId));
    return List.of();
  }

  @Override
  public void emitDirect(int taskId, String streamId, List<Object> tuple, Object messageId) {
    emitted.add(new Emitted(taskId, streamId, tuple, messageId));
  }

  @Override
  public long getPendingCount() {
    return emitted.size();
  }

  @Override
  public void flush() {
    // Nothing is held back.
  }

  @Override
  public void reportError(Throwable error) {
    throw new AssertionError(error);
  }
}
