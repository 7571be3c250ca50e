package clickcounter.tools.audit;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.Terminal;
import clickcounter.document.AdTotals;
import clickcounter.event.AdEvent;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import clickcounter.event.Judgement;
import clickcounter.hours.Hours;
import clickcounter.hours.RecentHours;
import clickcounter.ids.GapList;
import clickcounter.ids.LongRanges;
import clickcounter.tools.Seed;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.documents.CounterReading;
import clickcounter.tools.table.AdSums;
import clickcounter.tools.table.AdSums.Difference;
import clickcounter.tools.table.AdSums.Spend;
import clickcounter.tools.table.AdSums.Uncounted;
import clickcounter.tools.table.FreshTable;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The engine and the kernel add up events independently. This compares their sums. */
class AdSumsTest {
  private static final long DAY_MS = 86_400_000;
  private static final long FIRST_MS = 20_600 * DAY_MS;
  private static final PrintStream NOWHERE = new PrintStream(OutputStream.nullOutputStream());

  /** The last two are in one order in Java, and in the other one in UTF-8. */
  private static final List<String> ADS = List.of("m0", "m1", "m2", "m\uFF5E", "m\uD83D\uDE00");

  @TempDir private Path directory;

  /** What is known of a number. */
  private enum Fate {
    COUNTED,
    LISTED,
    MISSING,
    IN_FLIGHT,
    UNKNOWN
  }

  private record Archived(AdEvent event, Fate fate) {}

  private static final class Sum {
    final AdTotals totals = new AdTotals();
    final RecentHours hours = new RecentHours();

    void add(AdEvent event) {
      totals.add(event);
      hours.add(event.kind(), event.amountMicros(), Hours.of(event.kind(), event.timestampMs()));
    }
  }

  private static List<Archived> archived(SplittableRandom random) {
    List<Archived> all = new ArrayList<>();
    int days = random.nextBoolean() ? 20 : 2;
    int counted = random.nextInt(1, 12);
    for (int n = random.nextInt(400); n > 0; n--) {
      Fate fate = random.nextInt(12) < counted ? Fate.COUNTED : Fate.values()[random.nextInt(1, 5)];
      long time = FIRST_MS + random.nextLong(days * DAY_MS);
      all.add(new Archived(event(random, n, time), fate));
    }
    return all;
  }

  private static AdEvent event(SplittableRandom random, int number, long time) {
    EventKind kind = EventKind.values()[random.nextInt(EventKind.values().length)];
    long amount =
        kind == EventKind.BUDGET
            ? random.nextLong(1, 6_000) * (random.nextInt(4) == 0 ? -1 : 1)
            : kind.hasAmount() ? random.nextLong(1_000) : 0;
    String ad = ADS.get(random.nextInt(ADS.size()));
    String word = kind == EventKind.FILTERED_OTHER ? "odd" : kind.filterClass();
    Judgement judgement =
        kind.isFiltered()
            ? Judgement.ofFilter(word + "@1")
            : kind.isVerdict() ? new Judgement("rate@1", "x:1", "ivt") : null;
    return new AdEvent("c" + number % 3, number / 3, kind, ad, time, amount, judgement);
  }

  @Test
  void sumsAreThoseOfTheKernel() throws Exception {
    for (long seed = 0; seed < 8; seed++) {
      Path root = Files.createDirectories(directory.resolve("r" + seed));
      Seed.with(seed, random -> sums(root, random));
    }
  }

  private static void sums(Path root, SplittableRandom random) throws Exception {
    List<Archived> all = archived(random);
    Path file =
        Files.write(
            root.resolve("a.ndjson"),
            all.stream().map(each -> EventWriter.toLine(each.event())).toList());
    try (FreshTable table =
        new FreshTable(Optional.empty(), new Terminal(NOWHERE, NOWHERE, false))) {
      AdSums sums =
          new AdSums(table.update(ArchiveFiles.find(List.of(file)), 1), Set.of(), Set.of());
      put(all, sums);
      assertThat(sums.ads())
          .containsExactlyInAnyOrderElementsOf(
              all.stream().map(each -> each.event().adId()).distinct().toList());
      if (!all.isEmpty()) {
        assertDocuments(all, sums, random);
      }
    }
  }

  /** Says of each number what is known of it, and asks which of them are missing. */
  private static void put(List<Archived> all, AdSums sums) throws Exception {
    Map<String, GapList> gaps = new HashMap<>();
    Map<String, Map<String, LongRanges>> listed = new HashMap<>();
    Map<String, Map<String, LongRanges>> open = new HashMap<>();
    SortedMap<String, Uncounted> uncounted = new TreeMap<>();
    Map<String, LongRanges> numbers = new HashMap<>();
    Map<String, Long> lastMs = new HashMap<>();
    Set<String> hasOpen = new HashSet<>();
    for (Archived each : all) {
      AdEvent event = each.event();
      String counter = event.counterId();
      numbers.computeIfAbsent(counter, id -> new LongRanges()).add(event.sequence());
      if (each.fate() == Fate.COUNTED) {
        gaps.computeIfAbsent(counter, id -> new GapList()).mark(event.sequence(), 0);
        lastMs.merge(counter, event.timestampMs(), Math::max);
        continue;
      }
      if (each.fate() == Fate.LISTED) {
        listed
            .computeIfAbsent(event.adId(), id -> new HashMap<>())
            .computeIfAbsent(counter, id -> new LongRanges())
            .add(event.sequence());
      } else {
        boolean isUnknown = each.fate() == Fate.UNKNOWN;
        uncounted.merge(
            event.adId(),
            new Uncounted(each.fate() == Fate.MISSING ? 1 : 0, isUnknown, false),
            (a, b) ->
                new Uncounted(a.missing() + b.missing(), a.isUnknown() || b.isUnknown(), false));
      }
      hasOpen.add(counter);
      open.computeIfAbsent(why(each.fate()), why -> new HashMap<>())
          .computeIfAbsent(counter, id -> new LongRanges())
          .add(event.sequence());
    }
    lastMs.keySet().retainAll(hasOpen);
    List<CounterReading> readings = new ArrayList<>();
    gaps.forEach(
        (id, counted) ->
            readings.add(new CounterReading(id, counted, false, 0, new LongRanges(), 1, 1, null)));
    sums.putCounted(readings);
    sums.putListed(listed);
    assertThat(sums.putOpen(open)).isEqualTo(uncounted);
    assertThat(sums.lastCountedOfOpen()).isEqualTo(lastMs);
    Map<String, LongRanges> found = new HashMap<>();
    sums.counters().forEach((id, counter) -> found.put(id, counter.numbers()));
    assertThat(found).isEqualTo(numbers);
  }

  private static String why(Fate fate) {
    return switch (fate) {
      case IN_FLIGHT -> "UNDER_WAY";
      case UNKNOWN -> "CANNOT_TELL";
      default -> "MISSING";
    };
  }

  private static void assertDocuments(List<Archived> all, AdSums sums, SplittableRandom random)
      throws Exception {
    Map<String, Sum> right = new HashMap<>();
    Map<String, Sum> complete = new HashMap<>();
    for (Archived each : all) {
      String ad = each.event().adId();
      Sum counted = right.computeIfAbsent(ad, id -> new Sum());
      Sum withMissing = complete.computeIfAbsent(ad, id -> new Sum());
      if (each.fate() == Fate.COUNTED || each.fate() == Fate.LISTED) {
        counted.add(each.event());
        withMissing.add(each.event());
      } else if (each.fate() == Fate.MISSING) {
        withMissing.add(each.event());
      }
    }
    assertThat(differences(right, sums)).isEmpty();
    Map<String, Spend> spends = new HashMap<>();
    right.forEach(
        (ad, sum) -> {
          long spent = sum.totals.spentMicros();
          long later = complete.get(ad).totals.spentMicros();
          spends.put(ad, new Spend(spent, Math.abs(later - spent)));
        });
    assertThat(sums.spends()).isEqualTo(spends);

    Archived twice = all.get(random.nextInt(all.size()));
    right.get(twice.event().adId()).add(twice.event());
    assertThat(differences(right, sums)).containsOnlyKeys(twice.event().adId());
  }

  private static SortedMap<String, List<Difference>> differences(
      Map<String, Sum> documents, AdSums sums) throws Exception {
    Map<String, Map<String, String>> fields = new HashMap<>();
    documents.forEach((ad, sum) -> fields.put(ad, ReadAd.fields(sum.totals, sum.hours)));
    sums.putDocuments(fields);
    return sums.differences();
  }
}
