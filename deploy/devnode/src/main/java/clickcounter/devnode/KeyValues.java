package clickcounter.devnode;

import static shaded.com.basho.riak.protobuf.RiakMessageCodes.MSG_DelResp;
import static shaded.com.basho.riak.protobuf.RiakMessageCodes.MSG_GetResp;
import static shaded.com.basho.riak.protobuf.RiakMessageCodes.MSG_PutResp;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.LongAdder;
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
 * <p>As in Riak a conditional put is atomic in a consistent bucket type only; in the others it is a
 * read, a check and a put, and so is a delete.
 */
final class KeyValues {

  private static final int MAX_SIBLINGS = 100;
  private static final int MAX_OBJECT_BYTES = 50 << 20;

  /** Riak's own, for requests that name none. */
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private static final KeyCopies.WriteQuorum QUORUM_OF_BUCKET =
      new KeyCopies.WriteQuorum(
          BucketProperties.DEFAULT, BucketProperties.DEFAULT, BucketProperties.DEFAULT);

  /** As Riak gives them: by value, its bytes unsigned. */
  private static final Comparator<RpbContent> BY_CONTENT =
      Comparator.comparing(
              (RpbContent each) -> each.getValue().toByteArray(), Arrays::compareUnsigned)
          .thenComparing(each -> each.getVtag().toByteArray(), Arrays::compareUnsigned);

  private final KeyCopies copies;
  private final BucketTypes types;
  private final VClocks vclocks;
  private final Dots dots;
  private final Tombstones tombstones;
  private final Faults faults;

  final LongAdder puts = new LongAdder();
  final LongAdder gets = new LongAdder();
  final LongAdder bytesPut = new LongAdder();

  KeyValues(
      KeyCopies copies,
      BucketTypes types,
      VClocks vclocks,
      Dots dots,
      Tombstones tombstones,
      Faults faults) {
    this.copies = copies;
    this.types = types;
    this.vclocks = vclocks;
    this.dots = dots;
    this.tombstones = tombstones;
    this.faults = faults;
  }

  Response get(RpbGetReq request) {
    BucketId bucket = BucketId.of(request.hasType(), request.getType(), request.getBucket());
    BucketProperties rules = types.rules(bucket);
    rules.requireQuorum(request.getR());
    rules.requireQuorum(request.getPr());
    ObjectKey key = keyOf(bucket, request.getKey());
    gets.increment();
    KeyCopies.ReadQuorum quorum =
        new KeyCopies.ReadQuorum(
            asked(request.hasR(), request.getR()),
            asked(request.hasPr(), request.getPr()),
            request.hasNotfoundOk() ? request.getNotfoundOk() : rules.notfoundOk(),
            request.hasBasicQuorum() ? request.getBasicQuorum() : rules.basicQuorum());
    Duration timeout = timeout(request.hasTimeout(), request.getTimeout());
    KeyCopies.Target target = new KeyCopies.Target(bucket, key, request.getKey(), rules, timeout);
    return copies.get(
        target, quorum, found -> Response.of(MSG_GetResp, shown(request, target, found)));
  }

  private static int asked(boolean has, int quorum) {
    return has ? quorum : BucketProperties.DEFAULT;
  }

  private static Duration timeout(boolean has, int ms) {
    return has ? Duration.ofMillis(Integer.toUnsignedLong(ms)) : TIMEOUT;
  }

  private RpbGetResp shown(RpbGetReq request, KeyCopies.Target target, StoredSiblings found) {
    ObjectKey key = target.key();
    if (found.isAbsentOrDeleted()) {
      boolean silent = found.isAbsent() || target.rules().consistent();
      return silent || !request.getDeletedvclock()
          ? RpbGetResp.getDefaultInstance()
          : RpbGetResp.newBuilder().setVclock(vclocks.encode(key, found.clock())).build();
    }
    if (vclocks.decode(key, request.getIfModified()).equals(found.clock())) {
      return RpbGetResp.newBuilder().setUnchanged(true).build();
    }
    return RpbGetResp.newBuilder()
        .setVclock(vclocks.encode(key, found.clock()))
        .addAllContent(contents(found, request.getHead()))
        .build();
  }

  Response put(RpbPutReq request) {
    BucketId bucket = BucketId.of(request.hasType(), request.getType(), request.getBucket());
    BucketProperties rules = types.rules(bucket);
    rules.requireQuorum(request.getW());
    rules.requireQuorum(request.getPw());
    rules.requireQuorum(request.getDw());
    refuseAsIs(request);
    ObjectKey key = keyOf(bucket, request.getKey());
    Duration timeout = timeout(request.hasTimeout(), request.getTimeout());
    KeyCopies.Target target = new KeyCopies.Target(bucket, key, request.getKey(), rules, timeout);
    Clock context = vclocks.decode(key, request.getVclock());
    return rules.consistent()
        ? putConsistent(request, target, context)
        : putOrdinary(request, target, context);
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

  private Response putConsistent(RpbPutReq request, KeyCopies.Target target, Clock context) {
    if (request.getContent().getSerializedSize() > MAX_OBJECT_BYTES) {
      // Riak logs that the object is too large, and says nothing.
      return new Response.Silence();
    }
    KeyCopies.Change change =
        (actor, stored) -> {
          StoredSiblings before = living(stored);
          boolean creates = context.isNone() && before.isAbsent();
          boolean current = !before.isAbsent() && context.equals(before.clock());
          require(creates || current, "failed");
          return before.replacedBy(context, sibling(actor, request.getContent(), context));
        };
    return put(request, target, change);
  }

  /** In a consistent type a tombstone is nothing but an entry of listings. */
  private static StoredSiblings living(StoredSiblings stored) {
    return stored.isAbsentOrDeleted() ? StoredSiblings.ABSENT : stored;
  }

  private Response putOrdinary(RpbPutReq request, KeyCopies.Target target, Clock context) {
    KeyCopies.Change change =
        (actor, before) -> {
          Sibling written = sibling(actor, request.getContent(), context);
          StoredSiblings after = changed(target.rules(), before, context, written);
          requireSize(after);
          return after;
        };
    if (!request.getIfNoneMatch() && !request.getIfNotModified()) {
      return put(request, target, change);
    }
    return copies.get(
        target,
        quorumOf(target),
        before -> {
          requireCondition(request, context, before);
          BucketId bucket = target.bucket();
          faults.onConditionHolds(
              bucket.type().toStringUtf8(),
              bucket.bucket().toStringUtf8(),
              request.getKey().toStringUtf8());
          return put(request, target, change);
        });
  }

  private static KeyCopies.ReadQuorum quorumOf(KeyCopies.Target target) {
    BucketProperties rules = target.rules();
    return new KeyCopies.ReadQuorum(
        BucketProperties.DEFAULT,
        BucketProperties.DEFAULT,
        rules.notfoundOk(),
        rules.basicQuorum());
  }

  private static void requireCondition(RpbPutReq request, Clock context, StoredSiblings before) {
    boolean present = !before.isAbsentOrDeleted();
    if (request.getIfNoneMatch()) {
      require(!present, "match_found");
    } else {
      require(present, "notfound");
      require(context.equals(before.clock()), "modified");
    }
  }

  private static StoredSiblings changed(
      BucketProperties rules, StoredSiblings before, Clock context, Sibling written) {
    if (rules.lastWriteWins()) {
      return before.replacedBy(context, written);
    }
    StoredSiblings after = before.with(context, written);
    return rules.allowMult() ? after : after.newestOnly();
  }

  private static void requireSize(StoredSiblings versions) {
    int siblings = versions.siblings().size();
    require(siblings <= MAX_SIBLINGS, "{too_many_siblings," + siblings + "}");
    int size = versions.encodedSize();
    require(size <= MAX_OBJECT_BYTES, "{too_large," + size + "}");
  }

  private Response put(RpbPutReq request, KeyCopies.Target target, KeyCopies.Change change) {
    KeyCopies.WriteQuorum quorum =
        new KeyCopies.WriteQuorum(
            asked(request.hasW(), request.getW()),
            asked(request.hasPw(), request.getPw()),
            asked(request.hasDw(), request.getDw()));
    return copies.put(
        target,
        quorum,
        change,
        after -> {
          puts.increment();
          bytesPut.add(request.getContent().getValue().size());
          return Response.of(MSG_PutResp, stored(request, target.key(), after));
        });
  }

  private RpbPutResp stored(RpbPutReq request, ObjectKey key, StoredSiblings after) {
    if (!request.getReturnBody() && !request.getReturnHead()) {
      return RpbPutResp.getDefaultInstance();
    }
    return RpbPutResp.newBuilder()
        .setVclock(vclocks.encode(key, after.clock()))
        .addAllContent(contents(after, request.getReturnHead()))
        .build();
  }

  /** In an ordinary type a delete is the put of a tombstone: a live sibling may stand beside it. */
  Response delete(RpbDelReq request) {
    BucketId bucket = BucketId.of(request.hasType(), request.getType(), request.getBucket());
    BucketProperties rules = types.rules(bucket);
    requireQuorums(rules, request);
    ObjectKey key = keyOf(bucket, request.getKey());
    Duration timeout = timeout(request.hasTimeout(), request.getTimeout());
    KeyCopies.Target target = new KeyCopies.Target(bucket, key, request.getKey(), rules, timeout);
    Clock context = vclocks.decode(key, request.getVclock());
    if (rules.consistent()) {
      return deleteConsistent(target, context);
    }
    return context.isNone()
        ? copies.get(target, quorumOf(target), found -> buryWhatWasFound(target, found))
        : bury(target, context);
  }

  private static void requireQuorums(BucketProperties rules, RpbDelReq request) {
    rules.requireQuorum(request.getR());
    rules.requireQuorum(request.getW());
    rules.requireQuorum(request.getPr());
    rules.requireQuorum(request.getPw());
    rules.requireQuorum(request.getDw());
    rules.requireQuorum(request.getRw());
  }

  private Response deleteConsistent(KeyCopies.Target target, Clock context) {
    return copies.put(
        target,
        QUORUM_OF_BUCKET,
        (actor, stored) -> {
          StoredSiblings before = living(stored);
          require(context.isNone() || context.equals(before.clock()), "failed");
          return before.isAbsent()
              ? stored
              : before.replacedBy(before.clock(), tombstone(actor, before.clock()));
        },
        after -> deleted());
  }

  private Response buryWhatWasFound(KeyCopies.Target target, StoredSiblings found) {
    return found.isAbsentOrDeleted() ? deleted() : bury(target, found.clock());
  }

  private Response bury(KeyCopies.Target target, Clock context) {
    return copies.put(
        target,
        QUORUM_OF_BUCKET,
        (actor, before) -> changed(target.rules(), before, context, tombstone(actor, context)),
        after -> deleted());
  }

  private static Response deleted() {
    return Response.of(MSG_DelResp, RpbPutResp.getDefaultInstance());
  }

  private Sibling sibling(long actor, RpbContent sent, Clock context) {
    return stamped(actor, sent.toBuilder().clearDeleted(), context);
  }

  private Sibling tombstone(long actor, Clock context) {
    RpbContent.Builder nothing = RpbContent.newBuilder().setValue(ByteString.EMPTY);
    return stamped(actor, nothing.setDeleted(true), context);
  }

  private Sibling stamped(long actor, RpbContent.Builder content, Clock context) {
    long dot = dots.nextAfter(context.newestDot());
    long micros = tombstones.nowMicros();
    content.setVtag(vtag(dot));
    content.setLastMod((int) (micros / 1_000_000)).setLastModUsecs((int) (micros % 1_000_000));
    return new Sibling(actor, dot, micros, content.getDeleted(), content.build().toByteString());
  }

  private static ByteString vtag(long dot) {
    // Spread over all digits, so that tags look unlike each other as Riak's do.
    long spread = dot * 0x9E3779B97F4A7C15L;
    return ByteString.copyFromUtf8(Long.toUnsignedString(spread, Character.MAX_RADIX));
  }

  private static List<RpbContent> contents(StoredSiblings versions, boolean head) {
    List<RpbContent> contents = new ArrayList<>(versions.siblings().size());
    versions.siblings().forEach(sibling -> contents.add(content(sibling)));
    if (contents.size() > 1) {
      contents.sort(BY_CONTENT);
    }
    if (head) {
      contents.replaceAll(each -> each.toBuilder().setValue(ByteString.EMPTY).build());
    }
    return contents;
  }

  private static RpbContent content(Sibling sibling) {
    try {
      return RpbContent.parseFrom(sibling.content());
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException("stored value with dot " + sibling.dot() + " is damaged", e);
    }
  }

  private static ObjectKey keyOf(BucketId bucket, ByteString key) {
    require(!key.isEmpty(), "Key cannot be zero-length");
    return ObjectKey.of(bucket, key);
  }

  private static void require(boolean holds, String message) {
    if (!holds) {
      throw new RefusedException(message);
    }
  }
}
