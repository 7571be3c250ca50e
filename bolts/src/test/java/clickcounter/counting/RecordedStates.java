package clickcounter.counting;

import clickcounter.states.AdLevel;
import clickcounter.states.StateMessage;
import clickcounter.states.StateSink;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A topic of states that answers when the test says so. */
final class RecordedStates implements StateSink {
  final List<StateMessage> sent = new ArrayList<>();
  private final List<Consumer<String>> unanswered = new ArrayList<>();

  /** Whether each send is confirmed at once. */
  boolean confirms = true;

  @Override
  public void send(StateMessage message, Consumer<String> ended) {
    sent.add(message);
    if (confirms) {
      ended.accept(null);
    } else {
      unanswered.add(ended);
    }
  }

  List<AdLevel> levels() {
    return sent.stream().map(StateMessage::level).toList();
  }

  StateMessage last() {
    return sent.get(sent.size() - 1);
  }

  /**
   * Answers the oldest send that is not answered.
   *
   * @param failure null when the broker has it
   */
  void answer(String failure) {
    unanswered.remove(0).accept(failure);
  }

  @Override
  public void close() {}
}
