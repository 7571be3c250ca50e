package clickcounter.model;

import java.util.ArrayDeque;
import java.util.Deque;

/** Visits every state of a model, breadth first, until it finds a fault. */
public final class Search {
  /**
   * The result of a search.
   *
   * @param states the number of states visited
   * @param fault null when there is none
   * @param path the shortest path to the fault, for a person
   */
  public record Outcome(int states, String fault, String path) {
    public boolean holds() {
      return fault == null;
    }
  }

  private final Model model;
  private final StateSet states;
  private String fault;

  /** The state at fault. If a step is at fault that leads to no new state, the state before it. */
  private int faultyState;

  private Search(Model model) {
    this.model = model;
    this.states = new StateSet(model.width());
  }

  public static Outcome of(Model model) {
    return new Search(model).run();
  }

  private Outcome run() {
    visit(model.start(), -1);
    for (int index = 0; index < states.size() && fault == null; index++) {
      int from = index;
      model.forEachNext(states.get(index), next -> visit(next, from));
    }
    return new Outcome(states.size(), fault, fault == null ? "" : pathToFault());
  }

  private void visit(int[] state, int from) {
    if (fault == null) {
      boolean isNew = states.add(state, from);
      fault = model.faultOfStep();
      if (fault == null && isNew) {
        fault = model.fault(state);
      }
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
