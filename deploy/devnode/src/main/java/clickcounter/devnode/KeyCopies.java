package clickcounter.devnode;

import java.time.Duration;
import java.util.function.Function;
import shaded.com.google.protobuf.ByteString;

/** How the copies of a key are read and written: one copy, or several that may differ. */
interface KeyCopies {

  /**
   * What a request is about.
   *
   * @param name the key as the client says it
   * @param timeout after which Riak answers {@code timeout} when too few replicas have
   */
  record Target(
      BucketId bucket, ObjectKey key, ByteString name, BucketProperties rules, Duration timeout) {}

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
    StoredSiblings apply(long actor, StoredSiblings before);
  }

  /**
   * @param then makes the answer of what a quorum shows
   */
  Response get(Target target, ReadQuorum quorum, Function<StoredSiblings, Response> then);

  /**
   * @param then makes the answer of what a quorum shows after the write
   */
  Response put(
      Target target, WriteQuorum quorum, Change change, Function<StoredSiblings, Response> then);

  /** Of which a listing is made. */
  Replica listed();
}
