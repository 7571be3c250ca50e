package clickcounter.spouts;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.event.AdEvent;
import clickcounter.event.ClockLimit;
import clickcounter.event.Close;
import clickcounter.event.EventBatch;
import clickcounter.event.EventKind;
import clickcounter.event.EventLimits;
import clickcounter.event.EventWriter;
import clickcounter.event.RejectReason;
import clickcounter.event.Rejected;
import clickcounter.event.WriteOffRequest;
import clickcounter.ids.LongRanges;
import clickcounter.spouts.MessageSplitter.SplitMessage;
import clickcounter.wire.Marks;
import clickcounter.wire.MarksBatch;
import clickcounter.wire.RejectedBatch;
import clickcounter.wire.Streams;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MessageSplitterTest {
  private static final int ADS_TASKS = 3;
  private static final int COUNTERS_TASKS = 7;
  private static final Close CLOSE = new Close("hostA-1", 9, 1_000);
  private static final WriteOffRequest WRITE_OFF =
      new WriteOffRequest("ops-1", 4, 1_000, false, "hostA-1", 2, 3, "disk lost");

  private final MessageSplitter splitter = new MessageSplitter(ADS_TASKS, COUNTERS_TASKS);

  @Test
  void anEmptyMessageHasNoTuples() {
    assertThat(split("\n \n", List.of(), ClockLimit.NONE).tuples()).isEmpty();
  }

  @Test
  void eachAdsTaskGetsOneBatchOfItsEvents() {
    List<AdEvent> events = IntStream.range(0, 50).mapToObj(MessageSplitterTest::click).toList();
    String text = events.stream().map(EventWriter::toLine).collect(Collectors.joining("\n"));
    SplitMessage message = split(text, List.of(), ClockLimit.NONE);
    assertThat(message.lines()).isEqualTo(50);
    assertThat(message.tuples()).hasSize(ADS_TASKS);
    for (OutgoingTuple tuple : message.tuples()) {
      assertThat(tuple.stream()).isEqualTo(Streams.EVENTS);
      assertThat(((EventBatch) tuple.payload()).events())
          .isEqualTo(
              events.stream()
                  .filter(e -> Streams.adsTask(e.adId(), ADS_TASKS) == tuple.task())
                  .toList());
    }
  }

  @Test
  void aCloseGoesToItsCounter() {
    OutgoingTuple tuple = only(split(EventWriter.toLine(CLOSE), List.of(), ClockLimit.NONE));
    assertThat(tuple.stream()).isEqualTo(Streams.COUNTER_EVENTS);
    assertThat(tuple.payload()).isEqualTo(CLOSE);
    assertThat(tuple.task()).isEqualTo(Streams.countersTask("hostA-1", COUNTERS_TASKS));
    assertThat(tuple.then()).isNull();
  }

  @Test
  void aWriteOffGoesToItsTargetAndItsOwnIdIsMarkedAfterIt() {
    OutgoingTuple tuple = only(split(EventWriter.toLine(WRITE_OFF), List.of(), ClockLimit.NONE));
    assertThat(tuple.payload()).isEqualTo(WRITE_OFF);
    assertThat(tuple.task()).isEqualTo(Streams.countersTask("hostA-1", COUNTERS_TASKS));
    assertThat(tuple.then().stream()).isEqualTo(Streams.MARKS);
    assertThat(tuple.then().task()).isEqualTo(Streams.countersTask("ops-1", COUNTERS_TASKS));
    assertThat(((MarksBatch) tuple.then().payload()).marks())
        .containsExactly(new Marks("ops-1", LongRanges.of(4), 1_000));
  }

  @Test
  void badLinesTravelTogetherAndSpoilNoOther() {
    Rejected unreadable = new Rejected("x", RejectReason.NOT_TEXT, "not UTF-8");
    String tooLong = "{" + " ".repeat(EventLimits.MAX_LINE_CHARS) + "}";
    SplitMessage message =
        split(
            "{\n" + EventWriter.toLine(click(1)) + "\n" + tooLong,
            List.of(unreadable),
            ClockLimit.NONE);
    assertThat(message.lines()).isEqualTo(4);
    assertThat(message.tuples())
        .extracting(OutgoingTuple::stream)
        .containsExactly(Streams.EVENTS, Streams.REJECTED);
    RejectedBatch batch = (RejectedBatch) message.tuples().get(1).payload();
    assertThat(batch.lines())
        .extracting(Rejected::reason)
        .containsExactly(RejectReason.NOT_TEXT, RejectReason.NOT_JSON, RejectReason.TOO_LONG);
    assertThat(batch.lines().get(2).line()).isEqualTo(tooLong);
  }

  @Test
  void whatIsAheadOfTheClockIsRejectedAndTheRestGoesItsWay() {
    String far = EventWriter.toLine(new Close("hostA-1", 9, 5_001));
    SplitMessage message =
        split(
            EventWriter.toLine(click(1)) + "\n" + far, List.of(), new ClockLimit(0, 4_000, 1_000));
    assertThat(message.lines()).isEqualTo(2);
    assertThat(message.tuples())
        .extracting(OutgoingTuple::stream)
        .containsExactly(Streams.EVENTS, Streams.REJECTED);
    assertThat(message.rejected()).extracting(Rejected::line).containsExactly(far);
  }

  /** All tuples of one message that shares none. */
  private SplitMessage split(String text, List<Rejected> unreadable, ClockLimit clock) {
    SplitMessage message = splitter.add(text, unreadable, clock);
    List<OutgoingTuple> tuples = splitter.takeShared();
    tuples.addAll(message.tuples());
    return new SplitMessage(message.lines(), message.sharedLines(), tuples, message.rejected());
  }

  private static OutgoingTuple only(SplitMessage message) {
    assertThat(message.tuples()).hasSize(1);
    return message.tuples().get(0);
  }

  private static AdEvent click(int sequence) {
    return new AdEvent("hostA-1", sequence, EventKind.CLICK, "m" + sequence % 17, 1_000, 5);
  }
}
