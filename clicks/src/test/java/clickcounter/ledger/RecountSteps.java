package clickcounter.ledger;

import clickcounter.document.RecountBase;
import clickcounter.model.Interner;
import java.util.List;
import java.util.function.Consumer;

/**
 * Steps of recounts of ad 0. Part of {@link ProtocolModel}. A run makes one attempt. Where it
 * stands still its process was killed. Copies of the bolts are old ones: they go on meanwhile.
 */
final class RecountSteps {
  /** How far a run has come. */
  private enum Phase {
    /** Has not begun, or has ended. */
    IDLE,
    /** Only if it is broken: has read the views, but not the document. */
    VIEWED,
    /** Has read the document. */
    READ,
    /** Has read the views, and made the document. */
    READY,
    /** Of a counter: its ad's document is there. */
    AD_DONE,
    /** Of a counter: has read the counter's document, which it will replace. */
    COUNTER_READY
  }

  /**
   * A run.
   *
   * @param number which one it is, from 1; hence a time
   * @param archived of a counter: the events in the archive when it began, a bit for each; {@link
   *     #BY_VIEWS} if its document could be read then
   * @param clock the version of the document that was read last
   * @param listed the events that this document lists as unsettled, a bit for each
   * @param made the document to put; in phase VIEWED the set of views
   */
  private record Recount(
      Phase phase, int number, int archived, int clock, RecountBase base, int listed, int made) {
    static final Recount IDLE = new Recount(Phase.IDLE, 0, 0, 0, null, 0, 0);

    Recount viewed(int viewSet) {
      return new Recount(Phase.VIEWED, number, archived, 0, null, 0, viewSet);
    }

    Recount read(int newClock, RecountBase newBase, int newListed) {
      return new Recount(Phase.READ, number, archived, newClock, newBase, newListed, 0);
    }

    Recount ready(int document) {
      return new Recount(Phase.READY, number, archived, clock, null, 0, document);
    }

    Recount adDone() {
      return new Recount(Phase.AD_DONE, number, archived, 0, null, 0, 0);
    }

    Recount counterReady(int newClock, int document) {
      return new Recount(Phase.COUNTER_READY, number, archived, newClock, null, 0, document);
    }
  }

  /** What is recorded is what the documents of counters say. */
  private static final int BY_VIEWS = -1;

  private static final int BEGUN_SHIFT = 8;
  private static final int MOST = 0xF;
  private static final int FIRST_DOT = 20;

  private final ProtocolModel model;
  private final ModelBounds bounds;
  private final Rules rules;
  private final ModelLedgers ledgers;
  private final DamageSteps damage;
  private final Interner<Recount> recounts = new Interner<>(recount -> recount);

  RecountSteps(
      ProtocolModel model,
      ModelBounds bounds,
      Rules rules,
      ModelLedgers ledgers,
      DamageSteps damage) {
    this.model = model;
    this.bounds = bounds;
    this.rules = rules;
    this.ledgers = ledgers;
    this.damage = damage;
    recounts.id(Recount.IDLE); // is 0
  }

  void steps(int[] state, int at, Consumer<int[]> next) {
    Recount recount = recounts.value(state[at]);
    switch (recount.phase()) {
      case IDLE -> begin(state, at, next);
      case VIEWED -> read(state, at, recount, next);
      case READ -> make(state, at, recount, next);
      case READY -> put(state, at, recount, next);
      case AD_DONE -> readCounter(state, at, recount, next);
      case COUNTER_READY -> {
        if (isLast(state, recount)) {
          putCounter(state, at, recount, next);
        }
      }
    }
  }

  private void to(int[] state, int at, Recount recount, Consumer<int[]> next) {
    int[] after = state.clone();
    after[at] = recounts.id(recount);
    next.accept(model.canonical(after));
  }

  private int begun(int[] state) {
    return state[model.archiveAt] >> BEGUN_SHIFT & MOST;
  }

  private void begin(int[] state, int at, Consumer<int[]> next) {
    int begun = begun(state);
    boolean mustWait =
        damage.hidesWhatIsCounted(state)
            && model.isUnderWay(state)
            && !rules.recountsWhatIsUnderWay();
    if (begun == bounds.recounts || damage.isToCome(state) || mustWait) {
      return;
    }
    int[] after = state.clone();
    after[model.archiveAt] += 1 << BEGUN_SHIFT;
    if (!bounds.recountsCounter) {
      begin(after, at, begun + 1, BY_VIEWS, next);
      return;
    }
    for (int read : model.reads(state, model.replicasOfCounter(0))) {
      int archived = ledgers.isCounterBlocked(read) ? model.archived(state) : BY_VIEWS;
      begin(after, at, begun + 1, archived, next);
    }
  }

  private void begin(int[] state, int at, int number, int archived, Consumer<int[]> next) {
    Recount recount = new Recount(Phase.IDLE, number, archived, 0, null, 0, 0);
    if (rules.recountReadsViewsFirst()) {
      for (int viewSet : model.viewSets(state, 0, ModelLedgers.NO_VIEWS)) {
        to(state, at, recount.viewed(viewSet), next);
      }
    } else if (rules.recountsNoAds()) {
      to(state, at, recount.adDone(), next);
    } else {
      read(state, at, recount, next);
    }
  }

  private void read(int[] state, int at, Recount recount, Consumer<int[]> next) {
    for (int read : model.reads(state, model.replicasOfAd(0))) {
      String id = "b" + recount.number();
      RecountBase base = rules.base(ledgers.numbers(read), id, recount.number());
      Recount after = recount.read(ledgers.ads.clock(read), base, ledgers.listed(read));
      if (recount.phase() == Phase.VIEWED) {
        to(state, at, after.ready(made(after, recount.made())), next);
      } else {
        to(state, at, after, next);
      }
    }
  }

  private void make(int[] state, int at, Recount recount, Consumer<int[]> next) {
    if (recount.archived() != BY_VIEWS) {
      to(state, at, recount.ready(made(recount, ModelLedgers.NO_VIEWS)), next);
      return;
    }
    for (int viewSet : model.viewSets(state, 0, ModelLedgers.NO_VIEWS)) {
      to(state, at, recount.ready(made(recount, viewSet)), next);
    }
  }

  private int made(Recount recount, int viewSet) {
    int dot = FIRST_DOT + recount.number();
    return ledgers.recounted(recount.archived(), recount.listed(), viewSet, recount.base(), dot);
  }

  /** The run may end here, and a run that is not done is made again. */
  private void put(int[] state, int at, Recount recount, Consumer<int[]> next) {
    int ad = model.replicasOfAd(0);
    for (int[] reached : model.reached()) {
      for (int coordinator : reached) {
        int sent = ledgers.ads.put(state[ad + coordinator], recount.clock(), recount.made());
        int[] after = state.clone();
        for (int replica : reached) {
          after[ad + replica] = ledgers.ads.merge(state[ad + replica], sent);
        }
        adPut(after, at, recount, isDone(ledgers.ads, model.answers(after, ad, reached)), next);
      }
    }
  }

  private void adPut(int[] after, int at, Recount recount, boolean isDone, Consumer<int[]> next) {
    boolean ofCounter = recount.archived() != BY_VIEWS;
    if (isDone && !ofCounter) {
      to(damage.known(after), at, Recount.IDLE, next);
    } else if (isDone && isLast(after, recount)) {
      to(damage.unknown(after), at, recount.adDone(), next);
    } else {
      to(isStale(after, recount) ? after : damage.unknown(after), at, Recount.IDLE, next);
    }
  }

  /** A run of a counter begins when the one before was killed; the ad that it put may come late. */
  private boolean isLast(int[] state, Recount recount) {
    return recount.number() == begun(state);
  }

  /** Whether the document is there of a run that began later. */
  private boolean isStale(int[] state, Recount recount) {
    long number = ledgers.ads.document(recount.made()).write().storedNumber();
    int at = model.replicasOfAd(0);
    int all = bounds.replicas == 1 ? state[at] : model.mergeOfAll(state, at);
    return ledgers.isBased(all, number);
  }

  /** Whether one of these answers shows that a quorum has the document, and nothing beside it. */
  private boolean isDone(ReplicaSpace<?> space, int[] answers) {
    if (answers.length == 0) {
      return rules.recountTakesDoubtForYes();
    }
    for (int answer : answers) {
      if (space.documents(answer).size() == 1 || rules.recountTakesSiblingsForYes()) {
        return true;
      }
    }
    return false;
  }

  /** If the document can be read now, it may not be replaced: the recount is made again. */
  private void readCounter(int[] state, int at, Recount recount, Consumer<int[]> next) {
    int recorded = rules.recordsWhatIsArchivedLater() ? model.archived(state) : recount.archived();
    RecountBase base = RecountBase.above(List.of(), "b" + recount.number(), recount.number());
    int made = ledgers.recountedCounter(recorded, base, FIRST_DOT + recount.number());
    for (int read : model.reads(state, model.replicasOfCounter(0))) {
      if (ledgers.isCounterBlocked(read)) {
        to(state, at, recount.counterReady(ledgers.counters.clock(read), made), next);
      }
    }
  }

  private void putCounter(int[] state, int at, Recount recount, Consumer<int[]> next) {
    int counter = model.replicasOfCounter(0);
    for (int[] reached : model.reached()) {
      for (int coordinator : reached) {
        int sent =
            ledgers.counters.put(state[counter + coordinator], recount.clock(), recount.made());
        int[] after = state.clone();
        for (int replica : reached) {
          after[counter + replica] = ledgers.counters.merge(state[counter + replica], sent);
        }
        boolean isDone = isDone(ledgers.counters, model.answers(after, counter, reached));
        to(isDone ? damage.known(after) : after, at, Recount.IDLE, next);
      }
    }
  }

  String describe(int[] state, int at) {
    Recount recount = recounts.value(state[at]);
    boolean ofAd = recount.phase() == Phase.READY;
    return recount + (ofAd ? " " + ledgers.ads.text(recount.made()) : "");
  }
}
