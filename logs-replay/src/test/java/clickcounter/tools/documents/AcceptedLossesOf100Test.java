package clickcounter.tools.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.cli.NoVerdict;
import clickcounter.store.DocumentKey;
import clickcounter.store.MemoryStore;
import clickcounter.store.StoredValue;
import clickcounter.testing.Samples;
import clickcounter.tools.StandingTime;
import clickcounter.tools.documents.AcceptedLosses.Loss;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The document of accepted losses, and the places of documents, as of version 1.0.0. */
class AcceptedLossesOf100Test {
  private static final String TYPE = "application/vnd.click-counter.accepted-losses.v1+json";
  private static final Loss OLD = new Loss("hostA-1", 5, 9, "disk \"lost\"", 1_764_000_000_000L);
  private static final Loss OTHER = new Loss("php.7", 0, 0, "靴", 1_764_000_000_001L);

  private final MemoryStore store = new MemoryStore();
  private final Documents documents = new Documents(store, new StandingTime());

  private void store(String contentType, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    store.replace(AcceptedLosses.KEY, new StoredValue(contentType, bytes));
  }

  private String stored() {
    StoredValue value = store.values(AcceptedLosses.KEY).get(0);
    assertThat(value.contentType()).isEqualTo(TYPE);
    return new String(value.bytes(), StandardCharsets.UTF_8);
  }

  @Test
  void lossesOf100AreReadAsTheyWere() {
    AcceptedLosses.remember(documents, List.of(OLD, OTHER));
    String today = stored();
    String sample = Samples.OF_1_0_0.text("documents/accepted-losses.json", today);

    store(TYPE, sample);

    assertThat(documents.acceptedLosses()).isEqualTo(new AcceptedLosses(List.of(OLD, OTHER)));
    assertThat(today).isEqualTo(sample);
  }

  @ParameterizedTest
  @ValueSource(strings = {"accepted-losses.json", "accepted-loss.json"})
  void aFieldFromTheFutureIsRefusedAndKept(String name) {
    String future = Samples.NEWER.text("documents/" + name);
    store(TYPE, future);
    assertThatThrownBy(() -> AcceptedLosses.remember(documents, List.of(OLD)))
        .isInstanceOf(NoVerdict.class)
        .hasMessageContainingAll(AcceptedLosses.KEY.toString(), "does not know the field 'newer'");
    assertThat(stored()).isEqualTo(future);
  }

  @Test
  void anotherTypeIsRefused() {
    store(TYPE.replace("v1", "v2"), Samples.OF_1_0_0.text("documents/accepted-losses.json"));
    assertThatThrownBy(documents::acceptedLosses)
        .isInstanceOf(NoVerdict.class)
        .hasMessageContaining("v2");
  }

  /** Elsewhere nobody would find them. */
  @Test
  void documentsAreWhereTheyWere() {
    assertThat(List.of(AcceptedLosses.KEY, DocumentKey.ad("靴/1"), DocumentKey.counter("hostA-1")))
        .extracting(DocumentKey::toString)
        .containsExactly("directory/accepted-losses", "ads/靴/1", "counters/hostA-1");
    assertThat(List.of(DocumentKey.DIRECTORY, DocumentKey.RETIRED))
        .containsExactly("directory", "retired");
  }
}
