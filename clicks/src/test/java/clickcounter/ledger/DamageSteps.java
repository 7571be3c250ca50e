package clickcounter.ledger;

import clickcounter.document.Fence;
import clickcounter.ledger.ModelBounds.Damage;
import java.util.Arrays;
import java.util.function.Consumer;

/** Steps of damage to a document, once, before it is recounted. Part of {@link ProtocolModel}. */
final class DamageSteps {
  private static final int NONE = 0;
  private static final int DAMAGED = 1;
  private static final int MENDED = 2;

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

  private int damage(int[] state) {
    return state[model.archiveAt] >> SHIFT & MASK;
  }

  private int[] with(int[] state, int damage) {
    int[] after = state.clone();
    after[model.archiveAt] += damage - damage(state) << SHIFT;
    return after;
  }

  boolean isToCome(int[] state) {
    return bounds.damage != Damage.NONE && damage(state) == NONE;
  }

  /** Whether what is stored may say anything: nothing is claimed of it. */
  boolean isDamaged(int[] state) {
    return damage(state) == DAMAGED;
  }

  int[] mended(int[] state) {
    return damage(state) == NONE ? state : with(state, MENDED);
  }

  void steps(int[] state, Consumer<int[]> next) {
    if (!isToCome(state)) {
      return;
    }
    int[] after = with(state, DAMAGED);
    Fence rubbish = new Fence(ModelLedgers.RUBBISH, 1, 0, "somebody");
    boolean ofCounter = bounds.recountsCounter;
    int at = ofCounter ? model.replicasOfCounter(0) : model.replicasOfAd(0);
    int value =
        ofCounter
            ? ledgers.counterFence(DOT_OF_RUBBISH, rubbish)
            : ledgers.fence(DOT_OF_RUBBISH, rubbish);
    ReplicaSpace<?> space = ofCounter ? ledgers.counters : ledgers.ads;
    int all = bounds.replicas == 1 ? state[at] : model.mergeOfAll(state, at);
    int overwritten = space.put(all, space.clock(all), value);
    boolean lost = bounds.damage == Damage.LOST;
    Arrays.fill(after, at, at + bounds.replicas, lost ? space.empty : overwritten);
    next.accept(model.canonical(after));
  }
}
