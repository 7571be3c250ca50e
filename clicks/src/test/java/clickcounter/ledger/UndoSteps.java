package clickcounter.ledger;

import static clickcounter.ledger.ToolRuns.Kind.REPEAT;
import static clickcounter.ledger.ToolRuns.Kind.UNDO;

import clickcounter.document.Fence;
import clickcounter.model.Interner;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Steps of undos of recounts of ad 0, and the files that say what recounts have replaced. Part of
 * {@link ProtocolModel}.
 */
final class UndoSteps {
  enum UndoPhase {
    /** What stood there was put by the recount alone. Or it begins again, with a new fence. */
    BEGUN,
    /** Has read the document in whose place it will put its fence. */
    READ,
    FENCED,
    /** Has read what it replaces, and made what it puts. */
    READY
  }

  /** What it does with the document under its fence. */
  enum Intent {
    /** It has not looked yet. */
    UNKNOWN,
    PUTS_BACK,
    /** Somebody has written it since. */
    LEAVES_AS_IT_IS
  }

  /**
   * An undo of a recount of ad 0.
   *
   * @param number which run it is, from 1; hence a time
   * @param file of the recount
   * @param clock the version of the document that was read last
   * @param fence null before there is one
   * @param value to be put
   */
  record Undo(
      UndoPhase phase, Intent intent, int number, int file, int clock, Fence fence, int value)
      implements ToolRuns.Run {
    static Undo begun(Intent intent, int number, int file) {
      return new Undo(UndoPhase.BEGUN, intent, number, file, 0, null, 0);
    }

    Undo read(int newClock, Fence newFence) {
      return new Undo(UndoPhase.READ, intent, number, file, newClock, newFence, 0);
    }

    Undo fenced(Intent newIntent) {
      return new Undo(UndoPhase.FENCED, newIntent, number, file, 0, fence, 0);
    }

    Undo ready(int newClock, int newValue) {
      return new Undo(UndoPhase.READY, intent, number, file, newClock, fence, newValue);
    }
  }

  /**
   * What the file of a recount says.
   *
   * @param writes ids of those that replaced what was before
   * @param before what stood there
   */
  private record Kept(List<String> writes, List<Fence.Replaced> before) {
    static final Kept NOTHING = new Kept(List.of(), List.of());

    Kept and(String write) {
      TreeSet<String> all = new TreeSet<>(writes);
      all.add(write);
      return new Kept(List.copyOf(all), before);
    }
  }

  private final ProtocolModel model;
  private final ModelBounds bounds;
  private final Rules rules;
  private final ModelLedgers ledgers;
  private final ToolRuns runs;
  private final DamageSteps damage;
  private final Interner<Kept> kept = new Interner<>(k -> k);

  UndoSteps(
      ProtocolModel model,
      ModelBounds bounds,
      Rules rules,
      ModelLedgers ledgers,
      ToolRuns runs,
      DamageSteps damage) {
    this.model = model;
    this.bounds = bounds;
    this.rules = rules;
    this.ledgers = ledgers;
    this.runs = runs;
    this.damage = damage;
    kept.id(Kept.NOTHING); // is 0
  }

  /** The state in which the file of a recount names a write that it is about to put. */
  int[] keep(int[] state, int file, String write, List<Fence.Replaced> before) {
    if (bounds.undos == 0) {
      return state;
    }
    Kept old = kept(state, file);
    int[] after = state.clone();
    after[model.filesAt + file] =
        kept.id(
            old == Kept.NOTHING
                ? new Kept(List.of(write), before)
                : rules.isOwn(old.writes(), old.before(), before) ? old.and(write) : old);
    return after;
  }

  private Kept kept(int[] state, int file) {
    return kept.value(state[model.filesAt + file]);
  }

  private boolean isUntouched(int[] state, int file, List<Fence.Replaced> found) {
    return rules.isUntouched(kept(state, file).writes(), ModelLedgers.writesOf(found));
  }

  /** Whether whatever is read was put by the first recount alone. */
  boolean isRecounted(int[] state) {
    return !kept(state, 0).before().isEmpty()
        && Arrays.stream(model.reads(state, model.replicasOfAd(0)))
            .allMatch(read -> isUntouched(state, 0, ledgers.standing(read)));
  }

  /** Goes on if what it reads was put by the recount alone. */
  void begin(int[] state, int at, Consumer<int[]> next) {
    if (!runs.mayBegin(state, UNDO)) {
      return;
    }
    for (int file = 0; file < bounds.recounts; file++) {
      if (kept(state, file).before().isEmpty()) {
        continue; // nothing can be put back
      }
      for (int read : model.reads(state, model.replicasOfAd(0))) {
        if (isUntouched(state, file, ledgers.standing(read))) {
          beginAt(state, at, UNDO, Intent.UNKNOWN, file, next);
        }
      }
    }
  }

  private void beginAt(
      int[] state, int at, ToolRuns.Kind kind, Intent intent, int file, Consumer<int[]> next) {
    if (runs.mayBegin(state, kind)) {
      Undo undo = Undo.begun(intent, runs.nextNumber(state), file);
      runs.to(runs.begun(state, kind), at, undo, next);
    }
  }

  void steps(int[] state, int at, Undo undo, Consumer<int[]> next) {
    switch (undo.phase()) {
      case BEGUN -> readBeforeFence(state, at, undo, next);
      case READ -> putFence(state, at, undo, next);
      case FENCED -> readFence(state, at, undo, next);
      case READY -> put(state, at, undo, next);
    }
  }

  private void readBeforeFence(int[] state, int at, Undo undo, Consumer<int[]> next) {
    for (int read : model.reads(state, model.replicasOfAd(0))) {
      Fence fence =
          rules
              .fence(ledgers.allNumbers(read), "f" + undo.number(), undo.number())
              .replacing(ledgers.replacedBy(read));
      Undo begun = undo.read(ledgers.ads.clock(read), fence);
      if (rules.fencesBeforeItUndoes()) {
        runs.to(state, at, begun, next);
      } else if (isUntouched(state, undo.file(), fence.replaced())) {
        ready(state, at, begun.fenced(Intent.PUTS_BACK), read, next);
      }
    }
  }

  /** What is in doubt is not put again: it goes on with a new fence. */
  private void putFence(int[] state, int at, Undo undo, Consumer<int[]> next) {
    runs.put(
        state,
        at,
        model.replicasOfAd(0),
        undo.clock(),
        ledgers.fence(ToolRuns.dotOf(undo.number(), 0), undo.fence()),
        (after, isAnswered) -> {
          again(after, at, undo, next);
          if (isAnswered) {
            runs.to(after, at, undo.fenced(undo.intent()), next);
          }
        },
        next);
  }

  private void again(int[] state, int at, Undo undo, Consumer<int[]> next) {
    boolean looksAgain = undo.intent() == Intent.PUTS_BACK && rules.checksEachFence();
    Intent intent = looksAgain ? Intent.UNKNOWN : undo.intent();
    beginAt(state, at, REPEAT, intent, undo.file(), next);
  }

  /** Reads what stands under its fence and beside it; then once more, to replace it. */
  private void readFence(int[] state, int at, Undo undo, Consumer<int[]> next) {
    for (int read : model.reads(state, model.replicasOfAd(0))) {
      if (!rules.mayReplace(undo.fence(), ledgers.fences(read), ledgers.numbers(read))) {
        runs.end(state, at, next);
        if (ledgers.fences(read).stream().noneMatch(f -> f.number() > undo.fence().number())) {
          again(state, at, undo, next); // it is gone
        }
      } else if (undo.intent() == Intent.UNKNOWN) {
        boolean isUntouched =
            isUntouched(state, undo.file(), rules.checked(undo.fence(), ledgers.beside(read)));
        Intent intent = isUntouched ? Intent.PUTS_BACK : Intent.LEAVES_AS_IT_IS;
        runs.to(state, at, undo.fenced(intent), next);
      } else {
        ready(state, at, undo, read, next);
      }
    }
  }

  private void ready(int[] state, int at, Undo undo, int read, Consumer<int[]> next) {
    int dot = ToolRuns.dotOf(undo.number(), 1);
    for (int viewSet : model.viewSets(state, 0, ModelLedgers.NO_VIEWS)) {
      int value =
          undo.intent() == Intent.PUTS_BACK
              ? ledgers.undone(kept(state, undo.file()).before(), undo.fence(), viewSet, dot)
              : ledgers.givenBack(undo.fence(), read, viewSet, dot);
      if (value == ModelLedgers.NO_MAIN_LINE) {
        runs.end(state, at, next);
      } else {
        runs.to(state, at, undo.ready(ledgers.ads.clock(read), value), next);
      }
    }
  }

  private void put(int[] state, int at, Undo undo, Consumer<int[]> next) {
    runs.put(
        begun(state, undo),
        at,
        model.replicasOfAd(0),
        undo.clock(),
        undo.value(),
        (after, isAnswered) -> again(after, at, undo, next),
        next);
  }

  /** The state in which the put is under way. */
  private int[] begun(int[] state, Undo undo) {
    if (undo.intent() != Intent.PUTS_BACK) {
      return state;
    }
    String write = ModelLedgers.writeOfTool(ToolRuns.dotOf(undo.number(), 1));
    int counted = ledgers.counted(kept(state, undo.file()).before());
    return damage.broughtBack(keep(state, undo.file(), write, List.of()), counted);
  }

  String describe(int file) {
    return ToolRuns.decoded(kept.value(file).toString());
  }
}
