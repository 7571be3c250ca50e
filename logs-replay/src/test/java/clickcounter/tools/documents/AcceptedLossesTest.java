package clickcounter.tools.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.cli.NoVerdict;
import clickcounter.ids.LongRanges;
import clickcounter.store.MemoryStore;
import clickcounter.store.StoredValue;
import clickcounter.tools.StandingTime;
import clickcounter.tools.documents.AcceptedLosses.Loss;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AcceptedLossesTest {
  private final MemoryStore store = new MemoryStore();
  private final Documents documents = new Documents(store, new StandingTime());

  private void remember(Loss... losses) {
    AcceptedLosses.remember(documents, List.of(losses));
  }

  @Test
  void archivesNeedNotHaveWhatIsAcceptedAndMustHaveTheRest() {
    remember(new Loss("hostA", 5, 9, "disk lost", 1));
    AcceptedLosses accepted = documents.acceptedLosses();
    assertThat(accepted.mustBeArchived("hostA", LongRanges.ofRange(3, 10)))
        .isEqualTo(LongRanges.of(3, 4, 10));
    assertThat(accepted.mustBeArchived("hostB", LongRanges.of(7))).isEqualTo(LongRanges.of(7));
  }

  @Test
  void decisionsOfOperatorsNeedNoArchive() {
    AcceptedLosses none = documents.acceptedLosses();
    assertThat(none.mustBeArchived("ops-20260601_120000-k3f9xq", LongRanges.of(0, 1)))
        .isEqualTo(new LongRanges());
    assertThat(none.mustBeArchived("ops-eu-20260601_120000", LongRanges.of(0)))
        .isEqualTo(LongRanges.of(0));
  }

  @Test
  void whatIsAcceptedAgainIsNotRepeated() {
    remember(new Loss("hostA", 5, 9, "disk lost", 1));
    List<StoredValue> first = store.values(AcceptedLosses.KEY);
    remember(new Loss("hostA", 6, 8, "the same", 2));
    assertThat(store.values(AcceptedLosses.KEY)).isEqualTo(first);
    remember(new Loss("hostA", 9, 10, "more", 3));
    assertThat(documents.acceptedLosses().accepted()).hasSize(2);
  }

  /** Two operators at once. */
  @Test
  void siblingsAreUnited() {
    List<StoredValue> siblings = new ArrayList<>();
    for (String counterId : List.of("hostA", "hostB")) {
      store.clear();
      remember(new Loss(counterId, 0, 3, "disk lost", 1));
      siblings.addAll(store.values(AcceptedLosses.KEY));
    }
    store.replace(AcceptedLosses.KEY, siblings.toArray(StoredValue[]::new));
    assertThat(documents.acceptedLosses().accepted())
        .extracting(Loss::counterId)
        .containsExactly("hostA", "hostB");
    remember();
    assertThat(store.values(AcceptedLosses.KEY)).hasSize(1);
  }

  @Test
  void damageIsNotTakenForNothing() {
    for (String damaged : List.of("{", "{\"accepted\":null}", "{\"accepted\":[{\"from\":1}]}")) {
      store.replace(
          AcceptedLosses.KEY,
          new StoredValue(AcceptedLosses.CONTENT_TYPE, damaged.getBytes(StandardCharsets.UTF_8)));
      assertThatThrownBy(documents::acceptedLosses)
          .isInstanceOf(NoVerdict.class)
          .hasMessageContaining(AcceptedLosses.KEY.toString());
    }
  }
}
