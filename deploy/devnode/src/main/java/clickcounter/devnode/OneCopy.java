package clickcounter.devnode;

import java.util.function.Function;

/** A single copy: every quorum is met by it. */
final class OneCopy implements KeyCopies {

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
  public Response get(Target target, ReadQuorum quorum, Function<StoredSiblings, Response> then) {
    return then.apply(read(target));
  }

  private StoredSiblings read(Target target) {
    StoredSiblings stored = replica.read(target.key());
    return tombstones.isReaped(stored, target.rules().consistent())
        ? StoredSiblings.ABSENT
        : stored;
  }

  @Override
  public Response put(
      Target target, WriteQuorum quorum, Change change, Function<StoredSiblings, Response> then) {
    StoredSiblings after;
    synchronized (locks.of(target.key())) {
      StoredSiblings before = read(target);
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
