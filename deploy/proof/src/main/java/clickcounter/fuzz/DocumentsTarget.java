package clickcounter.fuzz;

import static clickcounter.fuzz.FuzzCase.require;
import static java.nio.charset.StandardCharsets.UTF_8;

import clickcounter.document.AdDocumentCodec;
import clickcounter.document.CounterDocumentCodec;
import clickcounter.document.CounterView;
import clickcounter.document.DirectoryDocument;
import clickcounter.document.UnreadableDocument;
import clickcounter.event.AdEvent;
import clickcounter.event.EventKind;
import clickcounter.ids.LongRanges;
import clickcounter.ids.WriteOff;
import clickcounter.ledger.AdLedger;
import clickcounter.ledger.CounterLedger;
import clickcounter.ledger.PutBuffers;
import java.util.Arrays;
import java.util.Random;
import java.util.TreeSet;

/**
 * A document is damaged: it is unreadable, in words, or reads as a document that is written and
 * read again as the same.
 */
final class DocumentsTarget implements FuzzTarget {
  enum Kind {
    AD("ad documents", AdDocumentCodec.CONTENT_TYPE) {
      @Override
      byte[] whole(Random random) {
        AdLedger ledger = AdLedger.absent("m123456", 1_000);
        for (int i = 1 + random.nextInt(60); i > 0; i--) {
          ledger.offer(event(random), CounterView.EMPTY, AdLedger.NOBODY);
        }
        return ledger.beginPut("3k9f0x2m.1q7", new PutBuffers());
      }

      @Override
      byte[] rewritten(byte[] bytes) throws UnreadableDocument {
        return AdDocumentCodec.write(AdDocumentCodec.read(contentType, bytes));
      }
    },
    COUNTER("counter documents", CounterDocumentCodec.CONTENT_TYPE) {
      @Override
      byte[] whole(Random random) {
        CounterLedger<Object> ledger = CounterLedger.absent(HOST);
        for (int i = 1 + random.nextInt(20); i > 0; i--) {
          long from = random.nextInt(10_000);
          LongRanges ids = LongRanges.ofRange(from, from + random.nextInt(300));
          ledger.mark(ids, NOON_MS + from, NOON_MS + from, null);
        }
        ledger.writeOff(
            0, 5, new WriteOff(false, "disk lost", NOON_MS, "ops-20131031_090000:0"), null);
        return ledger.beginPut("3k9f0x2m1q7z");
      }

      @Override
      byte[] rewritten(byte[] bytes) throws UnreadableDocument {
        return CounterDocumentCodec.write(CounterDocumentCodec.read(contentType, bytes));
      }
    },
    DIRECTORY("directories", DirectoryDocument.CONTENT_TYPE) {
      @Override
      byte[] whole(Random random) {
        TreeSet<String> ids = new TreeSet<>();
        for (int i = 1 + random.nextInt(20); i > 0; i--) {
          ids.add(HOST + random.nextInt(100));
        }
        return new DirectoryDocument(ids).toBytes();
      }

      @Override
      byte[] rewritten(byte[] bytes) throws UnreadableDocument {
        return DirectoryDocument.read(contentType, bytes).toBytes();
      }
    };

    final String title;
    final String contentType;

    Kind(String title, String contentType) {
      this.title = title;
      this.contentType = contentType;
    }

    /** A sound document. */
    abstract byte[] whole(Random random);

    /** What its reader would write. */
    abstract byte[] rewritten(byte[] bytes) throws UnreadableDocument;
  }

  private static final String HOST = "hostA-20131030_152543";
  private static final long NOON_MS = 1_383_134_400_000L;

  private final Kind kind;

  DocumentsTarget(Kind kind) {
    this.kind = kind;
  }

  private static AdEvent event(Random random) {
    EventKind kind = EventKind.values()[random.nextInt(3)];
    return new AdEvent(
        HOST + (random.nextInt(4) == 0 ? "b" : ""),
        random.nextInt(500),
        kind,
        "m123456",
        NOON_MS + random.nextInt(200_000_000),
        kind == EventKind.IMPRESSION ? 0 : random.nextInt(1_000_000));
  }

  @Override
  public String name() {
    return kind.title;
  }

  @Override
  public FuzzCase draw(Random random) {
    byte[] whole = kind.whole(random);
    byte[] damaged =
        random.nextBoolean()
            ? Mutator.bytes(whole, random)
            : Mutator.text(new String(whole, UTF_8), random).getBytes(UTF_8);
    return new FuzzCase(() -> new String(damaged, UTF_8), () -> check(whole, damaged));
  }

  private void check(byte[] whole, byte[] damaged) throws UnreadableDocument {
    require(Arrays.equals(kind.rewritten(whole), whole), "a sound document is written as it was");
    byte[] written;
    try {
      written = kind.rewritten(damaged);
    } catch (UnreadableDocument e) {
      require(e.getMessage() != null && e.getMessage().length() > 10, "refused without a word");
      return;
    }
    byte[] again = kind.rewritten(written);
    require(
        Arrays.equals(written, again),
        "read as %s, and that as %s",
        new String(written, UTF_8),
        new String(again, UTF_8));
  }
}
