package clickcounter.ledger;

import java.util.ArrayDeque;
import java.util.Deque;

/** Visits every state of a model, breadth first, until one is at fault. */
final class ProtocolSearch {
  /**
   * What a search found.
   *
   * @param fault null when there is none
   * @param way the shortest one to the fault, to be read by a person
   */
  record Outcome(int states, int withoutMainLine, String fault, String way) {
    boolean holds() {
      return fault == null;
    }
  }

  private final ProtocolModel model;
  private final StateSet states;
  private String fault;

  /** The state at fault; where a step is at fault that leads to no new state, the one before it. */
  private int faulty;

  private ProtocolSearch(ProtocolModel model) {
    this.model = model;
    this.states = new StateSet(model.width());
  }

  static Outcome search(ModelBounds bounds, Rules rules) {
    return new ProtocolSearch(new ProtocolModel(bounds, rules)).run();
  }

  private Outcome run() {
    states.add(model.start(), -1);
    for (int index = 0; index < states.size() && fault == null; index++) {
      int from = index;
      model.forEachNext(states.get(index), next -> visit(next, from));
    }
    return new Outcome(
        states.size(), model.withoutMainLine(), fault, fault == null ? "" : wayToFault());
  }

  private void visit(int[] state, int from) {
    if (fault == null) {
      boolean isNew = states.add(state, from);
      fault = isNew ? model.fault(state) : model.faultOfStep();
      faulty = isNew ? states.size() - 1 : from;
    }
  }

  private String wayToFault() {
    Deque<Integer> way = new ArrayDeque<>();
    for (int at = faulty; at >= 0; at = states.parent(at)) {
      way.push(at);
    }
    StringBuilder text = new StringBuilder(fault).append(" after ").append(way.size() - 1);
    text.append(" steps\n");
    way.forEach(at -> text.append(model.describe(states.get(at))));
    return text.toString();
  }
}
