package clickcounter.copies;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.event.AdIds;
import clickcounter.testing.Seeded;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CopyTableTest {
  /** Ids in groups with one hash, and some that are not ASCII. */
  private static final List<String> IDS = ids();

  private static List<String> ids() {
    List<String> ids = new ArrayList<>(List.of("", "é", "éé", "日本", "m\uD83D\uDE00"));
    String[] halves = {"Aa", "BB"};
    for (int i = 0; i < 256; i++) {
      StringBuilder id = new StringBuilder();
      for (int bit = 0; bit < 4; bit++) {
        id.append(halves[i >> bit & 1]);
      }
      ids.add(id.append(i >> 4).toString());
      ids.add("m" + i);
    }
    return ids.stream().distinct().toList();
  }

  private static int hash(String id) {
    byte[] name = AdIds.bytes(id);
    return AdIds.hash(name, 0, name.length);
  }

  @Test
  void holdsWhatAMapHolds() {
    Seeded.runs(100, CopyTableTest::compareWithAMap);
  }

  private static void compareWithAMap(Random random) {
    CopyTable<Copy> table = new CopyTable<>();
    Map<String, Copy> map = new HashMap<>();
    for (int i = 0; i < 2_000; i++) {
      String id = IDS.get(random.nextInt(IDS.size()));
      assertThat(get(table, id)).isSameAs(map.get(id));
      if (map.containsKey(id)) {
        if (random.nextBoolean()) {
          table.remove(map.remove(id));
        }
      } else {
        Copy copy = new Copy(id);
        copy.hash = hash(id);
        table.add(copy);
        map.put(id, copy);
      }
      assertThat(table.size()).isEqualTo(map.size());
    }
    Set<Copy> all = new HashSet<>();
    table.forEach(all::add);
    assertThat(all).isEqualTo(new HashSet<>(map.values()));
    IDS.forEach(id -> assertThat(get(table, id)).isSameAs(map.get(id)));
  }

  private static Copy get(CopyTable<Copy> table, String id) {
    byte[] name = AdIds.bytes("x" + id + "y");
    return table.get(hash(id), name, 1, name.length - 1);
  }

  @Test
  void removingACopyThatIsNotThereChangesNothing() {
    CopyTable<Copy> table = new CopyTable<>();
    table.add(new Copy("m1"));
    table.remove(new Copy("m1"));
    assertThat(table.size()).isEqualTo(1);
  }

  @Test
  void evictsWhatIsNeitherBusyNorWasUsedLately() {
    CopyTable<Copy> table = new CopyTable<>();
    Copy busy = idle("busy");
    busy.busy = true;
    Copy used = idle("used");
    used.used = true;
    Copy forgotten = idle("forgotten");
    List.of(busy, used, forgotten).forEach(table::add);
    assertThat(table.nextToEvict()).isSameAs(forgotten);
    table.remove(forgotten);
    assertThat(table.nextToEvict()).isSameAs(used);
  }

  private static Copy idle(String id) {
    Copy copy = new Copy(id);
    copy.hash = hash(id);
    copy.busy = false;
    copy.used = false;
    return copy;
  }
}
