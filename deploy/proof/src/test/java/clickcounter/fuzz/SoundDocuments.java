package clickcounter.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import clickcounter.document.AdDocument;
import clickcounter.document.AdDocumentCodec;
import clickcounter.document.AdState;
import clickcounter.document.CounterView;
import clickcounter.document.DirectoryDocument;
import clickcounter.document.Fence;
import clickcounter.document.RecountMark;
import clickcounter.document.RetiredDocument;
import clickcounter.document.RetiredDocument.Retired;
import clickcounter.document.UnreadableDocument;
import clickcounter.event.AdEvent;
import clickcounter.event.EventKind;
import clickcounter.event.Judgement;
import clickcounter.ids.Ending;
import clickcounter.ids.LongRanges;
import clickcounter.ids.WriteOff;
import clickcounter.ledger.AdLedger;
import clickcounter.ledger.CounterLedger;
import clickcounter.ledger.PutBuffers;
import clickcounter.ledger.SiblingMerge;
import clickcounter.states.AdLevel;
import clickcounter.states.StateMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;

/** Documents and messages as the code writes them, of all shapes. */
final class SoundDocuments {
  private static final String HOST = "hostA-20131030_152543";
  private static final String AD = "m123456";
  private static final long NOON_MS = 1_383_134_400_000L;

  /** Longer than the hours of a document: some leave it. */
  private static final int SPAN_MS = 200_000_000;

  private static final int MOST_WRITES = 4;
  private static final int MOST_EVENTS = 30;
  private static final int SEQUENCES = 500;
  private static final int MOST_IDS = 1_000;

  private SoundDocuments() {}

  /**
   * An ad's document after some writes. Some of them are known to be stored and become the base,
   * some are read again, some are merged with a sibling, and between them ids are settled.
   */
  static byte[] ad(Random random) {
    AdLedger ledger = AdLedger.absent(AD, MOST_IDS);
    byte[] bytes = put(ledger, "3k9f0x2m.0", random);
    for (int write = 1 + random.nextInt(MOST_WRITES); write > 1; write--) {
      switch (random.nextInt(3)) {
        case 0 -> ledger.putSucceeded((waiter, repeated) -> {});
        case 1 -> ledger = copy(List.of(bytes));
        default -> {
          byte[] other = put(copy(List.of(bytes)), "7d2c1b0a." + write, random);
          ledger = copy(List.of(bytes, other));
        }
      }
      settle(ledger, random);
      bytes = put(ledger, "3k9f0x2m." + write, random);
    }
    return bytes;
  }

  private static byte[] put(AdLedger ledger, String writeId, Random random) {
    for (int i = random.nextInt(MOST_EVENTS); i > 0; i--) {
      ledger.offer(event(random), CounterView.EMPTY, AdLedger.NOBODY);
    }
    return ledger.beginPut(writeId, new PutBuffers());
  }

  private static AdEvent event(Random random) {
    EventKind[] kinds = EventKind.values();
    EventKind kind = kinds[random.nextInt(random.nextInt(3) == 0 ? kinds.length : 3)];
    Judgement judgement =
        kind.isFiltered()
            ? Judgement.ofFilter(kind.filterClass() + "@1")
            : kind.isVerdict() ? new Judgement("ivt@1", HOST + ":1") : null;
    return new AdEvent(
        HOST + (random.nextInt(4) == 0 ? "b" : ""),
        random.nextInt(SEQUENCES),
        kind,
        AD,
        NOON_MS + random.nextInt(SPAN_MS),
        kind.hasAmount() ? random.nextInt(1_000_000) : 0,
        judgement);
  }

  private static AdLedger copy(List<byte[]> siblings) {
    List<AdDocument> documents = new ArrayList<>();
    try {
      for (byte[] sibling : siblings) {
        documents.add(AdDocumentCodec.read(AdDocumentCodec.CONTENT_TYPE, sibling));
      }
    } catch (UnreadableDocument e) {
      throw new AssertionError("a sound document is not read", e);
    }
    SiblingMerge merge = SiblingMerge.merge(documents, id -> CounterView.EMPTY);
    return AdLedger.of((SiblingMerge.Merged) merge, MOST_IDS);
  }

  /** Settles the ids below some number. */
  private static void settle(AdLedger ledger, Random random) {
    long settled = random.nextInt(SEQUENCES);
    ledger.forgetSettled(
        id ->
            new CounterView() {
              @Override
              public long next() {
                return settled;
              }

              @Override
              public boolean seen(long sequence) {
                return sequence < settled;
              }

              @Override
              public boolean confirmed(long sequence) {
                return seen(sequence);
              }
            });
  }

  static byte[] counter(Random random) {
    CounterLedger<Object> ledger = CounterLedger.absent(HOST);
    byte[] bytes = {};
    for (int write = 1 + random.nextInt(MOST_WRITES); write > 0; write--) {
      for (int i = 1 + random.nextInt(10); i > 0; i--) {
        long from = random.nextInt(10_000);
        LongRanges ids = LongRanges.ofRange(from, from + random.nextInt(300));
        ledger.mark(ids, NOON_MS + from, NOON_MS + from, null);
      }
      long from = random.nextInt(100);
      boolean reopens = random.nextInt(4) == 0;
      ledger.writeOff(
          reopens ? 0 : from,
          from + 5,
          new WriteOff(reopens, "disk lost", NOON_MS + write, "ops-20131031_090000:" + write),
          null);
      if (random.nextInt(4) == 0) {
        WriteOff ending =
            new WriteOff(reopens, "host burnt", NOON_MS + write, "ops-20131031_090000:" + write);
        ledger.writeOff(random.nextInt(12_000), Ending.NO_END, ending, null);
      }
      if (random.nextInt(8) == 0) {
        ledger.close(LongRanges.of(11_000), NOON_MS + SPAN_MS, NOON_MS + SPAN_MS, null);
      }
      bytes = ledger.beginPut("3k9f0x2m1q7" + write);
      ledger.putSucceeded(waiter -> {});
    }
    return bytes;
  }

  static byte[] directory(Random random) {
    TreeSet<String> ids = new TreeSet<>();
    for (int i = 1 + random.nextInt(20); i > 0; i--) {
      ids.add(HOST + random.nextInt(100));
    }
    return new DirectoryDocument(ids).toBytes();
  }

  static byte[] retired(Random random) {
    TreeMap<String, Retired> byId = new TreeMap<>();
    for (int i = random.nextInt(10); i > 0; i--) {
      byId.put(
          HOST + random.nextInt(100),
          new Retired(
              random.nextInt(100_000),
              NOON_MS + i,
              random.nextInt(100),
              NOON_MS,
              random.nextBoolean()));
    }
    return new RetiredDocument(byId).toBytes();
  }

  static byte[] fence(Random random) {
    return Fence.inPlaceOf(List.of((long) random.nextInt()), "3k9f0x2m.f", NOON_MS, "ops1 4711")
        .replacing(
            random.nextBoolean()
                ? List.of()
                : List.of(
                    Fence.Replaced.of(AdDocumentCodec.CONTENT_TYPE, ad(random)),
                    Fence.Replaced.of("text/plain", new byte[] {(byte) random.nextInt()})))
        .toBytes();
  }

  static byte[] recountMark(Random random) {
    RecountMark mark = new RecountMark("3k9f0x2m", NOON_MS + random.nextInt(), "ops1 4711", 0);
    return (random.nextBoolean() ? mark : mark.finished(NOON_MS + SPAN_MS)).toBytes();
  }

  static byte[] state(Random random) {
    AdLevel level =
        random.nextBoolean()
            ? new AdLevel(AdState.ACTIVE, 10 * (1 + random.nextInt(10)))
            : new AdLevel(AdState.EXHAUSTED, 0);
    return new StateMessage(
            AD,
            1 + random.nextInt(5_000),
            level,
            random.nextInt(1_000_000_000),
            random.nextInt(1_000_000_000),
            NOON_MS + random.nextInt(SPAN_MS),
            NOON_MS + random.nextInt(SPAN_MS))
        .toJson()
        .getBytes(UTF_8);
  }
}
