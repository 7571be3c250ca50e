package clickcounter.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.document.RetiredDocument.Retired;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class RetiredDocumentTest {
  private static final String EXAMPLE =
      "{\"retired\":{\"hostA-20131030_152543\":[4711,1390737600000,96,1383146743633,1],"
          + "\"hostB-20131030_091500\":[128,1390737600000,7,1383146743633,0]}}";

  private static RetiredDocument read(String text) throws UnreadableDocument {
    return RetiredDocument.read(
        RetiredDocument.CONTENT_TYPE, text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void theExampleIsReadAndWrittenAgain() throws UnreadableDocument {
    RetiredDocument document = read(EXAMPLE);
    assertThat(new String(document.toBytes(), StandardCharsets.UTF_8)).isEqualTo(EXAMPLE);
  }

  @Test
  void everyEventOfARetiredCounterIsSeenAndConfirmed() throws UnreadableDocument {
    CounterDocument counter = read(EXAMPLE).document("hostB-20131030_091500");
    assertThat(counter.next()).isEqualTo(128);
    assertThat(counter.confirmed(0)).isTrue();
    assertThat(counter.confirmed(127)).isTrue();
    assertThat(counter.seen(128)).isFalse();
    assertThat(counter.closed()).as("an operator closed it").isFalse();
    assertThat(counter.hasEnded()).isTrue();
    assertThat(counter.lastEventAtMs()).isEqualTo(1_383_146_743_633L);
    assertThat(read(EXAMPLE).document("hostA-20131030_152543").closed()).isTrue();
    assertThat(read(EXAMPLE).document("hostC")).isNull();
  }

  @Test
  void siblingsMergeAsAUnion() throws UnreadableDocument {
    // Its document came back after it was deleted, and began with a low write number.
    Retired later = new Retired(128, 1_390_737_600_001L, 3, 1_383_146_743_634L, true);
    RetiredDocument other =
        new RetiredDocument(
            new TreeMap<>(
                Map.of("hostC", new Retired(5, 7, 9, 6, false), "hostB-20131030_091500", later)));
    RetiredDocument union = RetiredDocument.union(List.of(read(EXAMPLE), other));
    assertThat(union.byId())
        .containsOnlyKeys("hostA-20131030_152543", "hostB-20131030_091500", "hostC")
        .containsEntry("hostB-20131030_091500", later);
    assertThat(RetiredDocument.union(List.of(other, read(EXAMPLE)))).isEqualTo(union);
  }

  @Test
  void damagedDocumentsAreRefused() {
    for (String damaged :
        List.of(
            "{}",
            "{\"retired\":{\"h\":5}}",
            "{\"retired\":{\"h\":[-1,1,1,1,1]}}",
            "{\"retired\":{\"h\":[1,2,3,4]}}",
            "{\"retired\":{\"h\":[1,2,3,4,2]}}",
            "{\"retired\":{\"h\":[1,2,3,4,1,1]}}",
            "{\"retired\":{\"h\":[\"1\",2,3,4,1]}}",
            "{\"retired\":[]}")) {
      assertThatThrownBy(() -> read(damaged)).isInstanceOf(UnreadableDocument.class);
    }
  }

  /** The sizes that topology/CAPACITY.md names. */
  @Test
  void aYearOfAThousandServicesThatStartDailyTakesLittle() {
    SplittableRandom random = new SplittableRandom(1);
    Map<String, TreeSet<String>> whole = new TreeMap<>();
    Map<String, TreeSet<String>> directory = new TreeMap<>();
    Map<String, TreeMap<String, Retired>> retired = new TreeMap<>();
    Instant start = Instant.parse("2026-01-01T03:00:00Z");
    for (int day = 0; day < 365; day++) {
      for (int service = 0; service < 1_000; service++) {
        String id =
            clickcounter.event.CounterId.create(
                "host-" + service, start.plusSeconds(86_400L * day), random);
        whole.computeIfAbsent(DirectoryDocument.keyOf(id), k -> new TreeSet<>()).add(id);
        if (day >= 365 - 90) {
          directory.computeIfAbsent(DirectoryDocument.keyOf(id), k -> new TreeSet<>()).add(id);
        }
        retired
            .computeIfAbsent(RetiredDocument.keyOf(id), k -> new TreeMap<>())
            .put(id, new Retired(135_000, start.toEpochMilli(), 900, start.toEpochMilli(), true));
      }
    }
    int largestRetired =
        retired.values().stream()
            .mapToInt(ids -> new RetiredDocument(ids).toBytes().length)
            .max()
            .orElseThrow();

    assertThat(retired).hasSize(RetiredDocument.SHARDS);
    assertThat(largestShard(directory)).isBetween(150_000, 200_000);
    assertThat(largestShard(whole)).as("if none is retired").isBetween(700_000, 800_000);
    assertThat(largestRetired).isBetween(27_000, 37_000);
  }

  private static int largestShard(Map<String, TreeSet<String>> directory) {
    return directory.values().stream()
        .mapToInt(ids -> new DirectoryDocument(ids).toBytes().length)
        .max()
        .orElseThrow();
  }
}
