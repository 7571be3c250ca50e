package clickcounter.riak;

import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.Fetched;
import clickcounter.store.StoreContext;
import clickcounter.store.Stored;
import clickcounter.store.StoredValue;
import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbContent;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbGetResp;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbPutResp;
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

  /**
   * Begins the ids of this store's puts. They are not those of the documents' writes, which are
   * inside the documents: a directory has none.
   */
  private final String putIds = Long.toString(new SecureRandom().nextLong(1L << 40), 36) + '.';

  private final AtomicLong puts = new AtomicLong();

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
    calls.begin(messages.get(key), (reply, error) -> answer.accept(fetched(key, reply, error)));
  }

  @Override
  public void put(
      DocumentKey key, StoredValue value, StoreContext context, Consumer<Stored> answer) {
    String putId = putIds + Long.toString(puts.getAndIncrement(), 36);
    calls.begin(
        messages.put(key, value, context, putId),
        (reply, error) -> answer.accept(stored(putId, reply, error)));
  }

  @Override
  public void delete(DocumentKey key, StoreContext context, Consumer<String> failure) {
    calls.begin(
        messages.delete(key, context),
        (reply, error) -> failure.accept(error == null ? notDeleted(reply) : error.toString()));
  }

  private static Fetched fetched(DocumentKey key, Reply reply, Throwable error) {
    if (error != null) {
      return Answers.failed(key, PutErrors.describe(error));
    }
    try {
      RpbGetResp found = reply.as(RiakMessageCodes.MSG_GetResp, RpbGetResp.PARSER);
      return found.getContentCount() == 0 && !found.hasVclock()
          ? new Fetched.Absent(StoreContext.NONE)
          : Answers.fetched(
              key,
              Messages.contextOf(found.getVclock()),
              found.getContentList().stream().map(RiakStore::shown).toList());
    } catch (Exception e) {
      return Answers.failed(key, PutErrors.describe(e));
    }
  }

  private static Answers.Shown shown(RpbContent content) {
    StoredValue value =
        new StoredValue(content.getContentType().toStringUtf8(), content.getValue().toByteArray());
    return new Answers.Shown(value, content.getDeleted());
  }

  private static Stored stored(String putId, Reply reply, Throwable error) {
    if (error != null) {
      return PutErrors.decide(error);
    }
    try {
      RpbPutResp shown = reply.as(RiakMessageCodes.MSG_PutResp, RpbPutResp.PARSER);
      return Answers.stored(
          Messages.contextOf(shown.getVclock()),
          shown.getContentList().stream().map(RiakStore::head).toList(),
          putId);
    } catch (Exception e) {
      return PutErrors.decide(e);
    }
  }

  private static Answers.Head head(RpbContent content) {
    String putId =
        content.getUsermetaList().stream()
            .filter(each -> each.getKey().equals(Messages.PUT_ID))
            .map(each -> each.getValue().toStringUtf8())
            .findFirst()
            .orElse(null);
    return new Answers.Head(putId, content.getDeleted());
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
