package clickcounter.fuzz;

import static clickcounter.fuzz.FuzzCase.require;
import static java.nio.charset.StandardCharsets.UTF_8;

import clickcounter.document.AdDocument;
import clickcounter.document.AdDocumentCodec;
import clickcounter.document.CounterDocument;
import clickcounter.document.CounterDocumentCodec;
import clickcounter.document.DirectoryDocument;
import clickcounter.document.Fence;
import clickcounter.document.RecountMark;
import clickcounter.document.RetiredDocument;
import clickcounter.document.UnreadableDocument;
import clickcounter.states.StateMessage;
import java.util.Arrays;
import java.util.Random;

/**
 * A document or a state's message is damaged: it is unreadable, in words, or it is read as its own
 * text says, which another program reads too. What was read is written and read again as the same.
 */
final class DocumentsTarget implements FuzzTarget {
  enum Kind {
    AD("ad documents") {
      @Override
      byte[] whole(Random random) {
        return SoundDocuments.ad(random);
      }

      @Override
      byte[] rewritten(byte[] bytes) throws UnreadableDocument {
        AdDocument document = AdDocumentCodec.read(AdDocumentCodec.CONTENT_TYPE, bytes);
        new DocumentText(bytes).requireSame(document);
        return AdDocumentCodec.write(document);
      }
    },
    COUNTER("counter documents") {
      @Override
      byte[] whole(Random random) {
        return SoundDocuments.counter(random);
      }

      @Override
      byte[] rewritten(byte[] bytes) throws UnreadableDocument {
        CounterDocument document =
            CounterDocumentCodec.read(CounterDocumentCodec.CONTENT_TYPE, bytes);
        new DocumentText(bytes).requireSame(document);
        return CounterDocumentCodec.write(document);
      }
    },
    DIRECTORY("directories") {
      @Override
      byte[] whole(Random random) {
        return SoundDocuments.directory(random);
      }

      @Override
      byte[] rewritten(byte[] bytes) throws UnreadableDocument {
        DirectoryDocument document = DirectoryDocument.read(DirectoryDocument.CONTENT_TYPE, bytes);
        new DocumentText(bytes).requireSameCounters(document.counterIds());
        return document.toBytes();
      }
    },
    RETIRED("retired counters") {
      @Override
      byte[] whole(Random random) {
        return SoundDocuments.retired(random);
      }

      @Override
      byte[] rewritten(byte[] bytes) throws UnreadableDocument {
        RetiredDocument document = RetiredDocument.read(RetiredDocument.CONTENT_TYPE, bytes);
        new DocumentText(bytes).requireSame(document);
        return document.toBytes();
      }
    },
    FENCE("fences") {
      @Override
      byte[] whole(Random random) {
        return SoundDocuments.fence(random);
      }

      @Override
      byte[] rewritten(byte[] bytes) throws UnreadableDocument {
        Fence fence = Fence.read(Fence.CONTENT_TYPE, bytes);
        new DocumentText(bytes).requireSame(fence);
        return fence.toBytes();
      }
    },
    RECOUNT("marks of recounts") {
      @Override
      byte[] whole(Random random) {
        return SoundDocuments.recountMark(random);
      }

      @Override
      byte[] rewritten(byte[] bytes) throws UnreadableDocument {
        RecountMark mark = RecountMark.read(RecountMark.CONTENT_TYPE, bytes);
        new DocumentText(bytes).requireSame(mark);
        return mark.toBytes();
      }
    },
    STATE("states' messages") {
      @Override
      byte[] whole(Random random) {
        return SoundDocuments.state(random);
      }

      /** A message is a text. */
      @Override
      byte[] rewritten(byte[] bytes) throws UnreadableDocument {
        String text = new String(bytes, UTF_8);
        StateMessage state = StateMessage.read(text);
        new DocumentText(text.getBytes(UTF_8)).requireSame(state);
        return state.toJson().getBytes(UTF_8);
      }
    };

    final String title;

    Kind(String title) {
      this.title = title;
    }

    /** A sound document. */
    abstract byte[] whole(Random random);

    /** What its reader would write. What it reads has to be what the text says. */
    abstract byte[] rewritten(byte[] bytes) throws UnreadableDocument;
  }

  private final Kind kind;

  DocumentsTarget(Kind kind) {
    this.kind = kind;
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
