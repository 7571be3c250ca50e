package clickcounter.tools.series.close;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.CommandRun.Result;
import clickcounter.cli.ExitCode;
import clickcounter.document.AdTotals;
import clickcounter.event.AdEvent;
import clickcounter.event.Close;
import clickcounter.event.Event;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import clickcounter.hours.HourCounts;
import clickcounter.tools.EventFiles;
import clickcounter.tools.Seed;
import clickcounter.tools.Tool;
import clickcounter.tools.documents.Documents;
import clickcounter.tools.series.files.SeriesFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A bill that is added up from the files of days is what the ads' documents say, to the micro:
 * whatever was repeated, late, out of order, lost and written off, and in whatever month it was
 * counted.
 */
@Tag("slow")
class BillTest {
  private static final long FIRST_MS = Instant.parse("2026-09-25T00:00:00Z").toEpochMilli();
  private static final long LAST_MS = Instant.parse("2026-10-20T00:00:00Z").toEpochMilli();
  private static final YearMonth END = YearMonth.of(2026, 12);
  private static final int MOST_PAUSE_MS = 8 * 3_600_000;
  private static final int ADS = 30;
  private static final DateTimeFormatter START =
      DateTimeFormatter.ofPattern("uuuuMMdd_HHmmss").withZone(ZoneOffset.UTC);

  @TempDir private Path directory;
  private final Tool tool = new Tool();

  /** What counts in the end, added up here. */
  private final Map<String, HourCounts> expected = new TreeMap<>();

  private final Map<String, Long> budgets = new HashMap<>();
  private YearMonth firstMonth = END;

  private record Line(Event event, String text) {
    private static Line of(Event event) {
      return new Line(event, EventWriter.toLine(event));
    }
  }

  /** The life of one service, with its close notice. */
  private static List<Line> life(String host, SplittableRandom random) {
    long atMs = random.nextLong(FIRST_MS, LAST_MS);
    String counter = "%s-%s-k3f9xq".formatted(host, START.format(Instant.ofEpochMilli(atMs)));
    int count = random.nextInt(1, 80);
    int longest = random.nextInt(1_000, MOST_PAUSE_MS);
    List<Line> lines = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      lines.add(Line.of(event(counter, i, atMs, random)));
      atMs += random.nextInt(longest);
    }
    lines.add(Line.of(new Close(counter, count, atMs)));
    return lines;
  }

  private static AdEvent event(String counter, int number, long atMs, SplittableRandom random) {
    String ad = "m" + random.nextInt(ADS);
    return switch (random.nextInt(8)) {
      case 0 ->
          new AdEvent(counter, number, EventKind.BUDGET, ad, atMs, random.nextInt(-99, 5_000_000));
      case 1, 2, 3 ->
          new AdEvent(counter, number, EventKind.CLICK, ad, atMs, random.nextInt(2_000_000));
      default -> new AdEvent(counter, number, EventKind.IMPRESSION, ad, atMs, 0);
    };
  }

  private void expect(Event event) {
    if (event instanceof AdEvent ad) {
      HourCounts counts = HourCounts.of(ad.kind(), ad.amountMicros());
      if (ad.kind() != EventKind.BUDGET) {
        YearMonth month =
            YearMonth.from(Instant.ofEpochMilli(ad.timestampMs()).atOffset(ZoneOffset.UTC));
        firstMonth = month.isBefore(firstMonth) ? month : firstMonth;
      }
      expected.merge(ad.adId(), counts, HourCounts::plus);
      budgets.merge(ad.adId(), ad.kind() == EventKind.BUDGET ? ad.amountMicros() : 0L, Long::sum);
    }
  }

  private void archive(List<Line> life, SplittableRandom random) throws IOException {
    int cut = random.nextInt(life.size());
    String name = life.get(0).event().counterId();
    write(name + ".ndjson.1.gz", life.subList(0, cut));
    // A few lines are there twice.
    write(name + ".ndjson", life.subList(Math.max(0, cut - 3), life.size()));
  }

  private void write(String name, List<Line> lines) throws IOException {
    EventFiles.write(
        directory.resolve("archive").resolve(name), lines.stream().map(Line::text).toList());
  }

  /** In any order, some twice, in messages after each of which all documents are written. */
  private void deliver(List<Line> lines, SplittableRandom random) {
    List<Line> all = new ArrayList<>(lines);
    lines.stream().filter(line -> random.nextInt(6) == 0).forEach(all::add);
    Collections.shuffle(all, new Random(random.nextLong()));
    for (int from = 0; from < all.size(); ) {
      int to = Math.min(all.size(), from + random.nextInt(1, 60));
      tool.counting.receive(all.subList(from, to).stream().map(Line::text).toList());
      from = to;
    }
    lines.forEach(line -> expect(line.event()));
  }

  private Result run(String... words) {
    List<Object> all = new ArrayList<>(List.of(words));
    for (String setting : List.of("ops.archives=archive", "ops.archive=archive/ops")) {
      all.addAll(List.of("--set", setting.replace("=", "=" + directory + "/")));
    }
    all.addAll(List.of("--set", "ops.series=" + directory.resolve("series")));
    return tool.run(all.toArray());
  }

  private void writeOff(Line lost) {
    Result result =
        run(
            "counters",
            "write-off",
            lost.event().counterId(),
            Long.toString(lost.event().sequence()),
            "--why",
            "its disk was lost");
    assertThat(result.status()).as(result.err()).isZero();
    tool.countQueue();
  }

  /** All months since the first event. */
  private List<YearMonth> months() {
    return Stream.iterate(firstMonth, month -> month.isBefore(END), month -> month.plusMonths(1))
        .toList();
  }

  private Result close(YearMonth month) {
    return run("series", "close", month.toString());
  }

  private void closeAll() {
    for (YearMonth month : months()) {
      Result result = close(month);
      assertThat(result.status()).as(result.out() + result.err()).isEqualTo(ExitCode.OK);
    }
  }

  private void theBillIsThatOfTheDocuments() {
    Map<String, HourCounts> bill = new TreeMap<>();
    SeriesFiles files = SeriesFiles.of(directory.resolve("series"));
    files.forEachAd(files.firstDay(), files.lastDay() + 1, bill::put);
    assertThat(bill).isNotEmpty();
    Documents documents = new Documents(tool.counting.store);
    IntStream.range(0, ADS)
        .mapToObj(ad -> "m" + ad)
        .forEach(
            ad -> {
              HourCounts billed = bill.getOrDefault(ad, HourCounts.NONE);
              AdTotals totals =
                  documents
                      .ad(ad)
                      .decide(found -> found.totals(), absent -> new AdTotals(), blocked -> null);
              assertThat(billed).as(ad).isEqualTo(totals.counts());
              assertThat(billed).as(ad).isEqualTo(expected.getOrDefault(ad, HourCounts.NONE));
              long budgetMicros = budgets.getOrDefault(ad, 0L);
              assertThat(totals.spentMicros())
                  .as(ad)
                  .isEqualTo(AdTotals.spentMicros(budgetMicros, billed.costMicros()));
            });
  }

  @ParameterizedTest
  @ValueSource(longs = {31, 32, 33, 34})
  void aBillFromTheFilesEqualsTheTotalsOfTheDocumentsToTheMicro(long seed) throws Exception {
    tool.now = Instant.parse("2026-12-10T12:00:00Z");
    Seed.with(
        seed,
        random -> {
          List<Line> now = new ArrayList<>();
          List<Line> later = new ArrayList<>();
          List<Line> lost = new ArrayList<>();
          for (String host : List.of("a", "b", "c", "d", "e")) {
            List<Line> life = life(host, random);
            List<Line> archived = new ArrayList<>(life);
            for (Line line : life.subList(0, life.size() - 1)) {
              int fate = random.nextInt(12);
              (fate == 0 ? lost : fate == 1 ? later : now).add(line);
              if (fate == 0) {
                archived.remove(line);
              }
            }
            now.add(life.get(life.size() - 1));
            archive(archived, random);
          }
          later.add(now.remove(0));
          deliver(now, random);
          assertThat(months())
              .extracting(month -> close(month).status())
              .as("while events are late")
              .contains(ExitCode.MISSING);

          deliver(later, random);
          lost.forEach(this::writeOff);
          closeAll();
          theBillIsThatOfTheDocuments();

          List<Line> unknown = life("f", random);
          archive(unknown, random);
          deliver(unknown, random);
          closeAll();
          theBillIsThatOfTheDocuments();
        });
  }
}
