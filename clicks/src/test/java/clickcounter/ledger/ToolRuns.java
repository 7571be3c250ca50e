package clickcounter.ledger;

import static java.nio.charset.StandardCharsets.UTF_8;

import clickcounter.model.Interner;
import java.util.Base64;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What runs of tools have in common: each is a part of the state, puts values, and may end. */
final class ToolRuns {
  /** How far a run of a tool has come; equal ones do the same. */
  sealed interface Run permits Idle, RecountSteps.Recount {}

  /** A run that has not begun, or has ended. */
  enum Idle implements Run {
    IDLE
  }

  private static final int BEGUN_SHIFT = 8;
  private static final int MOST = 0xF;
  private static final int FIRST_DOT = 20;

  private final ProtocolModel model;
  private final ModelBounds bounds;
  private final ModelLedgers ledgers;
  private final Interner<Run> runs = new Interner<>(run -> run);

  ToolRuns(ProtocolModel model, ModelBounds bounds, ModelLedgers ledgers) {
    this.model = model;
    this.bounds = bounds;
    this.ledgers = ledgers;
    runs.id(Idle.IDLE); // is 0
  }

  Run at(int[] state, int at) {
    return runs.value(state[at]);
  }

  /** Passes the state in which the run at this index has come so far. */
  void to(int[] state, int at, Run run, Consumer<int[]> next) {
    int[] after = state.clone();
    after[at] = runs.id(run);
    next.accept(model.canonical(after));
  }

  void end(int[] state, int at, Consumer<int[]> next) {
    to(state, at, Idle.IDLE, next);
  }

  /** Whether one more may begin within the bounds. */
  boolean mayBegin(int[] state) {
    return begun(state) < bounds.recounts;
  }

  /** The number of the next run: a time. */
  int nextNumber(int[] state) {
    return begun(state) + 1;
  }

  private int begun(int[] state) {
    return state[model.archiveAt] >> BEGUN_SHIFT & MOST;
  }

  /** The state in which one more has begun. */
  int[] begin(int[] state) {
    int[] begun = state.clone();
    begun[model.archiveAt] += 1 << BEGUN_SHIFT;
    return begun;
  }

  /** Two puts of each run. */
  static int dotOf(int number, int put) {
    return FIRST_DOT + 2 * number + put;
  }

  /**
   * A put. Whether it gets the answer or not, the run may end here.
   *
   * @param document the index of its first replica
   * @param sent gets each state after it, and whether the run may have got the answer of a quorum
   */
  void put(
      int[] state,
      int at,
      int document,
      int clock,
      int value,
      BiConsumer<int[], Boolean> sent,
      Consumer<int[]> next) {
    ReplicaSpace<?> space = model.isOfAd(document) ? ledgers.ads : ledgers.counters;
    for (int[] reached : model.reached()) {
      for (int coordinator : reached) {
        int put = space.put(state[document + coordinator], clock, value);
        int[] after = state.clone();
        for (int replica : reached) {
          after[document + replica] = space.merge(state[document + replica], put);
        }
        end(after, at, next);
        sent.accept(after, model.answers(after, document, reached).length > 0);
      }
    }
  }

  private static final Pattern BASE64 = Pattern.compile("base64=([A-Za-z0-9+/=]+)");

  String describe(int[] state, int at) {
    return BASE64
        .matcher(runs.value(state[at]).toString())
        .replaceAll(
            found ->
                Matcher.quoteReplacement(
                    new String(Base64.getDecoder().decode(found.group(1)), UTF_8)));
  }
}
