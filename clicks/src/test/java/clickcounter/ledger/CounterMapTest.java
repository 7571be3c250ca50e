package clickcounter.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.testing.Seeded;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class CounterMapTest {
  @Test
  void isAMapInTheOrderOfItsKeys() {
    Seeded.runs(
        200,
        random -> {
          CounterMap<Integer> table = new CounterMap<>();
          Map<String, Integer> model = new TreeMap<>();
          for (int i = 0; i < 100; i++) {
            change(table, model, i, random);
            assertThat(table.counterIds()).containsExactlyElementsOf(model.keySet());
            assertThat(table).hasToString(model.toString());
          }
        });
  }

  private static void change(
      CounterMap<Integer> table, Map<String, Integer> model, int value, Random random) {
    // Usually the same object, as events of one counter share it; sometimes an equal one.
    String id = random.nextInt(3) > 0 ? ("c" + random.nextInt(30)).intern() : "c" + value % 30;
    assertThat(table.get(id)).isEqualTo(model.get(id));
    if (random.nextInt(3) > 0) {
      assertThat(table.computeIfAbsent(id, () -> value))
          .isEqualTo(model.computeIfAbsent(id, absent -> value));
    } else if (random.nextInt(30) == 0) {
      table.clear();
      model.clear();
    } else if (table.size() > 0) {
      int removed = random.nextInt(table.size());
      List<String> ids = new ArrayList<>(model.keySet());
      assertThat(table.value(removed)).isEqualTo(model.remove(ids.get(removed)));
      table.removeAt(removed);
    }
  }
}
