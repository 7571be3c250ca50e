package clickcounter.document;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.event.EventKind;
import clickcounter.hours.RecentHours;
import clickcounter.ids.LongRanges;
import clickcounter.ids.RangeText;
import clickcounter.testing.Seeded;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class DocumentCodecTest {
  private static final long HOUR = DocumentFixtures.HOUR;

  @Test
  void whatIsNotChargedStandsBehindTheImpressions() throws Exception {
    AdTotals totals = new AdTotals();
    RecentHours hours = new RecentHours();
    for (EventKind kind : List.of(EventKind.FILTERED_BOTS, EventKind.INVALIDATION)) {
      long micros = kind.hasAmount() ? 60 : 0;
      totals.add(kind, micros, 7_200_000);
      hours.add(kind, micros, 2);
    }
    WriteStamp write = new WriteStamp("w.1", 1, List.of(), null, 0);
    AdDocument before = new AdDocument("m1", totals, hours, Map.of(), write);
    String text = new String(AdDocumentCodec.write(before), UTF_8);

    assertThat(text)
        .contains(
            "\"costMicros\":-60,\"spentMicros\":0,\"clicks\":-1,\"impressions\":0,"
                + "\"filtered\":{\"bots\":1},\"invalidated\":1,\"invalidatedMicros\":60,",
            "\"hours\":\"2:.-1.-1o!2\"");
    assertThat(ad(text)).isEqualTo(before);

    totals.add(EventKind.REINSTATEMENT, 60, 7_200_000);
    String cancelled = new String(AdDocumentCodec.write(before), UTF_8);
    assertThat(cancelled).contains("\"invalidated\":0,\"invalidatedMicros\":0");
  }

  @Test
  void theAdOfTheClassCommentIsWrittenAndReadByteForByte() throws UnreadableDocument {
    assertThat(new String(AdDocumentCodec.write(DocumentFixtures.exampleAd()), UTF_8))
        .isEqualTo(DocumentFixtures.AD_EXAMPLE);
    assertThat(ad(DocumentFixtures.AD_EXAMPLE)).isEqualTo(DocumentFixtures.exampleAd());
  }

  @Test
  void theCounterOfTheClassCommentIsWrittenAndReadByteForByte() throws UnreadableDocument {
    assertThat(new String(CounterDocumentCodec.write(DocumentFixtures.exampleCounter()), UTF_8))
        .isEqualTo(DocumentFixtures.COUNTER_EXAMPLE);
    assertThat(
            CounterDocumentCodec.read(
                CounterDocumentCodec.CONTENT_TYPE,
                DocumentFixtures.COUNTER_EXAMPLE.getBytes(UTF_8)))
        .isEqualTo(DocumentFixtures.exampleCounter());
  }

  @Test
  void theDirectoryOfTheClassCommentIsWrittenAndReadByteForByte() throws UnreadableDocument {
    DirectoryDocument directory =
        new DirectoryDocument(
            new TreeSet<>(Set.of("hostA-20131030_152543", "hostB-20131030_091500")));
    assertThat(new String(directory.toBytes(), UTF_8))
        .isEqualTo(DocumentFixtures.DIRECTORY_EXAMPLE);
    assertThat(
            DirectoryDocument.read(
                DirectoryDocument.CONTENT_TYPE, DocumentFixtures.DIRECTORY_EXAMPLE.getBytes(UTF_8)))
        .isEqualTo(directory);
  }

  @Test
  void theUnsettledIdsOfTheClassCommentMeanWhatItSays() {
    UnsettledIds ids = new UnsettledIds(LongRanges.ofRange(15, 20), new AddedIds());
    ids.added().add(23, DocumentFixtures.impression(HOUR));
    ids.added().add(25, DocumentFixtures.click(120_000, HOUR));
    for (long id = 26; id <= 28; id++) {
      ids.added().add(id, DocumentFixtures.impression(HOUR - 1));
    }
    String text = "15+5,3i,2c120000,1+2i@1";
    assertThat(text(ids)).isEqualTo(text);
    assertThat(UnsettledText.read(text, HOUR, 100)).isEqualTo(ids);
  }

  @Test
  void aBudgetHasASignAndNoDay() {
    UnsettledIds ids = new UnsettledIds();
    ids.added().add(0, DocumentFixtures.budget(-5000));
    ids.added().add(1, DocumentFixtures.budget(7));
    assertThat(text(ids)).isEqualTo("0b-5000,1b7");
    assertThat(UnsettledText.read("0b-5000,1b7", HOUR, 100)).isEqualTo(ids);
  }

  @Test
  void everyAdReadsAsItWasWritten() {
    Seeded.runs(
        2000,
        random -> {
          AdDocument document = DocumentFixtures.randomAd(random);
          byte[] bytes = AdDocumentCodec.write(document);
          AdDocument read = AdDocumentCodec.read(AdDocumentCodec.CONTENT_TYPE, bytes);
          assertThat(read).isEqualTo(document);
          assertThat(AdDocumentCodec.write(read)).isEqualTo(bytes);
        });
  }

  @Test
  void everyCounterReadsAsItWasWritten() {
    Seeded.runs(
        2000,
        random -> {
          CounterDocument document = DocumentFixtures.randomCounter(random);
          byte[] bytes = CounterDocumentCodec.write(document);
          CounterDocument read =
              CounterDocumentCodec.read(CounterDocumentCodec.CONTENT_TYPE, bytes);
          assertThat(read).isEqualTo(document);
          assertThat(CounterDocumentCodec.write(read)).isEqualTo(bytes);
        });
  }

  @Test
  void aDocumentInWhichNothingIsCountedCanBeRead() throws UnreadableDocument {
    AdDocument nothing =
        new AdDocument(
            "m1",
            new AdTotals(),
            new RecentHours(),
            java.util.Map.of(),
            new WriteStamp("w", 1, List.of()));
    assertThat(AdDocumentCodec.read(AdDocumentCodec.CONTENT_TYPE, AdDocumentCodec.write(nothing)))
        .isEqualTo(nothing);
  }

  @Test
  void whatIsDerivedIsNotReadBack() throws UnreadableDocument {
    String otherwise =
        DocumentFixtures.AD_EXAMPLE
            .replace("0.002396", "7.5")
            .replace("\"costMicros\":1200000", "\"costMicros\":1200000,\"spentMicros\":3")
            .replace("active", "exhausted");
    assertThat(ad(otherwise)).isEqualTo(DocumentFixtures.exampleAd());
  }

  @Test
  void unfundedIsReadBack() throws UnreadableDocument {
    AdTotals totals = new AdTotals();
    totals.add(new Contribution(EventKind.CLICK, 5, 3));
    totals.includeTimes(3, 4);
    AdDocument document =
        new AdDocument(
            "m1", totals, new RecentHours(), java.util.Map.of(), new WriteStamp("w", 1, List.of()));
    AdDocument read =
        AdDocumentCodec.read(AdDocumentCodec.CONTENT_TYPE, AdDocumentCodec.write(document));
    assertThat(read.totals().state()).isEqualTo(AdState.UNFUNDED);
  }

  private static AdDocument ad(String text) throws UnreadableDocument {
    return AdDocumentCodec.read(AdDocumentCodec.CONTENT_TYPE, text.getBytes(UTF_8));
  }

  private static String text(UnsettledIds ids) {
    RangeText text = new RangeText();
    UnsettledText.write(ids.older(), ids.added(), HOUR, text);
    return text.toString();
  }
}
