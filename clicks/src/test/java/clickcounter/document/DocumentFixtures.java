package clickcounter.document;

import clickcounter.event.EventKind;
import clickcounter.hours.HourCounts;
import clickcounter.hours.Hours;
import clickcounter.hours.RecentHours;
import clickcounter.ids.Ending;
import clickcounter.ids.Gap;
import clickcounter.ids.GapList;
import clickcounter.ids.LongRanges;
import clickcounter.ids.WriteOff;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.LongSupplier;

/** The documents in the codecs' class comments, and random ones. */
public final class DocumentFixtures {
  static final String AD_EXAMPLE =
      """
      {"adId":"m123456","state":"active","budgetMicros":50000000,"costMicros":1200000,"clicks":10,\
      "impressions":4123,"ranking":{"score":0.002396,"clicks":[10],"impressions":[4123]},\
      "firstEventAt":1383120000000,"lastEventAt":1383146743633,\
      "hours":"88gf*2klc:34.2,eg.1.255s,7@2",\
      "unsettled":{"hostA-20131030_152543":"15+5,3i,2c120000"},\
      "write":{"id":"3k9f0x2m.1q7","number":4711,"base":"3k9f0x2m.1q6"}}""";

  static final String COUNTER_EXAMPLE =
      """
      {"counterId":"hostA-20131030_152543","next":10422,"closed":false,"lastEventAt":1383146743633,\
      "gaps":[{"since":1383146751000,"ids":"17+2,5"},\
      {"since":1383146752000,"ids":"30","writeOff":\
      {"reason":"disk lost","at":1383233151000,"eventId":"ops-20131031_090000:0"}}],\
      "unconfirmed":"10400+21","write":{"id":"3k9f0x2m1q7z","number":991,"basedOn":["1m4c8t0w5y2r"]}}""";

  static final String DIRECTORY_EXAMPLE =
      """
      {"counters":["hostA-20131030_152543","hostB-20131030_091500"]}""";

  static final long DAY = 16008;

  /** 15:00 of the day. */
  static final long HOUR = DAY * Hours.PER_DAY + 15;

  private DocumentFixtures() {}

  static AdDocument exampleAd() {
    AddedIds added = new AddedIds();
    added.add(23, impression(HOUR));
    added.add(25, click(120_000, HOUR));
    return new AdDocument(
        "m123456",
        AdTotals.read(
            true,
            50_000_000,
            1_200_000,
            10,
            4123,
            InvalidClicks.NONE,
            1383120000000L,
            1383146743633L,
            new Ranking(DAY, new long[] {10}, new long[] {4123})),
        RecentHours.read("88gf*2klc:34.2,eg.1.255s,7@2"),
        Map.of("hostA-20131030_152543", new UnsettledIds(LongRanges.ofRange(15, 20), added)),
        new WriteStamp("3k9f0x2m.1q7", 4711, List.of(), "3k9f0x2m.1q6", 4710));
  }

  static CounterDocument exampleCounter() {
    WriteOff lost = new WriteOff(false, "disk lost", 1383233151000L, "ops-20131031_090000:0");
    return new CounterDocument(
        "hostA-20131030_152543",
        GapList.of(
            10422,
            List.of(
                new Gap(17, 19, 1383146751000L, null),
                new Gap(24, 24, 1383146751000L, null),
                new Gap(30, 30, 1383146752000L, lost)),
            null),
        false,
        1383146743633L,
        LongRanges.ofRange(10400, 10421),
        new WriteStamp("3k9f0x2m1q7z", 991, List.of("1m4c8t0w5y2r")));
  }

  static Contribution impression(long hour) {
    return new Contribution(EventKind.IMPRESSION, 0, hour);
  }

  static Contribution click(long costMicros, long hour) {
    return new Contribution(EventKind.CLICK, costMicros, hour);
  }

  static Contribution budget(long micros) {
    return new Contribution(EventKind.BUDGET, micros, 0);
  }

  public static AdDocument randomAd(Random random) {
    long day = random.nextInt(8, 30_000);
    AdTotals totals = randomTotals(random, day);
    RecentHours hours = randomHours(random, totals, day * Hours.PER_DAY);
    Map<String, UnsettledIds> unsettled = new HashMap<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      unsettled.put("host" + i + "-20131030_152543", randomIds(random, hours.newest()));
    }
    return new AdDocument("ad \"ü€😀" + day, totals, hours, unsettled, randomStamp(random));
  }

  /** Some of what was counted, in two hours. */
  private static RecentHours randomHours(Random random, AdTotals totals, long newest) {
    RecentHours hours = new RecentHours();
    hours.add(newest, new HourCounts(random.nextLong(totals.impressions() + 1), 0, 0));
    hours.add(
        newest - random.nextInt(1, RecentHours.WINDOW),
        new HourCounts(
            0,
            random.nextLong(totals.clicks()) + 1,
            totals.costMicros() / 2,
            random.nextLong(totals.invalid().allFiltered() + 1)));
    return hours;
  }

  private static AdTotals randomTotals(Random random, long day) {
    long[] clicks =
        random.longs(random.nextInt(Ranking.DAYS + 1), 0, 1L << random.nextInt(1, 40)).toArray();
    long[] impressions = random.longs(random.nextInt(Ranking.DAYS + 1), 0, 1L << 40).toArray();
    boolean funded = random.nextBoolean();
    long first = random.nextLong(1L << 45);
    return AdTotals.read(
        funded,
        funded ? random.nextLong(-1L << 50, 1L << 50) : 0,
        random.nextLong(1L << 50),
        random.nextLong(1, 1L << 40),
        random.nextLong(1L << 40),
        randomInvalid(random),
        first,
        first + random.nextLong(1L << 45),
        new Ranking(day, clicks, impressions));
  }

  private static InvalidClicks randomInvalid(Random random) {
    if (random.nextBoolean()) {
      return InvalidClicks.NONE;
    }
    boolean judged = random.nextBoolean();
    return new InvalidClicks(
        EventKind.FILTERED.stream().map(kind -> random.nextLong(3)).toList(),
        judged,
        judged ? random.nextLong(1L << 30) : 0,
        judged ? random.nextLong(1L << 50) : 0);
  }

  /** At least one id, some of them with their contribution. */
  static UnsettledIds randomIds(Random random, long newest) {
    UnsettledIds ids = new UnsettledIds();
    long at = random.nextLong(1L << random.nextInt(1, 52));
    for (int i = random.nextInt(1, 12); i > 0; i--) {
      long length = random.nextInt(1, 5);
      if (random.nextBoolean()) {
        ids.older().addRange(at, at + length - 1);
      } else {
        Contribution contribution = randomContribution(random, newest);
        for (long id = at; id < at + length; id++) {
          ids.added().add(id, contribution);
        }
      }
      at += length + (random.nextBoolean() ? 0 : random.nextLong(1L << random.nextInt(1, 30)));
    }
    return ids;
  }

  private static Contribution randomContribution(Random random, long newest) {
    LongSupplier hour = () -> random.nextBoolean() ? newest : random.nextLong(newest + 1);
    return switch (random.nextInt(4)) {
      case 0 -> impression(hour.getAsLong());
      case 1 -> click(random.nextLong(1L << 40), hour.getAsLong());
      case 2 -> budget(random.nextLong(-1L << 50, 1L << 50));
      default -> invalid(random, hour.getAsLong());
    };
  }

  private static Contribution invalid(Random random, long hour) {
    EventKind[] kinds = EventKind.values();
    EventKind kind = kinds[random.nextInt(3, kinds.length)];
    return new Contribution(kind, kind.hasAmount() ? random.nextLong(1L << 40) : 0, hour);
  }

  public static CounterDocument randomCounter(Random random) {
    GapList gaps = new GapList();
    for (int i = random.nextInt(1, 30); i > 0; i--) {
      gaps.mark(random.nextInt(60), random.nextLong(1L << 45));
    }
    for (int i = random.nextInt(3); i > 0; i--) {
      long from = random.nextInt(70);
      gaps.writeOff(from, from + random.nextInt(5), randomWriteOff(random));
    }
    if (random.nextInt(4) == 0) {
      gaps.writeOff(gaps.next() - random.nextInt(2), Ending.NO_END, randomWriteOff(random));
    }
    LongRanges unconfirmed = new LongRanges();
    gaps.forEachSeenRange(0, gaps.next(), unconfirmed::addRange);
    if (random.nextBoolean()) {
      unconfirmed.removeRange(0, random.nextInt(60));
    }
    return new CounterDocument(
        "host-20131030_152543",
        gaps,
        random.nextBoolean(),
        random.nextLong(1L << 45),
        unconfirmed,
        randomStamp(random));
  }

  private static WriteOff randomWriteOff(Random random) {
    return new WriteOff(
        random.nextBoolean(), "why \"" + random.nextInt(9), random.nextLong(1L << 45), "ops:1");
  }

  private static WriteStamp randomStamp(Random random) {
    List<String> basedOn = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      basedOn.add(Long.toString(random.nextLong(1L << 50), 36));
    }
    String id = Long.toString(random.nextLong(1L << 50), 36);
    long number = random.nextLong(1, 1L << 50);
    if (number == 1 || random.nextBoolean()) {
      return new WriteStamp(id, number, basedOn);
    }
    long storedNumber = random.nextBoolean() ? number - 1 : random.nextLong(1, number);
    return new WriteStamp(
        id, number, basedOn, Long.toString(random.nextLong(1L << 50), 36), storedNumber);
  }
}
