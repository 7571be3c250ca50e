package clickcounter.devnode;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Several copies of each key in one process, which may differ, as the replicas of a Riak cluster
 * do: a put is coordinated by one of them and sent to the others, a get shows those that answer
 * first and then repairs all that answered.
 *
 * <p>All are primaries; there are no fallbacks, and nothing is handed to a replica that comes back:
 * it is repaired as it is read. In a consistent type a majority agrees on each change.
 */
final class Replicas implements KeyCopies, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Replicas.class);
  private static final long CONSISTENT_ACTOR = 0;
  private static final long STOP_SECONDS = 5;

  private final ObjectStore store;
  private final List<Replica> replicas;
  private final long[] actors;
  private final AtomicReferenceArray<ReplicaFaults> faultsOf;
  private final Locks locks;
  private final Tombstones tombstones;
  private final Dots dots;
  private final Faults faults;

  /** Held for writing while a replica is wiped, so that nobody uses its old data. */
  private final ReadWriteLock wiping = new ReentrantReadWriteLock();

  private final ScheduledThreadPoolExecutor later;

  Replicas(ObjectStore store, Locks locks, Tombstones tombstones, Dots dots, Faults faults) {
    this.store = store;
    this.locks = locks;
    this.tombstones = tombstones;
    this.dots = dots;
    this.faults = faults;
    replicas = store.replicas();
    actors = IntStream.range(0, replicas.size()).mapToLong(this::actor).toArray();
    faultsOf =
        new AtomicReferenceArray<>(
            Collections.nCopies(replicas.size(), ReplicaFaults.FAIR).toArray(ReplicaFaults[]::new));
    later =
        new ScheduledThreadPoolExecutor(
            1,
            work -> {
              Thread thread = new Thread(work, "devnode-late");
              thread.setDaemon(true);
              return thread;
            });
    later.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  private long actor(int index) {
    byte[] stored = store.readSetting(actorSetting(index));
    return stored == null ? index : ByteBuffer.wrap(stored).getLong();
  }

  private static byte[] actorSetting(int index) {
    return ("node/actor/" + (index + 1)).getBytes(StandardCharsets.US_ASCII);
  }

  int size() {
    return replicas.size();
  }

  ReplicaFaults faultsOf(int index) {
    return faultsOf.get(index);
  }

  void set(int index, ReplicaFaults now) {
    if (!now.equals(faultsOf.getAndSet(index, now))) {
      LOG.warn("Replica {} is now {}", index + 1, now);
    }
  }

  /**
   * Empties the replica's disk. It continues to serve, empty, under a new name: the old name would
   * claim to know what it has lost. Consistent types are left alone: Riak's ensembles let a peer
   * that has lost its data vote only when it has them again from the others.
   */
  void wipe(int index, List<byte[]> prefixes) {
    wiping.writeLock().lock();
    try {
      // Negative, so that it is no replica's first name.
      long actor = -dots.nextAfter(0);
      store.writeSetting(
          actorSetting(index), ByteBuffer.allocate(Long.BYTES).putLong(actor).array());
      actors[index] = actor;
      prefixes.forEach(replicas.get(index)::remove);
    } finally {
      wiping.writeLock().unlock();
    }
    LOG.warn("Replica {} is wiped: it serves empty until it is repaired", index + 1);
  }

  /** Lists one available replica. A listing may lack what only others have. */
  @Override
  public Replica listed() {
    List<Integer> up = shuffled(upOf(replicas.size()));
    if (up.isEmpty()) {
      throw new RefusedException("insufficient_vnodes_available");
    }
    return replicas.get(up.get(0));
  }

  private List<Integer> upOf(int n) {
    return IntStream.range(0, n).filter(i -> !faultsOf.get(i).down()).boxed().toList();
  }

  private static <T> List<T> shuffled(List<T> all) {
    List<T> shuffled = new ArrayList<>(all);
    Collections.shuffle(shuffled, ThreadLocalRandom.current());
    return shuffled;
  }

  /** A replica asked, and how the request reaches it. */
  private record Asked(int replica, Reach reach) {
    boolean is(Reach.Kind kind) {
      return reach.kind() == kind;
    }
  }

  private List<Asked> asked(Target target, List<Integer> up, boolean put) {
    return shuffled(up).stream().map(i -> new Asked(i, reach(target, i, put))).toList();
  }

  private Reach reach(Target target, int index, boolean put) {
    Reach ordered = faults == Faults.NONE ? Reach.ANSWERS : ordered(target, index, put);
    return put && ordered.equals(Reach.ANSWERS) ? faultsOf.get(index).draw() : ordered;
  }

  private Reach ordered(Target target, int index, boolean put) {
    String type = target.bucket().type().toStringUtf8();
    String bucket = target.bucket().bucket().toStringUtf8();
    String key = target.name().toStringUtf8();
    return put
        ? faults.onPutToReplica(type, bucket, key, index + 1)
        : faults.onGetFromReplica(type, bucket, key, index + 1);
  }

  private int n(Target target) {
    return Math.min(target.rules().nVal(), replicas.size());
  }

  @Override
  public Response get(Target target, ReadQuorum quorum, Function<StoredSiblings, Response> then) {
    int n = n(target);
    List<Integer> up = upOf(n);
    return target.rules().consistent()
        ? agreeOnRead(target, n, asked(target, up, false), then)
        : new Get(target, n, quorum, up, then).run();
  }

  @Override
  public Response put(
      Target target, WriteQuorum quorum, Change change, Function<StoredSiblings, Response> then) {
    int n = n(target);
    List<Integer> up = upOf(n);
    return target.rules().consistent()
        ? agreeOnChange(target, n, asked(target, up, true), change, then)
        : new Put(target, n, quorum, up, then).run(change);
  }

  private final class Get {
    private final Target target;
    private final List<Asked> asked;
    private final Gathering gathering;
    private final Map<Integer, StoredSiblings> found = new HashMap<>();

    Get(
        Target target,
        int n,
        ReadQuorum quorum,
        List<Integer> up,
        Function<StoredSiblings, Response> then) {
      this.target = target;
      gathering =
          new Gathering(target, tally(target, n, quorum, up), then, this::look, this::repair);
      asked = asked(target, up, false);
    }

    private static Tally tally(Target target, int n, ReadQuorum quorum, List<Integer> up) {
      BucketProperties.Quorums ofBucket = target.rules().quorums();
      int r = BucketProperties.replicas(quorum.r(), ofBucket.r(), n);
      int pr = BucketProperties.replicas(quorum.pr(), ofBucket.pr(), n);
      if (pr > up.size()) {
        throw Tally.unsatisfied("pr", pr, up.size());
      }
      requireVnodes(up.size(), r);
      return new GetTally(n, r, pr, quorum.notfoundOk(), quorum.basicQuorum());
    }

    Response run() {
      for (Asked each : asked) {
        switch (each.reach().kind()) {
          case ANSWERS -> gathering.tell(look(each.replica()));
          case FAILS -> gathering.tellFailure();
          case LATE -> gathering.expect(each.replica(), each.reach().pause());
          case SILENT, MUTE -> {
            // No answer.
          }
        }
      }
      return gathering.answer();
    }

    private StoredSiblings look(int replica) {
      StoredSiblings stored = read(replica, target);
      found.put(replica, stored);
      return stored;
    }

    /** Repairs those replicas that answered and lack something. */
    private void repair() {
      StoredSiblings all = Tally.merged(List.copyOf(found.values()), target.rules()::merge);
      found.forEach(
          (replica, versions) -> {
            if (!versions.clock().equals(all.clock())) {
              sync(replica, target, all);
            }
          });
    }
  }

  private final class Put {
    private final Target target;
    private final List<Asked> asked;
    private final Gathering gathering;
    private StoredSiblings written;

    Put(
        Target target,
        int n,
        WriteQuorum quorum,
        List<Integer> up,
        Function<StoredSiblings, Response> then) {
      this.target = target;
      gathering =
          new Gathering(
              target, tally(target, n, quorum, up), then, i -> sync(i, target, written), () -> {});
      asked = asked(target, up, true);
    }

    private static Tally tally(Target target, int n, WriteQuorum quorum, List<Integer> up) {
      BucketProperties.Quorums ofBucket = target.rules().quorums();
      int w = BucketProperties.replicas(quorum.w(), ofBucket.w(), n);
      int pw = BucketProperties.replicas(quorum.pw(), ofBucket.pw(), n);
      // The one that coordinates has always to write it.
      int dw = Math.max(1, BucketProperties.replicas(quorum.dw(), ofBucket.dw(), n));
      if (pw > up.size()) {
        throw Tally.unsatisfied("pw", pw, up.size());
      }
      requireVnodes(up.size(), Math.max(w, dw));
      return new PutTally(n, w, pw, dw);
    }

    /** Where nobody can coordinate, nothing is written. */
    Response run(Change change) {
      Asked coordinator = coordinator();
      if (coordinator != null) {
        written = coordinate(coordinator.replica(), target, change);
        if (coordinator.is(Reach.Kind.ANSWERS)) {
          gathering.tell(written);
        }
        asked.stream().filter(each -> each != coordinator).forEach(this::send);
      } else {
        asked.stream()
            .filter(each -> each.is(Reach.Kind.FAILS))
            .forEach(each -> gathering.tellFailure());
      }
      return gathering.answer();
    }

    private Asked coordinator() {
      return asked.stream()
          .filter(each -> each.is(Reach.Kind.ANSWERS) || each.is(Reach.Kind.MUTE))
          .findFirst()
          .orElse(null);
    }

    private void send(Asked each) {
      switch (each.reach().kind()) {
        case ANSWERS -> gathering.tell(sync(each.replica(), target, written));
        case FAILS -> gathering.tellFailure();
        case MUTE -> sync(each.replica(), target, written);
        case LATE -> sendLate(each.replica(), each.reach().pause());
        case SILENT -> {
          // Not executed and not answered.
        }
      }
    }

    /** It arrives even if nobody waits for it any more. */
    private void sendLate(int replica, Duration pause) {
      gathering.expect(replica, pause);
      later.schedule(() -> sync(replica, target, written), pause.toNanos(), TimeUnit.NANOSECONDS);
    }
  }

  private static void requireVnodes(int up, int needed) {
    if (needed > up) {
      throw new RefusedException("{insufficient_vnodes,%d,need,%d}".formatted(up, needed));
    }
  }

  private StoredSiblings coordinate(int index, Target target, Change change) {
    return wipeless(
        () -> {
          synchronized (locks.of(target.key())) {
            StoredSiblings before = stored(index, target);
            StoredSiblings after = change.apply(actors[index], before);
            if (after != before) {
              replicas.get(index).write(target.key(), after);
            }
            return after;
          }
        });
  }

  private StoredSiblings sync(int index, Target target, StoredSiblings sent) {
    return wipeless(
        () -> {
          synchronized (locks.of(target.key())) {
            StoredSiblings before = stored(index, target);
            StoredSiblings after = target.rules().merge(before, sent);
            if (!after.equals(before)) {
              replicas.get(index).write(target.key(), after);
            }
            return after;
          }
        });
  }

  private StoredSiblings read(int index, Target target) {
    return wipeless(() -> stored(index, target));
  }

  private <T> T wipeless(Supplier<T> work) {
    Lock lock = wiping.readLock();
    lock.lock();
    try {
      return work.get();
    } finally {
      lock.unlock();
    }
  }

  /** A tombstone is reaped only when all replicas have it, as in Riak. */
  private StoredSiblings stored(int index, Target target) {
    StoredSiblings stored = replicas.get(index).read(target.key());
    boolean consistent = target.rules().consistent();
    boolean reaped =
        tombstones.isReaped(stored, consistent)
            && replicas.subList(0, n(target)).stream()
                .allMatch(each -> each.read(target.key()).clock().equals(stored.clock()));
    return reaped ? StoredSiblings.ABSENT : stored;
  }

  private Response agreeOnChange(
      Target target,
      int n,
      List<Asked> asked,
      Change change,
      Function<StoredSiblings, Response> then) {
    List<Integer> doing =
        asked.stream()
            .filter(each -> !each.is(Reach.Kind.SILENT) && !each.is(Reach.Kind.FAILS))
            .map(Asked::replica)
            .toList();
    if (isMinority(doing.size(), n)) {
      return timeout(target);
    }
    StoredSiblings after = wipeless(() -> changeAll(target, doing, change));
    long answering = doing.size() - asked.stream().filter(e -> e.is(Reach.Kind.MUTE)).count();
    return isMinority(answering, n) ? timeout(target) : then.apply(after);
  }

  private StoredSiblings changeAll(Target target, List<Integer> doing, Change change) {
    synchronized (locks.of(target.key())) {
      StoredSiblings before = newest(target, doing);
      StoredSiblings after = change.apply(CONSISTENT_ACTOR, before);
      if (after != before) {
        doing.forEach(i -> replicas.get(i).write(target.key(), after));
      }
      return after;
    }
  }

  private Response agreeOnRead(
      Target target, int n, List<Asked> asked, Function<StoredSiblings, Response> then) {
    List<Integer> answering =
        asked.stream()
            .filter(each -> each.is(Reach.Kind.ANSWERS) || each.is(Reach.Kind.LATE))
            .map(Asked::replica)
            .toList();
    if (isMinority(answering.size(), n)) {
      return timeout(target);
    }
    // From then on a majority has what is shown.
    return then.apply(wipeless(() -> writeBack(target, answering)));
  }

  private StoredSiblings writeBack(Target target, List<Integer> answering) {
    synchronized (locks.of(target.key())) {
      StoredSiblings newest = newest(target, answering);
      answering.stream()
          .filter(i -> !stored(i, target).clock().equals(newest.clock()))
          .forEach(i -> replicas.get(i).write(target.key(), newest));
      return newest;
    }
  }

  private StoredSiblings newest(Target target, List<Integer> among) {
    return among.stream()
        .map(i -> stored(i, target))
        .max(Comparator.comparingLong(each -> each.clock().newestDot()))
        .orElse(StoredSiblings.ABSENT);
  }

  private static boolean isMinority(long some, int n) {
    return some <= n / 2;
  }

  private static Response timeout(Target target) {
    return new Response.Later(target.timeout(), () -> Response.error("timeout"));
  }

  @Override
  public void close() {
    later.shutdownNow();
    try {
      if (!later.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException("late puts did not stop within " + STOP_SECONDS + " s");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
