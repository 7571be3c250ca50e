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
import clickcounter.store.DocumentStore;
import clickcounter.store.Fetched;
import clickcounter.store.StoreContext;
import clickcounter.store.Stored;
import clickcounter.store.StoredValue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DocumentsTest {
  private static final String ID = "hostA-1";

  private final Store store = new Store();
  private final Documents documents = new Documents(store);

  /** Answers on threads of its own. */
  private static final class Store implements DocumentStore {
    final Map<DocumentKey, List<StoredValue>> values = new HashMap<>();
    final AtomicInteger inFlight = new AtomicInteger();
    final AtomicInteger mostInFlight = new AtomicInteger();
    final AtomicInteger failures = new AtomicInteger();

    @Override
    public void fetch(DocumentKey key, Consumer<Fetched> answer) {
      mostInFlight.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
      new Thread(
              () -> {
                inFlight.decrementAndGet();
                answer.accept(fetched(key));
              })
          .start();
    }

    private Fetched fetched(DocumentKey key) {
      if (failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
        return new Fetched.Failed("no quorum");
      }
      return values.containsKey(key)
          ? new Fetched.Found(values.get(key), StoreContext.NONE)
          : new Fetched.Absent(StoreContext.NONE);
    }

    @Override
    public void put(
        DocumentKey key, StoredValue value, StoreContext context, Consumer<Stored> answer) {
      throw new UnsupportedOperationException("nothing is put here");
    }

    @Override
    public void close() {}
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
    store.values.put(DocumentKey.counter(ID), List.of(version("a", 1, 2), version("b", 2, 3)));

    CounterReading counter = documents.counter(ID);

    assertThat(counter.unconfirmed()).isEqualTo(LongRanges.of(2));
    assertThat(counter.confirmed()).isEqualTo(LongRanges.of(0, 1, 3, 4));
    assertThat(counter.siblings()).isEqualTo(2);
  }

  @Test
  void readThatFailsIsTriedAgain() {
    store.failures.set(2);

    assertThat(documents.counter(ID).exists()).isFalse();
  }

  @Test
  void storeThatDoesNotAnswerEndsWithoutAVerdict() {
    store.failures.set(Integer.MAX_VALUE);

    assertThatExceptionOfType(NoVerdict.class)
        .isThrownBy(() -> documents.counter(ID))
        .withMessageContaining("cannot read counters/hostA-1: no quorum");
  }

  @Test
  void readsAtOnceAreBoundedAndEachIsAnswered() {
    List<String> ids = IntStream.range(0, 1_000).mapToObj(i -> "host" + i + "-1").toList();

    assertThat(documents.counters(ids)).containsOnlyKeys(ids);
    assertThat(store.mostInFlight).hasValueLessThanOrEqualTo(32);
  }
}
