package clickcounter.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.event.AdEvent;
import clickcounter.event.Close;
import clickcounter.event.CounterEvent;
import clickcounter.event.EventBatch;
import clickcounter.event.EventKind;
import clickcounter.event.Judgement;
import clickcounter.event.RejectReason;
import clickcounter.event.Rejected;
import clickcounter.event.WriteOffRequest;
import clickcounter.ids.Ending;
import clickcounter.ids.LongRanges;
import clickcounter.testing.Samples;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Payloads of tuples as the workers of a topology of version 1.0.0 sent them to each other. */
class TuplesOf100Test {
  private static final String A = "hostA-20131030_152543-k3f9xq";
  private static final String OPERATOR = "ops-20131031_090000-k3f9xq";
  private static final long MS = 1_383_146_743_512L;

  static Stream<Arguments> payloads() {
    return Stream.of(
        of("events", events(), WireCodec::toBytes, WireCodec::readEventBatch),
        of("marks", marks(), WireCodec::toBytes, WireCodec::readMarks),
        of("close", new Close(A, 17, MS)),
        of("write-off", new WriteOffRequest(OPERATOR, 0, MS, false, A, 4, 6, "disk lost")),
        of("reopen", new WriteOffRequest(OPERATOR, 1, MS, true, A, 4, Ending.NO_END, "é 広告")),
        of("rejected", rejected(), WireCodec::toBytes, WireCodec::readRejectedBatch));
  }

  private static Arguments of(String name, CounterEvent event) {
    return of(name, event, WireCodec::toBytes, WireCodec::readCounterEvent);
  }

  private static <T> Arguments of(
      String name, T payload, Function<T, byte[]> write, Function<byte[], T> read) {
    return Arguments.of(name, payload, write.apply(payload), read);
  }

  private static EventBatch events() {
    Judgement verdict = new Judgement("repeat@2", A + ":15", "ivt");
    return EventBatch.of(
        List.of(
            new AdEvent(A, 15, EventKind.CLICK, "m123456", MS, 120_000),
            new AdEvent(A, 16, EventKind.IMPRESSION, "靴-1", MS + 5, 0),
            new AdEvent(A, 14, EventKind.BUDGET, "m123456", MS - 9, -5_000_000),
            new AdEvent(
                A, 18, EventKind.FILTERED_BOTS, "m7", MS, 0, Judgement.ofFilter("bots@2026-06-01")),
            new AdEvent(
                "ivt-20131030-r7", 0, EventKind.INVALIDATION, "m123456", MS, 120_000, verdict),
            new AdEvent("desk", 7, EventKind.REINSTATEMENT, "m123456", MS, 120_000, verdict)));
  }

  private static MarksBatch marks() {
    LongRanges ids = LongRanges.parse("15+5,3,2");
    return new MarksBatch(List.of(new Marks(A, ids, MS), new Marks(OPERATOR, ids, 0)));
  }

  private static RejectedBatch rejected() {
    return new RejectedBatch(
        List.of(
            new Rejected("{\"no\": \u0000 json", RejectReason.NOT_JSON, "its end is missing"),
            new Rejected("広告 \udce9", RejectReason.NOT_TEXT, "é"),
            new Rejected("{}", RejectReason.DOCUMENT_BLOCKED, "é")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("payloads")
  void payloadsOf100AreReadAsTheyWere(
      String name, Object payload, byte[] today, Function<byte[], ?> read) {
    byte[] sample = Samples.OF_1_0_0.bytes("tuples/" + name + ".bin", today);
    assertThat((Object) read.apply(sample)).isEqualTo(payload);
    assertThat(today).isEqualTo(sample);
  }

  /** All workers of a topology have the same version. Were it not so, this would be seen. */
  @ParameterizedTest
  @ValueSource(bytes = {0, 6, 7})
  void aPayloadWithATagFromTheFutureIsRefused(byte tag) {
    byte[] future = {tag, 0, 0, 0, 0, 0};
    for (Function<byte[], ?> read :
        List.<Function<byte[], ?>>of(
            WireCodec::readEventBatch,
            WireCodec::readMarks,
            WireCodec::readCounterEvent,
            WireCodec::readRejectedBatch)) {
      assertThatThrownBy(() -> read.apply(future))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("tag: expected ")
          .hasMessageContaining("found " + tag);
    }
  }
}
