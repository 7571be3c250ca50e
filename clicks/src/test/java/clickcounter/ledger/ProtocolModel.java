package clickcounter.ledger;

import clickcounter.document.AdDocument;
import clickcounter.document.CounterView;
import clickcounter.ledger.ModelBounds.EmptyReplica;
import clickcounter.model.Interner;
import clickcounter.model.Model;
import clickcounter.model.StateSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A graph of states: a few ad and counter documents in a store, and the bolts that write them.
 * {@link #forEachNext} gives every state that can follow a state, {@link #fault} checks one. Steps
 * include a crash of any writer at any moment, a put that reaches only some replicas or whose
 * answer is lost, an event that is delivered again, and a mark that is delivered late, twice or
 * never. Steps inside the bolts call the real ledgers, see {@link ModelLedgers}.
 *
 * <p>Where to add something:
 *
 * <ul>
 *   <li>A new rule of the protocol: a method in {@link Rules} that does what the code under test
 *       does, a broken variant in {@link BrokenRules}, and a test in {@link ProtocolModelTest} that
 *       the variant is found.
 *   <li>A new event or failure: a step in {@link #forEachNext}, bounded by a field of {@link
 *       ModelBounds}. Steps of recounts are in {@link RecountSteps}.
 *   <li>A new claim: a check in {@link #fault}, or {@link #faultOfStep} for a claim about a step.
 * </ul>
 *
 * <p>A state is an array of ints:
 *
 * <pre>
 *   counts            ad puts, counter puts: 8 bits each; lost replicas: 4; emptied ones: 2;
 *                     the replica that is still empty, or 0: 2; read repairs: 8
 *   ad documents      for each ad, one int per replica, see {@link ReplicaSpace}
 *   counter documents for each counter, one int per replica
 *   ads bolts         for each ad, one int per live copy: 0, or the id of an {@link AdsBolt}
 *   counters bolts    for each counter, one int per live copy: 0, or the id of a {@link CountersBolt}
 *   marks sent        a bit for each event of which a mark was ever sent
 *   archive           a bit for each event that is in the archive: 8 bits; recounts begun: 4;
 *                     damage: 2
 *   recounts          for each, 0 or the number of how far it has come
 * </pre>
 */
final class ProtocolModel implements Model {
  private static final int DOWN = 0;

  private enum Phase {
    DOWN,
    /** Has read the document, but not all views. */
    READ,
    /** Only if rule 3 is broken: has read the views, but not the document. */
    VIEWED,
    ACTIVE,
    PUTTING
  }

  /**
   * A live copy of the ads bolt, for one ad.
   *
   * @param read the document as read, in phase READ
   * @param clock the version of the document that was read or put last
   * @param ledger the id of its ledger, see {@link ModelLedgers}
   * @param view the views of all counters that were read so far
   * @param waiting a bit for each event that waits for the next put
   * @param inPut a bit for each event that waits for the put under way
   * @param forgot whether ids were removed since the last put
   * @param value the value that is being put
   */
  private record AdsBolt(
      Phase phase,
      int read,
      int clock,
      int ledger,
      int view,
      int waiting,
      int inPut,
      boolean forgot,
      int value) {
    static final AdsBolt NONE = new AdsBolt(Phase.DOWN, 0, 0, 0, 0, 0, 0, false, 0);

    static AdsBolt read(int replica) {
      return new AdsBolt(Phase.READ, replica, 0, 0, 0, 0, 0, false, 0);
    }

    static AdsBolt viewed(int view) {
      return new AdsBolt(Phase.VIEWED, 0, 0, 0, view, 0, 0, false, 0);
    }

    static AdsBolt active(int clock, int ledger, int view) {
      return new AdsBolt(Phase.ACTIVE, 0, clock, ledger, view, 0, 0, false, 0);
    }

    AdsBolt with(int newLedger, int newWaiting, int newInPut) {
      return new AdsBolt(phase, read, clock, newLedger, view, newWaiting, newInPut, forgot, value);
    }

    AdsBolt withView(int newView) {
      return new AdsBolt(phase, read, clock, ledger, newView, waiting, inPut, forgot, value);
    }

    AdsBolt forgotten(int newLedger) {
      return new AdsBolt(phase, read, clock, newLedger, view, waiting, inPut, true, value);
    }

    AdsBolt putting(ModelLedgers.Put put) {
      return new AdsBolt(
          Phase.PUTTING, 0, clock, put.ledger(), view, 0, waiting | inPut, false, put.value());
    }

    AdsBolt stored(int newClock, int newLedger) {
      return new AdsBolt(Phase.ACTIVE, 0, newClock, newLedger, view, waiting, 0, forgot, 0);
    }
  }

  /** A live copy of the counters bolt, for one counter. */
  private record CountersBolt(int clock, int ledger) {
    static final CountersBolt NONE = new CountersBolt(0, -1);
  }

  private static final List<int[]> PAIRS =
      List.of(new int[] {0, 1}, new int[] {0, 2}, new int[] {1, 2});

  private static final List<int[]> ONE = List.of(new int[] {0});
  private static final List<int[]> OF_THREE =
      List.of(
          new int[] {0},
          new int[] {1},
          new int[] {2},
          new int[] {0, 1},
          new int[] {0, 2},
          new int[] {1, 2},
          new int[] {0, 1, 2});

  private final ModelBounds bounds;
  private final Rules rules;
  private final ModelLedgers ledgers;
  private final Interner<AdsBolt> adsBolts = new Interner<>(b -> b);
  private final Interner<CountersBolt> countersBolts = new Interner<>(b -> b);
  private final DamageSteps damage;
  private final RecountSteps recounts;
  private final Set<List<Integer>> checkedReadings = new HashSet<>();
  private final BitSet checkedAdReplicas = new BitSet();
  private final BitSet checkedAdsBolts = new BitSet();

  /** Most steps change no document. */
  private final StateSet checkedStores;

  /** The indexes at which the parts of a state begin. */
  private final int adDocsAt = 1;

  private final int counterDocsAt;
  private final int adsBoltsAt;
  private final int countersBoltsAt;
  private final int marksSentAt;
  final int archiveAt;
  private final int runsAt;

  private int withoutMainLine;

  private String faultOfStep;

  ProtocolModel(ModelBounds bounds, Rules rules) {
    this.bounds = bounds;
    this.rules = rules;
    this.ledgers = new ModelLedgers(rules, bounds);
    this.damage = new DamageSteps(this, bounds, ledgers);
    this.recounts = new RecountSteps(this, bounds, rules, ledgers, damage);
    this.counterDocsAt = adDocsAt + bounds.ads * bounds.replicas;
    this.adsBoltsAt = counterDocsAt + bounds.counters * bounds.replicas;
    this.countersBoltsAt = adsBoltsAt + bounds.ads * bounds.adWriters;
    this.marksSentAt = countersBoltsAt + bounds.counters * bounds.counterWriters;
    this.archiveAt = marksSentAt + 1;
    this.runsAt = archiveAt + 1;
    this.checkedStores = new StateSet(store(new int[width()]).length);
    adsBolts.id(AdsBolt.NONE);
    countersBolts.id(CountersBolt.NONE);
  }

  @Override
  public int width() {
    return runsAt + bounds.recounts;
  }

  /** The index of an ad's first replica. */
  int replicasOfAd(int ad) {
    return adDocsAt + ad * bounds.replicas;
  }

  /** The index of a counter's first replica. */
  int replicasOfCounter(int counter) {
    return counterDocsAt + counter * bounds.replicas;
  }

  /** The ad that the bolt at this index writes. */
  private int adOfBolt(int at) {
    return (at - adsBoltsAt) / bounds.adWriters;
  }

  private int counterOfBolt(int at) {
    return (at - countersBoltsAt) / bounds.counterWriters;
  }

  /** The number of quorum reads that found no main line. */
  int withoutMainLine() {
    return withoutMainLine;
  }

  @Override
  public int[] start() {
    int[] state = new int[width()];
    Arrays.fill(state, adDocsAt, counterDocsAt, ledgers.ads.empty);
    Arrays.fill(state, counterDocsAt, adsBoltsAt, ledgers.counters.empty);
    state[archiveAt] = bounds.recountsCounter ? 0 : allEvents();
    return state;
  }

  @Override
  public void forEachNext(int[] state, Consumer<int[]> next) {
    for (int i = adsBoltsAt; i < countersBoltsAt; i++) {
      adsBoltSteps(state, i, next);
    }
    for (int i = countersBoltsAt; i < marksSentAt; i++) {
      countersBoltSteps(state, i, next);
    }
    lossSteps(state, next);
    emptySteps(state, next);
    repairSteps(state, next);
    archiveSteps(state, next);
    damage.steps(state, next);
    for (int i = runsAt; i < width(); i++) {
      recounts.steps(state, i, next);
    }
  }

  @Override
  public String faultOfStep() {
    return faultOfStep;
  }

  /**
   * The fault of a state, or null: an event is counted twice, or is settled and not counted, or a
   * document holds more ids than its writers may count.
   */
  @Override
  public String fault(int[] state) {
    for (int i = adDocsAt; i < counterDocsAt; i++) {
      String fault = faultOfAds(state[i]);
      if (fault != null) {
        return fault;
      }
    }
    for (int i = adsBoltsAt; i < countersBoltsAt; i++) {
      if (countsTwiceInMemory(state[i])) {
        return "counted twice in memory";
      }
    }
    return faultOfReading(state);
  }

  /** All that quorum reads depend on. */
  private int[] store(int[] state) {
    int[] store = Arrays.copyOfRange(state, adDocsAt, adsBoltsAt + 1);
    store[store.length - 1] = emptyNow(state);
    return store;
  }

  private String faultOfAds(int replica) {
    if (checkedAdReplicas.get(replica)) {
      return null;
    }
    for (AdDocument document : ledgers.ads.documents(replica)) {
      if (document == null) {
        continue;
      }
      if (twice(document.totals().costMicros())) {
        return "counted twice in a replica";
      }
      int writesSinceBase = document.write().basedOn().size();
      if (bounds.recounts == 0
          && addedIds(document) > rules.mostAddedIds(bounds.maxUnsettledIds, writesSinceBase)) {
        return "more ids are added since the base than its writes may count";
      }
    }
    checkedAdReplicas.set(replica);
    return null;
  }

  private static int addedIds(AdDocument document) {
    return document.unsettled().values().stream().mapToInt(ids -> ids.added().size()).sum();
  }

  private boolean countsTwiceInMemory(int bolt) {
    if (checkedAdsBolts.get(bolt)) {
      return false;
    }
    AdsBolt b = adsBolts.value(bolt);
    if (holdsLedger(b) && twice(ledgers.adLedger(b.ledger()).totals().costMicros())) {
      return true;
    }
    checkedAdsBolts.set(bolt);
    return false;
  }

  private static boolean holdsLedger(AdsBolt bolt) {
    return bolt.phase() == Phase.ACTIVE || bolt.phase() == Phase.PUTTING;
  }

  private boolean twice(long costMicros) {
    for (int e = 0; e < bounds.events; e++) {
      if (ModelLedgers.times(costMicros, e) > 1) {
        return true;
      }
    }
    return false;
  }

  /**
   * Checks every quorum read: the events that the views show as settled and those that the document
   * lists are counted exactly once, in its totals and in their hours, and no others are.
   */
  private String faultOfReading(int[] state) {
    if (damage.isUnknown(state) || !checkedStores.add(store(state), -1)) {
      return null;
    }
    for (int viewSet : viewSets(state, 0, ModelLedgers.NO_VIEWS)) {
      for (int ad = 0; ad < bounds.ads; ad++) {
        for (int replica : reads(state, replicasOfAd(ad))) {
          List<Integer> reading = List.of(ad, replica, viewSet);
          if (!checkedReadings.contains(reading)) {
            String fault = faultOfReading(ad, replica, viewSet);
            if (fault != null) {
              return fault;
            }
            checkedReadings.add(reading);
          }
        }
      }
    }
    return null;
  }

  /**
   * All combinations of views that a reader may have of this counter and the following ones, added
   * to the views before.
   */
  Set<Integer> viewSets(int[] state, int counter, int before) {
    if (counter == bounds.counters) {
      return Set.of(before);
    }
    Set<Integer> all = new LinkedHashSet<>();
    for (int read : reads(state, replicasOfCounter(counter))) {
      if (ledgers.isCounterBlocked(read)) {
        continue;
      }
      all.addAll(viewSets(state, counter + 1, ledgers.withView(before, counter, read)));
    }
    return all;
  }

  private String faultOfReading(int ad, int replica, int viewSet) {
    if (ledgers.isBlocked(replica)) {
      return null;
    }
    int ledger = ledgers.adLedger(ad, replica, viewSet);
    if (ledger == ModelLedgers.NO_MAIN_LINE) {
      withoutMainLine++;
      return null;
    }
    long costs = ledgers.adLedger(ledger).totals().costMicros();
    int counted = 0;
    for (int e = ad; e < bounds.events; e += bounds.ads) {
      long times = ModelLedgers.times(costs, e);
      boolean isSettled = isSettled(e, viewSet);
      boolean isUnsettled = ledgers.isUnsettled(ledger, e);
      boolean isSeen = ledgers.viewOf(e, viewSet).seen(bounds.sequenceOf(e));
      if (times > 1) {
        return "event " + e + " counted twice when resolved";
      }
      if (times == 0 && (isSettled || isUnsettled)) {
        return "event " + e + " lost: settled or unsettled, not counted in what a quorum reads";
      }
      if (times == 1 && !isSeen && !isUnsettled) {
        return "event " + e + " will be counted twice: neither recorded nor unsettled";
      }
      boolean isCounted = isSettled || isUnsettled || isSeen && times == 1;
      counted |= isCounted ? 1 << e : 0;
    }
    return ledgers.hours(ledger).equals(ledgers.hoursOf(counted))
        ? null
        : "the newest hours differ from the events that are counted";
  }

  private boolean isSettled(int event, int viewSet) {
    CounterView view = ledgers.viewOf(event, viewSet);
    int sequence = bounds.sequenceOf(event);
    return bounds.replicas == 1 ? view.seen(sequence) : view.confirmed(sequence);
  }

  /**
   * What readers may see. Of three replicas that is the merge of any two, or of all three if all
   * are asked.
   */
  int[] reads(int[] state, int at) {
    if (bounds.replicas == 1) {
      return new int[] {state[at]};
    }
    if (emptyNow(state) > 0) {
      return new int[] {mergeOfAll(state, at)};
    }
    if (bounds.emptyReplica == EmptyReplica.SERVES_NOTFOUND_NOT_OK) {
      return readsIgnoringNotFound(state, at);
    }
    if (bounds.emptyReplica == EmptyReplica.SERVES_NOTFOUND_FROM_ALL) {
      return readsOfReplicasWithValue(state, at);
    }
    return new int[] {
      merge(at, state[at], state[at + 1]),
      merge(at, state[at], state[at + 2]),
      merge(at, state[at + 1], state[at + 2])
    };
  }

  /**
   * Reads as Riak answers with notfound_ok=false and r and pr of two: two replicas with a value are
   * an answer. So are two without one, even if the third has it.
   */
  private int[] readsIgnoringNotFound(int[] state, int at) {
    List<Integer> reads = new ArrayList<>();
    for (int[] pair : PAIRS) {
      int a = state[at + pair[0]];
      int b = state[at + pair[1]];
      boolean aIsEmpty = a == empty(at);
      boolean bIsEmpty = b == empty(at);
      if (aIsEmpty == bIsEmpty) {
        reads.add(merge(at, a, b));
      }
    }
    return reads.stream().mapToInt(Integer::intValue).distinct().toArray();
  }

  /**
   * Reads from two replicas that have a value, or "not found" from all three; otherwise a read
   * fails.
   */
  private int[] readsOfReplicasWithValue(int[] state, int at) {
    if (mergeOfAll(state, at) == empty(at)) {
      return new int[] {empty(at)};
    }
    return PAIRS.stream()
        .filter(p -> state[at + p[0]] != empty(at) && state[at + p[1]] != empty(at))
        .mapToInt(p -> merge(at, state[at + p[0]], state[at + p[1]]))
        .distinct()
        .toArray();
  }

  int mergeOfAll(int[] state, int at) {
    return merge(at, merge(at, state[at], state[at + 1]), state[at + 2]);
  }

  private int empty(int at) {
    return at < counterDocsAt ? ledgers.ads.empty : ledgers.counters.empty;
  }

  /** Merges two replicas of the document whose replicas begin at this index. */
  private int merge(int at, int a, int b) {
    return at < counterDocsAt ? ledgers.ads.merge(a, b) : ledgers.counters.merge(a, b);
  }

  /* Steps of the ads bolt. */

  private void adsBoltSteps(int[] state, int at, Consumer<int[]> next) {
    AdsBolt bolt = adsBolts.value(state[at]);
    switch (bolt.phase()) {
      case DOWN -> startAdsBolt(state, at, next);
      case READ -> readViews(state, at, bolt, next);
      case VIEWED -> readAfterView(state, at, bolt, next);
      case ACTIVE -> {
        refreshViews(state, at, bolt, next);
        offerAll(state, at, bolt, next);
        forget(state, at, bolt, next);
        beginAdPut(state, at, bolt, next);
      }
      case PUTTING -> {
        refreshViews(state, at, bolt, next);
        offerAll(state, at, bolt, next);
        endAdPut(state, at, bolt, next);
      }
    }
    if (bolt.phase() != Phase.DOWN) {
      adsBolt(state, at, DOWN, state[marksSentAt], next); // a crash
    }
  }

  private void startAdsBolt(int[] state, int at, Consumer<int[]> next) {
    if (rules.readsViewFirst()) {
      for (int viewSet : viewSets(state, 0, ModelLedgers.NO_VIEWS)) {
        adsBolt(state, at, adsBolts.id(AdsBolt.viewed(viewSet)), state[marksSentAt], next);
      }
      return;
    }
    for (int read : reads(state, replicasOfAd(adOfBolt(at)))) {
      if (!ledgers.isBlocked(read)) {
        adsBolt(state, at, adsBolts.id(AdsBolt.read(read)), state[marksSentAt], next);
      }
    }
  }

  private void readViews(int[] state, int at, AdsBolt bolt, Consumer<int[]> next) {
    if (ledgers.ads.documents(bolt.read()).isEmpty()) {
      activate(state, at, bolt.read(), ModelLedgers.NO_VIEWS, next);
      return;
    }
    for (int counter = 0; counter < bounds.counters; counter++) {
      if (!ledgers.hasView(bolt.view(), counter)) {
        readView(state, at, bolt, counter, next);
      }
    }
  }

  /** Reads views one at a time, in any order, while the other bolts go on. */
  private void readView(int[] state, int at, AdsBolt bolt, int counter, Consumer<int[]> next) {
    for (int read : reads(state, replicasOfCounter(counter))) {
      if (ledgers.isCounterBlocked(read)) {
        continue;
      }
      int viewSet = ledgers.withView(bolt.view(), counter, read);
      if (ledgers.hasAllViews(viewSet)) {
        activate(state, at, bolt.read(), viewSet, next);
      } else {
        adsBolt(state, at, adsBolts.id(bolt.withView(viewSet)), state[marksSentAt], next);
      }
    }
  }

  private void readAfterView(int[] state, int at, AdsBolt bolt, Consumer<int[]> next) {
    for (int read : reads(state, replicasOfAd(adOfBolt(at)))) {
      activate(state, at, read, bolt.view(), next);
    }
  }

  private void activate(int[] state, int at, int read, int viewSet, Consumer<int[]> next) {
    int ledger = ledgers.adLedger(adOfBolt(at), read, viewSet);
    if (ledger != ModelLedgers.NO_MAIN_LINE) {
      AdsBolt bolt = AdsBolt.active(ledgers.ads.clock(read), ledger, viewSet);
      adsBolt(state, at, adsBolts.id(bolt), state[marksSentAt], next);
    }
  }

  private void refreshViews(int[] state, int at, AdsBolt bolt, Consumer<int[]> next) {
    for (int counter = 0; counter < bounds.counters; counter++) {
      for (int read : reads(state, replicasOfCounter(counter))) {
        if (ledgers.isCounterBlocked(read)) {
          continue;
        }
        AdsBolt refreshed = bolt.withView(ledgers.withView(bolt.view(), counter, read));
        adsBolt(state, at, adsBolts.id(refreshed), state[marksSentAt], next);
      }
    }
  }

  private void offerAll(int[] state, int at, AdsBolt bolt, Consumer<int[]> next) {
    for (int event = adOfBolt(at); event < bounds.events; event += bounds.ads) {
      if ((state[archiveAt] & 1 << event) != 0) {
        offer(state, at, bolt, event, next);
      }
    }
  }

  private void offer(int[] state, int at, AdsBolt bolt, int event, Consumer<int[]> next) {
    ModelLedgers.Offered offered = ledgers.offer(bolt.ledger(), event, bolt.view());
    int bit = 1 << event;
    boolean counted = offered.result() == OfferResult.COUNTED;
    boolean nextPut = counted || offered.result() == OfferResult.DUPLICATE_NEEDS_PUT;
    boolean putInFlight = offered.result() == OfferResult.DUPLICATE_PUT_IN_FLIGHT;
    boolean onlySeen = offered.result() == OfferResult.DUPLICATE_UNCONFIRMED;
    boolean acked =
        offered.result() == OfferResult.DUPLICATE_SETTLED || onlySeen && rules.acksWhatIsSeen();
    if (acked && bounds.checksAcks && !everyQuorumSees(state, event)) {
      faultOfStep = "event " + event + " is acked as settled, and is not";
    }
    boolean marked =
        offered.result() == OfferResult.DUPLICATE_DURABLE
            || onlySeen
            || rules.marksBeforePut() && counted
            || rules.marksOnRead() && nextPut && !counted && (bolt.waiting() & bit) == 0;
    AdsBolt after =
        bolt.with(
            offered.ledger(),
            bolt.waiting() | (nextPut ? bit : 0),
            bolt.inPut() | (putInFlight ? bit : 0));
    adsBolt(state, at, adsBolts.id(after), state[marksSentAt] | (marked ? bit : 0), next);
  }

  private void forget(int[] state, int at, AdsBolt bolt, Consumer<int[]> next) {
    int ledger = ledgers.forget(bolt.ledger(), bolt.view());
    if (ledger != bolt.ledger()) {
      adsBolt(state, at, adsBolts.id(bolt.forgotten(ledger)), state[marksSentAt], next);
    }
  }

  private void beginAdPut(int[] state, int at, AdsBolt bolt, Consumer<int[]> next) {
    int dot = adPuts(state);
    if (dot == bounds.adPuts || !ledgers.adLedger(bolt.ledger()).needsPut() && !bolt.forgot()) {
      return;
    }
    for (String writeId : writeIds(dot)) {
      AdsBolt putting = bolt.putting(ledgers.beginAdPut(bolt.ledger(), dot, writeId));
      int[] begun = state.clone();
      begun[0]++;
      if (bounds.putsTakeTime) {
        adsBolt(begun, at, adsBolts.id(putting), state[marksSentAt], next);
      } else {
        endAdPut(begun, at, putting, next);
      }
    }
  }

  private List<String> writeIds(int dot) {
    return switch (bounds.writeIds) {
      case RISING -> List.of("w" + dot);
      case FALLING -> List.of("w" + (50 - dot));
      case ANY -> List.of("a" + dot, "b" + dot);
    };
  }

  private void endAdPut(int[] state, int at, AdsBolt bolt, Consumer<int[]> next) {
    int ad = replicasOfAd(adOfBolt(at));
    for (int[] reached : reached()) {
      for (int coordinator : reached) {
        int sent =
            rules.overwrites()
                ? ledgers.ads.overwrite(state[ad + coordinator], bolt.value())
                : ledgers.ads.put(state[ad + coordinator], bolt.clock(), bolt.value());
        adPutReaches(state, at, bolt, reached, sent, next);
      }
    }
  }

  private void adPutReaches(
      int[] state, int at, AdsBolt bolt, int[] reached, int sent, Consumer<int[]> next) {
    int ad = replicasOfAd(adOfBolt(at));
    int[] after = state.clone();
    for (int replica : reached) {
      after[ad + replica] = ledgers.ads.merge(state[ad + replica], sent);
    }
    adsBolt(after, at, DOWN, state[marksSentAt], next); // the answer is lost
    for (int answer : answers(after, ad, reached)) {
      boolean single = ledgers.ads.documents(answer).size() == 1;
      if (single || rules.marksInSpiteOfSiblings()) {
        AdsBolt stored =
            bolt.stored(ledgers.ads.clock(answer), ledgers.adPutSucceeded(bolt.ledger()));
        int marked = state[marksSentAt] | bolt.inPut();
        adsBolt(after, at, single ? adsBolts.id(stored) : DOWN, marked, next);
      }
    }
  }

  /** The answers that the writer of a put may get: none unless the put reached a quorum. */
  int[] answers(int[] after, int at, int[] reached) {
    if (bounds.replicas == 1) {
      return new int[] {after[at]};
    }
    if (emptyNow(after) > 0) {
      return reached.length < bounds.replicas ? new int[0] : new int[] {mergeOfAll(after, at)};
    }
    List<Integer> answers = new ArrayList<>();
    for (int i = 0; i < reached.length; i++) {
      for (int j = i + 1; j < reached.length; j++) {
        answers.add(merge(at, after[at + reached[i]], after[at + reached[j]]));
      }
    }
    return answers.stream().mapToInt(Integer::intValue).distinct().toArray();
  }

  /** Passes the state in which this copy of the ads bolt has changed. */
  private void adsBolt(int[] state, int at, int bolt, int marked, Consumer<int[]> next) {
    int[] after = state.clone();
    after[at] = bolt;
    after[marksSentAt] = marked;
    next.accept(canonical(after));
  }

  /* Steps of the counters bolt. */

  private void countersBoltSteps(int[] state, int at, Consumer<int[]> next) {
    CountersBolt bolt = countersBolts.value(state[at]);
    int counter = counterOfBolt(at);
    if (state[at] == DOWN) {
      for (int read : reads(state, replicasOfCounter(counter))) {
        if (ledgers.isCounterBlocked(read)) {
          continue;
        }
        countersBolt(
            state,
            at,
            new CountersBolt(ledgers.counters.clock(read), ledgers.counterLedger(counter, read)),
            next);
      }
      return;
    }
    countersBolt(state, at, CountersBolt.NONE, next); // a crash
    for (int event = 0; event < bounds.events; event++) {
      if (bounds.counterOf(event) != counter) {
        continue;
      }
      if ((state[marksSentAt] & 1 << event) != 0) {
        mark(state, at, bolt, event, next);
      }
      if (bounds.writeOffs) {
        int ledger = ledgers.writeOff(bolt.ledger(), event);
        countersBolt(state, at, new CountersBolt(bolt.clock(), ledger), next);
      }
      if (bounds.closes) {
        int ledger = ledgers.close(bolt.ledger(), event);
        countersBolt(state, at, new CountersBolt(bolt.clock(), ledger), next);
      }
    }
    if (counterPuts(state) < bounds.counterPuts && ledgers.needsCounterPut(bolt.ledger())) {
      counterPut(state, at, bolt, next);
    }
  }

  private void mark(int[] state, int at, CountersBolt bolt, int event, Consumer<int[]> next) {
    ModelLedgers.Marked marked = ledgers.mark(bolt.ledger(), event);
    if (bounds.checksAcks
        && marked.durable() == CounterLedger.Durability.NOW
        && !everyQuorumSees(state, event)) {
      faultOfStep = "event " + event + " is said to be recorded durably, and is not";
    }
    countersBolt(state, at, new CountersBolt(bolt.clock(), marked.ledger()), next);
  }

  /**
   * Whether an event of ad 0 is not recorded, and a mark of it is under way, or a live copy may
   * mark it without another put.
   */
  boolean isUnderWay(int[] state) {
    for (int event = 0; event < bounds.events; event += bounds.ads) {
      boolean mayBeMarked = (state[marksSentAt] & 1 << event) != 0;
      for (int at = adsBoltsAt; at < adsBoltsAt + bounds.adWriters; at++) {
        AdsBolt bolt = adsBolts.value(state[at]);
        mayBeMarked |=
            holdsLedger(bolt)
                && ledgers.offer(bolt.ledger(), event, bolt.view()).result()
                    == OfferResult.DUPLICATE_DURABLE;
      }
      if (mayBeMarked && !everyQuorumSees(state, event)) {
        return true;
      }
    }
    return false;
  }

  private boolean everyQuorumSees(int[] state, int event) {
    int counter = bounds.counterOf(event);
    for (int read : reads(state, replicasOfCounter(counter))) {
      if (ledgers.isCounterBlocked(read)) {
        continue; // it will show the event when it is recounted
      }
      int viewSet = ledgers.withView(ModelLedgers.NO_VIEWS, counter, read);
      if (!ledgers.viewOf(event, viewSet).seen(bounds.sequenceOf(event))) {
        return false;
      }
    }
    return true;
  }

  private void counterPut(int[] state, int at, CountersBolt bolt, Consumer<int[]> next) {
    int counter = replicasOfCounter(counterOfBolt(at));
    int dot = counterPuts(state);
    ModelLedgers.Put put = ledgers.beginCounterPut(bolt.ledger(), dot, "c" + dot);
    int[] begun = state.clone();
    begun[0] += 1 << 8;
    for (int[] reached : reached()) {
      for (int coordinator : reached) {
        int sent = ledgers.counters.put(state[counter + coordinator], bolt.clock(), put.value());
        counterPutReaches(begun, at, put.ledger(), reached, sent, next);
      }
    }
  }

  private void counterPutReaches(
      int[] state, int at, int ledger, int[] reached, int sent, Consumer<int[]> next) {
    int counter = replicasOfCounter(counterOfBolt(at));
    int[] after = state.clone();
    for (int replica : reached) {
      after[counter + replica] = ledgers.counters.merge(state[counter + replica], sent);
    }
    countersBolt(after, at, CountersBolt.NONE, next); // the answer is lost, or shows siblings
    for (int answer : answers(after, counter, reached)) {
      if (ledgers.counters.documents(answer).size() == 1) {
        CountersBolt stored =
            new CountersBolt(ledgers.counters.clock(answer), ledgers.counterPutSucceeded(ledger));
        countersBolt(after, at, stored, next);
      }
    }
  }

  private void countersBolt(int[] state, int at, CountersBolt bolt, Consumer<int[]> next) {
    int[] after = state.clone();
    after[at] = countersBolts.id(bolt);
    next.accept(canonical(after));
  }

  /* Steps of the archives. */

  private static final int ARCHIVED = 0xFF;

  int archived(int[] state) {
    return state[archiveAt] & ARCHIVED;
  }

  private int allEvents() {
    return (1 << bounds.events) - 1;
  }

  /** A service writes an event into the archive. From then on it may be delivered. */
  private void archiveSteps(int[] state, Consumer<int[]> next) {
    for (int event = 0; event < bounds.events; event++) {
      if ((state[archiveAt] & 1 << event) == 0) {
        int[] after = state.clone();
        after[archiveAt] |= 1 << event;
        next.accept(canonical(after));
      }
    }
  }

  /* Steps of the store. */

  /** The replicas that a put may reach. */
  List<int[]> reached() {
    return bounds.replicas == 1 ? ONE : OF_THREE;
  }

  private void lossSteps(int[] state, Consumer<int[]> next) {
    if ((state[0] >> 16 & 0xF) == bounds.losses) {
      return;
    }
    for (int lost = 0; lost < 3; lost++) {
      int x = (lost + 1) % 3;
      int y = (lost + 2) % 3;
      int[] after = state.clone();
      after[0] += 1 << 16;
      for (int of = adDocsAt; of < adsBoltsAt; of += bounds.replicas) {
        after[of + lost] = merge(of, state[of + x], state[of + y]);
      }
      next.accept(canonical(after));
    }
  }

  /** A replica comes back once with an empty disk and serves requests; it may be rebuilt later. */
  private void emptySteps(int[] state, Consumer<int[]> next) {
    if (bounds.emptyReplica != null && emptied(state) == 0) {
      for (int lost = 0; lost < 3; lost++) {
        next.accept(canonical(emptied(state, lost)));
      }
    }
    if (emptyNow(state) > 0) {
      next.accept(canonical(rebuilt(state)));
    }
  }

  private int[] emptied(int[] state, int lost) {
    int[] after = state.clone();
    after[0] += 1 << 20;
    if (bounds.emptyReplica == EmptyReplica.SERVES_ALL_ARE_ASKED) {
      after[0] |= lost + 1 << 22;
    }
    for (int of = adDocsAt; of < adsBoltsAt; of += bounds.replicas) {
      int x = state[of + (lost + 1) % 3];
      int y = state[of + (lost + 2) % 3];
      boolean rebuiltFirst =
          bounds.emptyReplica == EmptyReplica.SERVES_WHAT_OTHERS_AGREE_ON && x != y;
      after[of + lost] = rebuiltFirst ? merge(of, x, y) : empty(of);
    }
    return after;
  }

  /** Rebuilds the empty replica from the others. From then on reads ask two replicas again. */
  private int[] rebuilt(int[] state) {
    int[] after = state.clone();
    for (int of = adDocsAt; of < adsBoltsAt; of += bounds.replicas) {
      after[of + emptyNow(state) - 1] = mergeOfAll(state, of);
    }
    after[0] &= ~(3 << 22);
    return after;
  }

  private static int emptied(int[] state) {
    return state[0] >> 20 & 3;
  }

  /** The replica that is empty while all are asked, counted from 1; 0 for none. */
  private static int emptyNow(int[] state) {
    return state[0] >> 22 & 3;
  }

  /** Read repair: a replica of one document is brought up to another one, or is not. */
  private void repairSteps(int[] state, Consumer<int[]> next) {
    if (state[0] >> 24 == bounds.repairs) {
      return;
    }
    for (int to = 0; to < bounds.replicas; to++) {
      for (int from = 0; from < bounds.replicas; from++) {
        for (int of = adDocsAt; of < adsBoltsAt; of += bounds.replicas) {
          int repaired = merge(of, state[of + to], state[of + from]);
          repair(state, of + to, repaired, next);
        }
      }
    }
  }

  private void repair(int[] state, int at, int repaired, Consumer<int[]> next) {
    if (repaired != state[at]) {
      int[] after = state.clone();
      after[0] += 1 << 24;
      after[at] = repaired;
      next.accept(canonical(after));
    }
  }

  /**
   * Sorts the copies of each bolt, the recounts and the replicas. They are interchangeable, so only
   * one order of each is visited.
   */
  int[] canonical(int[] state) {
    for (int at = adsBoltsAt; at < countersBoltsAt; at += bounds.adWriters) {
      Arrays.sort(state, at, at + bounds.adWriters);
    }
    for (int at = countersBoltsAt; at < marksSentAt; at += bounds.counterWriters) {
      Arrays.sort(state, at, at + bounds.counterWriters);
    }
    Arrays.sort(state, runsAt, state.length);
    for (int i = 1; i < bounds.replicas; i++) {
      for (int j = i; j > 0 && replicaBefore(state, j, j - 1); j--) {
        for (int of = adDocsAt; of < adsBoltsAt; of += bounds.replicas) {
          swap(state, of + j, of + j - 1);
        }
        swapEmpty(state, j + 1, j);
      }
    }
    return state;
  }

  private boolean replicaBefore(int[] state, int a, int b) {
    int of = adDocsAt;
    while (of < adsBoltsAt && state[of + a] == state[of + b]) {
      of += bounds.replicas;
    }
    return of < adsBoltsAt && state[of + a] < state[of + b];
  }

  private static void swap(int[] state, int a, int b) {
    int held = state[a];
    state[a] = state[b];
    state[b] = held;
  }

  private static void swapEmpty(int[] state, int a, int b) {
    int empty = emptyNow(state);
    if (empty == a || empty == b) {
      state[0] += (a + b - 2 * empty) << 22;
    }
  }

  private static int adPuts(int[] state) {
    return state[0] & 0xFF;
  }

  private static int counterPuts(int[] state) {
    return state[0] >> 8 & 0xFF;
  }

  /* A readable form of states, for the path to a fault. */

  @Override
  public String describe(int[] state) {
    StringBuilder text = new StringBuilder();
    text.append(
        "  ad puts %d, counter puts %d, marks sent %s, archived %s%s"
            .formatted(
                adPuts(state),
                counterPuts(state),
                Integer.toBinaryString(state[marksSentAt]),
                Integer.toBinaryString(archived(state)),
                damage.isUnknown(state) ? ", unknown" : ""));
    for (int i = adDocsAt; i < counterDocsAt; i++) {
      text.append(
          "\n    ad %d in replica %d:".formatted(ofReplica(i, adDocsAt), replica(i, adDocsAt)));
      text.append(ledgers.ads.describe(state[i]));
    }
    for (int i = counterDocsAt; i < adsBoltsAt; i++) {
      int counter = ofReplica(i, counterDocsAt);
      text.append("\n    counter %d in replica %d:".formatted(counter, replica(i, counterDocsAt)));
      text.append(ledgers.counters.describe(state[i]));
    }
    for (int i = adsBoltsAt; i < countersBoltsAt; i++) {
      text.append("\n    ads bolt ").append(describe(adsBolts.value(state[i])));
    }
    for (int i = runsAt; i < width(); i++) {
      text.append("\n    ").append(recounts.describe(state, i));
    }
    for (int i = countersBoltsAt; i < marksSentAt; i++) {
      int ledger = countersBolts.value(state[i]).ledger();
      text.append("\n    counters bolt ");
      text.append(ledger < 0 ? "down" : ledgers.describeCounter(ledger));
    }
    return text.append('\n').toString();
  }

  private int ofReplica(int at, int from) {
    return (at - from) / bounds.replicas;
  }

  private int replica(int at, int from) {
    return (at - from) % bounds.replicas;
  }

  private String describe(AdsBolt bolt) {
    return bolt.phase()
        + (bolt.phase() == Phase.READ ? ledgers.ads.describe(bolt.read()) : "")
        + (holdsLedger(bolt) ? " " + ledgers.describeAd(bolt.ledger()) : "")
        + (bolt.phase() == Phase.DOWN ? "" : "\n      views " + ledgers.describeViews(bolt.view()));
  }
}
