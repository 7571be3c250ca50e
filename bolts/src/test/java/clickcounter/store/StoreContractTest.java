package clickcounter.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The in-memory store keeps the contract. */
class StoreContractTest {
  private static final DocumentKey AD = DocumentKey.ad("m1");
  private static final StoredValue VALUE =
      new StoredValue("text/plain", "v".getBytes(StandardCharsets.UTF_8));

  @TestFactory
  Stream<DynamicTest> contract() {
    return new StoreContract(new MemoryStore()).tests();
  }

  @Test
  void aDeletedDocumentIsAbsentWithTheContextOfItsTombstone() {
    MemoryStore store = new MemoryStore();
    put(store, StoreContext.NONE);
    store.delete(AD);
    Fetched.Absent absent = (Fetched.Absent) fetch(store);
    assertThat(absent.context().isNone()).isFalse();
    assertThat(put(store, StoreContext.NONE)).isEqualTo(new Stored.Siblings(2));
    assertThat(((Fetched.Found) fetch(store)).siblings()).containsExactly(VALUE);
  }

  @Test
  void aPutOverATombstoneIsAlone() {
    MemoryStore store = new MemoryStore();
    put(store, StoreContext.NONE);
    store.delete(AD);
    StoreContext tombstone = ((Fetched.Absent) fetch(store)).context();
    assertThat(put(store, tombstone)).isInstanceOf(Stored.Single.class);
  }

  @Test
  void aClosedStoreLeavesEverythingOpen() {
    MemoryStore store = new MemoryStore();
    store.close();
    assertThat(put(store, StoreContext.NONE)).isInstanceOf(Stored.Doubt.class);
    assertThat(fetch(store)).isInstanceOf(Fetched.Failed.class);
  }

  private static Stored put(DocumentStore store, StoreContext context) {
    CapturedAnswer<Stored> answer = new CapturedAnswer<>();
    store.put(AD, VALUE, context, answer);
    return answer.get();
  }

  private static Fetched fetch(DocumentStore store) {
    CapturedAnswer<Fetched> answer = new CapturedAnswer<>();
    store.fetch(AD, answer);
    return answer.get();
  }
}
