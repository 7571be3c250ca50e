package clickcounter.ledger;

import clickcounter.document.Fence;
import java.util.List;
import java.util.function.Consumer;

/** Steps of recounts of ad 0. Part of {@link ProtocolModel}. */
final class RecountSteps {
  /** How far a recount has come. */
  enum RecountPhase {
    /** Has chosen its number. */
    BEGUN,
    /** Only if it is broken: has read the archive, and nothing else. */
    EARLY,
    /** Of a counter: has read the document in whose place it will put its fence. */
    COUNTER_READ,
    /** Of a counter: its fence is there, that of the ad is not. */
    COUNTER_FENCED,
    /** Has read the document in whose place it will put its fence. */
    READ,
    FENCED,
    /** Has read the views, and reads the archive. */
    SCANNING,
    SCANNED,
    /** Has read its fence, and what stands beside it. */
    READY,
    /** Lacks events of the archives, and has read what it puts back. */
    GIVING_BACK,
    /** Of a counter: the ad's document is there. */
    AD_DONE,
    /** Of a counter: has read its fence in the place of the counter's document. */
    COUNTER_READY
  }

  /**
   * A recount of ad 0.
   *
   * @param number which one it is, from 1; hence a time
   * @param clock the version of the document that was read last
   * @param fence null before there is one
   * @param view the views of the counters
   * @param events the events that were in the archive when the reading of it began; then those that
   *     were read
   * @param known if archives lag: the events that the archives have to have; then the value to put
   *     back
   */
  record Recount(
      RecountPhase phase, int number, int clock, Fence fence, int view, int events, int known)
      implements ToolRuns.Run {
    static Recount begun(RecountPhase phase, int number, int archived) {
      return new Recount(phase, number, 0, null, 0, archived, 0);
    }

    private Recount with(
        RecountPhase newPhase, int newClock, Fence newFence, int newView, int newEvents, int now) {
      return new Recount(newPhase, number, newClock, newFence, newView, newEvents, now);
    }

    Recount read(int newClock, Fence newFence) {
      return with(RecountPhase.READ, newClock, newFence, view, events, known);
    }

    Recount fenced() {
      return with(RecountPhase.FENCED, 0, fence, view, events, known);
    }

    Recount scanning(int newView, int archived) {
      return with(RecountPhase.SCANNING, 0, fence, newView, archived, known);
    }

    Recount scanned(int read) {
      return with(RecountPhase.SCANNED, 0, fence, view, read, known);
    }

    Recount to(RecountPhase next, int newClock) {
      return with(next, newClock, fence, view, events, known);
    }

    Recount ready(int newClock) {
      return to(RecountPhase.READY, newClock);
    }

    Recount proving(int events) {
      return with(phase, clock, fence, view, this.events, events);
    }

    Recount givingBack(int newClock, int value) {
      return with(RecountPhase.GIVING_BACK, newClock, fence, 0, 0, value);
    }
  }

  private final ProtocolModel model;
  private final ModelBounds bounds;
  private final Rules rules;
  private final ModelLedgers ledgers;
  private final ToolRuns runs;
  private final DamageSteps damage;

  RecountSteps(
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
  }

  void steps(int[] state, int at, Recount recount, Consumer<int[]> next) {
    switch (recount.phase()) {
      case BEGUN, EARLY -> readBeforeFence(state, at, recount, next);
      case COUNTER_READ -> putCounterFence(state, at, recount, next);
      case COUNTER_FENCED -> {
        if (rules.recountsNoAds()) {
          Recount scanned = recount.scanned(model.archived(state));
          runs.to(state, at, scanned.to(RecountPhase.AD_DONE, 0), next);
        } else {
          readBeforeFence(state, at, recount, next);
        }
      }
      case READ -> putFence(state, at, recount, next);
      case FENCED -> beginScan(state, at, recount, next);
      case SCANNING -> endScan(state, at, recount, next);
      case SCANNED -> readFence(state, at, recount, next);
      case READY -> putRecounted(state, at, recount, next);
      case GIVING_BACK ->
          runs.put(
              state,
              at,
              model.replicasOfAd(0),
              recount.clock(),
              recount.known(),
              (after, isAnswered) -> {},
              next);
      case AD_DONE -> readCounterFence(state, at, recount, next);
      case COUNTER_READY -> putRecountedCounter(state, at, recount, next);
    }
  }

  void begin(int[] state, int at, Consumer<int[]> next) {
    if (!runs.mayBegin(state) || damage.isToCome(state)) {
      return;
    }
    int number = runs.nextNumber(state);
    int[] begun = runs.begin(state);
    if (rules.scansBeforeTheFence()) {
      Recount early = Recount.begun(RecountPhase.EARLY, number, model.archived(state));
      runs.to(begun, at, early, next);
    } else if (bounds.recountsCounter) {
      for (int read : model.reads(state, model.replicasOfCounter(0))) {
        Fence fence = rules.fence(List.of(), "f" + number, number);
        Recount recount = Recount.begun(RecountPhase.BEGUN, number, 0).read(0, fence);
        runs.to(
            begun, at, recount.to(RecountPhase.COUNTER_READ, ledgers.counters.clock(read)), next);
      }
    } else {
      readBeforeFence(begun, at, Recount.begun(RecountPhase.BEGUN, number, 0), next);
    }
  }

  private void putCounterFence(int[] state, int at, Recount recount, Consumer<int[]> next) {
    int value = ledgers.counterFence(ToolRuns.dotOf(recount.number(), 0), recount.fence());
    runs.put(
        state,
        at,
        model.replicasOfCounter(0),
        recount.clock(),
        value,
        (after, isAnswered) -> {
          if (isAnswered) {
            int[] fenced = damage.mended(after);
            runs.to(fenced, at, recount.to(RecountPhase.COUNTER_FENCED, 0), next);
          }
        },
        next);
  }

  private void readCounterFence(int[] state, int at, Recount recount, Consumer<int[]> next) {
    for (int read : model.reads(state, model.replicasOfCounter(0))) {
      boolean goesOn =
          rules.mayReplace(
              recount.fence(), ledgers.counterFences(read), ledgers.counterNumbers(read));
      Recount ready = recount.to(RecountPhase.COUNTER_READY, ledgers.counters.clock(read));
      runs.to(state, at, goesOn ? ready : ToolRuns.Idle.IDLE, next);
    }
  }

  private void putRecountedCounter(int[] state, int at, Recount recount, Consumer<int[]> next) {
    int dot = ToolRuns.dotOf(recount.number(), 1);
    int recorded = rules.recordsWhatIsArchivedLater() ? model.archived(state) : recount.events();
    int value = ledgers.recountedCounter(recorded, recount.fence(), dot);
    runs.put(
        state,
        at,
        model.replicasOfCounter(0),
        recount.clock(),
        value,
        (after, isAnswered) -> {},
        next);
  }

  private void readBeforeFence(int[] state, int at, Recount recount, Consumer<int[]> next) {
    for (int read : model.reads(state, model.replicasOfAd(0))) {
      int number = recount.number();
      int clock = ledgers.ads.clock(read);
      Fence fence = rules.fence(ledgers.allNumbers(read), "f" + number, number);
      if (bounds.archivesLag) {
        fence = fence.replacing(ledgers.replacedBy(read));
      }
      runs.to(state, at, recount.read(clock, fence), next);
      if (rules.sharesFences() && number > 1 && ledgers.isBlocked(read)) {
        // It goes on from the fence of the first one, which had this number.
        Fence first = rules.fence(List.of(), "f1", 1);
        runs.to(state, at, recount.read(clock, first).fenced(), next);
      }
    }
  }

  /** A fence may have siblings. It is enough that a quorum has it. */
  private void putFence(int[] state, int at, Recount recount, Consumer<int[]> next) {
    runs.put(
        state,
        at,
        model.replicasOfAd(0),
        recount.clock(),
        fenceValue(recount),
        (after, isAnswered) -> {
          if (isAnswered || rules.recountsInDoubt()) {
            runs.to(damage.mended(after), at, recount.fenced(), next);
          }
        },
        next);
  }

  private int fenceValue(Recount recount) {
    int number = Integer.parseInt(recount.fence().id().substring(1));
    return ledgers.fence(ToolRuns.dotOf(number, 0), recount.fence());
  }

  private void beginScan(int[] state, int at, Recount recount, Consumer<int[]> next) {
    if (bounds.recountsCounter) {
      Recount scanning = recount.scanning(ModelLedgers.NO_VIEWS, model.archived(state));
      runs.to(state, at, scanning, next);
      return;
    }
    if (bounds.archivesLag) {
      readBeside(state, at, recount, next);
      return;
    }
    for (int viewSet : model.viewSets(state, 0, ModelLedgers.NO_VIEWS)) {
      int archived = rules.scansBeforeTheFence() ? recount.events() : model.archived(state);
      runs.to(state, at, recount.scanning(viewSet, archived), next);
    }
  }

  /** Reads what stands beside the fence, then the views, then a part of the archives. */
  private void readBeside(int[] state, int at, Recount recount, Consumer<int[]> next) {
    for (int read : model.reads(state, model.replicasOfAd(0))) {
      int unsettled = ledgers.unsettled(recount.fence(), read);
      for (int viewSet : model.viewSets(state, 0, ModelLedgers.NO_VIEWS)) {
        int proven = rules.proven(unsettled, ledgers.seen(viewSet));
        runs.to(state, at, recount.scanning(viewSet, 0).proving(proven), next);
      }
    }
  }

  /** Reads what is put back in the place of the fence, then the views. */
  private void giveBack(int[] state, int at, Recount recount, Consumer<int[]> next) {
    for (int read : model.reads(state, model.replicasOfAd(0))) {
      if (!rules.mayReplace(recount.fence(), ledgers.fences(read), ledgers.numbers(read))) {
        runs.end(state, at, next);
        continue;
      }
      int clock = ledgers.ads.clock(read);
      for (int viewSet : model.viewSets(state, 0, ModelLedgers.NO_VIEWS)) {
        int dot = ToolRuns.dotOf(recount.number(), 1);
        int value = ledgers.givenBack(recount.fence(), read, viewSet, dot);
        if (value == ModelLedgers.NO_MAIN_LINE) {
          runs.end(state, at, next);
        } else {
          runs.to(state, at, recount.givingBack(clock, value), next);
        }
      }
    }
  }

  /** Reads what the document will replace. */
  private void readFence(int[] state, int at, Recount recount, Consumer<int[]> next) {
    if (bounds.archivesLag && (recount.known() & ~recount.events()) != 0) {
      giveBack(state, at, recount, next);
      return;
    }
    for (int read : model.reads(state, model.replicasOfAd(0))) {
      boolean goesOn =
          rules.mayReplace(recount.fence(), ledgers.fences(read), ledgers.numbers(read));
      runs.to(
          state, at, goesOn ? recount.ready(ledgers.ads.clock(read)) : ToolRuns.Idle.IDLE, next);
    }
  }

  /** What was written while the archive was read may have been read, or not. */
  private void endScan(int[] state, int at, Recount recount, Consumer<int[]> next) {
    int archived = rules.scansBeforeTheFence() ? recount.events() : model.archived(state);
    for (int read = recount.events(); read <= archived; read++) {
      if ((read & recount.events()) == recount.events() && (read & ~archived) == 0) {
        runs.to(state, at, recount.scanned(read), next);
      }
    }
  }

  private void putRecounted(int[] state, int at, Recount recount, Consumer<int[]> next) {
    int dot = ToolRuns.dotOf(recount.number(), 1);
    int value = ledgers.recounted(recount.events(), recount.view(), recount.fence(), dot);
    runs.put(
        state,
        at,
        model.replicasOfAd(0),
        recount.clock(),
        value,
        (after, isAnswered) -> {
          if (bounds.recountsCounter && isAnswered) {
            runs.to(after, at, recount.to(RecountPhase.AD_DONE, 0), next);
          }
        },
        next);
  }
}
