package clickcounter.tools.recount;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.CommandRun.Result;
import clickcounter.document.AdDocument;
import clickcounter.document.AdDocumentCodec;
import clickcounter.document.AdTotals;
import clickcounter.document.CounterDocument;
import clickcounter.document.CounterDocumentCodec;
import clickcounter.document.RecountMark;
import clickcounter.document.RetiredDocument;
import clickcounter.event.AdEvent;
import clickcounter.event.Close;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import clickcounter.event.WriteOffRequest;
import clickcounter.ids.Ending;
import clickcounter.reading.RetiredCounters;
import clickcounter.store.DocumentKey;
import clickcounter.store.MemoryStore.PutFault;
import clickcounter.store.StoredValue;
import clickcounter.tools.Counting;
import clickcounter.tools.EventFiles;
import clickcounter.tools.Tool;
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
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

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
        GeneratorSettings.defaults().withSize(900, 15, 5).withFaults(0, 0.1, 50).withSeed(4),
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
    assertThat(recount.out()).contains("ads/" + adId + ": ", "Before: not readable");
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
  void whatAReadableValueListsAsUnsettledStaysCountedAndListed() throws Exception {
    tool.counting.receive(queued.subList(0, 300));
    tool.counting.receiveUnsettled(queued.subList(300, 600));
    DocumentKey key = DocumentKey.ad(adId);
    AdDocument before = ad(key);

    Result recount = tool.run("documents", "recount", "--ad", adId, archive);

    assertThat(recount.status()).as(recount.err()).isZero();
    AdDocument after = ad(key);
    assertThat(after.totals()).isEqualTo(before.totals());
    assertThat(after.hours()).isEqualTo(before.hours());
    assertThat(after.unsettled()).isNotEmpty();
    assertThat(after.write().number()).isGreaterThan(before.write().number());
  }

  @Test
  void fieldsOfANewerBuildStandInTheRecountedDocuments() {
    tool.counting.receive(queued);
    for (DocumentKey key : List.of(DocumentKey.ad(adId), DocumentKey.counter(counterId))) {
      StoredValue newer = newer(key);
      tool.counting.put(key, newer.contentType(), newer.bytes());
    }

    assertThat(tool.run("documents", "recount", "--ad", adId, archive).status()).isZero();
    assertThat(tool.run("documents", "recount", "--counter", counterId, archive).status()).isZero();

    for (DocumentKey key : List.of(DocumentKey.ad(adId), DocumentKey.counter(counterId))) {
      assertThat(text(key)).endsWith(",\"newer\":[1,2]}");
    }
    equalsTheArchive();
  }

  /** The value of this document with a field that this build does not know. */
  private StoredValue newer(DocumentKey key) {
    String text = text(key);
    String newer = text.substring(0, text.length() - 1) + ",\"newer\":[1,2]}";
    return new StoredValue(
        tool.counting.store.values(key).get(0).contentType(),
        newer.getBytes(StandardCharsets.UTF_8));
  }

  /** The text of its only value. */
  private String text(DocumentKey key) {
    assertThat(tool.counting.store.values(key)).hasSize(1);
    return new String(tool.counting.store.values(key).get(0).bytes(), StandardCharsets.UTF_8);
  }

  @Test
  void valueOfAnotherCounterInItsPlaceAddsNothing() {
    tool.counting.receive(queued);
    DocumentKey key = DocumentKey.counter(counterId);
    String other =
        archived.keySet().stream().filter(id -> !id.equals(counterId)).findFirst().orElseThrow();
    tool.counting.store.replace(key, newer(DocumentKey.counter(other)));

    Result recount = tool.run("documents", "recount", "--counter", counterId, archive);
    assertThat(recount.status()).as(recount.out() + recount.err()).isZero();

    assertThat(text(key)).contains("\"counterId\":\"" + counterId + "\"").doesNotContain("newer");
    equalsTheArchive();
  }

  /** A mark of it may be under way: it may have been listed. */
  @Test
  void whatNoCounterHasRecordedIsCountedAndListedIfAValueCannotBeRead() throws Exception {
    queued.removeAll(archived.get(counterId));
    tool.counting.receive(queued);
    String line = adEvents().get(0);
    tool.counting.receiveUnsettled(List.of(line));
    overwrite(DocumentKey.ad(adOf(line)));

    Result recount = tool.run("documents", "recount", "--ad", adOf(line), archive);

    assertThat(recount.status()).as(recount.err()).isZero();
    assertThat(ad(DocumentKey.ad(adOf(line))).isUnsettled(counterId, sequenceOf(line))).isTrue();
  }

  /** The events of the first counter that change an ad. */
  private List<String> adEvents() {
    return archived.get(counterId).stream().filter(line -> line.contains("\"adId\"")).toList();
  }

  @Test
  void aDryRunChangesNothing() {
    tool.counting.receive(queued);
    Map<DocumentKey, List<StoredValue>> before = tool.counting.store.contents();
    tool.unrest = Optional.of("it is not paused"); // which a dry run does not ask

    Result recount = tool.run("documents", "recount", "--ad", adId, "--dry-run", archive);

    assertThat(recount.status()).as(recount.err()).isZero();
    assertThat(recount.out())
        .contains("ads/" + adId, "Before: the same", "nothing was changed (--dry-run)");
    assertThat(tool.counting.store.contents()).isEqualTo(before);
  }

  @Test
  void documentThatSaysAnotherNumberIsShownBeforeAndAfter() throws Exception {
    countAllBut(smallClick(1, Counting.NOW_MS + 9, 5_000_000));
    AdDocument counted = ad(DocumentKey.ad("jm"));
    String edited =
        new String(
                tool.counting.store.values(DocumentKey.ad("jm")).get(0).bytes(),
                StandardCharsets.UTF_8)
            .replace("\"clicks\":2", "\"clicks\":7");
    tool.counting.put(
        DocumentKey.ad("jm"),
        AdDocumentCodec.CONTENT_TYPE,
        edited.getBytes(StandardCharsets.UTF_8));

    Result recount = tool.run("documents", "recount", "--ad", "jm", archive);

    assertThat(recount.out())
        .contains(
            "ads/jm: 2 clicks, 0 impressions, costs 3.00 of 0.00; 2 unsettled. Before: 7 clicks, 0"
                + " impressions, costs 3.00 of 0.00");
    assertThat(small()).isEqualTo(counted.totals());
    Result json = tool.run("documents", "recount", "--ad", "jm", "--json", archive);
    assertThat(json.out()).contains("\"before\" : {", "\"clicks\" : 2", "\"leftOut\"");
  }

  @ParameterizedTest
  @CsvSource({"--ad, jm", "--counter, " + SMALL})
  void nothingIsPutUnlessTheTopologyIsAtRest(String option, String id) {
    countAllBut(smallClick(1, Counting.NOW_MS + 9, 5_000_000));
    Map<DocumentKey, List<StoredValue>> before = tool.counting.store.contents();
    tool.unrest = Optional.of("topology clicks is not paused: run clicks topology pause");

    Result recount = tool.run("documents", "recount", option, id, archive);

    assertThat(recount.status()).isEqualTo(1);
    assertThat(recount.err()).contains("run clicks topology pause. Nothing was changed.");
    assertThat(tool.counting.store.contents()).isEqualTo(before);
  }

  @Test
  void topologyThatWasResumedMeanwhileIsNoSuccess() {
    tool.counting.receive(queued);
    tool.counting.store.afterPut = put -> tool.unrest = Optional.of("it is not paused");

    Result recount = tool.run("documents", "recount", "--ad", adId, archive);

    assertThat(recount.status()).isEqualTo(3);
    assertThat(recount.err()).contains("It was resumed during the recount");
  }

  /** An old copy of a task puts late. */
  @Test
  void documentThatAnotherPutsMeanwhileHasToBeRecountedAgain() throws Exception {
    queued.removeAll(archived.get(counterId));
    tool.counting.receive(queued);
    String line = adEvents().get(0);
    DocumentKey key = DocumentKey.ad(adOf(line));
    StoredValue before = tool.counting.store.values(key).get(0);
    tool.counting.receiveUnsettled(List.of(line));
    StoredValue late = tool.counting.store.values(key).get(0);
    tool.counting.store.replace(key, before);
    tool.counting.store.beforeFetch =
        read -> {
          if (read.bucket().equals(DocumentKey.COUNTERS)) {
            tool.counting.store.beforeFetch = other -> {};
            tool.counting.store.replace(key, late);
          }
        };

    Result recount = tool.run("documents", "recount", "--ad", key.key(), archive);

    assertThat(recount.status()).isEqualTo(3);
    assertThat(recount.err()).contains("another process has put it", "End workers");
    assertThat(tool.run("documents", "recount", "--ad", key.key(), archive).status()).isZero();
    assertThat(ad(key).isUnsettled(counterId, sequenceOf(line))).isTrue();
    assertThat(ad(key).totals())
        .isEqualTo(AdDocumentCodec.read(late.contentType(), late.bytes()).totals());
  }

  @ParameterizedTest
  @EnumSource(value = PutFault.class, mode = EnumSource.Mode.EXCLUDE, names = "REFUSED")
  void putInDoubtIsMadeAnew(PutFault fault) {
    tool.counting.receive(queued);
    overwrite(DocumentKey.ad(adId));
    tool.counting.store.failNextPut(DocumentKey.ad(adId), fault);

    Result recount = tool.run("documents", "recount", "--ad", adId, archive);

    assertThat(recount.status()).as(recount.err()).isZero();
    equalsTheArchive();
  }

  @Test
  void counterThatCannotBeReadIsNamedBeforeAnythingIsPut() {
    tool.counting.receive(queued);
    overwrite(DocumentKey.counter(counterId));
    Map<DocumentKey, List<StoredValue>> before = tool.counting.store.contents();

    Result recount = tool.run("documents", "recount", "--ad", adId, archive);

    assertThat(recount.status()).isEqualTo(1);
    assertThat(recount.err()).contains("--counter " + counterId, "Nothing was changed.");
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
  void eventThatOnlyTheAdListsAndNoFileHasChangesNothing() throws Exception {
    queued.removeAll(archived.get(counterId));
    tool.counting.receive(queued);
    tool.counting.receiveUnsettled(archived.get(counterId));
    String newest = adEvents().get(adEvents().size() - 1);
    List<String> lines = new ArrayList<>(archived.get(counterId));
    lines.remove(newest);
    EventFiles.write(archive.resolve(counterId + ".ndjson.gz"), lines);
    Map<DocumentKey, List<StoredValue>> before = tool.counting.store.contents();

    Result recount = tool.run("documents", "recount", "--ad", adOf(newest), archive);

    assertThat(recount.status()).isEqualTo(1);
    assertThat(recount.err())
        .contains("Nothing was changed", counterId + ": " + sequenceOf(newest), "copies may lag");
    assertThat(tool.counting.store.contents()).isEqualTo(before);
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
    besideRubbish(DocumentKey.counter(counterId));
    assertThat(tool.run("documents", "recount", "--counter", counterId, archive).status()).isZero();
    assertThat(counter(DocumentKey.counter(counterId)).gaps().gaps())
        .anySatisfy(of -> assertThat(of.writeOff().reason()).isEqualTo("disk lost"));
    equalsTheArchive();
  }

  /** It cannot be read then, but what it says is known. */
  private void besideRubbish(DocumentKey key) {
    tool.counting.store.replace(
        key, new StoredValue(RUBBISH, new byte[1]), tool.counting.store.values(key).get(0));
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
    "1800000000, --counter, " + SMALL, // seconds
    "2115619200000, --ad, jm", // 2037
  })
  void eventWhoseTimeTheTopologyRejectsIsNotRecounted(long timestampMs, String option, String id)
      throws Exception {
    countAllBut(smallClick(1, timestampMs, 5_000_000));

    if (option.equals("--counter")) {
      overwrite(DocumentKey.counter(SMALL));
    }

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
  void settingsSayWhichTimesTheRecountOfACounterCounts() throws Exception {
    countAllBut(smallClick(1, 12_000, 5_000_000));
    overwrite(DocumentKey.counter(SMALL));

    Object[] words = {
      "documents", "recount", "--counter", SMALL, "--set", "earliestTimestampMs=0", archive
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

    if (option.equals("--counter")) {
      overwrite(DocumentKey.counter(SMALL));
    }

    Result recount = tool.run("documents", "recount", option, id, archive);

    assertThat(recount.status()).as(recount.err()).isZero();
    assertThat(recount.out())
        .contains(
            "1 archived event is not counted, because an operator wrote it off",
            "replay --only-missing",
            "  " + SMALL + ": 1\n");
    countsAllButClick1();
    assertThat(tool.run("counters", "gaps").out()).contains("1 event written off");
    String table = directory.resolve("table").toString();
    tool.run("archive", "import", "--set", "ops.table=" + table, archive);
    Object[] statement = {
      "ads",
      "statement",
      "jm",
      "--from",
      "2027-01-01",
      "--to",
      "2027-02-01",
      "--set",
      "ops.table=" + table
    };
    assertThat(tool.run(statement).out()).contains("3.00");

    tool.counting.receive(List.of(click1));
    assertThat(small().clicks()).isEqualTo(3);
    equalsTheArchive();
  }

  /** The clock of a service was ten years ahead: trial 14. */
  @Test
  void clickThatWasRefusedAndWrittenOffIsNotCharged() throws Exception {
    countAllBut(smallClick(1, Counting.NOW_MS + 315_619_200_000L, 5_000_000));
    writeOffClick1();
    tool.now = tool.now.plusSeconds(600);

    Result recount = tool.run("documents", "recount", "--ad", "jm", archive);

    assertThat(recount.status()).as(recount.err()).isZero();
    assertThat(recount.out()).contains("Before: the same", "  " + SMALL + ": 1\n");
    countsAllButClick1();
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
    assertThat(recount.out()).doesNotContain("wrote it off");
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

    besideRubbish(DocumentKey.counter(counterId));
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
    assertThat(recount.err()).contains("expected letters", "'host A'");
  }

  @Test
  void everythingIsNotBuiltFromHalfAFile() throws Exception {
    Path file = archive.resolve(counterId + ".ndjson.gz");
    byte[] whole = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(whole, whole.length / 2));

    Result half = tool.run("documents", "recount", "--everything", archive);

    assertThat(half.status()).isEqualTo(3);
    assertThat(half.err()).contains(file.toString(), "Run it again when all files are whole");
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

  @Test
  void counterWithoutAdsIsRecountedAlone() throws Exception {
    String id = "idle-20270115_080000-abcdef";
    List<String> lines = List.of(EventWriter.toLine(new Close(id, 0, Counting.NOW_MS)));
    archive("idle.ndjson", lines);
    tool.counting.receive(queued);
    tool.counting.receive(lines);
    StoredValue ad = tool.counting.store.values(DocumentKey.ad(adId)).get(0);
    overwrite(DocumentKey.counter(id));

    Result recount = tool.run("documents", "recount", "--counter", id, archive);

    assertThat(recount.status()).as(recount.err()).isZero();
    assertThat(counter(DocumentKey.counter(id)).closed()).isTrue();
    assertThat(tool.counting.store.values(DocumentKey.ad(adId))).containsExactly(ad);
    equalsTheArchive();
  }

  /** The table says of it what it was when it was read. */
  @Test
  void cutOffFileThatIsGoneKeepsNothingFromBeingRecounted() throws Exception {
    tool.counting.receive(queued);
    Path whole = archive.resolve(counterId + ".ndjson.gz");
    byte[] bytes = Files.readAllBytes(whole);
    Path copy = archive.resolve("copy.ndjson.gz");
    Files.write(copy, Arrays.copyOf(bytes, bytes.length / 2));
    String table = directory.resolve("table").toString();
    Object[] words = {
      "documents",
      "recount",
      "--ad",
      adId,
      "--set",
      "ops.table=" + table,
      "--set",
      "ops.archives=" + archive
    };
    assertThat(tool.run(words).status()).isEqualTo(3);

    Files.delete(copy);

    Result recount = tool.run(words);
    assertThat(recount.status()).as(recount.err()).isZero();
  }

  @Test
  void everythingIsRefusedWhereCountersAreRetired() {
    tool.counting.put(
        RetiredCounters.key("old-1"),
        RetiredDocument.CONTENT_TYPE,
        new RetiredDocument(new TreeMap<>())
            .with("old-1", new RetiredDocument.Retired(1, 1, 1, 1, true))
            .toBytes());

    Result recount = tool.run("documents", "recount", "--everything", archive);

    assertThat(recount.status()).isEqualTo(3);
    assertThat(recount.err()).contains("the bucket type is not empty. Nothing was changed");
    assertThat(tool.counting.store.contents()).hasSize(1);
  }

  @Test
  void killedRecountLeavesTheCounterUnreadableAndIsRunAgain() {
    tool.counting.receive(queued);
    overwrite(DocumentKey.counter(counterId));
    for (int puts : new int[] {0, 3}) {
      tool.counting.store.dieAfterPuts(puts);
      Result killed = tool.run("documents", "recount", "--counter", counterId, archive);
      assertThat(killed.status()).isEqualTo(3);
      assertThat(killed.err()).contains("again before the topology is resumed");
      assertThat(tool.run("counters", "show", counterId).status()).isNotZero();
    }
    tool.counting.store.dieAfterPuts(Integer.MAX_VALUE);

    assertThat(tool.run("documents", "recount", "--counter", counterId, archive).status()).isZero();

    equalsTheArchive();
  }

  /** A service numbered twice: half of its events have another counter id now. */
  @Test
  void counterThatCanBeReadKeepsItsDocumentAndItsAdsAreRecounted() throws Exception {
    tool.counting.receive(queued);
    StoredValue before = tool.counting.store.values(DocumentKey.counter(counterId)).get(0);
    for (String line : adEvents()) {
      overwrite(DocumentKey.ad(adOf(line)));
    }

    assertThat(tool.run("documents", "recount", "--counter", counterId, archive).status()).isZero();

    assertThat(tool.counting.store.values(DocumentKey.counter(counterId))).containsExactly(before);
    equalsTheArchive();
  }

  /** Nobody knows which of them was counted; it is the same one for each of their ads. */
  @Test
  void ofTwoEventsWithOneNumberOneCounts() throws Exception {
    String other = smallClick(2, Counting.NOW_MS + 2, 7_000_000).replace("\"jm\"", "\"aa\"");
    countAllBut(smallClick(1, Counting.NOW_MS + 9, 5_000_000));
    archive("twice.ndjson", List.of(other));

    for (String id : List.of("aa", "jm")) {
      Result recount = tool.run("documents", "recount", "--ad", id, archive);
      assertThat(recount.status()).as(recount.err()).isZero();
    }

    assertThat(small().costMicros()).isEqualTo(1_000_000);
    assertThat(ad(DocumentKey.ad("aa")).totals().costMicros()).isEqualTo(7_000_000);
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
    for (int putsBefore : new int[] {1, 7, 20}) {
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
      equalsTheArchive();
    }
  }
}
