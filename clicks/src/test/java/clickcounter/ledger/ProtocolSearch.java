package clickcounter.ledger;

import java.util.ArrayDeque;
import java.util.Deque;

/** Visits every state of a model, breadth first, until it finds a fault. */
final class ProtocolSearch {
  /**
   * The result of a search.
   *
   * @param states the number of states visited
   * @param withoutMainLine the number of quorum reads that found no main line
   * @param fault null when there is none
   * @param path the shortest path to the fault, for a person
   */
  record Outcome(int states, int withoutMainLine, String fault, String path) {
    boolean holds() {
      return fault == null;
    }
  }

  private final ProtocolModel model;
  private final StateSet states;
  private String fault;

  /** The state at fault. If a step is at fault that leads to no new state, the state before it. */
  private int faultyState;

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
        states.size(), model.withoutMainLine(), fault, fault == null ? "" : pathToFault());
  }

  private void visit(int[] state, int from) {
    if (fault == null) {
      boolean isNew = states.add(state, from);
      fault = isNew ? model.fault(state) : model.faultOfStep();
      faultyState = isNew ? states.size() - 1 : from;
    }
  }

  private String pathToFault() {
    Deque<Integer> path = new ArrayDeque<>();
    for (int at = faultyState; at >= 0; at = states.parent(at)) {
      path.push(at);
    }
    StringBuilder text = new StringBuilder(fault).append(" after ").append(path.size() - 1);
    text.append(" steps\n");
    path.forEach(at -> text.append(model.describe(states.get(at))));
    return text.toString();
  }
}
