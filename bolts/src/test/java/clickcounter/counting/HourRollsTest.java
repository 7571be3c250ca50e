package clickcounter.counting;

import static clickcounter.counting.TaskHarness.COST_MICROS;
import static clickcounter.counting.TaskHarness.DEFERRAL_MS;
import static clickcounter.counting.TaskHarness.START_MS;
import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.copies.HoursReader;
import clickcounter.counting.ScriptedStore.PutFault;
import clickcounter.document.AdDocumentCodec;
import clickcounter.document.AdHours;
import clickcounter.document.HourCounts;
import clickcounter.document.HourLength;
import clickcounter.document.HoursDocument;
import clickcounter.document.HoursDocument.Rolled;
import clickcounter.document.HoursDocumentCodec;
import clickcounter.document.Quarters;
import clickcounter.document.UnreadableDocument;
import clickcounter.event.AdEvent;
import clickcounter.event.EventBatch;
import clickcounter.event.EventKind;
import clickcounter.event.RejectReason;
import clickcounter.riak.BucketKind;
import clickcounter.store.DocumentKey;
import clickcounter.store.StoredValue;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** When hours leave the documents of ads, and come back. */
class HourRollsTest {
  private static final String SHOES = "shoes";
  private static final String HOST_A = "hostA-20131030_152543";
  private static final long HOUR_MS = 3_600_000;

  /** 15:00 of the day. */
  private static final long NOW = HourLength.HOUR.quarterOf(START_MS);

  private static final long NINE = NOW - 6 * Quarters.PER_HOUR;
  private static final long DAY = Quarters.day(NOW);
  private static final DocumentKey TODAY = HoursReader.key(SHOES, DAY);
  private static final DocumentKey DOCUMENT = DocumentKey.ad(SHOES);
  private static final HourCounts ONE_CLICK = new HourCounts(0, 1, COST_MICROS);

  private TaskHarness worker = TaskHarness.ordinary();
  private long sequence;
  private int deliveries;

  private String click(long quarter) {
    AdEvent click =
        new AdEvent(
            HOST_A, sequence++, EventKind.CLICK, SHOES, Quarters.startMs(quarter), COST_MICROS);
    String delivery = "d" + deliveries++;
    worker.deliver(delivery, click);
    worker.pass(DEFERRAL_MS);
    return delivery;
  }

  private void clicks(long... quarters) {
    for (long quarter : quarters) {
      click(quarter);
    }
  }

  private AdHours open() {
    return worker.ad(SHOES).hours();
  }

  private HoursDocument today() {
    return document(TODAY, DAY);
  }

  private HoursDocument document(DocumentKey key, long day) {
    try {
      return HoursDocument.union(
          SHOES,
          day,
          worker.store.values(key).stream()
              .map(
                  value -> {
                    try {
                      return HoursDocumentCodec.read(value.contentType(), value.bytes());
                    } catch (UnreadableDocument e) {
                      throw new AssertionError(e);
                    }
                  })
              .toList());
    } catch (IllegalArgumentException e) {
      throw new AssertionError(e);
    }
  }

  /** What the newest of its rolls says of an hour. */
  private static HourCounts rolled(HoursDocument day, long quarter) {
    return day.hours().get(quarter).get(0).counts();
  }

  @ParameterizedTest
  @EnumSource
  void hoursThatAreOverMoveToTheDocumentOfTheirDay(BucketKind kind) {
    worker = TaskHarness.over(kind);
    clicks(NINE, NINE, NOW - 4, NOW, NOW, NOW, NOW);

    assertThat(open().isOpen(NINE)).isFalse();
    assertThat(open().rolledTo()).isEqualTo(NINE);
    assertThat(open().counts(NOW - 4)).isEqualTo(ONE_CLICK);
    assertThat(rolled(today(), NINE)).isEqualTo(new HourCounts(0, 2, 2 * COST_MICROS));
    assertThat(today().hours()).hasSize(1);
    assertThat(worker.metrics.hoursRolled).isEqualTo(1);
  }

  @Test
  void anHourIsRolledAsAStoredWriteHasIt() {
    click(NINE);
    assertThat(worker.store.puts(TODAY)).isZero(); // it is the newest
    click(NOW);
    assertThat(today().hours().get(NINE)).containsExactly(new Rolled(ONE_CLICK, 2));
  }

  @Test
  void hoursStayWhileTheyTakeFewBytes() {
    worker = TaskHarness.withSettings(TaskHarness.settings().with(s -> s.rollHoursBytes(100)));
    clicks(NINE, NOW, NOW, NOW, NOW);
    assertThat(worker.store.puts(TODAY)).isZero();
    assertThat(open().counts(NINE)).isEqualTo(ONE_CLICK);
  }

  @Test
  void aLateEventTakesItsHourBackAndIsRolledWithIt() {
    clicks(NINE, NOW, NOW, NOW);
    assertThat(open().isOpen(NINE)).isFalse();

    String late = click(NINE);

    assertThat(worker.out.acked).contains(late);
    assertThat(open().counts(NINE)).isEqualTo(new HourCounts(0, 2, 2 * COST_MICROS));
    assertThat(worker.metrics.hoursTakenBack).isEqualTo(1);
    clicks(NOW, NOW, NOW);
    assertThat(open().isOpen(NINE)).isFalse();
    assertThat(rolled(today(), NINE)).isEqualTo(new HourCounts(0, 2, 2 * COST_MICROS));
  }

  @Test
  void lateEventsOfSeveralDaysAreAllCounted() {
    clicks(NINE, NOW, NOW, NOW);
    String[] late = new String[4];
    for (int i = 0; i < late.length; i++) {
      late[i] = "late" + i;
      long quarter = NINE - 4 - (long) (i % 2) * Quarters.PER_DAY;
      worker.ads.onBatch(
          late[i],
          EventBatch.of(
              List.of(
                  new AdEvent(
                      HOST_A,
                      sequence++,
                      EventKind.CLICK,
                      SHOES,
                      Quarters.startMs(quarter),
                      COST_MICROS))));
    }
    worker.run();
    worker.pass(2 * DEFERRAL_MS);
    assertThat(worker.out.acked).contains(late);
    clicks(NOW, NOW, NOW, NOW, NOW);
    HourCounts two = new HourCounts(0, 2, 2 * COST_MICROS);
    DocumentKey yesterday = HoursReader.key(SHOES, DAY - 1);
    assertThat(rolled(today(), NINE - 4)).isEqualTo(two);
    assertThat(rolled(document(yesterday, DAY - 1), NINE - 4 - Quarters.PER_DAY)).isEqualTo(two);
  }

  @Test
  void anEventWhoseDayCannotBeReadIsDeliveredAgain() {
    clicks(NINE, NOW, NOW, NOW);
    worker.store.failNextReads(TODAY, 1);
    String late = click(NINE);
    assertThat(worker.out.failed).contains(late);
    assertThat(worker.ad(SHOES).totals().clicks()).isEqualTo(4);
  }

  @Test
  void anEventWhoseDayIsDamagedIsRejectedAndTheAdCountsOn() {
    clicks(NINE, NOW, NOW, NOW);
    worker.store.replace(
        TODAY,
        new StoredValue(
            HoursDocumentCodec.CONTENT_TYPE, "{\"adId\":".getBytes(StandardCharsets.UTF_8)));
    click(NINE);
    assertThat(worker.out.rejected).hasSize(1);
    assertThat(worker.out.rejected.get(0).reason()).isEqualTo(RejectReason.DOCUMENT_BLOCKED);
    assertThat(worker.out.rejected.get(0).detail()).startsWith("hours/shoes/2013-10-30: ");
    assertThat(worker.out.acked).contains(click(NOW));
  }

  @Test
  void aDayThatCannotTakeHoursLeavesThemWhereTheyAre() {
    TreeMap<Long, List<Rolled>> later = new TreeMap<>();
    later.put(NINE, List.of(new Rolled(new HourCounts(7, 0, 0), 1_000)));
    worker.store.replace(
        TODAY,
        new StoredValue(
            HoursDocumentCodec.CONTENT_TYPE,
            HoursDocumentCodec.write(new HoursDocument(SHOES, DAY, later))));
    clicks(NINE, NOW, NOW, NOW, NOW);
    assertThat(open().counts(NINE)).isEqualTo(ONE_CLICK);
    assertThat(today().hours()).isEqualTo(later);
    assertThat(worker.metrics.rollsRefused).isPositive();
  }

  @ParameterizedTest
  @EnumSource(names = {"DOUBT_STORED", "DOUBT_LOST", "CONFLICT"})
  void aRollInDoubtIsRepeatedAndNothingIsCountedTwice(PutFault fault) {
    worker.store.failNextPut(TODAY, fault);
    clicks(NINE, NOW, NOW);
    assertThat(open().counts(NINE)).isEqualTo(ONE_CLICK);
    clicks(NOW, NOW, NOW);
    assertThat(open().isOpen(NINE)).isFalse();
    assertThat(rolled(today(), NINE)).isEqualTo(ONE_CLICK);
  }

  @Test
  void afterACrashBetweenRollAndDropTheHourIsRolledAgain() {
    worker.store.holdAnswers(TODAY);
    clicks(NINE, NOW, NOW);
    worker.crash();
    worker.store.releaseAnswers(TODAY);
    worker.run();
    clicks(NOW, NOW, NOW, NOW);
    assertThat(open().isOpen(NINE)).isFalse();
    assertThat(rolled(today(), NINE)).isEqualTo(ONE_CLICK);
  }

  @Test
  void anEventOfAnHourThatIsBeingRolledKeepsItOpen() {
    clicks(NINE, NOW);
    worker.store.holdAnswers(TODAY);
    clicks(NOW, NINE);
    worker.store.releaseAnswers(TODAY);
    worker.run();
    worker.pass(DEFERRAL_MS);
    clicks(NOW, NOW, NOW, NOW);
    assertThat(open().isOpen(NINE)).isFalse();
    assertThat(rolled(today(), NINE)).isEqualTo(new HourCounts(0, 2, 2 * COST_MICROS));
  }

  @Test
  void aSiblingsEventOfARolledHourIsCountedInIt() {
    clicks(NINE, NOW, NOW, NOW);
    TaskHarness other = worker.copy();
    other.deliver("other", clickAt(NINE));
    other.pass(DEFERRAL_MS);
    String late = click(NINE);
    worker.pass(DEFERRAL_MS);
    // Whichever was answered with siblings has dropped its copy: its event comes again.
    worker.crash();
    if (!worker.out.acked.contains(late)) {
      sequence--;
      click(NINE);
    }
    clicks(NOW, NOW, NOW, NOW);
    long counted = worker.ad(SHOES).totals().clicks();
    assertThat(rolled(today(), NINE).clicks() + open().sum().clicks()).isEqualTo(counted);
  }

  private AdEvent clickAt(long quarter) {
    return new AdEvent(HOST_A, 500, EventKind.CLICK, SHOES, Quarters.startMs(quarter), COST_MICROS);
  }

  @Test
  void aDocumentWithManyHoursIsPutUntilTheyAreRolled() {
    worker = TaskHarness.withSettings(TaskHarness.settings().with(s -> s.rollHoursBytes(100)));
    for (int hour = 0; hour < 40; hour++) {
      click(NINE - 40 * 4 + 4L * hour);
    }
    long filled = worker.store.puts(DOCUMENT);
    worker = sameStore(4);
    click(NOW);
    worker.pass(20 * DEFERRAL_MS);
    assertThat(open().openHours()).isLessThan(5);
    assertThat(worker.store.puts(DOCUMENT)).isGreaterThan(filled + 1);
  }

  private TaskHarness sameStore(int rollHoursBytes) {
    return worker.withSettingsOverSameStore(
        TaskHarness.settings().with(s -> s.rollHoursBytes(rollHoursBytes)));
  }

  @Test
  void whatVersion1CountedIsRolledAsAWhole() {
    String document =
        """
        {"adId":"shoes","state":"unfunded","budgetMicros":0,"costMicros":360000,"spentMicros":0,"clicks":3,\
        "impressions":40,"ranking":{"score":0.03,"day":16007,"clicks":[3],"impressions":[40]},\
        "firstEventAt":1383040000000,"lastEventAt":1383040000001,"unsettled":{},\
        "write":{"id":"3k9f0x2m.1q7","number":4711,"base":"3k9f0x2m.1q6"}}""";
    worker.store.replace(
        DOCUMENT,
        new StoredValue(AdDocumentCodec.CONTENT_TYPE_1, document.getBytes(StandardCharsets.UTF_8)));
    clicks(NOW, NOW, NOW);
    assertThat(open().isOpen(0)).isFalse();
    assertThat(open().sum()).isEqualTo(new HourCounts(0, 3, 3 * COST_MICROS));
    assertThat(rolled(document(HoursReader.key(SHOES, 0), 0), 0))
        .isEqualTo(new HourCounts(40, 3, 360_000));
  }
}
