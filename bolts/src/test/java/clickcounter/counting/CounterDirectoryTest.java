package clickcounter.counting;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.copies.Turns;
import clickcounter.document.DirectoryDocument;
import clickcounter.document.UnreadableDocument;
import clickcounter.store.DocumentKey;
import clickcounter.store.MemoryStore;
import clickcounter.store.MemoryStore.PutFault;
import clickcounter.store.StoredValue;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How counters come into the directory. */
class CounterDirectoryTest {
  /** What is tried before it is given up. */
  private static final int ATTEMPTS = 5;

  private static final long RETRY_MS = 60_000;

  private static final List<String> SAME_SHARD = countersOfOneShard(20);
  private static final String FIRST = SAME_SHARD.get(0);
  private static final String SECOND = SAME_SHARD.get(1);
  private static final DocumentKey SHARD =
      new DocumentKey(DocumentKey.DIRECTORY, DirectoryDocument.keyOf(FIRST));

  private final MemoryStore store = new MemoryStore();
  private final ArrayDeque<Runnable> mailbox = new ArrayDeque<>();
  private final RecordedMetrics metrics = new RecordedMetrics();
  private long nowMs;
  private final Turns turns = new Turns(mailbox::add, () -> nowMs);
  private final CounterDirectory directory = directory();
  private final List<String> entered = new ArrayList<>();
  private final List<String> failures = new ArrayList<>();

  private static List<String> countersOfOneShard(int count) {
    return IntStream.range(0, 10_000)
        .mapToObj(i -> "host" + i + "-20131030_152543")
        .filter(id -> DirectoryDocument.keyOf(id).equals(DirectoryDocument.keys().get(3)))
        .limit(count)
        .toList();
  }

  private CounterDirectory directory() {
    return new CounterDirectory(store, turns, RETRY_MS, metrics);
  }

  private void enter(String counterId) {
    enter(directory, counterId);
  }

  private void enter(CounterDirectory into, String counterId) {
    into.enter(
        counterId,
        failure -> {
          if (failure == null) {
            entered.add(counterId);
          } else {
            failures.add(failure);
          }
        });
  }

  private void run() {
    while (!mailbox.isEmpty()) {
      mailbox.poll().run();
    }
  }

  private TreeSet<String> named() {
    List<StoredValue> values = store.values(SHARD);
    assertThat(values).hasSize(1);
    try {
      return DirectoryDocument.read(values.get(0).contentType(), values.get(0).bytes())
          .counterIds();
    } catch (UnreadableDocument e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void counterIsEnteredWhenThePutIsAnswered() {
    enter(FIRST);
    assertThat(entered).isEmpty();
    run();

    assertThat(entered).containsExactly(FIRST);
    assertThat(named()).containsExactly(FIRST);
  }

  @Test
  void countersThatComeTogetherShareAPut() {
    SAME_SHARD.forEach(this::enter);
    run();

    assertThat(entered).containsExactlyElementsOf(SAME_SHARD);
    assertThat(named()).containsExactlyInAnyOrderElementsOf(SAME_SHARD);
    assertThat(store.puts(SHARD)).as("the first alone, then all that waited").isEqualTo(2);
  }

  @Test
  void counterThatIsThereIsNotPutAgain() {
    enter(FIRST);
    run();
    enter(FIRST);
    run();

    assertThat(entered).containsExactly(FIRST, FIRST);
    assertThat(store.puts(SHARD)).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(names = {"DOUBT_STORED", "DOUBT_LOST"})
  void putThatIsNotKnownToBeStoredIsReadAndTriedAgain(PutFault fault) {
    store.failNextPut(SHARD, fault);
    enter(FIRST);
    run();

    assertThat(entered).containsExactly(FIRST);
    assertThat(named()).containsExactly(FIRST);
    assertThat(store.reads(SHARD)).isEqualTo(2);
  }

  @Test
  void siblingsAreMerged() {
    CounterDirectory other = directory();
    enter(FIRST);
    enter(other, SECOND);
    run();

    assertThat(entered).containsExactlyInAnyOrder(FIRST, SECOND);
    assertThat(named()).containsExactlyInAnyOrder(FIRST, SECOND);
  }

  @Test
  void whatFailsTooOftenIsToldWithItsReason() {
    store.failNextReads(SHARD, ATTEMPTS);
    enter(FIRST);
    run();

    assertThat(entered).isEmpty();
    assertThat(failures).hasSize(1);
    assertThat(failures.get(0)).contains(SHARD.toString()).contains("no quorum");
    enter(FIRST);
    run();
    assertThat(entered).containsExactly(FIRST);
  }

  @Test
  void unreadableDirectoryDoesNotStopTheCounting() {
    store.replace(SHARD, TaskHarness.unreadable());
    enter(FIRST);
    run();

    assertThat(entered).containsExactly(FIRST);
    assertThat(store.puts(SHARD)).isZero();
  }

  @Test
  void countersThatAnUnreadableDirectoryDidNotTakeAreEnteredWhenItIsMended() {
    store.replace(SHARD, TaskHarness.unreadable());
    enter(FIRST);
    enter(SECOND);
    run();
    pass(RETRY_MS);
    assertThat(store.puts(SHARD)).as("still unreadable").isZero();

    String third = SAME_SHARD.get(2);
    store.replace(SHARD, directory(third));
    pass(RETRY_MS - 1);
    assertThat(store.puts(SHARD)).isZero();
    pass(1);

    assertThat(named()).containsExactlyInAnyOrder(FIRST, SECOND, third);
    pass(10 * RETRY_MS);
    assertThat(store.puts(SHARD)).isEqualTo(1);
  }

  @Test
  void countersThatWereNotTakenGoAlongWithTheNextThatIs() {
    store.replace(SHARD, TaskHarness.unreadable());
    enter(FIRST);
    run();
    store.replace(SHARD, directory(SAME_SHARD.get(2)));
    enter(SECOND);
    run();

    assertThat(named()).contains(FIRST, SECOND, SAME_SHARD.get(2));
  }

  @Test
  void counterThatHasADocumentIsEnteredOnceAndNobodyWaits() {
    directory.list(FIRST);
    directory.list(FIRST);
    run();
    assertThat(named()).containsExactly(FIRST);

    directory.list(FIRST);
    run();
    assertThat(store.reads(SHARD)).isEqualTo(2);
    assertThat(store.puts(SHARD)).isEqualTo(1);
  }

  @Test
  void counterThatHasADocumentAndIsNamedIsNotPut() {
    store.replace(SHARD, directory(FIRST));
    directory.list(FIRST);
    run();

    assertThat(store.puts(SHARD)).isZero();
  }

  @Test
  void counterThatCouldNotBeListedIsTriedAgainLater() {
    store.failNextReads(SHARD, ATTEMPTS);
    directory.list(FIRST);
    run();
    pass(RETRY_MS);

    assertThat(named()).containsExactly(FIRST);
  }

  @ParameterizedTest
  @EnumSource(names = {"DOUBT_STORED", "DOUBT_LOST"})
  void counterThatAReadShowsAfterADoubtIsPutOnceMore(PutFault fault) {
    store.failNextPut(SHARD, fault);
    enter(FIRST);
    run();

    assertThat(entered).containsExactly(FIRST);
    assertThat(store.puts(SHARD)).isEqualTo(2);
  }

  @Test
  void newCounterThatOnlyAReadShowsIsPut() {
    store.replace(SHARD, directory(FIRST)); // by an earlier life, whose put may not be at a quorum
    enter(FIRST);
    run();

    assertThat(entered).containsExactly(FIRST);
    assertThat(store.puts(SHARD)).isEqualTo(1);
  }

  private void pass(long ms) {
    nowMs += ms;
    turns.run(directory::onTick);
    run();
  }

  private static StoredValue directory(String counterId) {
    return new StoredValue(
        DirectoryDocument.CONTENT_TYPE,
        new DirectoryDocument(new TreeSet<>(List.of(counterId))).toBytes());
  }
}
