package clickcounter.tools.recount;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.document.AdDocumentCodec;
import clickcounter.store.DocumentKey;
import clickcounter.store.MemoryStore;
import clickcounter.store.MemoryStore.PutFault;
import clickcounter.store.StoredValue;
import clickcounter.tools.recount.FencedDocument.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FencedDocumentTest {
  private final MemoryStore store = new MemoryStore();
  private final FencedDocument document = new FencedDocument(store, DocumentKey.ad("m1"));
  private final List<Outcome> outcomes = new ArrayList<>();

  @Test
  void putInDoubtIsNoPut() {
    document.raise("fence.1", 0, "a test", outcomes::add);
    store.failNextPut(DocumentKey.ad("m1"), PutFault.DOUBT_LOST);
    document.replace(new StoredValue(AdDocumentCodec.CONTENT_TYPE, new byte[0]), outcomes::add);

    assertThat(outcomes).hasSize(2);
    assertThat(outcomes.get(0)).isInstanceOf(Outcome.Done.class);
    assertThat(outcomes.get(1)).isInstanceOf(Outcome.Failed.class);
  }
}
