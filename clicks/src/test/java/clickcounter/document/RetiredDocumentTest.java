package clickcounter.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
      "{\"retired\":{\"hostA-20131030_152543\":4711,\"hostB-20131030_091500\":128}}";

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
    assertThat(counter.closed()).isTrue();
    assertThat(read(EXAMPLE).document("hostC")).isNull();
  }

  @Test
  void siblingsMergeAsAUnion() throws UnreadableDocument {
    RetiredDocument other = new RetiredDocument(new TreeMap<>(Map.of("hostC", 5L)));
    assertThat(RetiredDocument.union(List.of(read(EXAMPLE), other)).nextById())
        .containsOnlyKeys("hostA-20131030_152543", "hostB-20131030_091500", "hostC");
  }

  @Test
  void damagedDocumentsAreRefused() {
    for (String damaged :
        List.of(
            "{}", "{\"retired\":{\"h\":0}}", "{\"retired\":{\"h\":\"1\"}}", "{\"retired\":[]}")) {
      assertThatThrownBy(() -> read(damaged)).isInstanceOf(UnreadableDocument.class);
    }
  }

  /** The sizes that topology/CAPACITY.md names. */
  @Test
  void aYearOfAThousandServicesThatStartDailyTakesLittle() {
    SplittableRandom random = new SplittableRandom(1);
    Map<String, TreeSet<String>> directory = new TreeMap<>();
    Map<String, TreeMap<String, Long>> retired = new TreeMap<>();
    Instant start = Instant.parse("2026-01-01T03:00:00Z");
    for (int day = 0; day < 365; day++) {
      for (int service = 0; service < 1_000; service++) {
        String id =
            clickcounter.event.CounterId.create(
                "host-" + service, start.plusSeconds(86_400L * day), random);
        if (day >= 365 - 90) {
          directory.computeIfAbsent(DirectoryDocument.keyOf(id), k -> new TreeSet<>()).add(id);
        }
        retired.computeIfAbsent(RetiredDocument.keyOf(id), k -> new TreeMap<>()).put(id, 135_000L);
      }
    }
    int largestShard =
        directory.values().stream()
            .mapToInt(ids -> new DirectoryDocument(ids).toBytes().length)
            .max()
            .orElseThrow();
    int largestRetired =
        retired.values().stream()
            .mapToInt(ids -> new RetiredDocument(ids).toBytes().length)
            .max()
            .orElseThrow();

    assertThat(retired).hasSize(RetiredDocument.SHARDS);
    // With all of the year in it, a shard of the directory would have 750,000 bytes.
    assertThat(largestShard).isBetween(150_000, 200_000);
    assertThat(largestRetired).isBetween(14_000, 21_000);
  }
}
