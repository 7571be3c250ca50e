package clickcounter.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WriteIdsTest {
  @Test
  void noIdComesTwice() {
    Set<String> ids = new HashSet<>();
    for (long life = 0; life < 100; life++) {
      WriteIds writeIds = new WriteIds(new Random(life));
      for (int i = 0; i < 1000; i++) {
        assertThat(ids.add(writeIds.next())).isTrue();
      }
    }
  }

  @Test
  void anIdIsARandomPartAndANumber() {
    WriteIds writeIds = new WriteIds(new Random(0));
    assertThat(writeIds.next()).matches("[0-9a-z]{8}\\.0");
    assertThat(writeIds.next()).matches("[0-9a-z]{8}\\.1");
  }
}
