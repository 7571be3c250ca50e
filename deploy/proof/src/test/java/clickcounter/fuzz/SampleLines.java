package clickcounter.fuzz;

import clickcounter.event.AdEvent;
import clickcounter.event.Close;
import clickcounter.event.Event;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import clickcounter.event.Judgement;
import clickcounter.event.Visitor;
import clickcounter.event.WriteOffRequest;
import clickcounter.ids.Ending;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** The whole lines that are damaged: a user's own, or some of every kind. */
record SampleLines(List<String> lines) {
  private static final int SAMPLES = 2_000;
  private static final String COUNTER = "hostA-20131030_152543";
  private static final Visitor VISITOR = new Visitor("9f86d081884c7d65", "60303ae22b998861");
  private static final String[] ADS = {
    "m123456", "m広告", "a \"quoted\" ad", "\u2028", "😀", "m\\n", "x".repeat(128)
  };

  SampleLines {
    lines = List.copyOf(lines);
    if (lines.isEmpty()) {
      throw new IllegalArgumentException("expected at least one event line to damage, found none");
    }
  }

  static SampleLines ofEveryKind() {
    Random random = new Random(20_131_030);
    List<String> lines = new ArrayList<>();
    for (int sequence = 0; sequence < SAMPLES; sequence++) {
      Event event = event(random, sequence);
      boolean hasVisitor = random.nextInt(4) == 0;
      lines.add(EventWriter.toLine(event, hasVisitor ? VISITOR : Visitor.UNKNOWN));
    }
    return new SampleLines(lines);
  }

  private static Event event(Random random, long sequence) {
    long timestampMs = 1_383_146_743_512L + random.nextInt(86_400_000);
    String ad = ADS[random.nextInt(4) == 0 ? random.nextInt(ADS.length) : 0];
    return switch (random.nextInt(14)) {
      case 0 -> new Close(COUNTER, sequence, timestampMs);
      case 1 ->
          new WriteOffRequest(
              "ops-20131031_090000",
              sequence,
              timestampMs,
              random.nextBoolean(),
              COUNTER,
              sequence,
              random.nextInt(3) == 0 ? Ending.NO_END : sequence + random.nextInt(9),
              "disk lost");
      case 2 ->
          new AdEvent(COUNTER, sequence, EventKind.BUDGET, ad, timestampMs, random.nextInt() * 9L);
      case 3 -> judged(random, sequence, ad, timestampMs, Judgement.ofFilter("bots@2026-06-01"));
      case 4 ->
          judged(
              random, sequence, ad, timestampMs, new Judgement("ivt@2026-06-01", COUNTER + ":7"));
      case 5, 6 ->
          new AdEvent(
              COUNTER, sequence, EventKind.CLICK, ad, timestampMs, random.nextInt(1_000_000));
      default -> new AdEvent(COUNTER, sequence, EventKind.IMPRESSION, ad, timestampMs, 0);
    };
  }

  private static AdEvent judged(
      Random random, long sequence, String ad, long timestampMs, Judgement judgement) {
    if (judgement.clickId() == null) {
      EventKind kind = judgement.filteredKind();
      return new AdEvent(COUNTER, sequence, kind, ad, timestampMs, 0, judgement);
    }
    EventKind kind = random.nextBoolean() ? EventKind.INVALIDATION : EventKind.REINSTATEMENT;
    long costMicros = random.nextInt(1_000_000);
    return new AdEvent(COUNTER, sequence, kind, ad, timestampMs, costMicros, judgement);
  }

  /** Some neighbours. */
  List<String> some(Random random, int most) {
    int count = Math.min(lines.size(), 1 + random.nextInt(most));
    int from = random.nextInt(lines.size() - count + 1);
    return new ArrayList<>(lines.subList(from, from + count));
  }
}
