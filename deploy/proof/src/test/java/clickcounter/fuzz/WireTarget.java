package clickcounter.fuzz;

import static clickcounter.fuzz.FuzzCase.require;

import clickcounter.event.AdEvent;
import clickcounter.event.CounterEvent;
import clickcounter.event.EventBatch;
import clickcounter.event.EventParser;
import clickcounter.event.RejectReason;
import clickcounter.event.Rejected;
import clickcounter.ids.LongRanges;
import clickcounter.wire.Marks;
import clickcounter.wire.MarksBatch;
import clickcounter.wire.RejectedBatch;
import clickcounter.wire.WireCodec;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/** A tuple's bytes are damaged: they are refused, or are another payload that is sound. */
final class WireTarget {
  private static final int MOST_EVENTS = 30;

  private record Reader(Function<byte[], Object> read, Function<Object, byte[]> write) {}

  private static final List<Reader> READERS =
      List.of(
          new Reader(WireCodec::readEventBatch, p -> WireCodec.toBytes((EventBatch) p)),
          new Reader(WireCodec::readMarks, p -> WireCodec.toBytes((MarksBatch) p)),
          new Reader(WireCodec::readCounterEvent, p -> WireCodec.toBytes((CounterEvent) p)),
          new Reader(WireCodec::readRejectedBatch, p -> WireCodec.toBytes((RejectedBatch) p)));

  private final SampleLines samples;
  private final EventParser parser = new EventParser();

  WireTarget(SampleLines samples) {
    this.samples = samples;
  }

  FuzzCase draw(Random random) {
    byte[] damaged = Mutator.bytes(payload(random), random);
    return new FuzzCase(
        () -> HexFormat.of().formatHex(damaged), () -> READERS.forEach(r -> check(r, damaged)));
  }

  private byte[] payload(Random random) {
    List<String> lines = samples.some(random, MOST_EVENTS);
    List<Object> found = Parsed.of(parser, String.join("\n", lines));
    Object first = found.get(0);
    if (first instanceof CounterEvent event) {
      return WireCodec.toBytes(event);
    }
    return switch (random.nextInt(3)) {
      case 0 -> {
        long from = random.nextInt(1_000_000);
        LongRanges ids = LongRanges.ofRange(from, from + random.nextInt(100));
        yield WireCodec.toBytes(
            new MarksBatch(
                List.of(
                    new Marks("hostA-20131030_152543", ids, from),
                    new Marks("hostB-20131030_091500", LongRanges.of(from), from))));
      }
      case 1 ->
          WireCodec.toBytes(
              new RejectedBatch(
                  lines.stream()
                      .map(line -> new Rejected(line, RejectReason.NOT_JSON, "not JSON"))
                      .toList()));
      default ->
          WireCodec.toBytes(
              EventBatch.of(
                  found.stream()
                      .filter(AdEvent.class::isInstance)
                      .map(AdEvent.class::cast)
                      .toList()));
    };
  }

  private static void check(Reader reader, byte[] damaged) {
    Object payload;
    try {
      payload = reader.read.apply(damaged);
    } catch (IllegalArgumentException e) {
      require(e.getMessage() != null && e.getMessage().length() > 10, "refused without a word");
      return;
    }
    byte[] written = reader.write.apply(payload);
    require(written.length <= damaged.length, "%s grew when written again", payload);
    require(reader.read.apply(written).equals(payload), "%s reads as another", payload);
  }
}
