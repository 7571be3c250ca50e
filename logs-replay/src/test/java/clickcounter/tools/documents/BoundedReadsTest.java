package clickcounter.tools.documents;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.Fetched;
import clickcounter.store.MemoryStore;
import clickcounter.store.StoreContext;
import clickcounter.store.StoredValue;
import clickcounter.store.WaitingStore;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BoundedReadsTest {
  private static final DocumentKey KEY = DocumentKey.ad("m1");
  private static final StoredValue VALUE = new StoredValue("text/plain", new byte[] {1});

  private final MemoryStore documents = new MemoryStore();
  private final List<String> events = new ArrayList<>();

  /** What waits for its time, and until when. */
  private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();

  private final List<Duration> delays = new ArrayList<>();

  private void later(Duration delay, Runnable task) {
    delays.add(delay);
    waiting.add(task);
  }

  private void answered(Fetched fetched) {
    events.add(fetched.siblings().isEmpty() ? "absent" : "found");
  }

  @Test
  void readsBeyondTheRateBeginAfterOneAnother() {
    // A machine that stands still for the whole hour would make these delays shorter.
    DocumentStore store = BoundedReads.of(documents, 1, this::later);
    for (int i = 0; i < 3_601; i++) {
      store.fetch(KEY, this::answered);
    }

    assertThat(events).as("the others do not hold up their caller").hasSize(1);
    assertThat(delays).hasSize(3_600).isSorted();
    assertThat(delays.get(3_599)).isBetween(Duration.ofMinutes(1), Duration.ofHours(1));
    waiting.forEach(Runnable::run);
    assertThat(events).as("each is answered once").hasSize(3_601);
  }

  @Test
  void delayedReadSeesWhatWasPutMeanwhile() {
    Duration second = Duration.ofSeconds(1);
    DocumentStore store = new BoundedReads(documents, () -> second, this::later);

    store.fetch(KEY, this::answered);
    store.put(KEY, VALUE, StoreContext.NONE, stored -> events.add("put"));
    assertThat(events).as("a put does not wait").containsExactly("put");
    assertThat(delays).containsExactly(second);
    waiting.remove().run();

    assertThat(events).containsExactly("put", "found");
  }

  @Test
  void withoutALimitItIsTheStoreItself() {
    assertThat(BoundedReads.of(documents, 0, this::later)).isSameAs(documents);
  }

  @Test
  void whatIsDeletedIsDeletedInTheStore() {
    DocumentStore store = BoundedReads.of(documents, 1, this::later);
    documents.replace(KEY, VALUE);
    StoreContext read = new WaitingStore(documents).fetch(KEY, 1).context();
    store.delete(KEY, read, failure -> events.add("failure " + failure));

    assertThat(events).containsExactly("failure null");
    assertThat(documents.contents()).isEmpty();
  }
}
