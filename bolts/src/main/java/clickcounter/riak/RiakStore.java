package clickcounter.riak;

import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.Fetched;
import clickcounter.store.StoreContext;
import clickcounter.store.Stored;
import clickcounter.store.StoredValue;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbContent;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbGetResp;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbPutResp;
import shaded.com.basho.riak.protobuf.RiakMessageCodes;
import shaded.com.basho.riak.protobuf.RiakPB.RpbPair;
import shaded.com.google.protobuf.ByteString;

/**
 * Documents in Riak KV, one bucket type of either kind.
 *
 * <p>Never blocks its caller. A node that hangs delays only the calls that were sent to it ({@link
 * RiakConnections}). Calls above {@code maxConnections} wait in an unbounded queue: the caller
 * limits its calls in flight. Answers come on the store's event loop, on a timer thread or, after
 * {@link #close}, on the caller's thread. A receiver may call the store but must not block.
 *
 * <p>A call that waits for a connection until its time-out is answered and never sent. A put that
 * is being sent at its time-out may still be stored after the answer {@link Stored.Doubt}.
 *
 * <p>Only nodes of one cluster are used, see {@link ClusterMembership}.
 *
 * <p>The quorums are sent with every call in the ordinary kind, so that an answer shows each
 * sibling that a quorum stored before. {@link BucketTypeCheck} checks the bucket type before the
 * first document.
 */
public final class RiakStore implements DocumentStore {
  private final RiakConnections connections;
  private final Messages messages;
  private final CallTimeouts calls;
  private final PutErrors putErrors;
  private final PutIds putIds = new PutIds();

  /** Opens the store even when no node can be reached yet; calls then fail. */
  public RiakStore(RiakSettings settings) {
    this.connections = RiakConnections.open(settings);
    this.messages = new Messages(settings);
    this.calls = new CallTimeouts(settings.operationTimeoutMs());
    this.putErrors = new PutErrors(settings.bucketKind());
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
    Call<Fetched> call = calls.begin(answer, reason -> Answers.failed(key, reason));
    execute(
        messages.get(key),
        call,
        (reply, error) -> {
          try {
            call.answer(
                error == null
                    ? fetched(key, reply)
                    : Answers.failed(key, PutErrors.describe(error)));
          } catch (Exception e) {
            call.answer(Answers.failed(key, PutErrors.describe(e)));
          }
        });
  }

  private static Fetched fetched(DocumentKey key, Reply reply) throws Exception {
    RpbGetResp found = reply.as(RiakMessageCodes.MSG_GetResp, RpbGetResp.PARSER);
    if (found.getContentCount() == 0 && !found.hasVclock()) {
      return new Fetched.Absent(StoreContext.NONE);
    }
    return Answers.fetched(
        key,
        contextOf(found.getVclock()),
        found.getContentList().stream().map(RiakStore::shown).toList());
  }

  private static Answers.Shown shown(RpbContent content) {
    StoredValue value =
        new StoredValue(content.getContentType().toStringUtf8(), content.getValue().toByteArray());
    return new Answers.Shown(value, content.getDeleted());
  }

  @Override
  public void put(
      DocumentKey key, StoredValue value, StoreContext context, Consumer<Stored> answer) {
    Call<Stored> call = calls.begin(answer, Stored.Doubt::new);
    String putId = putIds.next();
    execute(
        messages.put(key, value, context, putId),
        call,
        (reply, error) -> {
          try {
            call.answer(error == null ? stored(reply, putId) : putErrors.decide(error));
          } catch (Exception e) {
            call.answer(putErrors.decide(e));
          }
        });
  }

  private static Stored stored(Reply reply, String putId) throws Exception {
    RpbPutResp stored = reply.as(RiakMessageCodes.MSG_PutResp, RpbPutResp.PARSER);
    return Answers.stored(
        contextOf(stored.getVclock()),
        stored.getContentList().stream().map(RiakStore::headOf).toList(),
        putId);
  }

  private static Answers.Head headOf(RpbContent content) {
    String putId =
        content.getUsermetaList().stream()
            .filter(each -> each.getKey().toStringUtf8().equals(Messages.PUT_ID))
            .map(RpbPair::getValue)
            .map(ByteString::toStringUtf8)
            .findFirst()
            .orElse(null);
    return new Answers.Head(putId, content.getDeleted());
  }

  private static StoreContext contextOf(ByteString vclock) {
    return vclock.isEmpty() ? StoreContext.NONE : new StoreContext(vclock.toByteArray());
  }

  private void execute(Request request, Call<?> call, BiConsumer<Reply, Throwable> outcome) {
    connections.execute(request, call::isAnswered, outcome);
  }

  /** Takes at most about half a second. */
  @Override
  public void close() {
    calls.close();
    connections.close();
  }
}
