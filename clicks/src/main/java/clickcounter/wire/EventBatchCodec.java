package clickcounter.wire;

import clickcounter.event.EventBatch;
import clickcounter.event.EventBatchBuilder;
import clickcounter.event.EventKind;
import clickcounter.event.Judgement;
import java.util.Arrays;

/** Event batches in the form that {@link WireCodec} describes, column by column. */
final class EventBatchCodec {
  private static final int KIND_BITS = 2;
  private static final int KIND_MASK = 3;

  /** A judged event: its kind and its judgement follow at the end. */
  private static final int JUDGED = 3;

  private static final int FILTERED = 0;
  private static final int TAKEN_BACK = 1;
  private static final int BACK = 2;

  private static final int LEAST_EVENT_BYTES = 4;

  private EventBatchCodec() {}

  static void write(EventBatch batch, WireWriter out) {
    out.number(batch.size());
    long[] nextSequences = new long[batch.counters()];
    int counters = 0;
    int ads = 0;
    long timestampMs = 0;
    for (int i = 0; i < batch.size(); i++) {
      int counter = batch.counter(i);
      boolean newCounter = counter == counters;
      out.number((newCounter ? 0L : counter + 1L) << KIND_BITS | code(batch.kind(i)));
      if (newCounter) {
        out.text(batch.counterIdAt(counters++));
      }
      out.signed(batch.sequence(i) - nextSequences[counter]);
      int ad = batch.ad(i);
      out.number(ad == ads ? 0 : ad + 1L);
      if (ad == ads) {
        out.bytes(batch.adNames(), batch.adFrom(ad), batch.adTo(ad));
        ads++;
      }
      out.signed(batch.timestampMs(i) - timestampMs);
      if (batch.kind(i) != EventKind.IMPRESSION) {
        out.signed(batch.amountMicros(i));
      }
      if (batch.kind(i).isJudged()) {
        writeJudgement(batch.kind(i), batch.judgement(i), out);
      }
      nextSequences[counter] = batch.sequence(i) + 1;
      timestampMs = batch.timestampMs(i);
    }
  }

  /**
   * @throws IllegalArgumentException when the bytes are not an event batch
   */
  static EventBatch read(WireReader in) {
    int count = in.count("events", LEAST_EVENT_BYTES);
    EventBatchBuilder batch = new EventBatchBuilder();
    long[] nextSequences = new long[16];
    int counters = 0;
    int ads = 0;
    long timestampMs = 0;
    for (int i = 0; i < count; i++) {
      long header = in.number("counter and kind");
      int code = (int) header & KIND_MASK;
      int counter = known(in, "counter", header >>> KIND_BITS, counters);
      if (counter == counters) {
        counter = added(in, "counter", batch.counter(in.text("counter")), counter);
        counters++;
        if (counter == nextSequences.length) {
          nextSequences = Arrays.copyOf(nextSequences, 2 * counter);
        }
      }
      long sequence = nextSequences[counter] + in.signed("sequence");
      int ad = known(in, "ad", in.number("ad"), ads);
      if (ad == ads) {
        int length = in.count("ad", 1);
        ad = added(in, "ad", batch.ad(in.bytes(), in.position(), in.position() + length), ad);
        in.skip(length);
        ads++;
      }
      timestampMs += in.signed("timestamp");
      EventKind kind = kind(code);
      long amountMicros = kind == EventKind.IMPRESSION ? 0 : in.signed("amount");
      if (kind == null) {
        readJudged(in, batch, counter, ad, sequence, timestampMs, amountMicros);
      } else {
        batch.add(counter, ad, kind, sequence, timestampMs, amountMicros);
      }
      nextSequences[counter] = sequence + 1;
    }
    return batch.build();
  }

  /** The index that a number stands for: 0 for a new one, which gets the next index. */
  private static int known(WireReader in, String field, long number, int known) {
    if (number > known) {
      throw in.fault(field + " number " + number + ", expected at most " + known);
    }
    return number == 0 ? known : (int) number - 1;
  }

  private static int added(WireReader in, String field, int index, int expected) {
    if (index != expected) {
      throw in.fault(field + ": the same one as number " + (index + 1) + ", expected another");
    }
    return index;
  }

  private static int code(EventKind kind) {
    return switch (kind) {
      case IMPRESSION -> 0;
      case CLICK -> 1;
      case BUDGET -> 2;
      default -> JUDGED;
    };
  }

  /** Null for a judged event. */
  private static EventKind kind(int code) {
    return switch (code) {
      case 0 -> EventKind.IMPRESSION;
      case 1 -> EventKind.CLICK;
      case 2 -> EventKind.BUDGET;
      default -> null;
    };
  }

  /* The kind of a filtered click follows from its reason. */

  private static void writeJudgement(EventKind kind, Judgement judgement, WireWriter out) {
    out.number(kind.isFiltered() ? FILTERED : kind == EventKind.INVALIDATION ? TAKEN_BACK : BACK);
    out.shared(judgement.reason());
    if (kind.isVerdict()) {
      out.text(judgement.clickId());
      out.shared(judgement.author());
    }
  }

  private static void readJudged(
      WireReader in,
      EventBatchBuilder batch,
      int counter,
      int ad,
      long sequence,
      long timestampMs,
      long amountMicros) {
    long verdict = in.number("verdict");
    if (verdict > BACK) {
      throw in.fault("verdict: expected 0 to " + BACK + ", found " + verdict);
    }
    String reason = in.shared("reason");
    Judgement judgement =
        verdict == FILTERED
            ? Judgement.ofFilter(reason)
            : new Judgement(reason, in.text("click"), in.shared("author"));
    EventKind kind =
        verdict == FILTERED
            ? judgement.filteredKind()
            : verdict == TAKEN_BACK ? EventKind.INVALIDATION : EventKind.REINSTATEMENT;
    batch.add(counter, ad, kind, sequence, timestampMs, amountMicros, judgement);
  }
}
