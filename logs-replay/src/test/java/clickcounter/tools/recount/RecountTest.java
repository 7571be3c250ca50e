package clickcounter.tools.recount;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.CommandRun.Result;
import clickcounter.document.AdDocumentCodec;
import clickcounter.document.CounterDocumentCodec;
import clickcounter.document.Fence;
import clickcounter.document.RecountMark;
import clickcounter.ids.LongRanges;
import clickcounter.ledger.WriteIds;
import clickcounter.store.DocumentKey;
import clickcounter.store.StoredValue;
import clickcounter.tools.Counting;
import clickcounter.tools.EventFiles;
import clickcounter.tools.MapStore;
import clickcounter.tools.Tool;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.archive.ArchiveFollower;
import clickcounter.tools.archive.ArchiveScan.ScanProgress;
import clickcounter.tools.archive.Troubles;
import clickcounter.tools.documents.Waits;
import clickcounter.tools.generate.Generator;
import clickcounter.tools.generate.Generator.EventSinkOfDay;
import clickcounter.tools.generate.GeneratorSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Documents that are built anew from archives are equal to the archives, and go on from there. */
class RecountTest {
  private static final String RUBBISH = "text/plain";

  @TempDir private Path directory;

  private final Tool tool = new Tool();
  private final Map<String, List<String>> archived = new TreeMap<>();
  private final List<String> queued = new ArrayList<>();
  private Path archive;
  private String adId;
  private String counterId;

  @BeforeEach
  void generateADay() throws Exception {
    Generator.generate(
        GeneratorSettings.defaults().withSize(3_000, 40, 5).withFaults(0, 0.1, 50).withSeed(4),
        new EventSinkOfDay() {
          @Override
          public void archived(String counterId, long sequence, String line) {
            archived.computeIfAbsent(counterId, id -> new ArrayList<>()).add(line);
          }

          @Override
          public void queued(String line) {
            queued.add(line);
          }
        });
    archive = directory.resolve("archive");
    for (Map.Entry<String, List<String>> counter : archived.entrySet()) {
      EventFiles.write(archive.resolve(counter.getKey() + ".ndjson.gz"), counter.getValue());
    }
    adId = adOf(queued.get(0));
    counterId = archived.keySet().iterator().next();
  }

  private void overwrite(DocumentKey key) {
    tool.counting.put(key, RUBBISH, "rubbish".getBytes(StandardCharsets.UTF_8));
  }

  private void equalsTheArchive() {
    Result audit = tool.run("audit", "--wait", "0s", archive);
    assertThat(audit.out()).as(audit.err()).contains("EQUAL");
    assertThat(audit.status()).isZero();
  }

  @Test
  void anOverwrittenAdIsEqualToTheArchivesAgain() {
    tool.counting.receive(queued);
    overwrite(DocumentKey.ad(adId));

    Result recount = tool.run("recount", "--ad", adId, archive);

    assertThat(recount.status()).as(recount.err()).isZero();
    assertThat(recount.out()).contains("ads/" + adId + ": ");
    equalsTheArchive();
  }

  @Test
  void aLostAdIsEqualToTheArchivesAgain() {
    tool.counting.receive(queued);
    tool.counting.store.values.remove(DocumentKey.ad(adId));

    assertThat(tool.run("recount", "--ad", adId, archive).status()).isZero();

    equalsTheArchive();
  }

  @Test
  void eventsThatAreUnderWayAreCountedAndListedAsUnsettled() throws Exception {
    tool.counting.receive(queued.subList(0, 1_000));
    tool.counting.receiveUnsettled(queued.subList(1_000, 2_000));
    overwrite(DocumentKey.ad(adId));

    Result recount = tool.run("recount", "--ad", adId, "--json", archive);

    assertThat(recount.status()).as(recount.err()).isZero();
    long inArchive =
        archived.values().stream()
            .flatMap(List::stream)
            .filter(line -> line.contains("\"adId\":\"" + adId + "\""))
            .count();
    StoredValue value = tool.counting.store.values.get(DocumentKey.ad(adId)).get(0);
    var document = AdDocumentCodec.read(value.contentType(), value.bytes());
    assertThat(document.unsettled()).isNotEmpty();
    assertThat(document.totals().clicks() + document.totals().impressions())
        .isLessThanOrEqualTo(inArchive)
        .isGreaterThanOrEqualTo(inArchive - 1); // its budget
  }

  @Test
  void aDryRunChangesNothing() {
    tool.counting.receive(queued);
    Map<DocumentKey, List<StoredValue>> before = Map.copyOf(tool.counting.store.values);

    Result recount = tool.run("recount", "--ad", adId, "--dry-run", archive);

    assertThat(recount.status()).as(recount.err()).isZero();
    assertThat(recount.out()).contains("ads/" + adId, "nothing was changed (--dry-run)");
    assertThat(tool.counting.store.values).isEqualTo(before);
  }

  @Test
  void archivesThatLackRecordedEventsChangeNothing() {
    tool.counting.receive(queued);
    Map<DocumentKey, List<StoredValue>> before = Map.copyOf(tool.counting.store.values);
    Path part = archive.resolve(counterId + ".ndjson.gz");

    Result recount = tool.run("recount", "--ad", adId, part);

    assertThat(recount.status()).isEqualTo(1);
    assertThat(recount.err()).contains("are recorded and in none of the files", "--accept-lost");
    assertThat(tool.counting.store.values).isEqualTo(before);
    assertThat(tool.run("recount", "--accept-lost", "--ad", adId, part).status()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"--ad, m-typo", "--counter, hostA-typo"})
  void idThatNobodyKnowsMakesNoDocument(String option, String id) {
    tool.counting.receive(queued);
    Map<DocumentKey, List<StoredValue>> before = Map.copyOf(tool.counting.store.values);

    Result recount = tool.run("recount", option, id, archive);

    assertThat(recount.status()).isEqualTo(1);
    assertThat(recount.err()).contains(id, "no file has an event", "Nothing was changed");
    assertThat(tool.counting.store.values).isEqualTo(before);
  }

  @Test
  void idThatIsNoneIsWrongUsage() {
    Result recount = tool.run("recount", "--counter", "host A", archive);
    assertThat(recount.status()).isEqualTo(64);
    assertThat(recount.err()).contains("--counter host A", "expected letters");
  }

  @Test
  void adWithTooManyUnsettledEventsIsFoundBeforeAnythingIsChanged() throws Exception {
    tool.counting.receive(queued.subList(0, 1_000));
    tool.counting.receiveUnsettled(queued.subList(1_000, 2_000));
    Map<DocumentKey, List<StoredValue>> before = Map.copyOf(tool.counting.store.values);
    Troubles troubles = new Troubles();
    ArchiveFollower files =
        new ArchiveFollower(() -> ArchiveFiles.find(List.of(archive)).files(), 1, troubles);
    WriteIds writeIds = new WriteIds(new SplittableRandom(3));
    try (Recount recount =
        new Recount(
            tool.counting.store, Waits.REAL, files, writeIds, () -> Counting.NOW_MS, "a test", 1)) {
      Recount.ArchiveCoverage findings =
          recount.read(new Recount.Scope(Set.of(adId), Set.of()), ScanProgress.NONE);

      assertThat(findings.tooLong()).containsOnlyKeys(DocumentKey.ad(adId));
      assertThat(findings.tooLong().get(DocumentKey.ad(adId)))
          .contains("not confirmed", "at most 1", "--counter");
    }
    assertThat(tool.counting.store.values).isEqualTo(before);
  }

  @Test
  void everythingIsNotBuiltFromHalfAFile() throws Exception {
    Path file = archive.resolve(counterId + ".ndjson.gz");
    byte[] whole = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(whole, whole.length / 2));

    Result half = tool.run("recount", "--everything", archive);

    assertThat(half.status()).isEqualTo(3);
    assertThat(half.err()).contains(file.toString(), "run the same command again");
    Files.write(file, whole);
    assertThat(tool.run("recount", "--everything", archive).status()).isZero();
    equalsTheArchive();
  }

  @Test
  void anOverwrittenCounterIsEqualToTheArchivesAgain() {
    tool.counting.receive(queued);
    overwrite(DocumentKey.counter(counterId));
    assertThat(tool.run("audit", "--wait", "0s", archive).status()).isNotZero();

    Result recount = tool.run("recount", "--counter", counterId, archive);

    assertThat(recount.status()).as(recount.err()).isZero();
    assertThat(recount.out()).contains("counters/" + counterId + ": ");
    equalsTheArchive();
    assertThat(tool.run("replay", "--only-missing", archive).status()).isZero();
    assertThat(tool.sentLines()).isEmpty();
  }

  /**
   * While the put of one ad fails, an event of each is archived: only that one's is read in time.
   */
  @Test
  void aRecountedCounterRecordsWhatItsAdsCount() throws Exception {
    Map<String, String> late = new TreeMap<>();
    archived.get(counterId).stream()
        .filter(line -> line.contains("\"adId\""))
        .forEach(line -> late.put(adOf(line), line));
    assertThat(late).hasSizeGreaterThan(2);
    List<String> early = new ArrayList<>(archived.get(counterId));
    early.removeAll(late.values());
    EventFiles.write(archive.resolve(counterId + ".ndjson.gz"), early);
    queued.removeAll(late.values());
    tool.counting.receive(queued);
    MapStore store = tool.counting.store;
    store.afterPut =
        put -> {
          if (put.bucket().equals(DocumentKey.ADS)
              && store.values.get(put).get(0).contentType().equals(AdDocumentCodec.CONTENT_TYPE)) {
            store.afterPut = other -> {};
            store.loseNextPut();
            archive("late.ndjson", late.values());
          }
        };

    Result recount = tool.run("recount", "--counter", counterId, archive);

    assertThat(recount.status()).as(recount.err()).isZero();
    assertThat(store.lost().bucket()).isEqualTo(DocumentKey.ADS);
    StoredValue value = store.values.get(DocumentKey.counter(counterId)).get(0);
    LongRanges recorded =
        CounterDocumentCodec.read(value.contentType(), value.bytes()).gaps().seenIds();
    assertThat(late.values().stream().filter(line -> recorded.contains(sequenceOf(line))))
        .containsExactly(late.get(store.lost().key()));
  }

  private void archive(String file, Collection<String> lines) {
    try {
      EventFiles.write(archive.resolve(file), List.copyOf(lines));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String adOf(String line) {
    return line.replaceAll(".*\"adId\":\"([^\"]*)\".*", "$1");
  }

  private static long sequenceOf(String line) {
    return Long.parseLong(line.replaceAll(".*\"eventId\":\"[^\"]*:(\\d+)\".*", "$1"));
  }

  @Test
  void aFenceThatALaterRecountPutIsNotReplaced() {
    tool.counting.receive(queued);
    Fence later = new Fence("later.1", Long.MAX_VALUE / 2, Counting.NOW_MS, "another 1");
    DocumentKey key = DocumentKey.ad(adId);
    tool.counting.store.afterPut =
        put -> {
          if (put.equals(key)) {
            tool.counting.store.afterPut = other -> {};
            tool.counting.put(key, Fence.CONTENT_TYPE, later.toBytes());
          }
        };

    Result recount = tool.run("recount", "--ad", adId, archive);

    assertThat(recount.status()).isEqualTo(3);
    assertThat(recount.err()).contains("another recount began later (another 1)");
    assertThat(tool.counting.store.values.get(key).get(0).contentType())
        .isEqualTo(Fence.CONTENT_TYPE);
  }

  @Test
  void everythingIsBuiltFromTheArchivesAlone() {
    Result recount = tool.run("recount", "--everything", archive);

    assertThat(recount.status()).as(recount.err()).isZero();
    equalsTheArchive();
    Result again = tool.run("recount", "--everything", archive);
    assertThat(again.status()).isEqualTo(3);
    assertThat(again.err()).contains("the bucket type is not empty");
  }

  @Test
  void everythingIsRefusedWhereDocumentsAre() {
    tool.counting.receive(queued);
    Map<DocumentKey, List<StoredValue>> before = Map.copyOf(tool.counting.store.values);

    Result recount = tool.run("recount", "--everything", archive);

    assertThat(recount.status()).isEqualTo(3);
    assertThat(recount.err()).contains("the bucket type is not empty. Nothing was changed");
    assertThat(tool.counting.store.values).isEqualTo(before);
  }

  @Test
  void everythingGoesOnAfterAKill() throws Exception {
    for (int putsBefore : new int[] {1, 2, 7, 20, 40}) {
      tool.counting.store.values.clear();
      tool.counting.store.dieAfterPuts(putsBefore);
      Result killed = tool.run("recount", "--everything", archive);
      assertThat(killed.status()).as(killed.out()).isEqualTo(3);
      StoredValue mark =
          tool.counting.store.values.get(new DocumentKey(DocumentKey.DIRECTORY, "recount")).get(0);
      assertThat(RecountMark.read(mark.contentType(), mark.bytes()).isFinished()).isFalse();

      tool.counting.store.dieAfterPuts(Integer.MAX_VALUE);
      Result recount = tool.run("recount", "--everything", archive);

      assertThat(recount.status()).as(recount.err()).isZero();
      assertThat(recount.out()).contains("went on with an interrupted recount");
      equalsTheArchive();
    }
  }
}
