package clickcounter.riak;

import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.Fetched;
import clickcounter.store.StoreContext;
import clickcounter.store.Stored;
import clickcounter.store.StoredValue;
import java.util.function.Consumer;
import shaded.com.basho.riak.protobuf.RiakMessageCodes;

/**
 * Documents in Riak KV, in one bucket type.
 *
 * <p>Never blocks its caller. A node that hangs delays only the calls that were sent to it ({@link
 * RiakConnections}). Calls above {@code maxConnections} wait in an unbounded queue: the caller
 * limits its calls in flight. Answers come on the store's event loop or, after {@link #close}, on
 * the caller's thread. A receiver may call the store but must not block: it would hold up all other
 * answers, time-outs included.
 *
 * <p>A call without an answer is given up at the time-out, at most 50 ms late.
 *
 * <p>A call that waits for a connection until its time-out is answered and never sent. A put that
 * is being sent at its time-out may still be stored after the answer {@link Stored.Doubt}.
 *
 * <p>Only nodes of one cluster are used, see {@link ClusterMembership}.
 *
 * <p>The quorum is sent with every call, so that an answer shows each sibling that a quorum stored
 * before. {@link BucketTypeCheck} checks the bucket type before the first document.
 */
public final class RiakStore implements DocumentStore {
  private final RiakConnections connections;
  private final Messages messages;
  private final Calls calls;
  private final PutIds putIds = new PutIds();

  /** Opens the store even when no node can be reached yet; calls then fail. */
  public RiakStore(RiakSettings settings) {
    this.connections = RiakConnections.open(settings);
    this.messages = new Messages(settings);
    this.calls = connections.calls();
  }

  /**
   * Opens the store for an audit: waits until each node has described its cluster or is known not
   * to answer. If a node turns out to be in another cluster later, all further calls fail.
   *
   * @throws RiakSetupException when the nodes are not all in one cluster
   */
  public static RiakStore openForVerdict(RiakSettings settings) {
    RiakStore store = new RiakStore(settings);
    try {
      store.connections.awaitNodes();
      store.connections.demandOneCluster();
      return store;
    } catch (RuntimeException e) {
      store.close();
      throw e;
    }
  }

  /**
   * To be called before an audit reports on what it read.
   *
   * @throws RiakSetupException when a node was found to be in another cluster since the store was
   *     opened
   */
  public void requireOneCluster() {
    connections.requireOneCluster();
  }

  @Override
  public void fetch(DocumentKey key, Consumer<Fetched> answer) {
    calls.begin(messages.get(key), new PendingFetch(key, answer));
  }

  @Override
  public void put(
      DocumentKey key, StoredValue value, StoreContext context, Consumer<Stored> answer) {
    String putId = putIds.next();
    calls.begin(messages.put(key, value, context, putId), new PendingPut(putId, answer));
  }

  @Override
  public void delete(DocumentKey key, StoreContext context, Consumer<String> failure) {
    calls.begin(
        messages.delete(key, context),
        (reply, error) -> failure.accept(error == null ? notDeleted(reply) : error.toString()));
  }

  private static String notDeleted(Reply reply) {
    try {
      reply.requireCode(RiakMessageCodes.MSG_DelResp);
      return null;
    } catch (Exception e) {
      return PutErrors.describe(e);
    }
  }

  /** Takes at most half a second. */
  @Override
  public void close() {
    connections.close();
  }
}
