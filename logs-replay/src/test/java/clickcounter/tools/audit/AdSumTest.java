package clickcounter.tools.audit;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.document.AdTotals;
import clickcounter.event.EventKind;
import clickcounter.hours.Hours;
import clickcounter.hours.RecentHours;
import clickcounter.tools.Seed;
import clickcounter.tools.audit.OpenAd.AdComparison;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The audit and the kernel add up events independently. This compares their sums. */
class AdSumTest {
  private static final long DAY_MS = 86_400_000;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void sumsInPartsAndAnyOrderEqualTheTotals(long seed) throws Exception {
    Seed.with(
        seed,
        random -> {
          for (int round = 0; round < 500; round++) {
            AdTotals totals = new AdTotals();
            RecentHours hours = new RecentHours();
            EventKind[] kinds = EventKind.values();
            int days = random.nextBoolean() ? 20 : 2;
            AdSum[] parts = {new AdSum(), new AdSum(), new AdSum()};
            for (int i = random.nextInt(1, 60); i > 0; i--) {
              EventKind kind = kinds[random.nextInt(kinds.length)];
              long amount =
                  kind == EventKind.BUDGET
                      ? random.nextLong(6_000) - 2_000
                      : kind.hasAmount() ? random.nextLong(1_000) : 0;
              long at = random.nextLong(days) * DAY_MS + random.nextLong(DAY_MS);
              totals.add(kind, amount, at);
              hours.add(kind, amount, Hours.of(kind, at));
              parts[random.nextInt(3)].add(kind, at, amount);
            }
            AdSum all = parts[2].copy();
            all.add(parts[0]);
            all.add(parts[1]);
            assertThat(AdComparison.compare(all, totals, hours)).isEqualTo(List.of());
          }
        });
  }
}
