package clickcounter.devnode;

import static clickcounter.devnode.Riak.at;
import static clickcounter.devnode.Riak.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.basho.riak.client.api.cap.Quorum;
import com.basho.riak.client.api.cap.UnresolvedConflictException;
import com.basho.riak.client.api.cap.VClock;
import com.basho.riak.client.api.commands.kv.FetchValue;
import com.basho.riak.client.api.commands.kv.StoreValue;
import com.basho.riak.client.core.query.Location;
import com.basho.riak.client.core.query.Namespace;
import com.basho.riak.client.core.query.RiakObject;
import com.basho.riak.client.core.query.UserMetadata.RiakUserMetadata;
import com.basho.riak.client.core.query.indexes.StringBinIndex;
import com.basho.riak.client.core.util.BinaryValue;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyValuesTest {

  private static final Duration TOMBSTONE_LIFE = Duration.ofSeconds(3);

  @TempDir static Path data;
  private static final ManualClock CLOCK = new ManualClock();
  private static DevNode node;
  private static Riak riak;

  /** No test sees another's key. */
  private final String key = UUID.randomUUID().toString();

  private final Location ordinary = at("clicks", key);

  @BeforeAll
  static void start() throws Exception {
    node = DevNode.start(DevNodeConfig.in(data).withClock(CLOCK));
    riak = new Riak(node.port());
  }

  @AfterAll
  static void stop() {
    riak.close();
    node.close();
  }

  // The messages that are a client's only means of telling one refusal from another.

  @Test
  void anUnknownBucketTypeSaysNoType() {
    assertRefused("no_type", () -> riak.putFirst(at("unheard_of", key), "a"));
    assertRefused("no_type", () -> riak.get(at("unheard_of", key)));
    assertRefused("no_type", () -> riak.delete(at("unheard_of", key), null));
  }

  @Test
  void whatTheNodeCannotDoIsRefused() {
    Location consistent = at("clicks_consistent", key);
    String refusal = "consistent=true: the development node cannot do it";
    assertRefused(refusal, () -> riak.putFirst(consistent, "a"));
    assertRefused(refusal, () -> riak.get(consistent));
    assertRefused(refusal, () -> riak.delete(consistent, null));
    assertRefused(
        "allow_mult=false: the development node cannot do it",
        () -> riak.putFirst(at("default", key), "a"));
    VClock vclock = riak.putFirst(ordinary, "a");
    assertRefused(
        "if_modified: the development node cannot do it",
        () -> riak.get(ordinary, FetchValue.Option.IF_MODIFIED, vclock));
    assertRefused(
        "Key cannot be zero-length",
        () ->
            riak.run(
                new StoreValue.Builder(Riak.text("a"))
                    .withNamespace(new Namespace("clicks", "things"))
                    .build()));
    for (StoreValue.Option<Boolean> condition :
        List.of(StoreValue.Option.IF_NONE_MATCH, StoreValue.Option.IF_NOT_MODIFIED)) {
      assertRefused("put with a condition", () -> riak.put(ordinary, null, condition, true));
    }
  }

  @Test
  void moreReplicasThanThereAreSayNValViolation() {
    String violation = "{n_val_violation,3}";

    assertRefused(violation, () -> riak.get(ordinary, FetchValue.Option.PR, Riak.replicas(4)));
    assertRefused(violation, () -> riak.get(ordinary, FetchValue.Option.R, Riak.replicas(4)));
    assertRefused(violation, () -> riak.put(ordinary, null, StoreValue.Option.W, Riak.replicas(4)));
    assertRefused(
        violation, () -> riak.put(ordinary, null, StoreValue.Option.PW, Riak.replicas(4)));
    assertRefused(
        violation, () -> riak.put(ordinary, null, StoreValue.Option.DW, Riak.replicas(4)));
  }

  @Test
  void allReplicasAndSymbolicQuorumsAreAccepted() {
    riak.put(ordinary, null, StoreValue.Option.DW, Riak.replicas(3));
    riak.put(ordinary, null, StoreValue.Option.PW, Quorum.quorumQuorum());

    assertThat(riak.get(ordinary, FetchValue.Option.PR, Quorum.allQuorum()).isNotFound()).isFalse();
  }

  @Test
  void aValueOf60MegabytesIsTooLargeAndOneOf6IsNot() {
    BinaryValue small = BinaryValue.unsafeCreate(new byte[6_000_000]);
    BinaryValue large = BinaryValue.unsafeCreate(new byte[60_000_000]);

    assertRefused("{too_large,60000", () -> riak.run(store(new RiakObject().setValue(large))));
    riak.run(store(new RiakObject().setValue(small)));

    assertThat(riak.get(ordinary).getValues(RiakObject.class))
        .singleElement()
        .satisfies(kept -> assertThat(kept.getValue().length()).isEqualTo(6_000_000));
  }

  // Siblings

  @Test
  void aPutWithoutVclockLeavesSiblings() {
    riak.putFirst(ordinary, "a");
    StoreValue.Response both = riak.put(ordinary, "b", null);

    assertThat(texts(both.getValues(RiakObject.class))).containsExactlyInAnyOrder("a", "b");
    assertThatThrownBy(() -> riak.get(ordinary).getValue(RiakObject.class))
        .isInstanceOf(UnresolvedConflictException.class);
  }

  @Test
  void aPutWithAnOldVclockReplacesOnlyWhatItHadSeen() {
    VClock old = riak.putFirst(ordinary, "a");
    riak.put(ordinary, "b", old);
    riak.put(ordinary, "c", old);

    assertThat(riak.textsAt(ordinary)).containsExactlyInAnyOrder("b", "c");
  }

  @Test
  void siblingsDoNotMultiplyWhenBothWritersGoOn() {
    VClock first = riak.putFirst(ordinary, "a1");
    VClock second = riak.putFirst(ordinary, "b1");
    riak.put(ordinary, "a2", first);
    riak.put(ordinary, "b2", second);

    assertThat(riak.textsAt(ordinary)).containsExactlyInAnyOrder("a2", "b2");
  }

  @Test
  void theVclockOfAReadCoversAllSiblings() {
    riak.putFirst(ordinary, "a");
    riak.putFirst(ordinary, "b");

    riak.put(ordinary, "merged", riak.get(ordinary).getVectorClock());

    assertThat(riak.textsAt(ordinary)).containsExactly("merged");
  }

  @Test
  void siblingsComeSortedByTheirContent() {
    for (String value : List.of("test value", "b", "\u00fc", "Pick me!", "bb")) {
      riak.putFirst(ordinary, value);
    }

    assertThat(riak.textsAt(ordinary))
        .containsExactly("Pick me!", "b", "bb", "test value", "\u00fc");
  }

  @Test
  void siblingsDifferInTheirVtag() {
    riak.putFirst(ordinary, "same");
    riak.putFirst(ordinary, "same");

    List<RiakObject> siblings = riak.get(ordinary).getValues(RiakObject.class);

    assertThat(siblings).extracting(RiakObject::getVTag).doesNotHaveDuplicates().hasSize(2);
  }

  @Test
  void aHeadAnswerShowsAllSiblingsWithoutTheirValues() {
    riak.putFirst(ordinary, "a");
    StoreValue.Response put = riak.put(ordinary, null, StoreValue.Option.RETURN_HEAD, true);
    FetchValue.Response get = riak.get(ordinary, FetchValue.Option.HEAD, true);

    assertThat(put.getVectorClock()).isEqualTo(get.getVectorClock());
    for (List<RiakObject> heads :
        List.of(put.getValues(RiakObject.class), get.getValues(RiakObject.class))) {
      assertThat(texts(heads)).containsExactly("", "");
      assertThat(heads).extracting(RiakObject::getContentType).containsOnly("text/plain");
      assertThat(heads).extracting(RiakObject::getVTag).doesNotHaveDuplicates();
    }
  }

  @Test
  void aPutThatAsksForNothingIsToldNothing() {
    StoreValue.Response answer = riak.run(store(Riak.text("a")));

    assertThat(answer.hasValues()).isFalse();
    assertThat(answer.getVectorClock()).isNull();
  }

  @Test
  void aHundredSiblingsAreTheMost() {
    for (int i = 0; i < 100; i++) {
      riak.putFirst(ordinary, "sibling " + i);
    }

    assertRefused("{too_many_siblings,101}", () -> riak.putFirst(ordinary, "one more"));
  }

  // Deletes

  @Test
  void anAbsentKeyIsNotFound() {
    FetchValue.Response answer = riak.get(ordinary);

    assertThat(answer.isNotFound()).isTrue();
    assertThat(answer.getVectorClock()).isNull();
  }

  @Test
  void aDeletedKeyIsNotFoundButItsTombstoneHasAVclock() {
    riak.putFirst(ordinary, "a");
    riak.delete(ordinary, null);

    assertThat(riak.get(ordinary).isNotFound()).isTrue();
    VClock tombstone = riak.get(ordinary, FetchValue.Option.DELETED_VCLOCK, true).getVectorClock();
    assertThat(texts(riak.put(ordinary, "b", tombstone).getValues(RiakObject.class)))
        .containsExactly("b");
  }

  @Test
  void aValueWrittenSoonAfterADeleteSitsBesideATombstone() {
    riak.putFirst(ordinary, "a");
    riak.delete(ordinary, null);
    CLOCK.advance(TOMBSTONE_LIFE.minusMillis(1));
    riak.putFirst(ordinary, "b");

    List<RiakObject> siblings = riak.get(ordinary).getValues(RiakObject.class);

    assertThat(siblings).extracting(RiakObject::isDeleted).containsExactlyInAnyOrder(true, false);
  }

  @Test
  void aValueWrittenAfterTheTombstonesLifeIsAlone() {
    riak.putFirst(ordinary, "a");
    riak.delete(ordinary, null);
    CLOCK.advance(TOMBSTONE_LIFE);

    assertThat(riak.get(ordinary, FetchValue.Option.DELETED_VCLOCK, true).getVectorClock())
        .isNull();
    riak.putFirst(ordinary, "b");
    assertThat(riak.textsAt(ordinary)).containsExactly("b");
  }

  @Test
  void aDeleteWithAnOldVclockLeavesTheNewerValue() {
    VClock old = riak.putFirst(ordinary, "a");
    riak.put(ordinary, "b", old);
    riak.delete(ordinary, old);

    List<RiakObject> siblings = riak.get(ordinary).getValues(RiakObject.class);

    assertThat(siblings).extracting(RiakObject::isDeleted).containsExactlyInAnyOrder(true, false);
  }

  @Test
  void aVclockFromBeforeADeleteDoesNotCoverTheKeyMadeAgain() {
    VClock old = riak.putFirst(ordinary, "a");
    riak.delete(ordinary, old);
    CLOCK.advance(TOMBSTONE_LIFE);
    riak.putFirst(ordinary, "b");
    riak.put(ordinary, "c", old);

    assertThat(riak.textsAt(ordinary)).containsExactlyInAnyOrder("b", "c");
  }

  // What is kept of a value

  @Test
  void allThatWasStoredWithAValueComesBack() {
    RiakObject sent =
        new RiakObject()
            .setContentType("application/vnd.click-counter.ad.v1+json")
            .setCharset("utf-8")
            .setValue(BinaryValue.create("{\"adId\":\"m123456\"}"));
    sent.getUserMeta().put("made-by", "test");
    sent.getIndexes().getIndex(StringBinIndex.named("state")).add("active");
    riak.run(store(sent));

    RiakObject kept = riak.get(ordinary).getValues(RiakObject.class).get(0);

    assertThat(kept.getContentType()).isEqualTo(sent.getContentType());
    assertThat(kept.getCharset()).isEqualTo("utf-8");
    assertThat(kept.getValue()).isEqualTo(sent.getValue());
    RiakUserMetadata meta = kept.getUserMeta();
    assertThat(meta.get("made-by")).isEqualTo("test");
    assertThat(kept.getIndexes().getIndex(StringBinIndex.named("state")).values())
        .containsExactly("active");
    assertThat(kept.getLastModified()).isEqualTo(CLOCK.instant().toEpochMilli());
  }

  @Test
  void aVclockOfAnotherKeyIsRefused() {
    VClock foreign = riak.putFirst(at("clicks", key + "-other"), "a");

    assertThatThrownBy(() -> riak.put(ordinary, "b", foreign))
        .hasMessageContaining("was not made by this development node for this key")
        .hasMessageContaining("it belongs to another key")
        .hasMessageContaining("read the key again");
  }

  @Test
  void aForgedVclockIsRefusedHoweverFarAheadItIs() {
    byte[] own = riak.putFirst(ordinary, "a").getBytes();
    for (long dot : List.of(Long.MAX_VALUE, Long.MAX_VALUE - 1, Long.MAX_VALUE / 2, -1L, 0L)) {
      byte[] forged = own.clone();
      ByteBuffer.wrap(forged).putLong(forged.length - Long.BYTES, dot);

      assertThatThrownBy(() -> riak.put(ordinary, "b", Riak.vclock(forged)))
          .hasMessageContaining("was not made by this development node")
          .hasMessageContaining("counter");
    }
    riak.put(ordinary, "b", Riak.vclock(own));
    assertThat(riak.textsAt(ordinary)).containsExactly("b");
  }

  private StoreValue store(RiakObject value) {
    return new StoreValue.Builder(value).withLocation(ordinary).build();
  }

  private static void assertRefused(String message, ThrowingCallable request) {
    assertThatThrownBy(request)
        .isInstanceOf(Riak.RiakFailure.class)
        .hasMessageStartingWith(message);
  }
}
