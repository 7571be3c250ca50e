package clickcounter.document;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.event.EventKind;
import clickcounter.hours.HourCounts;
import clickcounter.hours.RecentHours;
import clickcounter.ids.Ending;
import clickcounter.ids.Gap;
import clickcounter.ids.GapList;
import clickcounter.ids.LongRanges;
import clickcounter.ids.WriteOff;
import clickcounter.testing.Samples;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Documents as version 1.0.0 stored them: each is read as it was, and still written as it is. Types
 * and keys are literal here, because they are stored, too.
 */
class DocumentsOf100Test {
  private static final String TYPE = "application/vnd.click-counter.";
  private static final String AD_TYPE = TYPE + "ad.v1+json";
  private static final String COUNTER_TYPE = TYPE + "counter.v1+json";
  private static final String DIRECTORY_TYPE = TYPE + "directory.v1+json";
  private static final String RETIRED_TYPE = TYPE + "retired.v1+json";
  private static final String RECOUNT_TYPE = TYPE + "recount.v1+json";

  private static final String A = "hostA-20131030_152543-k3f9xq";
  private static final String B = "hostB-20131030_091500-7mwq2c";
  private static final String C = "billing_7";
  private static final long DAY = 16_008;
  private static final long HOUR = 384_207;
  private static final long FIRST_MS = 1_383_120_000_000L;
  private static final long LAST_MS = 1_383_146_743_633L;

  static Stream<Arguments> ads() {
    return Stream.of(
        Arguments.of("ad-unfunded", unfunded()),
        Arguments.of("ad-ordinary", ordinary()),
        Arguments.of("ad-hot", hot()),
        Arguments.of("ad-not-charged", notCharged()),
        Arguments.of("ad-below-zero", belowZero()),
        Arguments.of("ad-based-on", basedOn()),
        Arguments.of("ad-recounted", recounted()));
  }

  /** Its first put. */
  private static AdDocument unfunded() {
    RecentHours hours = new RecentHours();
    hours.add(HOUR, new HourCounts(1, 0, 0));
    AddedIds added = new AddedIds();
    added.add(0, EventKind.IMPRESSION, 0, HOUR);
    return new AdDocument(
        "広告 \"7\"/é",
        AdTotals.read(
            false,
            0,
            0,
            0,
            1,
            InvalidClicks.NONE,
            LAST_MS,
            LAST_MS,
            new Ranking(DAY, new long[0], new long[] {1})),
        hours,
        Map.of(A, new UnsettledIds(new LongRanges(), added)),
        new WriteStamp("3k9f0x2m.0", 1, List.of()));
  }

  /** Nothing unsettled, clicks beyond the budget, a budget event of a later day. */
  private static AdDocument ordinary() {
    RecentHours hours = new RecentHours();
    hours.add(HOUR, new HourCounts(112, 2, 240_000));
    hours.add(HOUR - 1, new HourCounts(520, 1, 99_999));
    hours.add(HOUR - 35, new HourCounts(7, 0, 0));
    return new AdDocument(
        "m123456",
        AdTotals.read(
            true,
            1_000_000,
            1_200_000,
            10,
            4_123,
            InvalidClicks.NONE,
            FIRST_MS,
            LAST_MS,
            new Ranking(DAY, new long[] {3, 0, 7}, new long[] {632, 7, 3_000, 0, 0, 0, 0, 484})),
        hours,
        Map.of(),
        new WriteStamp("3k9f0x2m.1q7", 4_711, List.of(), "3k9f0x2m.1q6", 4_710));
  }

  /** Unsettled ids of three counters, with every kind of event among them. */
  private static AdDocument hot() {
    RecentHours hours = new RecentHours();
    hours.add(HOUR, new HourCounts(300, 4, 480_000, 21));
    hours.add(HOUR - 1, new HourCounts(200, 2, 240_000, 1));
    hours.add(HOUR - 2, new HourCounts(100, -1, -120_000, 1));
    return new AdDocument(
        "m7",
        AdTotals.read(
            true,
            60_000_000,
            3_480_000,
            29,
            41_230,
            new InvalidClicks(List.of(6L, 5L, 4L, 3L, 2L, 1L), true, 1, 120_000),
            FIRST_MS,
            LAST_MS,
            new Ranking(DAY, new long[] {20, 9}, new long[] {30_000, 11_230})),
        hours,
        Map.of(
            A, new UnsettledIds(LongRanges.ofRange(15, 20), everyKind()),
            B, new UnsettledIds(LongRanges.parse("0+999,1001"), new AddedIds()),
            C, new UnsettledIds(new LongRanges(), lastNumber())),
        new WriteStamp("3k9f0x2m.1q9", 4_713, List.of(), "3k9f0x2m.1q7", 4_711));
  }

  private static AddedIds everyKind() {
    AddedIds added = new AddedIds();
    added.add(23, EventKind.IMPRESSION, 0, HOUR);
    added.add(25, EventKind.CLICK, 120_000, HOUR);
    for (long id = 26; id <= 28; id++) {
      added.add(id, EventKind.IMPRESSION, 0, HOUR - 1);
    }
    added.add(40, EventKind.BUDGET, -5_000, 0);
    added.add(41, EventKind.BUDGET, 50_000_000, 0);
    added.add(50, EventKind.INVALIDATION, 120_000, HOUR - 2);
    added.add(51, EventKind.REINSTATEMENT, 120_000, HOUR);
    added.add(60, EventKind.FILTERED_BOTS, 0, HOUR);
    added.add(61, EventKind.FILTERED_DATACENTER, 0, HOUR);
    added.add(62, EventKind.FILTERED_REPEAT, 0, HOUR);
    added.add(63, EventKind.FILTERED_RATE, 0, HOUR);
    added.add(64, EventKind.FILTERED_PREFETCH, 0, HOUR);
    added.add(65, EventKind.FILTERED_OTHER, 0, HOUR - 1);
    return added;
  }

  private static AddedIds lastNumber() {
    AddedIds added = new AddedIds();
    added.add((1L << 53) - 1, EventKind.CLICK, 1_000_000_000_000L, HOUR);
    return added;
  }

  /** Filtered clicks, and as many reinstated as invalidated. */
  private static AdDocument notCharged() {
    RecentHours hours = new RecentHours();
    hours.add(HOUR, new HourCounts(2, 1, 120_000, 3));
    return new AdDocument(
        "m8",
        AdTotals.read(
            true,
            50_000_000,
            120_000,
            1,
            2,
            new InvalidClicks(List.of(0L, 2L, 0L, 0L, 0L, 1L), true, 0, 0),
            FIRST_MS,
            LAST_MS,
            new Ranking(DAY, new long[] {1}, new long[] {2})),
        hours,
        Map.of(),
        new WriteStamp("3k9f0x2m.1q7", 9, List.of(), "3k9f0x2m.1q6", 8));
  }

  /** A verdict that was counted before its click, and hours that are older than days' counts. */
  private static AdDocument belowZero() {
    RecentHours hours = new RecentHours();
    hours.add(HOUR, new HourCounts(0, -1, -120_000, 1));
    return new AdDocument(
        "m9",
        AdTotals.read(
            true,
            -5_000,
            -120_000,
            -1,
            0,
            new InvalidClicks(List.of(0L, 0L, 0L, 0L, 0L, 0L), true, 1, 120_000),
            LAST_MS,
            LAST_MS,
            new Ranking(DAY, new long[] {-1}, new long[0])),
        hours,
        Map.of(),
        new WriteStamp("3k9f0x2m.1q7", 2, List.of(), "3k9f0x2m.1q6", 1));
  }

  /** Merged from siblings; only a budget was counted, so it has no hours. */
  private static AdDocument basedOn() {
    AddedIds added = new AddedIds();
    added.add(0, EventKind.BUDGET, 50_000_000, 0);
    return new AdDocument(
        "m10",
        AdTotals.read(
            true,
            50_000_000,
            0,
            0,
            0,
            InvalidClicks.NONE,
            FIRST_MS,
            FIRST_MS,
            new Ranking(0, new long[0], new long[0])),
        new RecentHours(),
        Map.of(C, new UnsettledIds(new LongRanges(), added)),
        new WriteStamp(
            "3k9f0x2m.1qb",
            14,
            List.of("1m4c8t0w.5y", "3k9f0x2m.1qa", "an id of another form"),
            "1m4c8t0w.5x",
            11));
  }

  private static AdDocument recounted() {
    RecentHours hours = new RecentHours();
    hours.add(HOUR, new HourCounts(1, 0, 0));
    return new AdDocument(
        "m11",
        AdTotals.read(
            true,
            50_000_000,
            0,
            0,
            1,
            InvalidClicks.NONE,
            FIRST_MS,
            LAST_MS,
            new Ranking(DAY, new long[0], new long[] {1})),
        hours,
        Map.of(),
        new WriteStamp(
            "3k9f0x2n.0",
            1_764_000_000_000_001L,
            List.of(),
            "3k9f0x2m.base",
            1_764_000_000_000_000L));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("ads")
  void adsOf100AreReadAsTheyWere(String name, AdDocument ad) throws UnreadableDocument {
    byte[] sample = sample(name, AdDocumentCodec.write(ad));
    assertThat(AdDocumentCodec.read(AD_TYPE, sample)).isEqualTo(ad);
    assertWritten(AdDocumentCodec.write(ad), sample);
    assertThat(AdDocumentCodec.CONTENT_TYPE).isEqualTo(AD_TYPE);
  }

  static Stream<Arguments> counters() {
    WriteOff lost = new WriteOff(false, "disk \"lost\"", 1_383_233_151_000L, "ops-1:0");
    WriteOff found = new WriteOff(true, "disk found", 1_383_233_152_000L, "ops-2:0");
    return Stream.of(
        Arguments.of("counter-first", counter(1, List.of(), null, false, "0", first())),
        Arguments.of(
            "counter-gaps",
            counter(
                10_422,
                List.of(
                    new Gap(17, 19, 1_383_146_751_000L, null),
                    new Gap(24, 24, 1_383_146_751_000L, null),
                    new Gap(30, 30, 1_383_146_752_000L, lost),
                    new Gap(31, 35, 1_383_146_752_000L, found),
                    new Gap(40, 40, 1_383_146_752_000L, null),
                    new Gap(50, 50, 1_383_146_751_000L, null)),
                null,
                false,
                "10400+21",
                later())),
        Arguments.of("counter-closed", counter(18, List.of(), null, true, "", later())),
        Arguments.of(
            "counter-closed-by-operator",
            counter(18, List.of(), new Ending(18, lost), false, "", later())),
        Arguments.of(
            "counter-reopened-by-operator",
            counter(
                18,
                List.of(new Gap(3, 5, 0, null)),
                new Ending(12, found),
                false,
                "0+2,7",
                later())));
  }

  private static WriteStamp first() {
    return new WriteStamp("3k9f0x2m1q7z", 1, List.of());
  }

  private static WriteStamp later() {
    return new WriteStamp("3k9f0x2m1q7z", 991, List.of("1m4c8t0w5y2r", "1m4c8t0w5y2s"));
  }

  private static CounterDocument counter(
      long next,
      List<Gap> gaps,
      Ending ending,
      boolean closed,
      String unconfirmed,
      WriteStamp write) {
    return new CounterDocument(
        A,
        GapList.of(next, gaps, ending),
        closed,
        LAST_MS,
        unconfirmed.isEmpty() ? new LongRanges() : LongRanges.parse(unconfirmed),
        write);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("counters")
  void countersOf100AreReadAsTheyWere(String name, CounterDocument counter)
      throws UnreadableDocument {
    byte[] sample = sample(name, CounterDocumentCodec.write(counter));
    assertThat(CounterDocumentCodec.read(COUNTER_TYPE, sample)).isEqualTo(counter);
    assertWritten(CounterDocumentCodec.write(counter), sample);
    assertThat(CounterDocumentCodec.CONTENT_TYPE).isEqualTo(COUNTER_TYPE);
  }

  @Test
  void theDirectoryOf100IsReadAsItWas() throws UnreadableDocument {
    DirectoryDocument directory = new DirectoryDocument(new TreeSet<>(Set.of(A, B, C)));
    byte[] sample = sample("directory", directory.toBytes());
    assertThat(DirectoryDocument.read(DIRECTORY_TYPE, sample)).isEqualTo(directory);
    assertWritten(directory.toBytes(), sample);
    assertThat(DirectoryDocument.CONTENT_TYPE).isEqualTo(DIRECTORY_TYPE);
  }

  @Test
  void retiredCountersOf100AreReadAsTheyWere() throws UnreadableDocument {
    long enteredMs = 1_390_737_600_000L;
    RetiredDocument retired =
        new RetiredDocument(
            new TreeMap<>(
                Map.of(
                    A, new RetiredDocument.Retired(4_711, enteredMs, 96, LAST_MS, true),
                    B, new RetiredDocument.Retired(0, enteredMs, 0, 0, false))));
    byte[] sample = sample("retired", retired.toBytes());
    assertThat(RetiredDocument.read(RETIRED_TYPE, sample)).isEqualTo(retired);
    assertWritten(retired.toBytes(), sample);
    assertThat(RetiredDocument.CONTENT_TYPE).isEqualTo(RETIRED_TYPE);
  }

  static Stream<Arguments> marks() {
    return Stream.of(
        Arguments.of(
            "recount-begun", new RecountMark("3k9f0x2m", 1_764_000_000_000L, "ops1 4711", 0)),
        Arguments.of(
            "recount-finished",
            new RecountMark("3k9f0x2m", 1_764_000_000_000L, "ops1 4711", 1_764_000_480_000L)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("marks")
  void marksOfARecountOf100AreReadAsTheyWere(String name, RecountMark mark)
      throws UnreadableDocument {
    byte[] sample = sample(name, mark.toBytes());
    assertThat(RecountMark.read(RECOUNT_TYPE, sample)).isEqualTo(mark);
    assertWritten(mark.toBytes(), sample);
    assertThat(RecountMark.CONTENT_TYPE).isEqualTo(RECOUNT_TYPE);
  }

  /** With other keys, counted events would count again. */
  @Test
  void sharedDocumentsAreUnderTheKeysOf100() {
    assertThat(List.of(A, B, C).stream().map(DirectoryDocument::keyOf))
        .containsExactly("counters-c", "counters-1", "counters-3");
    assertThat(List.of(A, B, C).stream().map(RetiredDocument::keyOf))
        .containsExactly("retired-2cc", "retired-231", "retired-373");
    assertThat(DirectoryDocument.keys()).hasSize(16).contains("counters-0", "counters-f");
    assertThat(RetiredDocument.keys()).hasSize(1_024).contains("retired-0", "retired-3ff");
    assertThat(RecountMark.KEY).isEqualTo("recount");
  }

  private static byte[] sample(String name, byte[] today) {
    return Samples.OF_1_0_0.bytes("documents/" + name + ".json", today);
  }

  private static void assertWritten(byte[] today, byte[] sample) {
    assertThat(new String(today, UTF_8)).isEqualTo(new String(sample, UTF_8));
  }
}
