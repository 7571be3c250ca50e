package clickcounter.tools.recount;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.CommandRun.Result;
import clickcounter.document.AdDocument;
import clickcounter.document.AdDocumentCodec;
import clickcounter.document.AdTotals;
import clickcounter.document.CounterDocument;
import clickcounter.document.CounterDocumentCodec;
import clickcounter.document.Fence;
import clickcounter.document.RecountMark;
import clickcounter.event.AdEvent;
import clickcounter.event.ClockLimit;
import clickcounter.event.Close;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import clickcounter.event.WriteOffRequest;
import clickcounter.ids.Ending;
import clickcounter.ids.LongRanges;
import clickcounter.ledger.WriteIds;
import clickcounter.store.DocumentKey;
import clickcounter.store.MemoryStore;
import clickcounter.store.MemoryStore.PutFault;
import clickcounter.store.StoredValue;
import clickcounter.tools.Counting;
import clickcounter.tools.EventFiles;
import clickcounter.tools.Tool;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.archive.ArchiveFollower;
import clickcounter.tools.archive.ArchiveScan.ScanProgress;
import clickcounter.tools.archive.Troubles;
import clickcounter.tools.documents.AcceptedLosses;
import clickcounter.tools.documents.Waits;
import clickcounter.traffic.Generator;
import clickcounter.traffic.Generator.EventSinkOfDay;
import clickcounter.traffic.GeneratorSettings;
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
import java.util.concurrent.atomic.AtomicReference;
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
    Result audit = tool.run("documents", "audit", archive);
    assertThat(audit.out()).as(audit.err()).contains("EQUAL");
    assertThat(audit.status()).isZero();
  }

  @Test
  void anOverwrittenAdIsEqualToTheArchivesAgain() {
    tool.counting.receive(queued);
    overwrite(DocumentKey.ad(adId));

    Result recount = tool.run("documents", "recount", "--ad", adId, archive);

    assertThat(recount.status()).as(recount.err()).isZero();
    assertThat(recount.out()).contains("ads/" + adId + ": ");
    equalsTheArchive();
  }

  @Test
  void aLostAdIsEqualToTheArchivesAgain() {
    tool.counting.receive(queued);
    tool.counting.store.delete(DocumentKey.ad(adId));

    assertThat(tool.run("documents", "recount", "--ad", adId, archive).status()).isZero();

    equalsTheArchive();
  }

  @Test
  void eventsThatAreUnderWayAreCountedAndListedAsUnsettled() throws Exception {
    tool.counting.receive(queued.subList(0, 1_000));
    tool.counting.receiveUnsettled(queued.subList(1_000, 2_000));
    overwrite(DocumentKey.ad(adId));

    Result recount = tool.run("documents", "recount", "--ad", adId, "--json", archive);

    assertThat(recount.status()).as(recount.err()).isZero();
    long inArchive =
        archived.values().stream()
            .flatMap(List::stream)
            .filter(line -> line.contains("\"adId\":\"" + adId + "\""))
            .count();
    StoredValue value = tool.counting.store.values(DocumentKey.ad(adId)).get(0);
    var document = AdDocumentCodec.read(value.contentType(), value.bytes());
    assertThat(document.unsettled()).isNotEmpty();
    assertThat(document.totals().clicks() + document.totals().impressions())
        .isLessThanOrEqualTo(inArchive)
        .isGreaterThanOrEqualTo(inArchive - 1); // its budget
  }

  @Test
  void aDryRunChangesNothing() {
    tool.counting.receive(queued);
    Map<DocumentKey, List<StoredValue>> before = tool.counting.store.contents();

    Result recount = tool.run("documents", "recount", "--ad", adId, "--dry-run", archive);

    assertThat(recount.status()).as(recount.err()).isZero();
    assertThat(recount.out()).contains("ads/" + adId, "nothing was changed (--dry-run)");
    assertThat(tool.counting.store.contents()).isEqualTo(before);
  }

  @Test
  void archivesThatLackRecordedEventsChangeNothing() {
    tool.counting.receive(queued);
    Map<DocumentKey, List<StoredValue>> before = tool.counting.store.contents();
    Path part = archive.resolve(counterId + ".ndjson.gz");

    Result recount = tool.run("documents", "recount", "--ad", adId, part);

    assertThat(recount.status()).isEqualTo(1);
    assertThat(recount.err())
        .contains("counted and in none of the files", "Nothing was changed", "--accept-lost");
    assertThat(tool.counting.store.contents()).isEqualTo(before);
  }

  /** An archive that was forgotten is not accepted with those that are lost. */
  @Test
  void onlyTheNamedEventsAreAcceptedAsLost() throws Exception {
    tool.counting.receive(queued);
    List<String> lines = new ArrayList<>(archived.get(counterId));
    String lost = lines.remove(3);
    String forgotten = lines.remove(7);
    EventFiles.write(archive.resolve(counterId + ".ndjson.gz"), lines);
    Object[] words = {
      "documents",
      "recount",
      "--ad",
      adOf(lost),
      "--ad",
      adOf(forgotten),
      "--why",
      "disk lost",
      "--accept-lost",
      counterId + ":" + sequenceOf(lost),
      archive
    };

    Result recount = tool.run(words);

    assertThat(recount.status()).isEqualTo(1);
    assertThat(recount.err())
        .contains("1 event of 1 counter is counted", counterId + ": " + sequenceOf(forgotten));

    lines.add(forgotten);
    EventFiles.write(archive.resolve(counterId + ".ndjson.gz"), lines);
    assertThat(tool.run(words).status()).isZero();
    Result audit = tool.run("documents", "audit", archive);
    assertThat(audit.status()).as(audit.out()).isZero();
    assertThat(audit.out())
        .contains("Accepted as lost: 1 event", counterId + ": " + sequenceOf(lost) + ", disk lost");
    // It is remembered.
    assertThat(tool.run("documents", "recount", "--ad", adOf(lost), archive).status()).isZero();
  }

  @Test
  void whatTheFilesHaveIsNotLost() {
    tool.counting.receive(queued);
    String line = archived.get(counterId).get(3);

    Result recount =
        tool.run(
            "documents",
            "recount",
            "--ad",
            adId,
            "--why",
            "x",
            "--accept-lost",
            counterId + ":" + sequenceOf(line),
            archive);

    assertThat(recount.status()).isEqualTo(1);
    assertThat(recount.err()).contains("the files have events of " + counterId);
  }

  @Test
  void archivesThatLagBeforeTheFenceAreReadAgain() throws Exception {
    tool.counting.receive(queued);
    Path file = archive.resolve(counterId + ".ndjson.gz");
    byte[] whole = Files.readAllBytes(file);
    List<String> lines = archived.get(counterId);
    EventFiles.write(file, lines.subList(0, lines.size() - 5));
    tool.time.inPause = () -> write(file, whole);

    Result recount = tool.run("documents", "recount", "--ad", adId, archive);

    assertThat(recount.status()).as(recount.err()).isZero();
    assertThat(recount.err()).contains("not in the files yet");
    equalsTheArchive();
  }

  private static void write(Path file, byte[] bytes) {
    try {
      Files.write(file, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Of the events that an ad lists as unsettled the newest is not in the copy that is read. */
  private String countUnsettledAndLag() throws Exception {
    List<String> ofAd =
        archived.get(counterId).stream().filter(line -> line.contains("\"adId\"")).toList();
    String newest = ofAd.get(ofAd.size() - 1);
    queued.removeAll(archived.get(counterId));
    tool.counting.receive(queued);
    tool.counting.receiveUnsettled(archived.get(counterId));
    List<String> lines = new ArrayList<>(archived.get(counterId));
    lines.remove(newest);
    EventFiles.write(archive.resolve(counterId + ".ndjson.gz"), lines);
    return newest;
  }

  @Test
  void archivesThatLagBehindTheFenceAreReadAgain() throws Exception {
    byte[] whole = Files.readAllBytes(archive.resolve(counterId + ".ndjson.gz"));
    String newest = countUnsettledAndLag();
    tool.time.inPause = () -> write(archive.resolve(counterId + ".ndjson.gz"), whole);

    Result recount = tool.run("documents", "recount", "--ad", adOf(newest), archive);

    assertThat(recount.status()).as(recount.err()).isZero();
    tool.counting.writeCounters();
    equalsTheArchive();
  }

  @Test
  void whatArchivesStillLackLeavesTheDocumentsAsTheyWere() throws Exception {
    String newest = countUnsettledAndLag();
    DocumentKey key = DocumentKey.ad(adOf(newest));
    AdDocument before = ad(key);

    Result recount = tool.run("documents", "recount", "--ad", adOf(newest), archive);

    assertThat(recount.status()).isEqualTo(1);
    assertThat(recount.err())
        .contains("Nothing was changed", counterId + ": " + sequenceOf(newest), "copies that lag");
    AdDocument after = ad(key);
    assertThat(after.totals()).isEqualTo(before.totals());
    assertThat(after.hours()).isEqualTo(before.hours());
    assertThat(after.isUnsettled(counterId, sequenceOf(newest))).isTrue();
  }

  @Test
  void whatArchivesStillLackLeavesTheCounterAndItsAdsAsTheyWere() throws Exception {
    List<String> lines = new ArrayList<>(archived.get(counterId));
    String newest = lines.stream().filter(l -> l.contains("\"adId\"")).reduce((a, b) -> b).get();
    lines.remove(newest);
    queued.removeAll(archived.get(counterId));
    queued.addAll(lines);
    tool.counting.receive(queued);
    tool.counting.receiveUnsettled(List.of(newest));
    EventFiles.write(archive.resolve(counterId + ".ndjson.gz"), lines);
    Map<DocumentKey, List<StoredValue>> before = tool.counting.store.contents();

    Result recount = tool.run("documents", "recount", "--counter", counterId, archive);

    assertThat(recount.status()).isEqualTo(1);
    assertThat(recount.err())
        .contains("Nothing was changed", counterId + ": " + sequenceOf(newest), "--wait");
    sayTheSameAs(before);
  }

  private void sayTheSameAs(Map<DocumentKey, List<StoredValue>> before) throws Exception {
    assertThat(tool.counting.store.contents().keySet()).isEqualTo(before.keySet());
    for (DocumentKey key : before.keySet()) {
      StoredValue old = before.get(key).get(0);
      if (key.bucket().equals(DocumentKey.ADS)) {
        AdDocument ad = AdDocumentCodec.read(old.contentType(), old.bytes());
        assertThat(ad(key).totals()).isEqualTo(ad.totals());
        assertThat(ad(key).unsettled().keySet()).isEqualTo(ad.unsettled().keySet());
      } else if (key.bucket().equals(DocumentKey.COUNTERS)) {
        assertThat(counter(key).gaps().seenIds())
            .isEqualTo(CounterDocumentCodec.read(old.contentType(), old.bytes()).gaps().seenIds());
      }
    }
  }

  /** What the fence of an interrupted recount has replaced is known to the next one. */
  @Test
  void whatAnInterruptedRecountHasReplacedIsNotForgotten() throws Exception {
    String newest = countUnsettledAndLag();
    DocumentKey key = DocumentKey.ad(adOf(newest));
    AdDocument before = ad(key);
    tool.counting.store.afterPut =
        put -> {
          if (put.equals(key)) {
            tool.counting.store.afterPut = other -> {};
            throw new IllegalStateException("the process ends");
          }
        };
    assertThat(tool.run("documents", "recount", "--ad", adOf(newest), archive).status())
        .isEqualTo(70);
    assertThat(tool.counting.store.values(key).get(0).contentType()).isEqualTo(Fence.CONTENT_TYPE);

    Result recount = tool.run("documents", "recount", "--ad", adOf(newest), archive);

    assertThat(recount.status()).isEqualTo(1);
    assertThat(recount.err()).contains(counterId + ": " + sequenceOf(newest));
    assertThat(ad(key).totals()).isEqualTo(before.totals());
  }

  /** Nobody can read that counter's document, but its fence says what was recorded. */
  @Test
  void adBesideTheFenceOfACounterNeedsWhatThatCounterHadRecorded() throws Exception {
    List<String> lines = new ArrayList<>(archived.get(counterId));
    String settled = lines.stream().filter(l -> l.contains("\"adId\"")).findFirst().get();
    queued.removeAll(lines);
    queued.addAll(lines);
    tool.counting.receive(queued);
    String later = impressionLater(adOf(settled));
    tool.counting.receive(List.of(later));
    EventFiles.write(archive.resolve("hostZ.ndjson"), List.of(later));
    assertThat(ad(DocumentKey.ad(adOf(settled))).isUnsettled(counterId, sequenceOf(settled)))
        .isFalse();
    DocumentKey counter = DocumentKey.counter(counterId);
    tool.counting.store.afterPut =
        put -> {
          if (put.equals(counter)) {
            tool.counting.store.afterPut = other -> {};
            throw new IllegalStateException("the process ends");
          }
        };
    assertThat(tool.run("documents", "recount", "--counter", counterId, archive).status())
        .isEqualTo(70);
    lines.remove(settled);
    EventFiles.write(archive.resolve(counterId + ".ndjson.gz"), lines);
    DocumentKey key = DocumentKey.ad(adOf(settled));
    AdDocument before = ad(key);

    Result recount = tool.run("documents", "recount", "--ad", adOf(settled), archive);

    assertThat(recount.status()).isEqualTo(1);
    assertThat(recount.err()).contains(counterId + ": " + sequenceOf(settled));
    assertThat(ad(key).totals()).isEqualTo(before.totals());
  }

  /** With it the ad's document is put, without what is settled. */
  private static String impressionLater(String adId) {
    return EventWriter.toLine(
        new AdEvent(
            "hostZ-20260601_120000-zzzzzz", 0, EventKind.IMPRESSION, adId, Counting.NOW_MS, 0));
  }

  private AdDocument ad(DocumentKey key) throws Exception {
    StoredValue value = tool.counting.store.values(key).get(0);
    return AdDocumentCodec.read(value.contentType(), value.bytes());
  }

  private CounterDocument counter(DocumentKey key) throws Exception {
    StoredValue value = tool.counting.store.values(key).get(0);
    return CounterDocumentCodec.read(value.contentType(), value.bytes());
  }

  /** The decisions of operators concern no ad, and are in the documents of their targets. */
  @Test
  void decisionsOfOperatorsNeedNoArchive() throws Exception {
    String operator = "ops-20260601_120000-k3f9xq";
    long gap = 7;
    queued.removeIf(line -> line.contains("\"" + counterId + ":" + gap + "\""));
    tool.counting.receive(queued);
    tool.counting.receive(
        List.of(
            EventWriter.toLine(
                new WriteOffRequest(
                    operator, 0, Counting.NOW_MS, false, counterId, gap, gap, "disk lost")),
            EventWriter.toLine(new Close(operator, 1, Counting.NOW_MS))));
    List<String> lines = new ArrayList<>(archived.get(counterId));
    lines.removeIf(line -> sequenceOf(line) == gap);
    EventFiles.write(archive.resolve(counterId + ".ndjson.gz"), lines);

    equalsTheArchive();
    assertThat(tool.run("documents", "recount", "--ad", adId, archive).status()).isZero();
    assertThat(tool.run("documents", "recount", "--counter", counterId, archive).status()).isZero();
    assertThat(counter(DocumentKey.counter(counterId)).gaps().gaps())
        .anySatisfy(of -> assertThat(of.writeOff().reason()).isEqualTo("disk lost"));
    equalsTheArchive();
  }

  private static final String SMALL = "small-20270115_080000-abcdef";

  private static String smallClick(long sequence, long timestampMs, long costMicros) {
    return EventWriter.toLine(
        new AdEvent(SMALL, sequence, EventKind.CLICK, "jm", timestampMs, costMicros));
  }

  /** Archives this counter: clicks 0, 1 and 2, and its close. All but click 1 is counted. */
  private void countAllBut(String click1) {
    List<String> lines =
        List.of(
            smallClick(0, Counting.NOW_MS, 1_000_000),
            click1,
            smallClick(2, Counting.NOW_MS + 2, 2_000_000),
            EventWriter.toLine(new Close(SMALL, 3, Counting.NOW_MS + 3)));
    archive("small.ndjson", lines);
    queued.addAll(lines);
    queued.remove(click1);
    tool.counting.receive(queued);
  }

  /** An operator writes click 1 off, and has an archive of the decision. */
  private void writeOffClick1() {
    String line =
        EventWriter.toLine(
            new WriteOffRequest(
                "ops-20270115_080000-k3f9xq", 0, Counting.NOW_MS, false, SMALL, 1, 1, "lost"));
    archive("ops.ndjson", List.of(line));
    tool.counting.receive(List.of(line));
  }

  private AdTotals small() throws Exception {
    return ad(DocumentKey.ad("jm")).totals();
  }

  /** It counts nothing but what is recorded, and the audit finds nothing else. */
  private void countsAllButClick1() throws Exception {
    assertThat(small().clicks()).isEqualTo(2);
    assertThat(small().costMicros()).isEqualTo(3_000_000);
    assertThat(counter(DocumentKey.counter(SMALL)).gaps().seen(1)).isFalse();
    Result audit = tool.run("documents", "audit", archive);
    assertThat(audit.status()).as(audit.out()).isEqualTo(1);
    assertThat(audit.out()).contains(SMALL + ": 1").doesNotContain("WRONG");
  }

  @ParameterizedTest
  @CsvSource({
    "12000, --ad, jm", // a clock that was never set
    "1800000000, --ad, jm", // seconds
    "2115619200000, --ad, jm", // 2037
    "2115619200000, --counter, " + SMALL,
    "1800000000, --counter, " + SMALL,
  })
  void eventWhoseTimeTheTopologyRejectsIsNotRecounted(long timestampMs, String option, String id)
      throws Exception {
    countAllBut(smallClick(1, timestampMs, 5_000_000));

    Result recount = tool.run("documents", "recount", option, id, archive);

    assertThat(recount.status()).as(recount.err()).isZero();
    assertThat(recount.out())
        .contains(
            "1 archived event is not counted, because the topology rejects its timestamp"
                + " (settings earliestTimestampMs and maxClockAheadMs):",
            "  " + SMALL + ": 1\n");
    countsAllButClick1();
    assertThat(counter(DocumentKey.counter(SMALL)).lastEventAtMs()).isEqualTo(Counting.NOW_MS + 3);
  }

  /** The settings say what is rejected, and what documents say is counted stays counted. */
  @Test
  void eventThatWasCountedUnderOtherSettingsIsRecounted() throws Exception {
    String old = smallClick(1, 12_000, 5_000_000);
    queued.add(old);
    countAllBut(old);
    tool.counting.receive(List.of(old));

    Result recount = tool.run("documents", "recount", "--ad", "jm", archive);

    assertThat(recount.status()).as(recount.err()).isZero();
    assertThat(small().clicks()).isEqualTo(3);
    equalsTheArchive();
  }

  @Test
  void settingsSayWhichTimesARecountCounts() throws Exception {
    countAllBut(smallClick(1, 12_000, 5_000_000));

    Object[] words = {
      "documents", "recount", "--ad", "jm", "--set", "earliestTimestampMs=0", archive
    };
    assertThat(tool.run(words).status()).isZero();

    assertThat(small().clicks()).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource({"--ad, jm", "--counter, " + SMALL})
  void eventThatIsWrittenOffIsNotRecountedAndCountsWhenItComes(String option, String id)
      throws Exception {
    String click1 = smallClick(1, Counting.NOW_MS + 9, 5_000_000);
    countAllBut(click1);
    writeOffClick1();

    Result recount = tool.run("documents", "recount", option, id, archive);

    assertThat(recount.status()).as(recount.err()).isZero();
    assertThat(recount.out())
        .contains(
            "1 archived event is not counted, because an operator wrote it off",
            "replay --only-missing",
            "  " + SMALL + ": 1\n");
    countsAllButClick1();
    assertThat(tool.run("counters", "gaps").out()).contains("1 event written off");

    tool.counting.receive(List.of(click1));
    assertThat(small().clicks()).isEqualTo(3);
    equalsTheArchive();
  }

  /** Its mark is still to come. */
  @Test
  void eventThatCameAfterItsWriteOffIsRecounted() throws Exception {
    String click1 = smallClick(1, Counting.NOW_MS + 9, 5_000_000);
    countAllBut(click1);
    writeOffClick1();
    tool.counting.receiveUnsettled(List.of(click1));

    Result recount = tool.run("documents", "recount", "--ad", "jm", archive);

    assertThat(recount.status()).as(recount.err()).isZero();
    assertThat(recount.out()).doesNotContain("not counted");
    assertThat(small().clicks()).isEqualTo(3);
    tool.counting.writeCounters();
    equalsTheArchive();
  }

  @Test
  void everythingIsBuiltWithoutWhatIsWrittenOffOrRejected() throws Exception {
    countAllBut(smallClick(1, Counting.NOW_MS + 9, 5_000_000));
    writeOffClick1();
    archive(
        "old.ndjson",
        List.of(
            EventWriter.toLine(new AdEvent("old-1", 0, EventKind.CLICK, "jm", 12_000, 7)),
            EventWriter.toLine(new Close("old-1", 1, Counting.NOW_MS))));
    tool.counting.store.clear();

    Result recount = tool.run("documents", "recount", "--everything", archive);

    assertThat(recount.status()).as(recount.err()).isZero();
    assertThat(recount.out())
        .contains(
            "wrote it off. It counts when it comes: archive replay --only-missing:\n  "
                + SMALL
                + ": 1",
            "rejects its timestamp",
            "  old-1: 0\n");
    countsAllButClick1();
    assertThat(counter(DocumentKey.counter(SMALL)).gaps().gaps())
        .singleElement()
        .satisfies(gap -> assertThat(gap.isWrittenOff()).isTrue());
  }

  @Test
  void everythingIsBuiltWithWhatIsReopened() throws Exception {
    countAllBut(smallClick(1, Counting.NOW_MS + 9, 5_000_000));
    writeOffClick1();
    archive(
        "ops2.ndjson",
        List.of(
            EventWriter.toLine(
                new WriteOffRequest("ops-2", 0, Counting.NOW_MS + 1, true, SMALL, 1, 1, "found"))));
    tool.counting.store.clear();

    assertThat(tool.run("documents", "recount", "--everything", archive).status()).isZero();

    assertThat(small().clicks()).isEqualTo(3);
    equalsTheArchive();
  }

  @Test
  void recountedCounterStaysClosedByAnOperatorWhoseArchiveIsNotThere() throws Exception {
    List<String> lines = new ArrayList<>(archived.get(counterId));
    lines.removeIf(line -> line.contains("\"close\""));
    EventFiles.write(archive.resolve(counterId + ".ndjson.gz"), lines);
    queued.removeIf(line -> line.contains(counterId) && line.contains("\"close\""));
    tool.counting.receive(queued);
    WriteOffRequest close =
        new WriteOffRequest(
            "ops-20260601_120000-k3f9xq",
            0,
            Counting.NOW_MS,
            false,
            counterId,
            lines.stream().mapToLong(RecountTest::sequenceOf).max().orElseThrow() + 1,
            Ending.NO_END,
            "host died");
    tool.counting.receive(List.of(EventWriter.toLine(close)));

    assertThat(tool.run("documents", "recount", "--counter", counterId, archive).status()).isZero();

    assertThat(counter(DocumentKey.counter(counterId)).gaps().ending().decision().reason())
        .isEqualTo("host died");
  }

  @ParameterizedTest
  @CsvSource({"--ad, m-typo", "--counter, hostA-typo"})
  void idThatNobodyKnowsMakesNoDocument(String option, String id) {
    tool.counting.receive(queued);
    Map<DocumentKey, List<StoredValue>> before = tool.counting.store.contents();

    Result recount = tool.run("documents", "recount", option, id, archive);

    assertThat(recount.status()).isEqualTo(1);
    assertThat(recount.err()).contains(id, "no file has an event", "Nothing was changed");
    assertThat(tool.counting.store.contents()).isEqualTo(before);
  }

  @Test
  void idThatIsNoneIsWrongUsage() {
    Result recount = tool.run("documents", "recount", "--counter", "host A", archive);
    assertThat(recount.status()).isEqualTo(64);
    assertThat(recount.err()).contains("--counter host A", "expected letters");
  }

  @Test
  void adWithTooManyUnsettledEventsIsFoundBeforeAnythingIsChanged() throws Exception {
    tool.counting.receive(queued.subList(0, 1_000));
    tool.counting.receiveUnsettled(queued.subList(1_000, 2_000));
    Map<DocumentKey, List<StoredValue>> before = tool.counting.store.contents();
    Troubles troubles = new Troubles();
    ArchiveFollower files =
        new ArchiveFollower(() -> ArchiveFiles.find(List.of(archive)).files(), 1, troubles);
    WriteIds writeIds = new WriteIds(new SplittableRandom(3));
    Recount.Settings settings =
        new Recount.Settings(0, AcceptedLosses.NONE, 1, () -> ClockLimit.NONE);
    try (Recount recount =
        new Recount(
            tool.counting.store,
            Waits.REAL,
            files,
            writeIds,
            () -> Counting.NOW_MS,
            "a test",
            settings)) {
      Recount.ArchiveCoverage findings =
          recount.read(new Recount.Scope(Set.of(adId), Set.of()), ScanProgress.NONE, null);

      assertThat(findings.tooLong()).containsOnlyKeys(DocumentKey.ad(adId));
      assertThat(findings.tooLong().get(DocumentKey.ad(adId)))
          .contains("not confirmed", "at most 1", "--counter");
    }
    assertThat(tool.counting.store.contents()).isEqualTo(before);
  }

  @Test
  void everythingIsNotBuiltFromHalfAFile() throws Exception {
    Path file = archive.resolve(counterId + ".ndjson.gz");
    byte[] whole = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(whole, whole.length / 2));

    Result half = tool.run("documents", "recount", "--everything", archive);

    assertThat(half.status()).isEqualTo(3);
    assertThat(half.err()).contains(file.toString(), "run the same command again");
    Files.write(file, whole);
    assertThat(tool.run("documents", "recount", "--everything", archive).status()).isZero();
    equalsTheArchive();
  }

  @Test
  void anOverwrittenCounterIsEqualToTheArchivesAgain() {
    tool.counting.receive(queued);
    overwrite(DocumentKey.counter(counterId));
    assertThat(tool.run("documents", "audit", archive).status()).isNotZero();

    Result recount = tool.run("documents", "recount", "--counter", counterId, archive);

    assertThat(recount.status()).as(recount.err()).isZero();
    assertThat(recount.out()).contains("counters/" + counterId + ": ");
    equalsTheArchive();
    assertThat(tool.run("archive", "replay", "--only-missing", archive).status()).isZero();
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
    MemoryStore store = tool.counting.store;
    AtomicReference<DocumentKey> lost = new AtomicReference<>();
    store.afterPut =
        put -> {
          if (put.bucket().equals(DocumentKey.ADS)
              && store.values(put).get(0).contentType().equals(AdDocumentCodec.CONTENT_TYPE)) {
            store.afterPut = other -> {};
            store.putFault =
                next -> {
                  store.putFault = other -> null;
                  lost.set(next);
                  return PutFault.DOUBT_LOST;
                };
            archive("late.ndjson", late.values());
          }
        };

    Result recount = tool.run("documents", "recount", "--counter", counterId, archive);

    assertThat(recount.status()).as(recount.err()).isZero();
    assertThat(lost.get().bucket()).isEqualTo(DocumentKey.ADS);
    StoredValue value = store.values(DocumentKey.counter(counterId)).get(0);
    LongRanges recorded =
        CounterDocumentCodec.read(value.contentType(), value.bytes()).gaps().seenIds();
    assertThat(late.values().stream().filter(line -> recorded.contains(sequenceOf(line))))
        .containsExactly(late.get(lost.get().key()));
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

    Result recount = tool.run("documents", "recount", "--ad", adId, archive);

    assertThat(recount.status()).isEqualTo(3);
    assertThat(recount.err()).contains("another recount began later (another 1)");
    assertThat(tool.counting.store.values(key).get(0).contentType()).isEqualTo(Fence.CONTENT_TYPE);
  }

  @Test
  void everythingIsBuiltFromTheArchivesAlone() {
    Result recount = tool.run("documents", "recount", "--everything", archive);

    assertThat(recount.status()).as(recount.err()).isZero();
    equalsTheArchive();
    Result again = tool.run("documents", "recount", "--everything", archive);
    assertThat(again.status()).isEqualTo(3);
    assertThat(again.err()).contains("the bucket type is not empty");
  }

  @Test
  void everythingIsRefusedWhereDocumentsAre() {
    tool.counting.receive(queued);
    Map<DocumentKey, List<StoredValue>> before = tool.counting.store.contents();

    Result recount = tool.run("documents", "recount", "--everything", archive);

    assertThat(recount.status()).isEqualTo(3);
    assertThat(recount.err()).contains("the bucket type is not empty. Nothing was changed");
    assertThat(tool.counting.store.contents()).isEqualTo(before);
  }

  @Test
  void everythingGoesOnAfterAKill() throws Exception {
    for (int putsBefore : new int[] {1, 2, 7, 20, 40}) {
      tool.counting.store.clear();
      tool.counting.store.dieAfterPuts(putsBefore);
      Result killed = tool.run("documents", "recount", "--everything", archive);
      assertThat(killed.status()).as(killed.out()).isEqualTo(3);
      StoredValue mark =
          tool.counting.store.values(new DocumentKey(DocumentKey.DIRECTORY, "recount")).get(0);
      assertThat(RecountMark.read(mark.contentType(), mark.bytes()).isFinished()).isFalse();

      tool.counting.store.dieAfterPuts(Integer.MAX_VALUE);
      Result recount = tool.run("documents", "recount", "--everything", archive);

      assertThat(recount.status()).as(recount.err()).isZero();
      assertThat(recount.out()).contains("went on with an interrupted recount");
      equalsTheArchive();
    }
  }
}
