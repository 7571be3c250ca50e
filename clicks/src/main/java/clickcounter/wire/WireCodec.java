package clickcounter.wire;

import clickcounter.event.Close;
import clickcounter.event.CounterEvent;
import clickcounter.event.EventBatch;
import clickcounter.event.RejectReason;
import clickcounter.event.Rejected;
import clickcounter.event.WriteOffRequest;
import clickcounter.ids.LongRanges;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Writes the payloads of tuples as bytes and reads them back as equal values.
 *
 * <p>For tuples between workers, not for storage. All workers must run the same version: a reader
 * usually notices a payload of another version, but not always. Reading throws
 * IllegalArgumentException that names the fault, and allocates at most a small multiple of the
 * bytes received.
 *
 * <pre>
 * every payload   tag, then
 * EventBatch      count; each event: counter * 4 + kind, sequence, ad, timestamp, amount (impressions: none);
 * a new counter: text; a new ad: length, UTF-8; kind 3: verdict, reason, click and author (filtered clicks: none)
 * MarksBatch      count; each: counter, lastEventAtMs, ranges; each range: distance from the end of the last one, length - 1
 * Close           counter, sequence, timestamp
 * WriteOffRequest flags (1: reopen), counter, sequence, timestamp, target, from, to - from, reason
 * RejectedBatch   count; each line: reason, detail, text
 * </pre>
 *
 * Counters, ads, reasons and details are written as a number: 0 and the text when new, n for the
 * n-th text of the payload. A sequence is written as its difference from the one expected after the
 * counter's previous event, a timestamp as its difference from the batch's previous event.
 */
public final class WireCodec {
  private static final int EVENT_BATCH = 1;
  private static final int MARKS = 2;
  private static final int CLOSE = 3;
  private static final int WRITE_OFF = 4;
  private static final int REJECTED_BATCH = 5;

  private static final int LEAST_MARKS_BYTES = 5;
  private static final int LEAST_RANGE_BYTES = 2;
  private static final int LEAST_REJECTED_BYTES = 3;

  private WireCodec() {}

  public static byte[] toBytes(EventBatch batch) {
    WireWriter out = new WireWriter();
    out.number(EVENT_BATCH);
    EventBatchCodec.write(batch, out);
    return out.toBytes();
  }

  /**
   * @throws IllegalArgumentException when the bytes are not an event batch
   */
  public static EventBatch readEventBatch(byte[] bytes) {
    return read("event batch", bytes, WireCodec::eventBatch);
  }

  private static EventBatch eventBatch(WireReader in) {
    requireTag(in, EVENT_BATCH);
    return EventBatchCodec.read(in);
  }

  public static byte[] toBytes(MarksBatch batch) {
    WireWriter out = new WireWriter();
    out.number(MARKS);
    out.number(batch.marks().size());
    batch.marks().forEach(marks -> write(marks, out));
    return out.toBytes();
  }

  private static void write(Marks marks, WireWriter out) {
    out.text(marks.counterId());
    out.signed(marks.lastEventAtMs());
    LongRanges ids = marks.ids();
    out.number(ids.rangeCount());
    long end = 0;
    for (int i = 0; i < ids.rangeCount(); i++) {
      out.number(ids.from(i) - end);
      out.number(ids.to(i) - ids.from(i));
      end = ids.to(i);
    }
  }

  /**
   * @throws IllegalArgumentException when the bytes are not a batch of marks
   */
  public static MarksBatch readMarks(byte[] bytes) {
    return read("marks", bytes, WireCodec::marksBatch);
  }

  private static MarksBatch marksBatch(WireReader in) {
    requireTag(in, MARKS);
    int count = in.count("marks", LEAST_MARKS_BYTES);
    List<Marks> marks = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      marks.add(marks(in));
    }
    return new MarksBatch(marks);
  }

  private static Marks marks(WireReader in) {
    String counterId = in.text("counter");
    long lastEventAtMs = in.signed("lastEventAtMs");
    int count = in.count("ranges", LEAST_RANGE_BYTES);
    LongRanges ids = new LongRanges();
    long end = 0;
    for (int i = 0; i < count; i++) {
      long distance = in.number("distance");
      if (i > 0 && distance < 2) {
        throw in.fault("distance: expected at least 2, found " + distance);
      }
      long from = sum(in, "from", end, distance);
      end = sum(in, "to", from, in.number("length"));
      ids.addRange(from, end);
    }
    return new Marks(counterId, ids, lastEventAtMs);
  }

  public static byte[] toBytes(CounterEvent event) {
    WireWriter out = new WireWriter();
    if (event instanceof WriteOffRequest request) {
      out.number(WRITE_OFF);
      out.number(request.reopen() ? 1 : 0);
    } else {
      out.number(CLOSE);
    }
    out.shared(event.counterId());
    out.number(event.sequence());
    out.number(event.timestampMs());
    if (event instanceof WriteOffRequest request) {
      out.shared(request.targetCounterId());
      out.number(request.from());
      out.number(request.to() - request.from());
      out.text(request.reason());
    }
    return out.toBytes();
  }

  /**
   * @throws IllegalArgumentException when the bytes are not a counter event
   */
  public static CounterEvent readCounterEvent(byte[] bytes) {
    return read("counter event", bytes, WireCodec::counterEvent);
  }

  private static CounterEvent counterEvent(WireReader in) {
    long tag = in.number("tag");
    if (tag == CLOSE) {
      return new Close(in.shared("counter"), in.number("sequence"), in.number("timestamp"));
    }
    if (tag == WRITE_OFF) {
      return writeOff(in);
    }
    throw in.fault("tag: expected " + CLOSE + " or " + WRITE_OFF + ", found " + tag);
  }

  private static WriteOffRequest writeOff(WireReader in) {
    long flags = in.number("flags");
    if (flags > 1) {
      throw in.fault("flags: expected 0 or 1, found " + flags);
    }
    String counterId = in.shared("counter");
    long sequence = in.number("sequence");
    long timestampMs = in.number("timestamp");
    String target = in.shared("target");
    long from = in.number("from");
    long to = sum(in, "to", from, in.number("length"));
    return new WriteOffRequest(
        counterId, sequence, timestampMs, flags == 1, target, from, to, in.text("reason"));
  }

  public static byte[] toBytes(RejectedBatch batch) {
    WireWriter out = new WireWriter();
    out.number(REJECTED_BATCH);
    out.number(batch.lines().size());
    for (Rejected rejected : batch.lines()) {
      out.shared(rejected.reason().label());
      out.shared(rejected.detail());
      out.text(rejected.line());
    }
    return out.toBytes();
  }

  /**
   * @throws IllegalArgumentException when the bytes are not a batch of rejected lines
   */
  public static RejectedBatch readRejectedBatch(byte[] bytes) {
    return read("rejected batch", bytes, WireCodec::rejectedBatch);
  }

  private static RejectedBatch rejectedBatch(WireReader in) {
    requireTag(in, REJECTED_BATCH);
    int count = in.count("lines", LEAST_REJECTED_BYTES);
    List<Rejected> lines = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      RejectReason reason = reason(in, in.shared("reason"));
      String detail = in.shared("detail");
      lines.add(new Rejected(in.text("line"), reason, detail));
    }
    return new RejectedBatch(lines);
  }

  private static RejectReason reason(WireReader in, String label) {
    for (RejectReason reason : RejectReason.values()) {
      if (reason.label().equals(label)) {
        return reason;
      }
    }
    throw in.fault("reason: no such label: '" + abbreviated(label) + "'");
  }

  private static String abbreviated(String text) {
    return text.length() <= 50 ? text : text.substring(0, 50) + "…";
  }

  private static <T> T read(String what, byte[] bytes, Function<WireReader, T> payload) {
    WireReader in = new WireReader(what, bytes);
    T value = payload.apply(in);
    in.requireEnd();
    return value;
  }

  private static void requireTag(WireReader in, int expected) {
    long tag = in.number("tag");
    if (tag != expected) {
      throw in.fault("tag: expected " + expected + ", found " + tag);
    }
  }

  private static long sum(WireReader in, String field, long from, long distance) {
    long sum = from + distance;
    if (sum < 0) {
      throw in.fault(field + ": " + from + " and " + distance + " more do not fit 63 bits");
    }
    return sum;
  }
}
