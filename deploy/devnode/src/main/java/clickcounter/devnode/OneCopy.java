package clickcounter.devnode;

import java.util.function.Function;

/** A single copy: every quorum is met by it. */
final class OneCopy implements Copies {

  private static final long ACTOR = 0;

  private final Replica replica;
  private final Locks locks;
  private final Tombstones tombstones;

  OneCopy(Replica replica, Locks locks, Tombstones tombstones) {
    this.replica = replica;
    this.locks = locks;
    this.tombstones = tombstones;
  }

  @Override
  public Answer get(Target target, ReadQuorum quorum, Function<Versions, Answer> then) {
    return then.apply(read(target));
  }

  private Versions read(Target target) {
    Versions stored = replica.read(target.key());
    return tombstones.isReaped(stored, target.rules().consistent()) ? Versions.ABSENT : stored;
  }

  @Override
  public Answer put(
      Target target, WriteQuorum quorum, Change change, Function<Versions, Answer> then) {
    Versions after;
    synchronized (locks.of(target.key())) {
      Versions before = read(target);
      after = change.apply(ACTOR, before);
      if (after != before) {
        replica.write(target.key(), after);
      }
    }
    return then.apply(after);
  }

  @Override
  public Replica listed() {
    return replica;
  }
}
