package clickcounter.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.document.AdDocumentCodec;
import clickcounter.document.AdState;
import clickcounter.document.CounterDocumentCodec;
import clickcounter.document.DirectoryDocument;
import clickcounter.document.DocumentFixtures;
import clickcounter.document.RecountMark;
import clickcounter.document.RetiredDocument;
import clickcounter.document.RetiredDocument.Retired;
import clickcounter.document.UnreadableDocument;
import clickcounter.states.AdLevel;
import clickcounter.states.StateMessage;
import clickcounter.testing.Damage;
import clickcounter.testing.Seeded;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * A document or a state's message is damaged: it is unreadable, in words, or it is read as its own
 * text says, which another program reads too. What was read is written and read again as the same.
 */
@Tag("slow")
@Timeout(600)
class DamagedDocumentsTest {
  private static final int SOME = 2_000;
  private static final int MANY = 10_000;
  private static final String COUNTER = "hostA-20131030_152543";
  private static final long NOON_MS = 1_383_134_400_000L;

  private static final List<Kind<?>> KINDS =
      List.of(
          new Kind<>(
              "ad documents",
              false,
              random -> AdDocumentCodec.write(DocumentFixtures.randomAd(random)),
              bytes -> AdDocumentCodec.read(AdDocumentCodec.CONTENT_TYPE, bytes),
              AdDocumentCodec::write),
          new Kind<>(
              "counter documents",
              false,
              random -> CounterDocumentCodec.write(DocumentFixtures.randomCounter(random)),
              bytes -> CounterDocumentCodec.read(CounterDocumentCodec.CONTENT_TYPE, bytes),
              CounterDocumentCodec::write),
          new Kind<>(
              "directories",
              false,
              random ->
                  new DirectoryDocument(
                          new TreeSet<>(List.of(COUNTER, COUNTER + random.nextInt(100))))
                      .toBytes(),
              bytes -> DirectoryDocument.read(DirectoryDocument.CONTENT_TYPE, bytes),
              DirectoryDocument::toBytes),
          new Kind<>(
              "retired counters",
              false,
              random -> retired(random).toBytes(),
              bytes -> RetiredDocument.read(RetiredDocument.CONTENT_TYPE, bytes),
              RetiredDocument::toBytes),
          new Kind<>(
              "marks of recounts",
              false,
              random ->
                  new RecountMark("3k9f0x2m", NOON_MS, "ops1 4711", 0)
                      .finished(NOON_MS + random.nextInt(10_000))
                      .toBytes(),
              bytes -> RecountMark.read(RecountMark.CONTENT_TYPE, bytes),
              RecountMark::toBytes),
          new Kind<>(
              "states' messages",
              true,
              random ->
                  new StateMessage(
                          "m123456",
                          4_711,
                          new AdLevel(AdState.ACTIVE, 10 * (1 + random.nextInt(10))),
                          random.nextInt(1_000_000_000),
                          random.nextInt(1_000_000_000),
                          NOON_MS,
                          NOON_MS - 7)
                      .toJson()
                      .getBytes(UTF_8),
              bytes -> StateMessage.read(new String(bytes, UTF_8)),
              state -> state.toJson().getBytes(UTF_8)));

  private static RetiredDocument retired(Random random) {
    Retired closed = new Retired(random.nextInt(100_000), NOON_MS + 1, 99, NOON_MS, true);
    Retired crashed = new Retired(random.nextInt(100_000), NOON_MS + 2, 7, NOON_MS, false);
    return new RetiredDocument(new TreeMap<>(Map.of(COUNTER, closed, COUNTER + "b", crashed)));
  }

  /** Reads what is stored. */
  interface StoredReader<D> {
    D read(byte[] bytes) throws UnreadableDocument;
  }

  /**
   * A kind of documents.
   *
   * @param isText whether it is sent as a text, in which every byte is one of UTF-8
   * @param sound makes one
   */
  record Kind<D>(
      String title,
      boolean isText,
      Function<Random, byte[]> sound,
      StoredReader<D> reader,
      Function<D, byte[]> writer) {
    byte[] rewritten(byte[] bytes) throws UnreadableDocument {
      return writer.apply(reader.read(bytes));
    }

    @Override
    public String toString() {
      return title;
    }
  }

  @ParameterizedTest
  @FieldSource("KINDS")
  void someDamagedDocumentsKeepThePromise(Kind<?> kind) {
    Seeded.inputs(SOME, random -> check(kind, random));
  }

  @ParameterizedTest
  @FieldSource("KINDS")
  @Tag("long")
  void manyDamagedDocumentsKeepThePromise(Kind<?> kind) {
    Seeded.inputs(MANY, random -> check(kind, random));
  }

  private static void check(Kind<?> kind, Random random) throws UnreadableDocument {
    byte[] whole = kind.sound().apply(random);
    byte[] damaged =
        random.nextBoolean() && !kind.isText()
            ? Damage.bytes(whole, random)
            : Damage.text(new String(whole, UTF_8), random).getBytes(UTF_8);
    assertThat(kind.rewritten(whole)).as("a sound document").isEqualTo(whole);
    byte[] written;
    try {
      written = kind.rewritten(damaged);
    } catch (UnreadableDocument e) {
      assertThat(e.getMessage()).as("why it is refused").hasSizeGreaterThan(10);
      return;
    }
    checkSame(whole, damaged, written);
    assertThat(kind.rewritten(written)).as("read again").isEqualTo(written);
  }

  /** What was written says what the damaged text says, but for fields that nobody knows. */
  private static void checkSame(byte[] whole, byte[] damaged, byte[] written) {
    Map<String, String> said = DocumentText.fields(damaged);
    Map<String, String> read = DocumentText.fields(written);
    TreeSet<String> known = new TreeSet<>(DocumentText.fields(whole).keySet());
    known.addAll(read.keySet());
    for (String field : known) {
      assertThat(read.get(field)).as("%s as its text says", field).isEqualTo(said.get(field));
    }
  }
}
