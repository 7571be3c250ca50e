package clickcounter.tools.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import clickcounter.cli.NoVerdict;
import clickcounter.document.CounterDocument;
import clickcounter.document.CounterDocumentCodec;
import clickcounter.document.WriteStamp;
import clickcounter.ids.GapList;
import clickcounter.ids.LongRanges;
import clickcounter.store.DocumentKey;
import clickcounter.store.MemoryStore;
import clickcounter.store.StoredValue;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class DocumentsTest {
  private static final String ID = "hostA-1";

  private final AtomicInteger inFlight = new AtomicInteger();
  private final AtomicInteger mostInFlight = new AtomicInteger();
  private final MemoryStore store = new MemoryStore(this::answer);
  private final Documents documents = new Documents(store);

  private void answer(Runnable answer) {
    inFlight.decrementAndGet();
    new Thread(answer).start();
  }

  /** A version that has seen 0 to 4, of which these are not confirmed. */
  private static StoredValue version(String writeId, long... unconfirmed) {
    GapList gaps = new GapList();
    gaps.markRange(0, 4, 0);
    return new StoredValue(
        CounterDocumentCodec.CONTENT_TYPE,
        CounterDocumentCodec.write(
            new CounterDocument(
                ID,
                gaps,
                false,
                1,
                LongRanges.of(unconfirmed),
                new WriteStamp(writeId, 1, List.of()))));
  }

  @Test
  void whatOneSiblingConfirmsIsConfirmed() {
    store.replace(DocumentKey.counter(ID), version("a", 1, 2), version("b", 2, 3));

    CounterReading counter = documents.counter(ID);

    assertThat(counter.unconfirmed()).isEqualTo(LongRanges.of(2));
    assertThat(LongStream.rangeClosed(0, 5).filter(counter::confirmed))
        .containsExactly(0L, 1L, 3L, 4L);
    assertThat(counter.siblings()).isEqualTo(2);
  }

  @Test
  void readThatFailsIsTriedAgain() {
    store.failNextReads(DocumentKey.counter(ID), 2);

    assertThat(documents.counter(ID).exists()).isFalse();
  }

  @Test
  void storeThatDoesNotAnswerEndsWithoutAVerdict() {
    store.failure = "no quorum";

    assertThatExceptionOfType(NoVerdict.class)
        .isThrownBy(() -> documents.counter(ID))
        .withMessageContaining("cannot read counters/hostA-1: no quorum");
  }

  @Test
  void readsAtOnceAreBoundedAndEachIsAnswered() {
    store.beforeFetch = key -> mostInFlight.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
    List<String> ids = IntStream.range(0, 1_000).mapToObj(i -> "host" + i + "-1").toList();

    assertThat(documents.counters(ids)).containsOnlyKeys(ids);
    assertThat(mostInFlight).hasValueLessThanOrEqualTo(32);
  }
}
