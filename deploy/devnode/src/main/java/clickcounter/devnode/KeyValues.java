package clickcounter.devnode;

import static shaded.com.basho.riak.protobuf.RiakMessageCodes.MSG_DelResp;
import static shaded.com.basho.riak.protobuf.RiakMessageCodes.MSG_GetResp;
import static shaded.com.basho.riak.protobuf.RiakMessageCodes.MSG_PutResp;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbContent;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbDelReq;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbGetReq;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbGetResp;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbPutReq;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbPutResp;
import shaded.com.basho.riak.protobuf.RiakPB.RpbBucketProps;
import shaded.com.google.protobuf.ByteString;
import shaded.com.google.protobuf.InvalidProtocolBufferException;

/**
 * Get, put and delete, with the words of Riak KV 3.2 when one is refused. A delete without vclock
 * is a read and a put, as in Riak.
 */
record KeyValues(
    StoredObjects objects, BucketTypes types, VClocks vclocks, Dots dots, Tombstones tombstones) {
  private static final int MAX_SIBLINGS = 100;
  private static final int MAX_OBJECT_BYTES = 50 << 20;

  /** As Riak gives them: by value, its bytes unsigned. */
  private static final Comparator<RpbContent> BY_CONTENT =
      Comparator.comparing(
              (RpbContent each) -> each.getValue().toByteArray(), Arrays::compareUnsigned)
          .thenComparing(each -> each.getVtag().toByteArray(), Arrays::compareUnsigned);

  Response get(RpbGetReq request) {
    BucketId bucket = BucketId.of(request.hasType(), request.getType(), request.getBucket());
    RpbBucketProps rules = rules(bucket);
    requireQuorums(rules, request.getR(), request.getPr());
    ObjectKey key = keyOf(bucket, request.getKey());
    return Response.of(MSG_GetResp, shown(request, key, objects.read(key)));
  }

  private RpbBucketProps rules(BucketId bucket) {
    RpbBucketProps rules = types.rules(bucket);
    require(!rules.getConsistent(), "consistent=true: the development node cannot do it");
    return rules;
  }

  private RpbGetResp shown(RpbGetReq request, ObjectKey key, StoredSiblings found) {
    if (found.isAbsentOrDeleted()) {
      return found.isAbsent() || !request.getDeletedvclock()
          ? RpbGetResp.getDefaultInstance()
          : RpbGetResp.newBuilder().setVclock(vclocks.encode(key, found.seen())).build();
    }
    if (vclocks.decode(key, request.getIfModified()) == found.seen()) {
      return RpbGetResp.newBuilder().setUnchanged(true).build();
    }
    return RpbGetResp.newBuilder()
        .setVclock(vclocks.encode(key, found.seen()))
        .addAllContent(contents(found, request.getHead()))
        .build();
  }

  Response put(RpbPutReq request) {
    BucketId bucket = BucketId.of(request.hasType(), request.getType(), request.getBucket());
    RpbBucketProps rules = rules(bucket);
    requireQuorums(rules, request.getW(), request.getPw(), request.getDw());
    refuseWhatTheNodeCannotDo(request);
    ByteString name = request.hasKey() ? request.getKey() : newKey();
    ObjectKey key = keyOf(bucket, name);
    long context = vclocks.decode(key, request.getVclock());
    StoredSiblings after =
        objects.change(
            key, before -> requireSize(changed(rules, before, context, sibling(request, context))));
    return Response.of(MSG_PutResp, stored(request, name, key, after));
  }

  private static ByteString newKey() {
    return ByteString.copyFromUtf8(UUID.randomUUID().toString().replace("-", ""));
  }

  private static void refuseWhatTheNodeCannotDo(RpbPutReq request) {
    require(!request.getAsis(), "put with asis=true: the development node cannot do it");
    require(
        !request.getIfNoneMatch() && !request.getIfNotModified(),
        "put with a condition: the development node cannot do it");
  }

  private static StoredSiblings changed(
      RpbBucketProps rules, StoredSiblings before, long context, Sibling written) {
    if (rules.getLastWriteWins()) {
      return before.replacedBy(context, written);
    }
    StoredSiblings after = before.with(context, written);
    return rules.getAllowMult() ? after : after.newestOnly();
  }

  private static StoredSiblings requireSize(StoredSiblings versions) {
    int siblings = versions.siblings().size();
    require(siblings <= MAX_SIBLINGS, "{too_many_siblings," + siblings + "}");
    int size = versions.encodedSize();
    require(size <= MAX_OBJECT_BYTES, "{too_large," + size + "}");
    return versions;
  }

  private RpbPutResp stored(
      RpbPutReq request, ByteString name, ObjectKey key, StoredSiblings after) {
    RpbPutResp.Builder stored = RpbPutResp.newBuilder();
    if (!request.hasKey()) {
      stored.setKey(name);
    }
    if (request.getReturnBody() || request.getReturnHead()) {
      stored.setVclock(vclocks.encode(key, after.seen()));
      stored.addAllContent(contents(after, request.getReturnHead()));
    }
    return stored.build();
  }

  /** A delete is the put of a tombstone: a live sibling may stand beside it. */
  Response delete(RpbDelReq request) {
    BucketId bucket = BucketId.of(request.hasType(), request.getType(), request.getBucket());
    RpbBucketProps rules = rules(bucket);
    requireQuorums(rules, request.getR(), request.getPr(), request.getRw());
    requireQuorums(rules, request.getW(), request.getPw(), request.getDw());
    ObjectKey key = keyOf(bucket, request.getKey());
    long context = vclocks.decode(key, request.getVclock());
    StoredSiblings found = context == 0 ? objects.read(key) : null;
    if (found == null) {
      bury(key, rules, context);
    } else if (!found.isAbsentOrDeleted()) {
      bury(key, rules, found.seen());
    }
    return Response.of(MSG_DelResp, RpbPutResp.getDefaultInstance());
  }

  /**
   * Quorums are checked, and otherwise without effect. Symbolic ones are negative on the wire and
   * always possible.
   */
  private static void requireQuorums(RpbBucketProps rules, int... quorums) {
    int nVal = rules.getNVal();
    boolean possible = IntStream.of(quorums).allMatch(quorum -> quorum <= nVal);
    require(possible, "{n_val_violation," + nVal + "}");
  }

  private void bury(ObjectKey key, RpbBucketProps rules, long seen) {
    objects.change(key, before -> changed(rules, before, seen, tombstone(seen)));
  }

  private Sibling sibling(RpbPutReq request, long context) {
    return stamped(request.getContent().toBuilder().clearDeleted(), context);
  }

  private Sibling tombstone(long context) {
    RpbContent.Builder nothing = RpbContent.newBuilder().setValue(ByteString.EMPTY);
    return stamped(nothing.setDeleted(true), context);
  }

  private Sibling stamped(RpbContent.Builder content, long context) {
    long dot = dots.nextAfter(context);
    long micros = tombstones.nowMicros();
    content.setVtag(vtag(dot));
    content.setLastMod((int) (micros / 1_000_000)).setLastModUsecs((int) (micros % 1_000_000));
    return new Sibling(dot, micros, content.getDeleted(), content.build().toByteString());
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
