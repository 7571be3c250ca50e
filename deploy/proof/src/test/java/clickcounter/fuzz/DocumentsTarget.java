package clickcounter.fuzz;

import static clickcounter.fuzz.FuzzCase.require;
import static java.nio.charset.StandardCharsets.UTF_8;

import clickcounter.document.AdDocumentCodec;
import clickcounter.document.CounterDocumentCodec;
import clickcounter.document.DirectoryDocument;
import clickcounter.document.Fence;
import clickcounter.document.RecountMark;
import clickcounter.document.RetiredDocument;
import clickcounter.document.UnreadableDocument;
import clickcounter.states.StateMessage;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * A document or a state's message is damaged: it is unreadable, in words, or it is read as its own
 * text says, which another program reads too. What was read is written and read again as the same.
 */
final class DocumentsTarget {
  static final List<Kind<?>> KINDS =
      List.of(
          new Kind<>(
              "ad documents",
              SoundDocuments::ad,
              bytes -> AdDocumentCodec.read(AdDocumentCodec.CONTENT_TYPE, bytes),
              (bytes, document) -> new DocumentText(bytes).requireSame(document),
              AdDocumentCodec::write),
          new Kind<>(
              "counter documents",
              SoundDocuments::counter,
              bytes -> CounterDocumentCodec.read(CounterDocumentCodec.CONTENT_TYPE, bytes),
              (bytes, document) -> new DocumentText(bytes).requireSame(document),
              CounterDocumentCodec::write),
          new Kind<>(
              "directories",
              SoundDocuments::directory,
              bytes -> DirectoryDocument.read(DirectoryDocument.CONTENT_TYPE, bytes),
              (bytes, document) ->
                  new DocumentText(bytes).requireSameCounters(document.counterIds()),
              DirectoryDocument::toBytes),
          new Kind<>(
              "retired counters",
              SoundDocuments::retired,
              bytes -> RetiredDocument.read(RetiredDocument.CONTENT_TYPE, bytes),
              (bytes, document) -> new DocumentText(bytes).requireSame(document),
              RetiredDocument::toBytes),
          new Kind<>(
              "fences",
              SoundDocuments::fence,
              bytes -> Fence.read(Fence.CONTENT_TYPE, bytes),
              (bytes, document) -> new DocumentText(bytes).requireSame(document),
              Fence::toBytes),
          new Kind<>(
              "marks of recounts",
              SoundDocuments::recountMark,
              bytes -> RecountMark.read(RecountMark.CONTENT_TYPE, bytes),
              (bytes, document) -> new DocumentText(bytes).requireSame(document),
              RecountMark::toBytes),
          new Kind<>(
              "states' messages",
              SoundDocuments::state,
              bytes -> StateMessage.read(new String(bytes, UTF_8)),
              // A message is a text.
              (bytes, state) ->
                  new DocumentText(new String(bytes, UTF_8).getBytes(UTF_8)).requireSame(state),
              state -> state.toJson().getBytes(UTF_8)));

  /** Reads what is stored. */
  interface StoredReader<D> {
    D read(byte[] bytes) throws UnreadableDocument;
  }

  /**
   * A kind of documents.
   *
   * @param sound makes one
   * @param same requires that a document is what another program reads
   */
  record Kind<D>(
      String title,
      Function<Random, byte[]> sound,
      StoredReader<D> reader,
      BiConsumer<byte[], D> same,
      Function<D, byte[]> writer) {
    /** What is written after it was read. What is read has to be what the text says. */
    byte[] rewritten(byte[] bytes) throws UnreadableDocument {
      D document = reader.read(bytes);
      same.accept(bytes, document);
      return writer.apply(document);
    }
  }

  private final Kind<?> kind;

  DocumentsTarget(Kind<?> kind) {
    this.kind = kind;
  }

  FuzzCase draw(Random random) {
    byte[] whole = kind.sound().apply(random);
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
