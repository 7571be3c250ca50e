package clickcounter.devnode;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbContent;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbDelReq;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbGetReq;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbGetResp;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbPutReq;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbPutResp;
import shaded.com.google.protobuf.ByteString;
import shaded.com.google.protobuf.InvalidProtocolBufferException;

/**
 * Get, put and delete, with the words of Riak KV 3.2 when one is refused.
 *
 * <p>Each is atomic per key. Riak's conditional puts are so only in a consistent bucket type: a
 * client that is right here only because of that is not right yet.
 */
final class KeyValues {

  private static final int MAX_SIBLINGS = 100;
  private static final int MAX_OBJECT_BYTES = 50 << 20;
  private static final int STRIPES = 1024;

  private final ObjectStore store;
  private final BucketTypes types;
  private final VClocks vclocks;
  private final Dots dots;
  private final InstantSource clock;
  private final long tombstoneLifeMicros;
  private final Object[] locks = IntStream.range(0, STRIPES).mapToObj(i -> new Object()).toArray();

  final LongAdder puts = new LongAdder();
  final LongAdder gets = new LongAdder();
  final LongAdder bytesPut = new LongAdder();

  KeyValues(
      ObjectStore store,
      BucketTypes types,
      VClocks vclocks,
      Dots dots,
      InstantSource clock,
      Duration tombstoneLife) {
    this.store = store;
    this.types = types;
    this.vclocks = vclocks;
    this.dots = dots;
    this.clock = clock;
    this.tombstoneLifeMicros = tombstoneLife.toNanos() / 1_000;
  }

  RpbGetResp get(RpbGetReq request) {
    ObjectKey key = requireReadable(request);
    gets.increment();
    Versions found = live(store.read(key));
    if (found.isAbsentOrDeleted()) {
      return notFound(request, key, found);
    }
    if (vclocks.decode(key, request.getIfModified()) == found.newestDot()) {
      return RpbGetResp.newBuilder().setUnchanged(true).build();
    }
    RpbGetResp.Builder answer =
        RpbGetResp.newBuilder().setVclock(vclocks.encode(key, found.newestDot()));
    for (Sibling sibling : found.siblings()) {
      answer.addContent(content(sibling, request.getHead()));
    }
    return answer.build();
  }

  private ObjectKey requireReadable(RpbGetReq request) {
    BucketId bucket = BucketId.of(request.hasType(), request.getType(), request.getBucket());
    BucketRules rules = types.rules(bucket);
    rules.requireQuorum(request.getR());
    rules.requireQuorum(request.getPr());
    return keyOf(bucket, request.getKey());
  }

  private RpbGetResp notFound(RpbGetReq request, ObjectKey key, Versions found) {
    return found.isAbsent() || !request.getDeletedvclock()
        ? RpbGetResp.getDefaultInstance()
        : RpbGetResp.newBuilder().setVclock(vclocks.encode(key, found.newestDot())).build();
  }

  RpbPutResp put(RpbPutReq request) {
    BucketId bucket = BucketId.of(request.hasType(), request.getType(), request.getBucket());
    BucketRules rules = types.rules(bucket);
    rules.requireQuorum(request.getW());
    rules.requireQuorum(request.getPw());
    rules.requireQuorum(request.getDw());
    refuseAsIs(request);
    ObjectKey key = keyOf(bucket, request.getKey());
    return put(request, rules, key);
  }

  /** A put whose key the server makes is first given one, so that faults see it too. */
  static RpbPutReq withKey(RpbPutReq request) {
    return request.hasKey() ? request : request.toBuilder().setKey(newKey()).build();
  }

  private static ByteString newKey() {
    return ByteString.copyFromUtf8(UUID.randomUUID().toString().replace("-", ""));
  }

  private static void refuseAsIs(RpbPutReq request) {
    if (request.getAsis()) {
      throw new RefusedException("put with asis=true: the development node cannot do it");
    }
  }

  private RpbPutResp put(RpbPutReq request, BucketRules rules, ObjectKey key) {
    long context = vclocks.decode(key, request.getVclock());
    Versions after;
    synchronized (lockOf(key)) {
      Versions before = live(store.read(key));
      requireCondition(request, rules, context, before);
      after = apply(rules, before, context, sibling(request.getContent(), context));
      requireSize(after);
      store.write(key, after);
    }
    puts.increment();
    bytesPut.add(request.getContent().getValue().size());
    return answer(request, key, after);
  }

  private static void requireCondition(
      RpbPutReq request, BucketRules rules, long context, Versions before) {
    boolean present = !before.isAbsentOrDeleted();
    boolean current = present && context == before.newestDot();
    if (rules.consistent()) {
      boolean creates = context == Versions.NO_CONTEXT && !present;
      require(current || creates, "failed");
    } else if (request.getIfNoneMatch()) {
      require(!present, "match_found");
    } else if (request.getIfNotModified()) {
      require(present, "notfound");
      require(current, "modified");
    }
  }

  private static Versions apply(BucketRules rules, Versions before, long context, Sibling written) {
    if (rules.consistent() || rules.lastWriteWins()) {
      return Versions.only(written);
    }
    Versions after = before.with(context, written);
    return rules.allowMult() ? after : after.newestOnly();
  }

  private static void requireSize(Versions versions) {
    int siblings = versions.siblings().size();
    require(siblings <= MAX_SIBLINGS, "{too_many_siblings," + siblings + "}");
    int size = versions.encodedSize();
    require(size <= MAX_OBJECT_BYTES, "{too_large," + size + "}");
  }

  private RpbPutResp answer(RpbPutReq request, ObjectKey key, Versions after) {
    if (!request.getReturnBody() && !request.getReturnHead()) {
      return RpbPutResp.getDefaultInstance();
    }
    RpbPutResp.Builder answer =
        RpbPutResp.newBuilder().setVclock(vclocks.encode(key, after.newestDot()));
    for (Sibling sibling : after.siblings()) {
      answer.addContent(content(sibling, request.getReturnHead()));
    }
    return answer.build();
  }

  /** In an ordinary type a delete is the put of a tombstone: a live sibling may stand beside it. */
  void delete(RpbDelReq request) {
    BucketId bucket = BucketId.of(request.hasType(), request.getType(), request.getBucket());
    BucketRules rules = types.rules(bucket);
    requireQuorums(rules, request);
    ObjectKey key = keyOf(bucket, request.getKey());
    long context = vclocks.decode(key, request.getVclock());
    synchronized (lockOf(key)) {
      Versions before = live(store.read(key));
      if (rules.consistent()) {
        deleteConsistent(key, context, before);
      } else if (context != Versions.NO_CONTEXT || !before.isAbsentOrDeleted()) {
        bury(rules, key, context, before);
      }
    }
  }

  private static void requireQuorums(BucketRules rules, RpbDelReq request) {
    rules.requireQuorum(request.getR());
    rules.requireQuorum(request.getW());
    rules.requireQuorum(request.getPr());
    rules.requireQuorum(request.getPw());
    rules.requireQuorum(request.getDw());
    rules.requireQuorum(request.getRw());
  }

  private void deleteConsistent(ObjectKey key, long context, Versions before) {
    require(context == Versions.NO_CONTEXT || context == before.newestDot(), "failed");
    store.remove(key);
  }

  private void bury(BucketRules rules, ObjectKey key, long context, Versions before) {
    long seen = context == Versions.NO_CONTEXT ? before.newestDot() : context;
    RpbContent.Builder nothing = RpbContent.newBuilder().setValue(ByteString.EMPTY);
    Sibling tombstone = stamped(nothing.setDeleted(true), seen);
    store.write(key, apply(rules, before, seen, tombstone));
  }

  private Sibling sibling(RpbContent sent, long context) {
    return stamped(sent.toBuilder().clearDeleted(), context);
  }

  private Sibling stamped(RpbContent.Builder content, long context) {
    long dot = dots.nextAfter(context);
    long micros = nowMicros();
    content.setVtag(vtag(dot));
    content.setLastMod((int) (micros / 1_000_000)).setLastModUsecs((int) (micros % 1_000_000));
    return new Sibling(dot, micros, content.getDeleted(), content.build().toByteString());
  }

  private static ByteString vtag(long dot) {
    // Spread over all digits, so that tags look unlike each other as Riak's do.
    long spread = dot * 0x9E3779B97F4A7C15L;
    return ByteString.copyFromUtf8(Long.toUnsignedString(spread, Character.MAX_RADIX));
  }

  private static RpbContent content(Sibling sibling, boolean head) {
    try {
      RpbContent content = RpbContent.parseFrom(sibling.content());
      return head ? content.toBuilder().setValue(ByteString.EMPTY).build() : content;
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException("stored value with dot " + sibling.dot() + " is damaged", e);
    }
  }

  private static ObjectKey keyOf(BucketId bucket, ByteString key) {
    require(!key.isEmpty(), "Key cannot be zero-length");
    return ObjectKey.of(bucket, key);
  }

  /** A tombstone past its life is as good as gone; the next write removes it from the disk. */
  Versions live(Versions stored) {
    boolean reaped = stored.isDeletedSince(nowMicros() - tombstoneLifeMicros);
    return reaped ? Versions.ABSENT : stored;
  }

  private long nowMicros() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, clock.instant());
  }

  private Object lockOf(ObjectKey key) {
    return locks[key.check() & (STRIPES - 1)];
  }

  private static void require(boolean holds, String message) {
    if (!holds) {
      throw new RefusedException(message);
    }
  }
}
