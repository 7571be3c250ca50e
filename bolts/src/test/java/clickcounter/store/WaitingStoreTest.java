package clickcounter.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.store.MemoryStore.PutFault;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class WaitingStoreTest {
  private static final DocumentKey KEY = DocumentKey.ad("shoes");
  private static final Fetched.Absent ABSENT = new Fetched.Absent(StoreContext.NONE);

  private final MemoryStore memory = new MemoryStore(answer -> new Thread(answer).start());
  private final WaitingStore store = new WaitingStore(memory);

  /** The next reads fail for these reasons. */
  private void failReads(String... reasons) {
    Queue<String> next = new ArrayDeque<>(List.of(reasons));
    memory.beforeFetch = key -> memory.failure = next.poll();
  }

  private static Fetched failed(String reason) {
    return new Fetched.Failed(reason);
  }

  @Test
  void failedReadIsRepeatedAsOftenAsAllowed() {
    failReads("one", "two");
    assertThat(store.fetch(KEY, 3)).isEqualTo(ABSENT);
    failReads("one", "two");
    assertThat(store.fetch(KEY, 2)).isEqualTo(failed("two"));
  }

  @Test
  void putIsNotRepeated() {
    memory.failNextPut(KEY, PutFault.DOUBT_LOST);

    Stored stored = store.put(KEY, new StoredValue("text/plain", new byte[1]), StoreContext.NONE);

    assertThat(stored).isEqualTo(new Stored.Doubt("connection lost"));
  }

  @Test
  void failedReadHasNoContextToPutWith() {
    Fetched failed = failed("time-out");

    assertThatThrownBy(failed::context)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("time-out");
  }
}
