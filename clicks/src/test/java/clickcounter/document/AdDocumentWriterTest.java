package clickcounter.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import clickcounter.hours.RecentHours;
import clickcounter.ids.LongRanges;
import clickcounter.testing.Seeded;
import java.util.List;
import org.junit.jupiter.api.Test;

class AdDocumentWriterTest {
  private static final WriteStamp WRITE = new WriteStamp("w.1", 1, List.of());

  private final AdDocumentWriter writer = new AdDocumentWriter();

  @Test
  void aWriterThatIsUsedAgainWritesWhatANewOneDoes() {
    Seeded.runs(
        1_000,
        random -> {
          if (random.nextInt(4) == 0) {
            writer.begin("given up", new AdTotals(), new RecentHours());
          }
          AdDocument document = DocumentFixtures.randomAd(random);
          assertThat(writer.write(document)).isEqualTo(AdDocumentCodec.write(document));
        });
  }

  @Test
  void aLargeDocumentLeavesNothingBehind() throws UnreadableDocument {
    byte[] before = writer.write(DocumentFixtures.exampleAd());
    AdTotals totals = new AdTotals();
    writer.begin("m1", totals, new RecentHours());
    for (int i = 10_000; i < 20_000; i++) {
      writer.counter("host" + i, LongRanges.of(i), new AddedIds());
    }
    byte[] large = writer.end(WRITE, OtherFields.NONE);
    assertThat(AdDocumentCodec.read(AdDocumentCodec.CONTENT_TYPE, large).unsettled())
        .hasSize(10_000);
    assertThat(writer.write(DocumentFixtures.exampleAd())).isEqualTo(before);
  }

  @Test
  void aCounterWithoutUnsettledIdsIsAbsent() throws UnreadableDocument {
    writer.begin("m1", new AdTotals(), new RecentHours());
    writer.counter("a", new LongRanges(), new AddedIds());
    byte[] bytes = writer.end(WRITE, OtherFields.NONE);
    assertThat(AdDocumentCodec.read(AdDocumentCodec.CONTENT_TYPE, bytes).unsettled()).isEmpty();
  }

  @Test
  void countersOutOfOrderAreRefusedAndTheNextDocumentIsSound() {
    writer.begin("m1", new AdTotals(), new RecentHours());
    writer.counter("b", LongRanges.of(1), new AddedIds());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> writer.counter("a", LongRanges.of(1), new AddedIds()))
        .withMessageContaining("after b");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> writer.counter("b", LongRanges.of(1), new AddedIds()));
    AdDocument example = DocumentFixtures.exampleAd();
    assertThat(writer.write(example)).isEqualTo(AdDocumentCodec.write(example));
  }

  @Test
  void anIdThatIsBothOlderAndAddedIsRefused() {
    AddedIds added = new AddedIds();
    added.add(7, DocumentFixtures.impression(1));
    writer.begin("m1", new AdTotals(), new RecentHours());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> writer.counter("a", LongRanges.ofRange(5, 9), added));
  }
}
