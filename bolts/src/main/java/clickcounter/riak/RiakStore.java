package clickcounter.riak;

import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.Fetched;
import clickcounter.store.StoreContext;
import clickcounter.store.Stored;
import clickcounter.store.StoredValue;
import com.basho.riak.client.api.cap.BasicVClock;
import com.basho.riak.client.api.cap.VClock;
import com.basho.riak.client.core.operations.FetchOperation;
import com.basho.riak.client.core.operations.StoreOperation;
import com.basho.riak.client.core.query.Location;
import com.basho.riak.client.core.query.Namespace;
import com.basho.riak.client.core.query.RiakObject;
import com.basho.riak.client.core.util.BinaryValue;
import java.util.List;
import java.util.function.Consumer;

/**
 * Documents in Riak KV, one bucket type of either kind.
 *
 * <p>Never blocks its caller. What exceeds {@code maxConnections} waits in an unbounded queue: the
 * caller bounds what it has in flight. Answers come on the client's event loops, on a timer thread
 * or, after {@link #close}, on the caller's; a receiver may call the store again but must not
 * block.
 *
 * <p>A call that waited longer than the time-out for a connection is answered and not sent any
 * more; one that had just got hold of the client when the time was up may still be sent after the
 * answer {@link Stored.Doubt}, as a packet on the way may still arrive.
 *
 * <p>The quorum settings are sent with every operation of the ordinary kind, so that an answer
 * shows each sibling that a quorum stored before it. Whether the bucket type is right is for {@link
 * BucketTypeCheck} to say, before the first document.
 *
 * <p>Set the client's logger {@code com.basho.riak.client.core} to OFF: while a node is down it
 * prints an error a connection, and at INFO a line for each operation that waits for one. This
 * package logs each change of a node's state once itself.
 */
public final class RiakStore implements DocumentStore {
  private static final String PUT_ID = "put";

  private final RiakSettings settings;
  private final RiakConnections connections;
  private final Calls calls;
  private final PutErrors putErrors;
  private final PutIds putIds = new PutIds();

  /** Opens it even when no node can be reached yet; calls then say so. */
  public RiakStore(RiakSettings settings) {
    this(settings, RiakConnections.open(settings), new Calls(settings.operationTimeoutMs()));
  }

  private RiakStore(RiakSettings settings, RiakConnections connections, Calls calls) {
    this.settings = settings;
    this.connections = connections;
    this.calls = calls;
    this.putErrors = new PutErrors(settings.bucketKind());
  }

  @Override
  public void fetch(DocumentKey key, Consumer<Fetched> answer) {
    Call<Fetched> call = calls.begin(answer, reason -> Answers.failed(key, reason));
    connections.execute(
        fetchOf(key), call::isAnswered, (found, error) -> call.answer(fetched(key, found, error)));
  }

  private FetchOperation fetchOf(DocumentKey key) {
    FetchOperation.Builder fetch =
        new FetchOperation.Builder(locationOf(key))
            .withReturnDeletedVClock(true)
            .withTimeout(settings.operationTimeoutMs());
    if (settings.bucketKind() == BucketKind.ORDINARY) {
      fetch.withR(settings.quorums().rCode()).withPr(settings.quorums().prCode());
    }
    return fetch.build();
  }

  private Fetched fetched(DocumentKey key, FetchOperation.Response found, Throwable error) {
    if (error != null) {
      return Answers.failed(key, PutErrors.describe(error));
    }
    if (found.isNotFound()) {
      return new Fetched.Absent(StoreContext.NONE);
    }
    List<RiakObject> all = objectsOf(found.getObjectList());
    return Answers.fetched(
        key,
        contextOf(all),
        all.stream().map(each -> new Answers.Shown(valueOf(each), each.isDeleted())).toList());
  }

  @Override
  public void put(
      DocumentKey key, StoredValue value, StoreContext context, Consumer<Stored> answer) {
    Call<Stored> call = calls.begin(answer, Stored.Doubt::new);
    String putId = putIds.next();
    connections.execute(
        putOf(key, value, context, putId),
        call::isAnswered,
        (stored, error) -> call.answer(stored(stored, putId, error)));
  }

  private StoreOperation putOf(
      DocumentKey key, StoredValue value, StoreContext context, String putId) {
    StoreOperation.Builder put =
        new StoreOperation.Builder(locationOf(key))
            .withContent(objectOf(value, context, putId))
            .withReturnHead(true)
            .withTimeout(settings.operationTimeoutMs());
    if (settings.bucketKind() == BucketKind.ORDINARY) {
      put.withW(settings.quorums().wCode())
          .withPw(settings.quorums().pwCode())
          .withDw(settings.quorums().dwCode());
    } else if (context.isNone()) {
      put.withIfNoneMatch(true);
    } else {
      put.withIfNotModified(true);
    }
    return put.build();
  }

  private Stored stored(StoreOperation.Response stored, String putId, Throwable error) {
    if (error != null) {
      return putErrors.decide(error);
    }
    List<RiakObject> all = objectsOf(stored.getObjectList());
    return Answers.stored(contextOf(all), all.stream().map(RiakStore::headOf).toList(), putId);
  }

  private static Answers.Head headOf(RiakObject object) {
    return new Answers.Head(object.getUserMeta().get(PUT_ID), object.isDeleted());
  }

  private Location locationOf(DocumentKey key) {
    Namespace bucket =
        new Namespace(
            BinaryValue.createFromUtf8(settings.bucketType()),
            BinaryValue.createFromUtf8(key.bucket()));
    return new Location(bucket, BinaryValue.createFromUtf8(key.key()));
  }

  private static RiakObject objectOf(StoredValue value, StoreContext context, String putId) {
    RiakObject object =
        new RiakObject()
            .setContentType(value.contentType())
            .setValue(BinaryValue.unsafeCreate(value.bytes()));
    object.getUserMeta().put(PUT_ID, putId);
    return context.isNone() ? object : object.setVClock(new BasicVClock(context.bytes()));
  }

  private static StoredValue valueOf(RiakObject object) {
    // The client leaves out an empty value.
    byte[] bytes = object.hasValue() ? object.getValue().unsafeGetValue() : new byte[0];
    return new StoredValue(object.getContentType(), bytes);
  }

  /** All siblings carry the same vclock. */
  private static StoreContext contextOf(List<RiakObject> all) {
    VClock clock = all.isEmpty() ? null : all.get(0).getVClock();
    return clock == null ? StoreContext.NONE : new StoreContext(clock.getBytes());
  }

  /** The client's response classes inherit this list from a raw type. */
  @SuppressWarnings("unchecked")
  private static List<RiakObject> objectsOf(List<?> objects) {
    return (List<RiakObject>) objects;
  }

  /** Takes at most about half a second. */
  @Override
  public void close() {
    calls.close();
    connections.close();
  }
}
