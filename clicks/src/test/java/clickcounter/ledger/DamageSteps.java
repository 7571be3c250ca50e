package clickcounter.ledger;

import clickcounter.ledger.ModelBounds.Damage;
import java.util.Arrays;
import java.util.function.Consumer;

/** Steps of damage to a document, once, before it is recounted. Part of {@link ProtocolModel}. */
final class DamageSteps {
  private static final int TO_COME = 0;
  private static final int KNOWN = 1;
  private static final int UNKNOWN = 2;

  private static final int SHIFT = 12;
  private static final int MASK = 3;
  private static final int DOT_OF_RUBBISH = 19;

  private final ProtocolModel model;
  private final ModelBounds bounds;
  private final ModelLedgers ledgers;

  DamageSteps(ProtocolModel model, ModelBounds bounds, ModelLedgers ledgers) {
    this.model = model;
    this.bounds = bounds;
    this.ledgers = ledgers;
  }

  private static int[] with(ProtocolModel model, int[] state, int what) {
    int[] after = state.clone();
    after[model.archiveAt] &= ~(MASK << SHIFT);
    after[model.archiveAt] |= what << SHIFT;
    return after;
  }

  private int of(int[] state) {
    return state[model.archiveAt] >> SHIFT & MASK;
  }

  boolean isToCome(int[] state) {
    return bounds.damage != Damage.NONE && of(state) == TO_COME;
  }

  /**
   * Whether the documents may say anything, so that nothing is claimed of them: one is lost, or a
   * recount of it is not done.
   */
  boolean isUnknown(int[] state) {
    return of(state) == UNKNOWN;
  }

  int[] unknown(int[] state) {
    return with(model, state, UNKNOWN);
  }

  int[] known(int[] state) {
    return with(model, state, KNOWN);
  }

  /** Whether only what is lost, or was merged away, says that an event is counted. */
  boolean hidesWhatIsCounted(int[] state) {
    return isUnknown(state) || bounds.damage == Damage.LOST;
  }

  void steps(int[] state, Consumer<int[]> next) {
    if (!isToCome(state)) {
      return;
    }
    boolean ofCounter = bounds.recountsCounter;
    boolean lost = bounds.damage == Damage.LOST;
    int at = ofCounter ? model.replicasOfCounter(0) : model.replicasOfAd(0);
    ReplicaSpace<?> space = ofCounter ? ledgers.counters : ledgers.ads;
    int all = bounds.replicas == 1 ? state[at] : model.mergeOfAll(state, at);
    int rubbish = space.value(DOT_OF_RUBBISH, ModelLedgers.RUBBISH);
    int overwritten = space.put(all, space.clock(all), rubbish);
    int[] after = lost ? unknown(state) : known(state);
    Arrays.fill(after, at, at + bounds.replicas, lost ? space.empty : overwritten);
    next.accept(model.canonical(after));
  }
}
