package clickcounter.tools.series.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.cli.NoVerdict;
import clickcounter.hours.HourCounts;
import clickcounter.ids.LongRanges;
import clickcounter.tools.Seed;
import clickcounter.tools.series.Slots;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SeriesFilesTest {
  private static final long DAY = LocalDate.of(2026, 6, 1).toEpochDay();
  private static final long FIRST = Slots.firstOf(DAY);
  private static final HourCounts SOME = new HourCounts(112, 2, 240_000, 5);

  @TempDir private Path directory;

  private void write(long day, SortedMap<String, SortedMap<Long, HourCounts>> ads)
      throws IOException {
    try (DayWriter writer = new DayWriter(directory, day, false)) {
      for (String adId : ads.keySet()) {
        writer.add(adId, ads.get(adId));
      }
      writer.add(
          new CountedIds("hostA-20260601_000000-k3f9xq", 0, 911, LongRanges.parse("0+633,2+276")));
    }
  }

  private void writeExample() throws IOException {
    SortedMap<Long, HourCounts> hours = new TreeMap<>();
    hours.put(FIRST + 56, SOME);
    hours.put(FIRST + 60, new HourCounts(520, 1, 120_000));
    write(DAY, new TreeMap<>(Map.of("m123456", hours, "a \"new\",\nbike", hours)));
  }

  private String text(String name) throws IOException {
    Path file = directory.resolve("2026-06-01").resolve(name);
    try (InputStream raw = Files.newInputStream(file);
        InputStream in = name.endsWith(".gz") ? new GZIPInputStream(raw) : raw) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void theFilesArePlainCsvThatGzipUnpacks() throws IOException {
    writeExample();
    assertThat(text("hours.csv.gz"))
        .isEqualTo(
            """
            ad,hour,impressions,clicks,cost_micros,invalid
            "a ""new"",
            bike",2026-06-01T14:00Z,112,2,240000,5
            "a ""new"",
            bike",2026-06-01T15:00Z,520,1,120000,0
            m123456,2026-06-01T14:00Z,112,2,240000,5
            m123456,2026-06-01T15:00Z,520,1,120000,0
            """);
    assertThat(text("ads.csv.gz"))
        .isEqualTo(
            """
            ad,impressions,clicks,cost_micros,invalid
            "a ""new"",
            bike",632,3,360000,5
            m123456,632,3,360000,5
            """);
    assertThat(text("totals.csv"))
        .isEqualTo(
            """
            hour,impressions,clicks,cost_micros,invalid
            2026-06-01T14:00Z,224,4,480000,10
            2026-06-01T15:00Z,1040,2,240000,0
            """);
    assertThat(text("counters.csv"))
        .isEqualTo(
            """
            counter,first,last,counted
            hostA-20260601_000000-k3f9xq,0,911,"0+633,2+276"
            """);
    assertThat(CountedIds.read(DayFiles.below(directory, DAY)).values())
        .containsExactly(
            new CountedIds(
                "hostA-20260601_000000-k3f9xq", 0, 911, LongRanges.parse("0+633,2+276")));
    assertThat(text("index.csv")).startsWith("ad,offset\n\"a \"\"new\"\",\nbike\",");
  }

  @Test
  void anAdOfAnyNameIsFound() throws IOException {
    writeExample();
    SeriesFiles files = SeriesFiles.of(directory);
    for (String adId : new String[] {"m123456", "a \"new\",\nbike"}) {
      assertThat(files.hours(adId, FIRST, FIRST + 60).counts())
          .hasSize(2)
          .containsEntry(FIRST + 56, SOME);
    }
    for (String adId : new String[] {"a", "b", "z"}) {
      assertThat(files.hours(adId, FIRST, FIRST + 96).counts()).isEmpty();
    }
  }

  private static SortedMap<String, SortedMap<Long, HourCounts>> randomDay(
      long day, int ads, SplittableRandom random) {
    SortedMap<String, SortedMap<Long, HourCounts>> all = new TreeMap<>();
    for (int i = 0; i < ads; i++) {
      SortedMap<Long, HourCounts> hours = new TreeMap<>();
      for (int n = random.nextInt(1, 24); n > 0; n--) {
        long slot = Slots.firstOf(day) + random.nextInt(Slots.PER_DAY);
        hours.put(slot, new HourCounts(random.nextInt(1, 99), random.nextInt(9), 1L << n));
      }
      all.put("ad" + random.nextInt(ads * 3), hours);
    }
    return all;
  }

  @ParameterizedTest
  @ValueSource(longs = {11, 12, 13})
  void everyReaderSaysWhatWasWritten(long seed) throws Exception {
    Seed.with(
        seed,
        random -> {
          Map<String, SortedMap<Long, HourCounts>> expected = new TreeMap<>();
          SortedMap<Long, HourCounts> totals = new TreeMap<>();
          for (long day = DAY; day < DAY + 3; day++) {
            SortedMap<String, SortedMap<Long, HourCounts>> ads = randomDay(day, 3_000, random);
            write(day, ads);
            ads.forEach(
                (id, hours) -> expected.computeIfAbsent(id, i -> new TreeMap<>()).putAll(hours));
            ads.values().forEach(h -> h.forEach((q, c) -> totals.merge(q, c, HourCounts::plus)));
          }
          assertThatItIsRead(expected, totals);
        });
  }

  private void assertThatItIsRead(
      Map<String, SortedMap<Long, HourCounts>> expected, SortedMap<Long, HourCounts> totals)
      throws IOException {
    SeriesFiles files = SeriesFiles.of(directory);
    long end = Slots.firstOf(DAY + 3);
    assertThat(files.totals(FIRST, end).counts()).isEqualTo(totals);
    Map<String, HourCounts> sums = new HashMap<>();
    files.forEachAd(DAY, DAY + 3, sums::put);
    assertThat(sums.keySet()).isEqualTo(expected.keySet());
    int ads = 0;
    try (HoursInOrder inOrder = files.hoursInOrder()) {
      for (String adId : expected.keySet()) {
        SortedMap<Long, HourCounts> hours = expected.get(adId);
        assertThat(sums.get(adId))
            .isEqualTo(hours.values().stream().reduce(HourCounts.NONE, HourCounts::plus));
        if (ads++ % 7 == 0) {
          assertThat(inOrder.hours(adId)).as(adId).isEqualTo(hours);
          assertThat(inOrder.hours(adId + " ")).isEmpty();
          assertThat(files.hours(adId, FIRST, end).counts()).as(adId).isEqualTo(hours);
        }
      }
    }
    // So each search goes through an index of several members.
    assertThat(Files.readAllLines(directory.resolve("2026-06-01/index.csv")).size())
        .isGreaterThan(10);
  }

  @Test
  void aDayThatIsNotThereIsAbsent() throws IOException {
    writeExample();
    SeriesFiles files = SeriesFiles.of(directory);
    assertThat(files.absent(DAY - 1, DAY + 3)).isEqualTo(LongRanges.of(DAY - 1, DAY + 1, DAY + 2));
    assertThatThrownBy(() -> SeriesFiles.of(directory.resolve("none")))
        .isInstanceOf(NoVerdict.class)
        .hasMessageContaining("expected days such as 2026-06-01");
  }

  @Test
  void anIndexWithANegativeOffsetIsDamaged() throws IOException {
    writeExample();
    Path index = directory.resolve("2026-06-01").resolve("index.csv");
    Files.writeString(index, "ad,offset\nm000000,-48\n");

    assertThatThrownBy(() -> SeriesFiles.of(directory).hours("m123456", FIRST, FIRST + 96))
        .isInstanceOf(NoVerdict.class)
        .hasMessageContaining("make the day again");
  }

  @ParameterizedTest
  @ValueSource(strings = {"hours.csv.gz", "index.csv", "ads.csv.gz", "totals.csv"})
  void aDamagedFileIsNamedAndGivesNoNumbers(String name) throws IOException {
    writeExample();
    Path file = directory.resolve("2026-06-01").resolve(name);
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length - 3] ^= 0x55;
    Files.write(file, bytes, StandardOpenOption.TRUNCATE_EXISTING);
    SeriesFiles files = SeriesFiles.of(directory);
    assertThatThrownBy(
            () -> {
              files.hours("m123456", FIRST, FIRST + 96);
              files.totals(FIRST, FIRST + 96);
              files.forEachAd(DAY, DAY + 1, (adId, counts) -> {});
            })
        .isInstanceOf(NoVerdict.class)
        .hasMessageContaining(file.toString())
        .hasMessageEndingWith(
            "Delete " + file.getParent() + ", and make the day again: clicks series build");
  }
}
