package clickcounter.tools.retire;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.CommandRun.Result;
import clickcounter.document.CounterDocument;
import clickcounter.document.CounterDocumentCodec;
import clickcounter.document.DirectoryDocument;
import clickcounter.document.RetiredDocument;
import clickcounter.document.RetiredDocument.Retired;
import clickcounter.document.WriteStamp;
import clickcounter.ids.GapList;
import clickcounter.ids.LongRanges;
import clickcounter.reading.RetiredCounters;
import clickcounter.store.DocumentKey;
import clickcounter.store.StoredValue;
import clickcounter.tools.Counting;
import clickcounter.tools.EventFiles;
import clickcounter.tools.Tool;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Counters that are finished leave Riak, and none of their events counts again. */
class RetireTest {
  private static final String DONE = "hostA-20270115_080000-aaaaaa";
  private static final String OPEN = "hostB-20270115_080000-bbbbbb";
  private static final String GAPS = "hostC-20270115_080000-cccccc";

  @TempDir private Path directory;
  private final Tool tool = new Tool();
  private Path archive;

  private static String impression(String counter, long sequence) {
    return "{\"eventId\":\"%s:%d\",\"type\":\"impression\",\"adId\":\"m\",\"timestamp\":%d}"
        .formatted(counter, sequence, Counting.NOW_MS + sequence);
  }

  private static String close(String counter, long sequence) {
    return "{\"eventId\":\"%s:%d\",\"type\":\"close\",\"timestamp\":%d}"
        .formatted(counter, sequence, Counting.NOW_MS + sequence);
  }

  @BeforeEach
  void countSome() throws Exception {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      lines.add(impression(DONE, i));
      lines.add(impression(OPEN, i));
    }
    lines.add(close(DONE, 20));
    lines.add(impression(GAPS, 1));
    lines.add(close(GAPS, 2));
    tool.counting.receive(lines);
    tool.counting.write(); // the second write confirms
    lines.add(impression(GAPS, 0));
    archive = EventFiles.write(directory.resolve("archive").resolve("a.ndjson"), lines);
    tool.now = tool.now.plus(Duration.ofDays(100));
  }

  private Result retire(String... options) {
    String[] words = new String[options.length + 2];
    words[0] = "counters";
    words[1] = "retire";
    System.arraycopy(options, 0, words, 2, options.length);
    return tool.run((Object[]) words);
  }

  private void retireCompletely() {
    assertThat(retire().status()).isZero();
    tool.now = tool.now.plus(Duration.ofDays(1));
    Result second = retire();
    assertThat(second.status()).as(second.err()).isZero();
    assertThat(tool.counting.store.contents()).doesNotContainKey(DocumentKey.counter(DONE));
  }

  @Test
  void onlyWhatIsClosedCompleteAndOldIsRetired() {
    Result retire = retire();

    assertThat(retire.status()).as(retire.err()).isZero();
    assertThat(retire.out())
        .contains(
            "1 counter entered as retired", "1 stay: not closed", "1 stay: events are missing");

    tool.now = tool.now.plus(Duration.ofDays(1));
    assertThat(retire().out()).contains("1 document deleted");
    assertThat(tool.counting.store.contents()).doesNotContainKey(DocumentKey.counter(DONE));
    assertThat(tool.counting.store.contents()).containsKey(DocumentKey.counter(OPEN));
    assertThat(tool.run("counters", "show").out()).doesNotContain(DONE).contains(OPEN);
  }

  @Test
  void noDocumentIsDeletedBeforeADayHasPassed() {
    assertThat(retire().status()).isZero();
    tool.now = tool.now.plus(Duration.ofHours(23));

    assertThat(retire().out()).contains("0 documents deleted", "1 entered before");
    assertThat(tool.counting.store.contents()).containsKey(DocumentKey.counter(DONE));
  }

  @Test
  void aDocumentThatWasPutSinceTheEntryRestsForAnotherDay() {
    assertThat(retire().status()).isZero();
    DocumentKey key = DocumentKey.counter(DONE);
    StoredValue rubbish = new StoredValue("text/plain", new byte[] {'x'});
    tool.counting.store.replace(key, rubbish);
    assertThat(tool.run("documents", "recount", "--counter", DONE, archive).status()).isZero();
    tool.now = tool.now.plus(Duration.ofDays(1));

    Result again = retire();
    assertThat(again.out()).contains("0 documents deleted");
    assertThat(tool.counting.store.contents()).containsKey(DocumentKey.counter(DONE));
  }

  @Test
  void nothingOfARetiredCounterIsMissing() {
    retireCompletely();

    Result replay = tool.run("archive", "replay", "--only-missing", archive);

    assertThat(replay.status()).as(replay.err()).isZero();
    assertThat(tool.sentLines()).containsExactly(impression(GAPS, 0));
    Result audit = tool.run("documents", "audit", archive);
    assertThat(audit.status()).as(audit.out()).isEqualTo(1);
    assertThat(audit.out()).contains(GAPS).doesNotContain(DONE);
  }

  @Test
  void recountWithoutTheArchivesOfARetiredCounterIsRefused() throws Exception {
    retireCompletely();
    Path young = EventFiles.write(directory.resolve("b.ndjson"), List.of(impression(OPEN, 0)));

    Result recount = tool.run("documents", "recount", "--ad", "m", "--dry-run", young);

    assertThat(recount.status()).as(recount.out()).isEqualTo(1);
    assertThat(recount.err()).contains(DONE + ": 0..20");
    assertThat(tool.run("documents", "recount", "--ad", "m", "--dry-run", archive).status())
        .isZero();
  }

  @Test
  void youngCountersStay() {
    Result retire = retire("--older-than", "101d");

    assertThat(retire.out()).contains("0 counters entered", "2 stay: too young");
    assertThat(retire("--older-than", "23h").status()).isEqualTo(64);
  }

  @Test
  void aDryRunChangesNothing() {
    Map<DocumentKey, List<StoredValue>> before = tool.counting.store.contents();

    assertThat(retire("--dry-run").out())
        .contains("1 counter would be entered as retired (--dry-run)");
    assertThat(tool.counting.store.contents()).isEqualTo(before);
  }

  @Test
  void anInterruptedRetirementGoesOn() {
    for (int puts : new int[] {0, 1, 0, 1}) {
      tool.counting.store.dieAfterPuts(puts);
      retire();
      tool.now = tool.now.plus(Duration.ofDays(1));
      tool.counting.store.dieAfterPuts(Integer.MAX_VALUE);
      assertThat(tool.run("archive", "replay", "--dry-run", "--only-missing", archive).out())
          .doesNotContain(DONE);
    }

    assertThat(retire().status()).isZero();
    assertThat(tool.run("counters", "show").out()).doesNotContain(DONE);
  }

  @Test
  void aDocumentThatCameBackWithALowWriteNumberIsDeletedAgain() {
    retireCompletely();
    StoredValue entry =
        new StoredValue(
            RetiredDocument.CONTENT_TYPE,
            new RetiredDocument(new TreeMap<>(Map.of(DONE, new Retired(5, 1, 96, 1, false))))
                .toBytes());
    tool.counting.store.replace(RetiredCounters.key(DONE), entry);
    GapList gaps = new GapList();
    gaps.markRange(0, 6, 0);
    CounterDocument back =
        new CounterDocument(
            DONE, gaps, true, 1, new LongRanges(), new WriteStamp("w", 5, List.of()));
    tool.counting.store.replace(
        DocumentKey.counter(DONE),
        new StoredValue(CounterDocumentCodec.CONTENT_TYPE, CounterDocumentCodec.write(back)));
    tool.counting.store.replace(
        new DocumentKey(DocumentKey.DIRECTORY, DirectoryDocument.keyOf(DONE)),
        new StoredValue(
            DirectoryDocument.CONTENT_TYPE,
            new DirectoryDocument(new TreeSet<>(List.of(DONE))).toBytes()));

    assertThat(retire().out()).contains("1 counter entered as retired");
    tool.now = tool.now.plus(Duration.ofDays(1));
    assertThat(retire().out()).contains("1 document deleted");
    assertThat(tool.counting.store.contents()).doesNotContainKey(DocumentKey.counter(DONE));
  }

  @Test
  void aDamagedDocumentOfRetiredCountersIsNamedWithThePageThatSaysWhatToDo() {
    retireCompletely();
    DocumentKey key = RetiredCounters.key(DONE);
    StoredValue rubbish = new StoredValue("text/plain", new byte[] {'x'});
    tool.counting.store.replace(key, rubbish);
    Result recount = tool.run("documents", "recount", "--ad", "m", "--dry-run", archive);
    assertThat(recount.status()).isEqualTo(3);
    assertThat(recount.err()).contains(key.toString(), "OPERATIONS.md");
  }
}
