package clickcounter.ledger;

import clickcounter.document.CounterView;
import clickcounter.ledger.ModelBounds.EmptyReplica;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A few ad and counter documents and the bolts that write them, as a graph of states: each step is
 * one that can happen next, among them a crash of any writer at any moment, a put that reaches some
 * replicas and whose answer is lost, an event that comes again, a mark that is delivered late,
 * again or never. The steps of the ledgers are those of the real ones.
 *
 * <p>A state is a few ints:
 *
 * <pre>
 *   counts      ad puts, counter puts: 8 bits each; lost replicas: 4; emptied ones: 2;
 *               which one is empty still, or 0: 2; read repairs: 8
 *   ads         of each one int per replica, see {@link ReplicaSpace}
 *   counters    likewise
 *   ads bolts   of each ad one int per live copy: 0, or what it holds, a {@link AdsBolt}
 *   counters bolts  of each counter likewise, a {@link CountersBolt}
 *   notes       a bit for each event of which a mark was ever sent
 * </pre>
 */
final class ProtocolModel {
  private static final int DOWN = 0;

  private enum Phase {
    DOWN,
    /** Has read the document, no view yet. */
    READ,
    /** Only where rule 3 is broken: has read the view, not the document yet. */
    VIEWED,
    ACTIVE,
    PUTTING
  }

  /**
   * A live copy of the ads bolt.
   *
   * @param read the replica as read, in phase READ
   * @param clock of the document as read or put last
   * @param view of all counters, as far as they were read
   * @param waiting events whose tuples wait for the next put
   * @param inPut events whose tuples wait for the put under way
   * @param forgot ids were dropped since the last put
   * @param value that is being put
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

  /** A live copy of the counters bolt. */
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
  private final Set<List<Integer>> soundResolutions = new HashSet<>();
  private final Set<Integer> soundAdReplicas = new HashSet<>();
  private final Set<Integer> soundAdsBolts = new HashSet<>();

  /** Where the parts of a state begin. */
  private final int adsFrom = 1;

  private final int countersFrom;
  private final int adsAt;
  private final int countersAt;
  private final int notes;

  /** How many quorum reads were met in which no main line can be told. */
  private int withoutMainLine;

  private String faultOfStep;

  ProtocolModel(ModelBounds bounds, Rules rules) {
    this.bounds = bounds;
    this.rules = rules;
    this.ledgers = new ModelLedgers(rules, bounds);
    this.countersFrom = adsFrom + bounds.ads * bounds.replicas;
    this.adsAt = countersFrom + bounds.counters * bounds.replicas;
    this.countersAt = adsAt + bounds.ads * bounds.adWriters;
    this.notes = countersAt + bounds.counters * bounds.counterWriters;
    adsBolts.id(AdsBolt.NONE);
    countersBolts.id(CountersBolt.NONE);
  }

  int width() {
    return notes + 1;
  }

  /** Where an ad's replicas begin. */
  private int adAt(int ad) {
    return adsFrom + ad * bounds.replicas;
  }

  /** Where a counter's replicas begin. */
  private int counterAt(int counter) {
    return countersFrom + counter * bounds.replicas;
  }

  /** The ad that the bolt at this place writes. */
  private int adOfBolt(int at) {
    return (at - adsAt) / bounds.adWriters;
  }

  private int counterOfBolt(int at) {
    return (at - countersAt) / bounds.counterWriters;
  }

  int withoutMainLine() {
    return withoutMainLine;
  }

  int[] start() {
    int[] state = new int[width()];
    Arrays.fill(state, adsFrom, countersFrom, ledgers.ads.empty);
    Arrays.fill(state, countersFrom, adsAt, ledgers.counters.empty);
    return state;
  }

  /** Gives every state that can be next. */
  void forEachNext(int[] state, Consumer<int[]> next) {
    for (int i = adsAt; i < countersAt; i++) {
      adsBoltSteps(state, i, next);
    }
    for (int i = countersAt; i < notes; i++) {
      countersBoltSteps(state, i, next);
    }
    lossSteps(state, next);
    emptySteps(state, next);
    repairSteps(state, next);
  }

  /** What was wrong with a step, or null. */
  String faultOfStep() {
    return faultOfStep;
  }

  /** What is wrong with a state, or null. */
  String fault(int[] state) {
    if (faultOfStep != null) {
      return faultOfStep;
    }
    for (int i = adsFrom; i < countersFrom; i++) {
      if (countsTwice(state[i])) {
        return "counted twice in a replica";
      }
    }
    for (int i = adsAt; i < countersAt; i++) {
      if (countsTwiceInMemory(state[i])) {
        return "counted twice in memory";
      }
    }
    return faultOfReading(state);
  }

  private boolean countsTwice(int replica) {
    if (soundAdReplicas.contains(replica)) {
      return false;
    }
    boolean twice =
        ledgers.ads.documents(replica).stream().anyMatch(d -> twice(d.totals().costMicros()));
    return twice || !soundAdReplicas.add(replica);
  }

  private boolean countsTwiceInMemory(int bolt) {
    if (soundAdsBolts.contains(bolt)) {
      return false;
    }
    AdsBolt b = adsBolts.value(bolt);
    boolean holdsLedger = b.phase() == Phase.ACTIVE || b.phase() == Phase.PUTTING;
    if (holdsLedger && twice(ledgers.adLedger(b.ledger()).totals().costMicros())) {
      return true;
    }
    soundAdsBolts.add(bolt);
    return false;
  }

  private boolean twice(long costMicros) {
    for (int e = 0; e < bounds.events; e++) {
      if (ModelLedgers.times(costMicros, e) > 1) {
        return true;
      }
    }
    return false;
  }

  /** What a quorum reads must count once whatever a quorum says is settled. */
  private String faultOfReading(int[] state) {
    for (int viewSet : viewSets(state, 0, ModelLedgers.NO_VIEWS)) {
      for (int ad = 0; ad < bounds.ads; ad++) {
        for (int replica : reads(state, adAt(ad))) {
          List<Integer> reading = List.of(ad, replica, viewSet);
          if (!soundResolutions.contains(reading)) {
            String fault = faultOfReading(ad, replica, viewSet);
            if (fault != null) {
              return fault;
            }
            soundResolutions.add(reading);
          }
        }
      }
    }
    return null;
  }

  /** The views that a reader may have of all counters from this one on, beside those before it. */
  private Set<Integer> viewSets(int[] state, int counter, int before) {
    if (counter == bounds.counters) {
      return Set.of(before);
    }
    Set<Integer> all = new LinkedHashSet<>();
    for (int read : reads(state, counterAt(counter))) {
      all.addAll(viewSets(state, counter + 1, ledgers.withView(before, counter, read)));
    }
    return all;
  }

  private String faultOfReading(int ad, int replica, int viewSet) {
    int ledger = ledgers.adLedger(ad, replica, viewSet);
    if (ledger == ModelLedgers.NO_MAIN_LINE) {
      withoutMainLine++;
      return null;
    }
    long costs = ledgers.adLedger(ledger).totals().costMicros();
    for (int e = ad; e < bounds.events; e += bounds.ads) {
      long times = ModelLedgers.times(costs, e);
      if (times > 1) {
        return "event " + e + " counted twice when resolved";
      }
      if (times == 0 && isSettled(e, viewSet)) {
        return "event " + e + " lost: settled, not counted in what a quorum reads";
      }
    }
    return null;
  }

  private boolean isSettled(int event, int viewSet) {
    CounterView view = ledgers.viewOf(event, viewSet);
    int sequence = bounds.sequenceOf(event);
    return bounds.replicas == 1 ? view.seen(sequence) : view.confirmed(sequence);
  }

  /**
   * What readers may see: with three replicas the merge of any two, of all three where all are
   * asked.
   */
  private int[] reads(int[] state, int at) {
    if (bounds.replicas == 1) {
      return new int[] {state[at]};
    }
    if (emptyNow(state) > 0) {
      return new int[] {mergeOfAll(state, at)};
    }
    if (bounds.emptied == EmptyReplica.SERVES_NOTFOUND_NOT_OK) {
      return readsWithoutNotFound(state, at);
    }
    if (bounds.emptied == EmptyReplica.SERVES_NOTFOUND_FROM_ALL) {
      return readsOfWhoHasIt(state, at);
    }
    return new int[] {
      merge(at, state[at], state[at + 1]),
      merge(at, state[at], state[at + 2]),
      merge(at, state[at + 1], state[at + 2])
    };
  }

  /**
   * As Riak answers with notfound_ok=false, r and pr of two: two replicas that have something are
   * an answer, and so are two that have nothing, even if the third has it.
   */
  private int[] readsWithoutNotFound(int[] state, int at) {
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

  /** Two replicas that have something, or nothing in all three; else a read fails. */
  private int[] readsOfWhoHasIt(int[] state, int at) {
    if (mergeOfAll(state, at) == empty(at)) {
      return new int[] {empty(at)};
    }
    return PAIRS.stream()
        .filter(p -> state[at + p[0]] != empty(at) && state[at + p[1]] != empty(at))
        .mapToInt(p -> merge(at, state[at + p[0]], state[at + p[1]]))
        .distinct()
        .toArray();
  }

  private int mergeOfAll(int[] state, int at) {
    return merge(at, merge(at, state[at], state[at + 1]), state[at + 2]);
  }

  private int empty(int at) {
    return at < countersFrom ? ledgers.ads.empty : ledgers.counters.empty;
  }

  /** Of two replicas of the document whose replicas begin at this place. */
  private int merge(int at, int a, int b) {
    return at < countersFrom ? ledgers.ads.merge(a, b) : ledgers.counters.merge(a, b);
  }

  /* The ads bolt. */

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
      adsBolt(state, at, DOWN, state[notes], next); // a crash
    }
  }

  private void startAdsBolt(int[] state, int at, Consumer<int[]> next) {
    if (rules.readsViewFirst()) {
      for (int viewSet : viewSets(state, 0, ModelLedgers.NO_VIEWS)) {
        adsBolt(state, at, adsBolts.id(AdsBolt.viewed(viewSet)), state[notes], next);
      }
      return;
    }
    for (int read : reads(state, adAt(adOfBolt(at)))) {
      adsBolt(state, at, adsBolts.id(AdsBolt.read(read)), state[notes], next);
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

  /** One counter after another, in any order; the others go on meanwhile. */
  private void readView(int[] state, int at, AdsBolt bolt, int counter, Consumer<int[]> next) {
    for (int read : reads(state, counterAt(counter))) {
      int viewSet = ledgers.withView(bolt.view(), counter, read);
      if (ledgers.hasAllViews(viewSet)) {
        activate(state, at, bolt.read(), viewSet, next);
      } else {
        adsBolt(state, at, adsBolts.id(bolt.withView(viewSet)), state[notes], next);
      }
    }
  }

  private void readAfterView(int[] state, int at, AdsBolt bolt, Consumer<int[]> next) {
    for (int read : reads(state, adAt(adOfBolt(at)))) {
      activate(state, at, read, bolt.view(), next);
    }
  }

  private void activate(int[] state, int at, int read, int viewSet, Consumer<int[]> next) {
    int ledger = ledgers.adLedger(adOfBolt(at), read, viewSet);
    if (ledger != ModelLedgers.NO_MAIN_LINE) {
      AdsBolt bolt = AdsBolt.active(ledgers.ads.clock(read), ledger, viewSet);
      adsBolt(state, at, adsBolts.id(bolt), state[notes], next);
    }
  }

  private void refreshViews(int[] state, int at, AdsBolt bolt, Consumer<int[]> next) {
    for (int counter = 0; counter < bounds.counters; counter++) {
      for (int read : reads(state, counterAt(counter))) {
        AdsBolt refreshed = bolt.withView(ledgers.withView(bolt.view(), counter, read));
        adsBolt(state, at, adsBolts.id(refreshed), state[notes], next);
      }
    }
  }

  private void offerAll(int[] state, int at, AdsBolt bolt, Consumer<int[]> next) {
    for (int event = adOfBolt(at); event < bounds.events; event += bounds.ads) {
      offer(state, at, bolt, event, next);
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
    if (acked && bounds.looksAtAcks && !everyQuorumSees(state, event)) {
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
    adsBolt(state, at, adsBolts.id(after), state[notes] | (marked ? bit : 0), next);
  }

  private void forget(int[] state, int at, AdsBolt bolt, Consumer<int[]> next) {
    int ledger = ledgers.forget(bolt.ledger(), bolt.view());
    if (ledger != bolt.ledger()) {
      adsBolt(state, at, adsBolts.id(bolt.forgotten(ledger)), state[notes], next);
    }
  }

  private void beginAdPut(int[] state, int at, AdsBolt bolt, Consumer<int[]> next) {
    int dot = adPuts(state);
    if (dot == bounds.adPuts || !ledgers.adLedger(bolt.ledger()).owesPut() && !bolt.forgot()) {
      return;
    }
    for (String writeId : writeIds(dot)) {
      AdsBolt putting = bolt.putting(ledgers.beginAdPut(bolt.ledger(), dot, writeId));
      int[] begun = state.clone();
      begun[0]++;
      if (bounds.putsTakeTime) {
        adsBolt(begun, at, adsBolts.id(putting), state[notes], next);
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
    int ad = adAt(adOfBolt(at));
    if (bounds.conditional && ledgers.ads.clock(state[ad]) != bolt.clock() && !rules.overwrites()) {
      adsBolt(state, at, DOWN, state[notes], next);
      return;
    }
    for (int[] reached : bounds.replicas == 1 ? ONE : OF_THREE) {
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
    int ad = adAt(adOfBolt(at));
    int[] after = state.clone();
    for (int replica : reached) {
      after[ad + replica] = ledgers.ads.merge(state[ad + replica], sent);
    }
    adsBolt(after, at, DOWN, state[notes], next); // the answer is lost
    for (int answer : answers(after, ad, reached)) {
      boolean single = ledgers.ads.documents(answer).size() == 1;
      if (single || rules.marksInSpiteOfSiblings()) {
        AdsBolt stored =
            bolt.stored(ledgers.ads.clock(answer), ledgers.adPutSucceeded(bolt.ledger()));
        int marked = state[notes] | bolt.inPut();
        adsBolt(after, at, single ? adsBolts.id(stored) : DOWN, marked, next);
      }
    }
  }

  /** What the writer of a put may be told: nothing unless a quorum has it. */
  private int[] answers(int[] after, int at, int[] reached) {
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

  /** The next state in which this copy of the ads bolt is so. */
  private void adsBolt(int[] state, int at, int bolt, int marked, Consumer<int[]> next) {
    int[] after = state.clone();
    after[at] = bolt;
    after[notes] = marked;
    next.accept(canonical(after));
  }

  /* The counters bolt. */

  private void countersBoltSteps(int[] state, int at, Consumer<int[]> next) {
    CountersBolt bolt = countersBolts.value(state[at]);
    int counter = counterOfBolt(at);
    if (state[at] == DOWN) {
      for (int read : reads(state, counterAt(counter))) {
        countersBolt(
            state,
            at,
            new CountersBolt(ledgers.counters.clock(read), ledgers.counterLedger(counter, read)),
            next);
      }
      return;
    }
    countersBolt(state, at, CountersBolt.NONE, next); // a crash
    for (int event = counter; event < bounds.events; event += bounds.counters) {
      if ((state[notes] & 1 << event) != 0) {
        mark(state, at, bolt, event, next);
      }
      if (bounds.writeOffs) {
        int ledger = ledgers.writeOff(bolt.ledger(), event);
        countersBolt(state, at, new CountersBolt(bolt.clock(), ledger), next);
      }
    }
    if (counterPuts(state) < bounds.counterPuts && ledgers.owesCounterPut(bolt.ledger())) {
      counterPut(state, at, bolt, next);
    }
  }

  private void mark(int[] state, int at, CountersBolt bolt, int event, Consumer<int[]> next) {
    ModelLedgers.Marked marked = ledgers.mark(bolt.ledger(), event);
    if (bounds.looksAtAcks
        && marked.durable() == CounterLedger.Durability.NOW
        && !everyQuorumSees(state, event)) {
      faultOfStep = "event " + event + " is said to be recorded durably, and is not";
    }
    countersBolt(state, at, new CountersBolt(bolt.clock(), marked.ledger()), next);
  }

  private boolean everyQuorumSees(int[] state, int event) {
    int counter = bounds.counterOf(event);
    for (int read : reads(state, counterAt(counter))) {
      int viewSet = ledgers.withView(ModelLedgers.NO_VIEWS, counter, read);
      if (!ledgers.viewOf(event, viewSet).seen(bounds.sequenceOf(event))) {
        return false;
      }
    }
    return true;
  }

  private void counterPut(int[] state, int at, CountersBolt bolt, Consumer<int[]> next) {
    int counter = counterAt(counterOfBolt(at));
    int dot = counterPuts(state);
    ModelLedgers.Put put = ledgers.beginCounterPut(bolt.ledger(), dot, "c" + dot);
    int[] begun = state.clone();
    begun[0] += 1 << 8;
    if (bounds.conditional && ledgers.counters.clock(state[counter]) != bolt.clock()) {
      countersBolt(begun, at, CountersBolt.NONE, next);
      return;
    }
    for (int[] reached : bounds.replicas == 1 ? ONE : OF_THREE) {
      for (int coordinator : reached) {
        int sent = ledgers.counters.put(state[counter + coordinator], bolt.clock(), put.value());
        counterPutReaches(begun, at, put.ledger(), reached, sent, next);
      }
    }
  }

  private void counterPutReaches(
      int[] state, int at, int ledger, int[] reached, int sent, Consumer<int[]> next) {
    int counter = counterAt(counterOfBolt(at));
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

  /* The store. */

  private void lossSteps(int[] state, Consumer<int[]> next) {
    if ((state[0] >> 16 & 0xF) == bounds.losses) {
      return;
    }
    for (int lost = 0; lost < 3; lost++) {
      int x = (lost + 1) % 3;
      int y = (lost + 2) % 3;
      int[] after = state.clone();
      after[0] += 1 << 16;
      for (int of = adsFrom; of < adsAt; of += bounds.replicas) {
        after[of + lost] = merge(of, state[of + x], state[of + y]);
      }
      next.accept(canonical(after));
    }
  }

  /** A replica comes back with an empty disk and serves, once; later it is rebuilt. */
  private void emptySteps(int[] state, Consumer<int[]> next) {
    if (bounds.emptied != null && emptied(state) == 0) {
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
    if (bounds.emptied == EmptyReplica.SERVES_ALL_ARE_ASKED) {
      after[0] |= lost + 1 << 22;
    }
    for (int of = adsFrom; of < adsAt; of += bounds.replicas) {
      int x = state[of + (lost + 1) % 3];
      int y = state[of + (lost + 2) % 3];
      boolean rebuiltFirst = bounds.emptied == EmptyReplica.SERVES_WHAT_OTHERS_AGREE_ON && x != y;
      after[of + lost] = rebuiltFirst ? merge(of, x, y) : empty(of);
    }
    return after;
  }

  /** The replica that was empty has all that the others have; from now on two are asked again. */
  private int[] rebuilt(int[] state) {
    int[] after = state.clone();
    for (int of = adsFrom; of < adsAt; of += bounds.replicas) {
      after[of + emptyNow(state) - 1] = mergeOfAll(state, of);
    }
    after[0] &= ~(3 << 22);
    return after;
  }

  private static int emptied(int[] state) {
    return state[0] >> 20 & 3;
  }

  /** Which replica is empty while all are asked, counted from 1; 0 for none. */
  private static int emptyNow(int[] state) {
    return state[0] >> 22 & 3;
  }

  /** After a read some replica is brought up to another one, of one document; or is not. */
  private void repairSteps(int[] state, Consumer<int[]> next) {
    if (state[0] >> 24 == bounds.repairs) {
      return;
    }
    for (int to = 0; to < bounds.replicas; to++) {
      for (int from = 0; from < bounds.replicas; from++) {
        for (int of = adsFrom; of < adsAt; of += bounds.replicas) {
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

  /** Copies of a bolt are alike, and so are replicas: only one of their orders is visited. */
  private int[] canonical(int[] state) {
    for (int at = adsAt; at < countersAt; at += bounds.adWriters) {
      Arrays.sort(state, at, at + bounds.adWriters);
    }
    for (int at = countersAt; at < notes; at += bounds.counterWriters) {
      Arrays.sort(state, at, at + bounds.counterWriters);
    }
    for (int i = 1; i < bounds.replicas; i++) {
      for (int j = i; j > 0 && replicaBefore(state, j, j - 1); j--) {
        for (int of = adsFrom; of < adsAt; of += bounds.replicas) {
          swap(state, of + j, of + j - 1);
        }
        swapEmpty(state, j + 1, j);
      }
    }
    return state;
  }

  private boolean replicaBefore(int[] state, int a, int b) {
    int of = adsFrom;
    while (of < adsAt && state[of + a] == state[of + b]) {
      of += bounds.replicas;
    }
    return of < adsAt && state[of + a] < state[of + b];
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

  /* For a reader of the way to a fault. */

  String describe(int[] state) {
    StringBuilder text = new StringBuilder();
    text.append(
        "  ad puts %d, counter puts %d, marks sent %s"
            .formatted(adPuts(state), counterPuts(state), Integer.toBinaryString(state[notes])));
    for (int i = adsFrom; i < countersFrom; i++) {
      text.append(
          "\n    ad %d in replica %d:".formatted(ofReplica(i, adsFrom), replica(i, adsFrom)));
      text.append(ledgers.ads.describe(state[i]));
    }
    for (int i = countersFrom; i < adsAt; i++) {
      int counter = ofReplica(i, countersFrom);
      text.append("\n    counter %d in replica %d:".formatted(counter, replica(i, countersFrom)));
      text.append(ledgers.counters.describe(state[i]));
    }
    for (int i = adsAt; i < countersAt; i++) {
      text.append("\n    ads bolt ").append(describe(adsBolts.value(state[i])));
    }
    for (int i = countersAt; i < notes; i++) {
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
    boolean holdsLedger = bolt.phase() == Phase.ACTIVE || bolt.phase() == Phase.PUTTING;
    return bolt.phase()
        + (bolt.phase() == Phase.READ ? ledgers.ads.describe(bolt.read()) : "")
        + (holdsLedger ? " " + ledgers.describeAd(bolt.ledger()) : "")
        + (bolt.phase() == Phase.DOWN ? "" : "\n      views " + ledgers.describeViews(bolt.view()));
  }
}
