package clickcounter.devnode;

import static clickcounter.devnode.RefusedException.unless;
import static shaded.com.basho.riak.protobuf.RiakMessageCodes.MSG_DelResp;
import static shaded.com.basho.riak.protobuf.RiakMessageCodes.MSG_GetResp;
import static shaded.com.basho.riak.protobuf.RiakMessageCodes.MSG_PutResp;

import java.time.InstantSource;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
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
 * Get, put and delete, with the words of Riak KV 3.2 when one is refused. A delete without vclock
 * is a read and a put, as in Riak.
 */
record KeyValues(ObjectStore objects, BucketTypes types, VClocks vclocks, InstantSource clock) {
  private static final int MAX_SIBLINGS = 100;
  private static final int MAX_OBJECT_BYTES = 50 << 20;

  /**
   * A deleted key is unknown after this time, as of Riak's {@code delete_mode}. The next write
   * removes the tombstone from the disk.
   */
  private static final long TOMBSTONE_LIFE_MICROS = 3_000_000;

  /** As Riak gives them: by value, its bytes unsigned. */
  private static final Comparator<RpbContent> BY_CONTENT =
      Comparator.comparing(
              (RpbContent each) -> each.getValue().toByteArray(), Arrays::compareUnsigned)
          .thenComparing(each -> each.getVtag().toByteArray(), Arrays::compareUnsigned);

  Response get(RpbGetReq request) {
    types.requireDocuments(BucketTypes.named(request.hasType(), request.getType()));
    requireQuorums(request.getR(), request.getPr());
    unless(!request.hasIfModified(), "if_modified: the development node cannot do it");
    ObjectKey key = ObjectKey.of(request.getBucket(), request.getKey());
    StoredSiblings found = known(objects.read(key));
    boolean isThere = !found.isAbsentOrDeleted();
    RpbGetResp.Builder shown = RpbGetResp.newBuilder();
    if (isThere || !found.isAbsent() && request.getDeletedvclock()) {
      shown.setVclock(vclocks.encode(key, found.seen()));
    }
    if (isThere) {
      shown.addAllContent(contents(found, request.getHead()));
    }
    return Response.of(MSG_GetResp, shown.build());
  }

  private StoredSiblings known(StoredSiblings stored) {
    return stored.isDeletedSince(Dots.micros(clock) - TOMBSTONE_LIFE_MICROS)
        ? StoredSiblings.ABSENT
        : stored;
  }

  Response put(RpbPutReq request) {
    types.requireDocuments(BucketTypes.named(request.hasType(), request.getType()));
    requireQuorums(request.getW(), request.getPw(), request.getDw());
    unless(!request.getAsis(), "put with asis=true: the development node cannot do it");
    unless(
        !request.getIfNoneMatch() && !request.getIfNotModified(),
        "put with a condition: the development node cannot do it");
    ObjectKey key = ObjectKey.of(request.getBucket(), request.getKey());
    long context = vclocks.decode(key, request.getVclock());
    StoredSiblings after =
        objects.change(
            key,
            before -> {
              RpbContent.Builder content = request.getContent().toBuilder().clearDeleted();
              return requireSize(known(before).with(context, stamped(content, context)));
            });
    RpbPutResp.Builder stored = RpbPutResp.newBuilder();
    if (request.getReturnBody() || request.getReturnHead()) {
      stored.setVclock(vclocks.encode(key, after.seen()));
      stored.addAllContent(contents(after, request.getReturnHead()));
    }
    return Response.of(MSG_PutResp, stored.build());
  }

  private static StoredSiblings requireSize(StoredSiblings versions) {
    int siblings = versions.siblings().size();
    unless(siblings <= MAX_SIBLINGS, "{too_many_siblings," + siblings + "}");
    int size = versions.encodedSize();
    unless(size <= MAX_OBJECT_BYTES, "{too_large," + size + "}");
    return versions;
  }

  /** A delete is the put of a tombstone: a live sibling may stand beside it. */
  Response delete(RpbDelReq request) {
    types.requireDocuments(BucketTypes.named(request.hasType(), request.getType()));
    requireQuorums(request.getR(), request.getPr(), request.getRw());
    requireQuorums(request.getW(), request.getPw(), request.getDw());
    ObjectKey key = ObjectKey.of(request.getBucket(), request.getKey());
    long context = vclocks.decode(key, request.getVclock());
    objects.change(
        key,
        before -> {
          StoredSiblings found = known(before);
          if (context == 0 && found.isAbsentOrDeleted()) {
            return before;
          }
          long seen = context == 0 ? found.seen() : context;
          RpbContent.Builder nothing = RpbContent.newBuilder().setValue(ByteString.EMPTY);
          return found.with(seen, stamped(nothing.setDeleted(true), seen));
        });
    return Response.of(MSG_DelResp);
  }

  /**
   * Quorums are checked, and otherwise without effect. Symbolic ones are negative on the wire and
   * always possible.
   */
  private static void requireQuorums(int... quorums) {
    boolean possible = IntStream.of(quorums).allMatch(quorum -> quorum <= BucketTypes.N_VAL);
    unless(possible, "{n_val_violation," + BucketTypes.N_VAL + "}");
  }

  private Sibling stamped(RpbContent.Builder content, long context) {
    long dot = vclocks.dots().nextAfter(context);
    long micros = Dots.micros(clock);
    content.setVtag(ByteString.copyFromUtf8(Long.toString(dot, Character.MAX_RADIX)));
    content.setLastMod((int) (micros / 1_000_000)).setLastModUsecs((int) (micros % 1_000_000));
    return new Sibling(dot, micros, content.getDeleted(), content.build().toByteString());
  }

  private static List<RpbContent> contents(StoredSiblings versions, boolean head) {
    return versions.siblings().stream()
        .map(KeyValues::content)
        .sorted(BY_CONTENT)
        .map(each -> head ? each.toBuilder().setValue(ByteString.EMPTY).build() : each)
        .toList();
  }

  private static RpbContent content(Sibling sibling) {
    try {
      return RpbContent.parseFrom(sibling.content());
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException("stored value with dot " + sibling.dot() + " is damaged", e);
    }
  }
}
