package clickcounter.storm;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.document.RecountMark;
import clickcounter.store.DocumentKey;
import clickcounter.store.MemoryStore;
import clickcounter.store.StoreContext;
import clickcounter.store.StoredValue;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** No worker starts on documents that are only half there. */
class RecountCheckTest {
  private static final DocumentKey KEY = new DocumentKey(DocumentKey.DIRECTORY, RecountMark.KEY);

  private final MemoryStore store = new MemoryStore();
  private final RecountMark mark = new RecountMark("run", 1_000, "ops1 4711", 0);

  private void put(String contentType, byte[] bytes) {
    store.put(KEY, new StoredValue(contentType, bytes), StoreContext.NONE, answer -> {});
  }

  @Test
  void withoutARecountWorkersStart() {
    assertThatCode(() -> RecountCheck.verify(store)).doesNotThrowAnyException();
  }

  @Test
  void whileEverythingIsRecountedNoWorkerStarts() {
    put(RecountMark.CONTENT_TYPE, mark.toBytes());

    assertThatThrownBy(() -> RecountCheck.verify(store))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("directory/recount")
        .hasMessageContaining("by ops1 4711")
        .hasMessageContaining("documents recount --everything");
  }

  @Test
  void afterTheRecountWorkersStart() {
    put(RecountMark.CONTENT_TYPE, mark.finished(2_000).toBytes());

    assertThatCode(() -> RecountCheck.verify(store)).doesNotThrowAnyException();
  }

  @Test
  void markThatCannotBeReadIsNoLeaveToStart() {
    put("text/plain", "rubbish".getBytes(StandardCharsets.UTF_8));

    assertThatThrownBy(() -> RecountCheck.verify(store))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("directory/recount");
  }

  @Test
  void storeThatDoesNotAnswerIsNoLeaveToStart() {
    store.close();

    assertThatThrownBy(() -> RecountCheck.verify(store))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("cannot read directory/recount");
  }
}
