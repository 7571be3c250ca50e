package clickcounter.reading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.document.CounterDocument;
import clickcounter.document.CounterDocumentCodec;
import clickcounter.document.RetiredDocument;
import clickcounter.document.RetiredDocument.Retired;
import clickcounter.document.WriteStamp;
import clickcounter.ids.GapList;
import clickcounter.ids.LongRanges;
import clickcounter.ledger.CounterLedger;
import clickcounter.store.DocumentKey;
import clickcounter.store.MemoryStore;
import clickcounter.store.StoredValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** One way to read a counter: its document, and after that the retired. */
class CounterFetchTest {
  private static final String ID = "hostA-20131030_152543";
  private static final DocumentKey DOCUMENT = DocumentKey.counter(ID);
  private static final DocumentKey RETIRED = RetiredCounters.key(ID);
  private static final StoredValue ENTRY =
      new StoredValue(
          RetiredDocument.CONTENT_TYPE,
          new RetiredDocument(new TreeMap<>(Map.of(ID, new Retired(5, 1, 1, 1, true)))).toBytes());

  private final MemoryStore store = new MemoryStore();
  private final CountedReads metrics = new CountedReads();
  private final CounterFetch counters = new CounterFetch(store, metrics);
  private final List<Answer<CounterSiblings>> answers = new ArrayList<>();

  private static final class CountedReads implements ReadMetrics {
    int started;
    int failed;

    @Override
    public void readStarted() {
      started++;
    }

    @Override
    public void readFailed() {
      failed++;
    }
  }

  /** A version that has seen 0 to 4, of which these are not confirmed. */
  private static CounterDocument version(String writeId, long... unconfirmed) {
    GapList gaps = new GapList();
    gaps.markRange(0, 4, 0);
    return new CounterDocument(
        ID, gaps, false, 1, LongRanges.of(unconfirmed), new WriteStamp(writeId, 1, List.of()));
  }

  private static StoredValue value(CounterDocument document) {
    return new StoredValue(CounterDocumentCodec.CONTENT_TYPE, CounterDocumentCodec.write(document));
  }

  private Answer<CounterSiblings> read() {
    answers.clear();
    counters.fetch(ID, answers::add);
    assertThat(answers).hasSize(1);
    return answers.get(0);
  }

  private CounterDocument union() {
    return read()
        .decide(
            CounterSiblings::union,
            () -> {
              throw new AssertionError("absent");
            },
            unreadable -> {
              throw new AssertionError(unreadable);
            },
            failed -> {
              throw new AssertionError(failed);
            });
  }

  @Test
  void documentThatExistsIsReadAlone() {
    store.replace(DOCUMENT, value(version("a")));
    store.replace(RETIRED, ENTRY);

    assertThat(union().closed()).isFalse();
    assertThat(store.reads()).containsExactly(DOCUMENT);
    assertThat(metrics.started).isEqualTo(1);
  }

  @Test
  void counterWithoutADocumentIsLookedForAmongTheRetiredAfterThat() {
    store.replace(RETIRED, ENTRY);

    assertThat(union().closed()).isTrue();
    assertThat(union().next()).isEqualTo(5);
    assertThat(store.reads()).containsExactly(DOCUMENT, RETIRED, DOCUMENT, RETIRED);
    assertThat(metrics.started).isEqualTo(4);
  }

  /** In the other order, it would be found in neither place. */
  @Test
  void counterThatIsRetiredAndDeletedDuringTheReadIsFound() {
    store.replace(DOCUMENT, value(version("a")));
    store.beforeFetch =
        key -> {
          if (!store.reads().isEmpty()) {
            store.replace(RETIRED, ENTRY);
            store.delete(DOCUMENT);
          }
        };

    assertThat(union().next()).isEqualTo(5);
    assertThat(union().next()).isEqualTo(5);
  }

  @Test
  void counterInNeitherPlaceIsAbsent() {
    assertThat(read()).isEqualTo(new Answer.Absent<>());
  }

  /** A later write of one sibling confirms what the other one has not heard of yet. */
  @Test
  void whatOneSiblingConfirmsIsConfirmed() {
    store.replace(DOCUMENT, value(version("a", 1, 2)), value(version("b", 2, 3)));

    assertThat(union().unconfirmed()).isEqualTo(LongRanges.of(2));
  }

  @Test
  void readersAndWriterAgreeOnWhatIsNotConfirmed() {
    List<CounterDocument> siblings = List.of(version("a", 1, 2), version("b", 2, 3));
    store.replace(DOCUMENT, value(siblings.get(0)), value(siblings.get(1)));

    assertThat(CounterLedger.of(siblings).toString())
        .contains("pending [" + union().unconfirmed() + "]");
  }

  @Test
  void whatCannotBeReadIsUnreadable() {
    store.replace(DOCUMENT, new StoredValue(CounterDocumentCodec.CONTENT_TYPE, new byte[] {'x'}));
    assertThat(read()).isInstanceOf(Answer.Blocked.class);

    store.delete(DOCUMENT);
    store.replace(RETIRED, new StoredValue(RetiredDocument.CONTENT_TYPE, new byte[] {'x'}));
    assertThat(read().toString()).contains(RETIRED.toString()).contains("OPERATIONS.md");
    assertThat(metrics.failed).as("the store has answered").isZero();
  }

  @Test
  void failedReadIsNoAbsence() {
    store.failNextReads(DOCUMENT, 1);
    assertThat(read()).isEqualTo(new Answer.Failed<>("no quorum"));
    assertThat(store.reads()).containsExactly(DOCUMENT);

    store.delete(DOCUMENT);
    store.failNextReads(RETIRED, 1);
    assertThat(read()).isEqualTo(new Answer.Failed<>("no quorum"));
    assertThat(metrics.failed).isEqualTo(2);
  }

  @Test
  void storeThatTakesNoReadsIsAFailure() {
    store.refuseNextRead(RETIRED);
    assertThat(read()).isInstanceOf(Answer.Failed.class);
    store.refuseNextRead(DOCUMENT);
    assertThat(read()).isInstanceOf(Answer.Failed.class);
  }

  @Test
  void receiverThatThrowsIsCalledOnce() {
    List<Answer<CounterSiblings>> got = new ArrayList<>();
    assertThatThrownBy(
            () ->
                counters.fetch(
                    ID,
                    answer -> {
                      got.add(answer);
                      throw new IllegalStateException("its task has ended");
                    }))
        .hasMessage("its task has ended");
    assertThat(got).containsExactly(new Answer.Absent<>());
  }
}
