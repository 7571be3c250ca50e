package clickcounter.simulation;

import clickcounter.riak.Answers;
import clickcounter.riak.PutErrors;
import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.Fetched;
import clickcounter.store.StoreContext;
import clickcounter.store.Stored;
import clickcounter.store.StoredValue;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A store of three replicas as the six rules find it at its worst. A put takes effect on one, two
 * or three of them, each at a time of its own, perhaps after the time-out; it is answered when two
 * have it, with the merge of what these two then knew, or never. A read merges any two. Nothing is
 * repaired unless a read happens to do it.
 *
 * <p>A replica that lost its disk may be filled again before it answers, or come back empty and
 * answer at once. Then two may no longer be asked as if nothing had happened: either it serves only
 * documents on which the other two agree, or all three are asked until it is rebuilt.
 */
final class SimulatedStore implements DocumentStore {
  static final int REPLICAS = 3;
  private static final int QUORUM = 2;
  private static final int NONE = -1;
  private static final long TIME_OUT_MS = 500;
  private static final long LATE_VIEW_MS = 1_500;

  /** What is written by hand. */
  static final StoredValue RUBBISH = new StoredValue("text/plain", new byte[] {'?'});

  /** What stands in the place of a deleted document for a while. */
  static final StoredValue TOMBSTONE = new StoredValue("tombstone", new byte[0]);

  private static final long REAPED_AFTER_MS = 3_000;

  private final Timeline timeline;
  private final Chance chance;
  private final StoreWatch watch;
  private final Statistics statistics;
  private final Map<DocumentKey, Cell> cells = new HashMap<>();
  private final int[] lives = new int[REPLICAS];
  private final boolean[] down = new boolean[REPLICAS];
  private Noise noise;
  private boolean allDown;

  /** The replica that came back empty, until it is rebuilt; or none. */
  private int empty = NONE;

  /** Receives what happens in the store. */
  interface StoreWatch {
    /** A put has come, that may or may not take effect. */
    void putCame(DocumentKey key, StoredValue value);

    /** Some replica knows more of this document, or less. */
    void changed(DocumentKey key);
  }

  /** One document on all replicas. */
  private static final class Cell {
    final SiblingVersions[] replicas = {
      SiblingVersions.NONE, SiblingVersions.NONE, SiblingVersions.NONE
    };
    int writes;

    SiblingVersions others(int replica) {
      return replicas[(replica + 1) % REPLICAS].merge(replicas[(replica + 2) % REPLICAS]);
    }

    SiblingVersions all() {
      return replicas[0].merge(replicas[1]).merge(replicas[2]);
    }
  }

  /**
   * The replicas of a read that is under way.
   *
   * @param lives of all replicas when the read began
   */
  private record Asked(int[] replicas, int[] lives) {}

  SimulatedStore(
      Timeline timeline, Chance chance, Noise noise, StoreWatch watch, Statistics statistics) {
    this.timeline = timeline;
    this.chance = chance;
    this.noise = noise;
    this.watch = watch;
    this.statistics = statistics;
  }

  void setNoise(Noise noise) {
    this.noise = noise;
  }

  void setAllDown(boolean allDown) {
    this.allDown = allDown;
  }

  void setDown(int replica, boolean isDown) {
    down[replica] = isDown;
  }

  /**
   * A replica's disk is lost, and filled again from the other two. The puts that it was
   * coordinating end without an answer: their process lived on its node.
   */
  void rebuild(int replica) {
    if (empty != NONE) {
      return; // a second disk would be the last one of some document
    }
    statistics.count(Tally.REBUILT);
    lives[replica]++;
    cells.forEach(
        (key, cell) -> {
          cell.replicas[replica] = cell.others(replica);
          watch.changed(key);
        });
  }

  /**
   * A replica comes back with an empty disk and serves at once.
   *
   * @param allAreAsked whether all three are asked from now on, until it is rebuilt; else it was
   *     given before what the other two do not agree on
   */
  void comeBackEmpty(int replica, boolean allAreAsked) {
    if (empty != NONE) {
      return;
    }
    statistics.count(Tally.EMPTIED);
    lives[replica]++;
    empty = allAreAsked ? replica : NONE;
    for (Map.Entry<DocumentKey, Cell> e : cells.entrySet()) {
      SiblingVersions[] replicas = e.getValue().replicas;
      boolean filled =
          !allAreAsked && !agree(replicas[(replica + 1) % 3], replicas[(replica + 2) % 3]);
      replicas[replica] = filled ? e.getValue().others(replica) : SiblingVersions.NONE;
      watch.changed(e.getKey());
    }
  }

  private static boolean agree(SiblingVersions one, SiblingVersions other) {
    return one.clock().equals(other.clock()) && one.values().equals(other.values());
  }

  /** The replica that came back empty gets all that the others have; two are asked again. */
  void rebuildEmpty() {
    if (empty == NONE) {
      return;
    }
    int rebuilt = empty;
    cells.values().forEach(cell -> cell.replicas[rebuilt] = cell.all());
    empty = NONE;
    cells.keySet().forEach(watch::changed);
  }

  /** An editor reads the document and puts rubbish in its place, on all replicas. */
  void overwrite(DocumentKey key) {
    Cell cell = cell(key);
    SiblingVersions all = cell.all();
    Arrays.fill(cell.replicas, all.write(cell.writes++, RUBBISH, all.clock()));
    watch.changed(key);
  }

  /** How many replicas have to answer. */
  private int quorumSize() {
    return empty == NONE ? QUORUM : REPLICAS;
  }

  /** What a read of these two replicas would find. */
  SiblingVersions quorum(DocumentKey key, int one, int other) {
    Cell cell = cells.get(key);
    return cell == null ? SiblingVersions.NONE : cell.replicas[one].merge(cell.replicas[other]);
  }

  /** The number of different quorum answers is at most this. */
  int quorums() {
    return quorumSize() == REPLICAS ? 1 : 3;
  }

  /** What a read of the quorum of this number would find. */
  SiblingVersions quorum(DocumentKey key, int number) {
    SiblingVersions two = quorum(key, number, (number + 1) % REPLICAS);
    return quorumSize() == REPLICAS ? two.merge(quorum(key, 2, 2)) : two;
  }

  private Cell cell(DocumentKey key) {
    return cells.computeIfAbsent(key, k -> new Cell());
  }

  private long delay() {
    return chance.skewed(100, noise.storeMicros());
  }

  private long answerDelay() {
    return chance.happens(noise.of(FaultKind.ANSWER_LATE))
        ? 1_000 * chance.between(0, TIME_OUT_MS * 9 / 10)
        : delay();
  }

  /** Of a read; what it found may be old by then. */
  private long readDelay(DocumentKey key) {
    return key.bucket().equals(DocumentKey.COUNTERS)
            && chance.happens(noise.of(FaultKind.VIEW_LATE))
        ? 1_000 * chance.between(0, LATE_VIEW_MS)
        : answerDelay();
  }

  @Override
  public void fetch(DocumentKey key, Consumer<Fetched> answer) {
    if (allDown || chance.happens(noise.of(FaultKind.READ_FAILS))) {
      timeline.after(delay(), () -> answer.accept(new Fetched.Failed("simulated failure")));
      return;
    }
    Cell cell = cell(key);
    if (quorumSize() == REPLICAS) {
      boolean anyDown = down[0] || down[1] || down[2];
      if (anyDown) {
        failRead(answer);
      } else {
        read(cell, key, ask(0, 1, 2), 0, SiblingVersions.NONE, answer);
      }
      return;
    }
    int first = chance.below(REPLICAS);
    int second = (first + 1 + chance.below(REPLICAS - 1)) % REPLICAS;
    first = down[first] ? upBeside(first, second) : first;
    second = down[second] ? upBeside(first, second) : second;
    if (down[first] || down[second] || first == second) {
      failRead(answer);
      return;
    }
    read(cell, key, ask(first, second), 0, SiblingVersions.NONE, answer);
  }

  private void failRead(Consumer<Fetched> answer) {
    timeline.afterMs(TIME_OUT_MS, () -> answer.accept(new Fetched.Failed("no quorum")));
  }

  private int upBeside(int first, int second) {
    for (int r = 0; r < REPLICAS; r++) {
      if (!down[r] && r != first && r != second) {
        return r;
      }
    }
    return first;
  }

  private Asked ask(int... replicas) {
    return new Asked(replicas, lives.clone());
  }

  /** Asks one replica after the other; who loses its disk meanwhile does not answer. */
  private void read(
      Cell cell,
      DocumentKey key,
      Asked asked,
      int next,
      SiblingVersions known,
      Consumer<Fetched> answer) {
    int replica = asked.replicas[next];
    timeline.after(
        delay(),
        () -> {
          if (lives[replica] != asked.lives[replica]) {
            failRead(answer);
            return;
          }
          SiblingVersions merged = known.merge(cell.replicas[replica]);
          if (next + 1 < asked.replicas.length) {
            read(cell, key, asked, next + 1, merged, answer);
          } else {
            if (chance.happens(noise.of(FaultKind.READ_REPAIR))) {
              repair(cell, key, merged);
            }
            timeline.after(readDelay(key), () -> answer.accept(answer(key, merged)));
          }
        });
  }

  static Fetched answer(DocumentKey key, SiblingVersions versions) {
    return versions.values().isEmpty()
        ? new Fetched.Absent(StoreContext.NONE)
        : Answers.fetched(
            key,
            versions.context(),
            versions.values().stream()
                .map(v -> new Answers.Shown(v.value(), v.isTombstone()))
                .toList());
  }

  private void repair(Cell cell, DocumentKey key, SiblingVersions merged) {
    for (int replica = 0; replica < REPLICAS; replica++) {
      int r = replica;
      if (!down[r] && cell.replicas[r] != merged) {
        timeline.after(delay(), () -> learn(cell, key, r, merged));
      }
    }
  }

  private void learn(Cell cell, DocumentKey key, int replica, SiblingVersions versions) {
    SiblingVersions before = cell.replicas[replica];
    SiblingVersions after = before.merge(versions);
    if (after != before) {
      cell.replicas[replica] = after;
      watch.changed(key);
    }
  }

  @Override
  public void put(
      DocumentKey key, StoredValue value, StoreContext context, Consumer<Stored> answer) {
    watch.putCame(key, value);
    write(key, value, context, answer);
  }

  /**
   * Deletes a document as it was read, with a tombstone that is put like a value. When all replicas
   * have it alone, they forget the document.
   */
  @Override
  public void delete(DocumentKey key, StoreContext context, Consumer<String> failure) {
    write(key, TOMBSTONE, context, stored -> failure.accept(stored.failure()));
    timeline.afterMs(REAPED_AFTER_MS, () -> reap(key));
  }

  private void reap(DocumentKey key) {
    Cell cell = cell(key);
    boolean onlyTombstone =
        Arrays.stream(cell.replicas)
            .allMatch(
                replica ->
                    replica.values().size() == 1
                        && replica.values().get(0).isTombstone()
                        && replica.values().equals(cell.replicas[0].values()));
    if (onlyTombstone) {
      Arrays.fill(cell.replicas, SiblingVersions.NONE);
      watch.changed(key);
    }
  }

  private void write(
      DocumentKey key, StoredValue value, StoreContext context, Consumer<Stored> answer) {
    timeline.note(Arrays.hashCode(value.bytes()));
    Answering answering = new Answering(answer, value == TOMBSTONE);
    if (chance.happens(noise.of(FaultKind.PUT_REFUSED))) {
      statistics.count(Tally.REFUSED);
      timeline.after(delay(), () -> answering.give(PutErrors.byRiak("{too_large,simulated}")));
      return;
    }
    timeline.afterMs(TIME_OUT_MS, () -> answering.give(new Stored.Doubt("time-out")));
    if (allDown) {
      if (chance.happens(0.5)) {
        timeline.after(delay(), () -> answering.give(PutErrors.byRiak("all_nodes_down")));
      }
      return;
    }
    Cell cell = cell(key);
    BitSet read = SiblingVersions.clockOf(context);
    long delay = chance.happens(noise.of(FaultKind.REPLICA_IS_LATE)) ? late() : delay();
    timeline.after(delay, () -> coordinate(cell, key, value, read, answering));
  }

  /** Late, but perhaps in time; or long after the time-out. */
  private long late() {
    return 1_000
        * (chance.happens(0.5)
            ? chance.between(0, TIME_OUT_MS)
            : chance.between(TIME_OUT_MS, 20 * TIME_OUT_MS));
  }

  private void coordinate(
      Cell cell, DocumentKey key, StoredValue value, BitSet read, Answering answering) {
    int coordinator = chance.below(REPLICAS);
    if (down[coordinator]) {
      coordinator = upBeside(coordinator, coordinator);
    }
    if (down[coordinator]) {
      return;
    }
    int dot = cell.writes++;
    SiblingVersions sent = cell.replicas[coordinator].write(dot, value, read);
    cell.replicas[coordinator] = sent;
    watch.changed(key);
    answering.begin(coordinator, lives[coordinator], sent, quorumSize());
    for (int i = 1; i < REPLICAS; i++) {
      int replica = (coordinator + i) % REPLICAS;
      if (down[replica] || chance.happens(noise.of(FaultKind.REPLICA_MISSES_PUT))) {
        continue;
      }
      long delay = chance.happens(noise.of(FaultKind.REPLICA_IS_LATE)) ? late() : delay();
      timeline.after(delay, () -> replicate(cell, key, replica, sent, dot, answering));
    }
  }

  private void replicate(
      Cell cell, DocumentKey key, int replica, SiblingVersions sent, int dot, Answering answering) {
    if (down[replica]) {
      return;
    }
    learn(cell, key, replica, sent);
    answering.answers++;
    answering.merged = answering.merged.merge(cell.replicas[replica]);
    boolean coordinatorLost = lives[answering.coordinator] != answering.coordinatorLife;
    int needed = Math.max(answering.needed, quorumSize());
    if (answering.answers != needed
        || coordinatorLost
        || chance.happens(noise.of(FaultKind.ANSWER_LOST))) {
      return;
    }
    Stored stored =
        answering.deletes
            ? new Stored.Single(answering.merged.context())
            : answer(answering.merged, dot);
    timeline.after(answerDelay(), () -> answering.give(stored));
  }

  private static Stored answer(SiblingVersions versions, int dot) {
    List<Answers.Head> heads =
        versions.values().stream()
            .map(v -> new Answers.Head(putId(v.dot()), v.isTombstone()))
            .toList();
    return Answers.stored(versions.context(), heads, putId(dot));
  }

  /** It belongs to a whole life; who uses it does not end it. */
  @Override
  public void close() {}

  private static String putId(int dot) {
    return Integer.toString(dot);
  }

  /** Answers once. */
  private final class Answering {
    private final Consumer<Stored> answer;

    /** Then the answer does not show what is stored. */
    private final boolean deletes;

    private boolean answered;
    private int answers;
    private int coordinator;
    private int coordinatorLife;
    private int needed;
    private SiblingVersions merged;

    Answering(Consumer<Stored> answer, boolean deletes) {
      this.answer = answer;
      this.deletes = deletes;
    }

    void begin(int itsCoordinator, int life, SiblingVersions sent, int replicasNeeded) {
      answers = 1;
      coordinator = itsCoordinator;
      coordinatorLife = life;
      merged = sent;
      needed = replicasNeeded;
    }

    void give(Stored stored) {
      if (!answered) {
        answered = true;
        stored.handle(
            single -> {},
            several -> statistics.count(Tally.SIBLINGS),
            doubt -> statistics.count(Tally.DOUBTS),
            refused -> {});
        answer.accept(stored);
      }
    }
  }
}
