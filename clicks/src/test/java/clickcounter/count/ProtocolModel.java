package clickcounter.count;

import clickcounter.document.CounterView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * One ad document, one counter document and the bolts that write them, as a graph of states: each
 * step is one that can happen next, among them a crash of any writer at any moment, a put that
 * reaches some replicas and whose answer is lost, an event that comes again, a mark that is
 * delivered late, again or never. The steps of the ledgers are those of the real ones.
 *
 * <p>A state is a few ints:
 *
 * <pre>
 *   counts      ad puts, counter puts, lost replicas, read repairs: 8 bits each
 *   ad          one int per replica, see {@link ReplicaSpace}
 *   counter     likewise
 *   ads bolts   one int per live copy: 0, or what it holds, a {@link AdsBolt}
 *   counters bolts  likewise, a {@link CountersBolt}
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
  private final int ad = 1;

  private final int counter;
  private final int adsAt;
  private final int countersAt;
  private final int notes;

  /** How many quorum reads were met in which no main line can be told. */
  private int withoutMainLine;

  private String faultOfStep;

  ProtocolModel(ModelBounds bounds, Rules rules) {
    this.bounds = bounds;
    this.rules = rules;
    this.ledgers = new ModelLedgers(rules, bounds.maxUnsettledIds);
    this.counter = ad + bounds.replicas;
    this.adsAt = counter + bounds.replicas;
    this.countersAt = adsAt + bounds.adWriters;
    this.notes = countersAt + bounds.counterWriters;
    adsBolts.id(AdsBolt.NONE);
    countersBolts.id(CountersBolt.NONE);
  }

  int width() {
    return notes + 1;
  }

  int withoutMainLine() {
    return withoutMainLine;
  }

  int[] start() {
    int[] state = new int[width()];
    Arrays.fill(state, ad, ad + bounds.replicas, ledgers.ads.empty);
    Arrays.fill(state, counter, counter + bounds.replicas, ledgers.counters.empty);
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
    repairSteps(state, next);
  }

  /** What is wrong with a state, or null. */
  String fault(int[] state) {
    if (faultOfStep != null) {
      return faultOfStep;
    }
    for (int i = 0; i < bounds.replicas; i++) {
      if (countsTwice(state[ad + i])) {
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
    for (int replica : reads(state, ad, true)) {
      for (int counterReplica : reads(state, counter, false)) {
        List<Integer> reading = List.of(replica, counterReplica);
        if (!soundResolutions.contains(reading)) {
          String fault = faultOfReading(replica, counterReplica);
          if (fault != null) {
            return fault;
          }
          soundResolutions.add(reading);
        }
      }
    }
    return null;
  }

  private String faultOfReading(int replica, int counterReplica) {
    int viewId = ledgers.view(counterReplica, ModelLedgers.NO_VIEW);
    int ledger = ledgers.adLedger(replica, viewId);
    if (ledger == ModelLedgers.NO_MAIN_LINE) {
      withoutMainLine++;
      return null;
    }
    CounterView view = ledgers.view(viewId);
    long costs = ledgers.adLedger(ledger).totals().costMicros();
    for (int e = 0; e < bounds.events; e++) {
      long times = ModelLedgers.times(costs, e);
      if (times > 1) {
        return "event " + e + " counted twice when resolved";
      }
      if (times == 0 && (bounds.replicas == 1 ? view.seen(e) : view.confirmed(e))) {
        return "event " + e + " lost: settled, not counted in what a quorum reads";
      }
    }
    return null;
  }

  /** What readers may see: with three replicas the merge of any two. */
  private int[] reads(int[] state, int at, boolean ofAd) {
    if (bounds.replicas == 1) {
      return new int[] {state[at]};
    }
    return new int[] {
      merge(ofAd, state[at], state[at + 1]),
      merge(ofAd, state[at], state[at + 2]),
      merge(ofAd, state[at + 1], state[at + 2])
    };
  }

  private int merge(boolean ofAd, int a, int b) {
    return ofAd ? ledgers.ads.merge(a, b) : ledgers.counters.merge(a, b);
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
      for (int read : reads(state, counter, false)) {
        AdsBolt bolt = AdsBolt.viewed(ledgers.view(read, ModelLedgers.NO_VIEW));
        adsBolt(state, at, adsBolts.id(bolt), state[notes], next);
      }
      return;
    }
    for (int read : reads(state, ad, true)) {
      adsBolt(state, at, adsBolts.id(AdsBolt.read(read)), state[notes], next);
    }
  }

  private void readViews(int[] state, int at, AdsBolt bolt, Consumer<int[]> next) {
    if (ledgers.ads.documents(bolt.read()).isEmpty()) {
      activate(state, at, bolt.read(), ModelLedgers.NO_VIEW, next);
      return;
    }
    for (int read : reads(state, counter, false)) {
      activate(state, at, bolt.read(), ledgers.view(read, ModelLedgers.NO_VIEW), next);
    }
  }

  private void readAfterView(int[] state, int at, AdsBolt bolt, Consumer<int[]> next) {
    for (int read : reads(state, ad, true)) {
      activate(state, at, read, bolt.view(), next);
    }
  }

  private void activate(int[] state, int at, int read, int view, Consumer<int[]> next) {
    int ledger = ledgers.adLedger(read, view);
    if (ledger != ModelLedgers.NO_MAIN_LINE) {
      AdsBolt bolt = AdsBolt.active(ledgers.ads.clock(read), ledger, view);
      adsBolt(state, at, adsBolts.id(bolt), state[notes], next);
    }
  }

  private void refreshViews(int[] state, int at, AdsBolt bolt, Consumer<int[]> next) {
    for (int read : reads(state, counter, false)) {
      AdsBolt refreshed = bolt.withView(ledgers.view(read, bolt.view()));
      adsBolt(state, at, adsBolts.id(refreshed), state[notes], next);
    }
  }

  private void offerAll(int[] state, int at, AdsBolt bolt, Consumer<int[]> next) {
    for (int event = 0; event < bounds.events; event++) {
      offer(state, at, bolt, event, next);
    }
  }

  private void offer(int[] state, int at, AdsBolt bolt, int event, Consumer<int[]> next) {
    ModelLedgers.Offered offered = ledgers.offer(bolt.ledger(), event, bolt.view());
    int bit = 1 << event;
    boolean counted = offered.verdict() == Verdict.COUNTED;
    boolean nextPut = counted || offered.verdict() == Verdict.AGAIN_NEXT_PUT;
    boolean putInFlight = offered.verdict() == Verdict.AGAIN_PUT_IN_FLIGHT;
    boolean marked =
        offered.verdict() == Verdict.AGAIN_DURABLE
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
    if (bolt.view() == ModelLedgers.NO_VIEW) {
      return;
    }
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
    int[] after = state.clone();
    for (int replica : reached) {
      after[ad + replica] = ledgers.ads.merge(state[ad + replica], sent);
    }
    adsBolt(after, at, DOWN, state[notes], next); // the answer is lost
    for (int answer : answers(after, ad, reached, true)) {
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
  private int[] answers(int[] after, int at, int[] reached, boolean ofAd) {
    if (bounds.replicas == 1) {
      return new int[] {after[at]};
    }
    List<Integer> answers = new ArrayList<>();
    for (int i = 0; i < reached.length; i++) {
      for (int j = i + 1; j < reached.length; j++) {
        answers.add(merge(ofAd, after[at + reached[i]], after[at + reached[j]]));
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
    if (state[at] == DOWN) {
      for (int read : reads(state, counter, false)) {
        countersBolt(
            state,
            at,
            new CountersBolt(ledgers.counters.clock(read), ledgers.counterLedger(read)),
            next);
      }
      return;
    }
    countersBolt(state, at, CountersBolt.NONE, next); // a crash
    for (int event = 0; event < bounds.events; event++) {
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
    if (marked.durable() == CounterLedger.Durable.NOW && !everyQuorumSees(state, event)) {
      faultOfStep = "event " + event + " is said to be recorded durably, and is not";
    }
    countersBolt(state, at, new CountersBolt(bolt.clock(), marked.ledger()), next);
  }

  private boolean everyQuorumSees(int[] state, int event) {
    for (int read : reads(state, counter, false)) {
      if (!ledgers.view(ledgers.view(read, ModelLedgers.NO_VIEW)).seen(event)) {
        return false;
      }
    }
    return true;
  }

  private void counterPut(int[] state, int at, CountersBolt bolt, Consumer<int[]> next) {
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
    int[] after = state.clone();
    for (int replica : reached) {
      after[counter + replica] = ledgers.counters.merge(state[counter + replica], sent);
    }
    countersBolt(after, at, CountersBolt.NONE, next); // the answer is lost, or shows siblings
    for (int answer : answers(after, counter, reached, false)) {
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
    if ((state[0] >> 16 & 0xFF) == bounds.losses) {
      return;
    }
    for (int lost = 0; lost < 3; lost++) {
      int x = (lost + 1) % 3;
      int y = (lost + 2) % 3;
      int[] after = state.clone();
      after[0] += 1 << 16;
      after[ad + lost] = ledgers.ads.merge(state[ad + x], state[ad + y]);
      after[counter + lost] = ledgers.counters.merge(state[counter + x], state[counter + y]);
      next.accept(canonical(after));
    }
  }

  /** After a read some replica is brought up to another one, of one document; or is not. */
  private void repairSteps(int[] state, Consumer<int[]> next) {
    if (state[0] >> 24 == bounds.repairs) {
      return;
    }
    for (int to = 0; to < bounds.replicas; to++) {
      for (int from = 0; from < bounds.replicas; from++) {
        repair(state, ad + to, merge(true, state[ad + to], state[ad + from]), next);
        repair(state, counter + to, merge(false, state[counter + to], state[counter + from]), next);
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
    Arrays.sort(state, adsAt, countersAt);
    Arrays.sort(state, countersAt, notes);
    for (int i = 1; i < bounds.replicas; i++) {
      for (int j = i; j > 0 && replicaBefore(state, j, j - 1); j--) {
        swap(state, ad + j, ad + j - 1);
        swap(state, counter + j, counter + j - 1);
      }
    }
    return state;
  }

  private boolean replicaBefore(int[] state, int a, int b) {
    int order = Integer.compare(state[ad + a], state[ad + b]);
    return order < 0 || order == 0 && state[counter + a] < state[counter + b];
  }

  private static void swap(int[] state, int a, int b) {
    int held = state[a];
    state[a] = state[b];
    state[b] = held;
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
    for (int i = 0; i < bounds.replicas; i++) {
      text.append("\n    ad in replica ").append(i).append(':');
      text.append(ledgers.ads.describe(state[ad + i]));
    }
    for (int i = 0; i < bounds.replicas; i++) {
      text.append("\n    counter in replica ").append(i).append(':');
      text.append(ledgers.counters.describe(state[counter + i]));
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

  private String describe(AdsBolt bolt) {
    boolean holdsLedger = bolt.phase() == Phase.ACTIVE || bolt.phase() == Phase.PUTTING;
    return bolt.phase()
        + (bolt.phase() == Phase.READ ? ledgers.ads.describe(bolt.read()) : "")
        + (holdsLedger ? " " + ledgers.describeAd(bolt.ledger()) : "")
        + (bolt.phase() == Phase.DOWN ? "" : "\n      view " + ledgers.describeView(bolt.view()));
  }
}
