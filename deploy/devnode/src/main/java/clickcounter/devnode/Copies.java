package clickcounter.devnode;

import java.time.Duration;
import java.util.function.Function;
import shaded.com.google.protobuf.ByteString;

/** How the copies of a key are read and written: one copy, or several that may differ. */
interface Copies {

  /**
   * What a request is about.
   *
   * @param name the key as the client says it
   * @param timeout after which Riak answers {@code timeout} when too few replicas have
   */
  record Target(
      BucketId bucket, ObjectKey key, ByteString name, BucketRules rules, Duration timeout) {}

  /** As they came with the request or stand in the bucket's properties: symbolic or a number. */
  record ReadQuorum(int r, int pr, boolean notfoundOk, boolean basicQuorum) {}

  record WriteQuorum(int w, int pw, int dw) {}

  /**
   * What a write makes of what was there. It refuses by an exception; then, and when it gives back
   * what was there, nothing is written.
   */
  interface Change {
    /**
     * @param actor in whose name the write is
     */
    Versions apply(long actor, Versions before);
  }

  /**
   * @param then makes the answer of what a quorum shows
   */
  Answer get(Target target, ReadQuorum quorum, Function<Versions, Answer> then);

  /**
   * @param then makes the answer of what a quorum shows after the write
   */
  Answer put(Target target, WriteQuorum quorum, Change change, Function<Versions, Answer> then);

  /** Of which a listing is made. */
  Replica listed();
}
