package clickcounter.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import clickcounter.testing.Patience;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.function.Executable;

/**
 * What every {@link DocumentStore} must do, whatever lies behind it. A test class runs it with
 *
 * <pre>
 * {@literal @}TestFactory
 * Stream&lt;DynamicTest&gt; contract() { return new StoreContract(store).tests(); }
 * </pre>
 *
 * <p>It uses keys of its own in a bucket of its own, so it may run against a Riak in use. It does
 * not try what a store does when it fails.
 */
public final class StoreContract {
  private static final String BUCKET = "store-contract";
  private static final String TYPE = "application/vnd.click-counter.ad.v1+json";
  private static final int WRITERS = 16;
  private static final int ROUNDS = 10;
  private static final int IN_FLIGHT = 500;
  private static final int MIB = 1 << 20;

  private final DocumentStore store;
  private final String run = UUID.randomUUID().toString();

  public StoreContract(DocumentStore store) {
    this.store = store;
  }

  /** All claims. */
  public Stream<DynamicTest> tests() {
    return Stream.of(
        claim("what was put is read back", this::whatWasPutIsReadBack),
        claim("a key never put is absent without a context", this::aKeyNeverPutIsAbsent),
        claim("a put's context serves the next put", this::aPutsContextServesTheNextPut),
        claim("the content type is kept", this::theContentTypeIsKept),
        claim("all byte values are kept", this::allByteValuesAreKept),
        claim("keys may be long and of any script", this::keysMayBeLongAndOfAnyScript),
        claim("keys and buckets are kept apart", this::keysAndBucketsAreKeptApart),
        claim("a large value is kept whole or not at all", this::aLargeValueIsKeptWhole),
        claim("many puts may be in flight, each answered once", this::manyPutsMayBeInFlight),
        claim("writers that read, merge and put lose nothing", this::mergingWritersLoseNothing),
        claim("a deleted document is absent", this::aDeletedDocumentIsAbsent),
        claim("a delete leaves what it has not read", this::aDeleteLeavesWhatItHasNotRead),
        claim("concurrent puts leave siblings", this::concurrentPutsLeaveSiblings),
        claim("an old context leaves a sibling of what it had not seen", this::oldContextSibling),
        claim("a put over all siblings resolves them", this::aPutOverAllSiblingsResolvesThem),
        claim("single is answered only when alone", this::singleIsAnsweredOnlyWhenAlone),
        claim("racing first puts are all kept", this::racingFirstPutsAreAllKept));
  }

  private void aDeletedDocumentIsAbsent() {
    DocumentKey key = key("deleted");
    StoreContext context = single(put(key, "gone", StoreContext.NONE));
    assertThat(delete(key, context)).isNull();
    assertThat(fetch(key)).isInstanceOf(Fetched.Absent.class);
  }

  private void aDeleteLeavesWhatItHasNotRead() {
    DocumentKey key = key("changed");
    StoreContext before = single(put(key, "one", StoreContext.NONE));
    single(put(key, "two", before));
    delete(key, before);
    Fetched found = fetch(key);
    assertThat(found).isInstanceOf(Fetched.Found.class);
    assertThat(((Fetched.Found) found).siblings()).hasSize(1);
    assertThat(texts((Fetched.Found) found)).containsExactly("two");
  }

  /** Null, or why it was not deleted. */
  private String delete(DocumentKey key, StoreContext context) {
    CompletableFuture<String> answer = new CompletableFuture<>();
    store.delete(key, context, answer::complete);
    return answer.orTimeout(Patience.LIMIT_S, TimeUnit.SECONDS).join();
  }

  private DynamicTest claim(String name, Executable test) {
    return dynamicTest(name, test);
  }

  private void whatWasPutIsReadBack() {
    DocumentKey key = key("read-back");
    StoreContext context = single(put(key, "v", StoreContext.NONE));
    Fetched.Found found = found(key);
    assertThat(texts(found)).containsExactly("v");
    assertThat(context.isNone()).isFalse();
    assertThat(found.context().isNone()).isFalse();
  }

  private void aKeyNeverPutIsAbsent() {
    assertThat(fetch(key("never"))).isEqualTo(new Fetched.Absent(StoreContext.NONE));
  }

  private void aPutsContextServesTheNextPut() {
    DocumentKey key = key("chain");
    StoreContext context = StoreContext.NONE;
    for (int i = 0; i < ROUNDS; i++) {
      context = single(put(key, "v" + i, context));
    }
    assertThat(texts(found(key))).containsExactly("v" + (ROUNDS - 1));
    single(put(key, "last", found(key).context()));
  }

  private void theContentTypeIsKept() {
    for (String type : List.of(TYPE, "text/plain", "application/json; charset=UTF-8")) {
      DocumentKey key = key("type of " + type);
      single(put(key, new StoredValue(type, "{}".getBytes(UTF_8)), StoreContext.NONE));
      assertThat(found(key).siblings().get(0).contentType()).isEqualTo(type);
    }
  }

  private void allByteValuesAreKept() {
    byte[] all = new byte[256];
    IntStream.range(0, all.length).forEach(i -> all[i] = (byte) i);
    DocumentKey key = key("bytes");
    single(put(key, new StoredValue(TYPE, all), StoreContext.NONE));
    assertThat(found(key).siblings().get(0).bytes()).isEqualTo(all);
  }

  private void keysMayBeLongAndOfAnyScript() {
    List<String> names =
        List.of(
            "k".repeat(200 - run.length()),
            "Zürich 東京 مرحبا 😀",
            "a/b?c=d&e#f%20 \t\"'\\",
            "hostA-20131030_152543");
    names.forEach(name -> single(put(key(name), name, StoreContext.NONE)));
    names.forEach(name -> assertThat(texts(found(key(name)))).containsExactly(name));
  }

  private void keysAndBucketsAreKeptApart() {
    DocumentKey one = new DocumentKey(BUCKET, run + "ab");
    DocumentKey other = new DocumentKey(BUCKET + run, "ab");
    single(put(one, "one", StoreContext.NONE));
    single(put(other, "other", StoreContext.NONE));
    assertThat(texts(found(one))).containsExactly("one");
    assertThat(texts(found(other))).containsExactly("other");
  }

  private void aLargeValueIsKeptWhole() {
    for (int mib : List.of(1, 6, 60)) {
      byte[] bytes = new byte[mib * MIB];
      new Random(mib).nextBytes(bytes);
      DocumentKey key = key("large" + mib);
      Stored stored = put(key, new StoredValue(TYPE, bytes), StoreContext.NONE);
      boolean kept = fetch(key) instanceof Fetched.Found found && isWhole(found, bytes);
      assertThat(kept).as("%d MiB: %s", mib, stored).isEqualTo(stored instanceof Stored.Single);
      assertThat(stored).isInstanceOfAny(Stored.Single.class, Stored.Refused.class);
    }
  }

  private static boolean isWhole(Fetched.Found found, byte[] bytes) {
    assertThat(found.siblings()).hasSize(1);
    assertThat(Arrays.equals(found.siblings().get(0).bytes(), bytes)).isTrue();
    return true;
  }

  private void manyPutsMayBeInFlight() {
    Map<DocumentKey, CapturedAnswer<Stored>> answers = new HashMap<>();
    for (int i = 0; i < IN_FLIGHT; i++) {
      DocumentKey key = key("flight" + i);
      CapturedAnswer<Stored> answer = new CapturedAnswer<>();
      answers.put(key, answer);
      store.put(key, value(key.key()), StoreContext.NONE, answer);
    }
    answers.forEach((key, answer) -> single(answer.get()));
    answers.keySet().forEach(key -> assertThat(texts(found(key))).containsExactly(key.key()));
    assertThat(answers.values()).allMatch(CapturedAnswer::cameOnce);
  }

  private void mergingWritersLoseNothing() throws Exception {
    DocumentKey key = key("merge");
    List<String> names = names();
    race(names.stream().<Callable<Void>>map(name -> () -> addUntilKept(key, name)).toList());
    assertThat(merged(fetch(key))).containsAll(names);
  }

  /** As the counting does it: read, merge all siblings, put; whatever is unclear starts again. */
  private Void addUntilKept(DocumentKey key, String name) {
    Stored stored = new Stored.Doubt("not yet put");
    while (!(stored instanceof Stored.Single)) {
      Fetched fetched = fetch(key);
      Collection<String> members = merged(fetched);
      members.add(name);
      stored = put(key, String.join(",", members), contextOf(fetched));
    }
    return null;
  }

  private Collection<String> merged(Fetched fetched) {
    return fetched instanceof Fetched.Found found
        ? texts(found).stream()
            .flatMap(text -> Stream.of(text.split(",")))
            .collect(Collectors.toCollection(TreeSet::new))
        : new TreeSet<>();
  }

  private void concurrentPutsLeaveSiblings() {
    DocumentKey key = key("siblings");
    single(put(key, "one", StoreContext.NONE));
    assertThat(put(key, "other", StoreContext.NONE)).isEqualTo(new Stored.Siblings(2));
    assertThat(texts(found(key))).containsExactlyInAnyOrder("one", "other");
  }

  private void oldContextSibling() {
    DocumentKey key = key("old");
    StoreContext old = single(put(key, "first", StoreContext.NONE));
    single(put(key, "second", old));
    assertThat(put(key, "late", old)).isEqualTo(new Stored.Siblings(2));
    assertThat(texts(found(key))).containsExactlyInAnyOrder("second", "late");
  }

  private void aPutOverAllSiblingsResolvesThem() {
    DocumentKey key = key("resolve");
    put(key, "one", StoreContext.NONE);
    put(key, "other", StoreContext.NONE);
    single(put(key, "merged", found(key).context()));
    assertThat(texts(found(key))).containsExactly("merged");
  }

  private void singleIsAnsweredOnlyWhenAlone() {
    DocumentKey key = key("alone");
    StoreContext old = single(put(key, "a", StoreContext.NONE));
    assertThat(put(key, "b", StoreContext.NONE)).isEqualTo(new Stored.Siblings(2));
    assertThat(put(key, "c", old)).isEqualTo(new Stored.Siblings(2));
    assertThat(texts(found(key))).containsExactlyInAnyOrder("b", "c");
    StoreContext seenBoth = found(key).context();
    assertThat(put(key, "d", StoreContext.NONE)).isEqualTo(new Stored.Siblings(3));
    assertThat(put(key, "bc", seenBoth)).isEqualTo(new Stored.Siblings(2));
    single(put(key, "bcd", found(key).context()));
  }

  private void racingFirstPutsAreAllKept() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      DocumentKey key = key("race" + round);
      List<Stored> answers = race(puts(key, StoreContext.NONE));
      assertThat(answers).hasOnlyElementsOfTypes(Stored.Single.class, Stored.Siblings.class);
      assertThat(texts(found(key))).containsExactlyInAnyOrderElementsOf(names());
      assertThat(answers.stream().filter(Stored.Single.class::isInstance).count())
          .as("only the first put found itself alone")
          .isLessThanOrEqualTo(1);
    }
  }

  private List<Callable<Stored>> puts(DocumentKey key, StoreContext context) {
    return names().stream().<Callable<Stored>>map(name -> () -> put(key, name, context)).toList();
  }

  private static List<String> names() {
    return IntStream.range(0, WRITERS).mapToObj(i -> "writer" + i).toList();
  }

  private static <T> List<T> race(List<Callable<T>> racers) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(racers.size());
    try {
      List<T> results = new ArrayList<>();
      for (Future<T> each : threads.invokeAll(racers, Patience.LIMIT_S, TimeUnit.SECONDS)) {
        results.add(each.get());
      }
      return results;
    } finally {
      threads.shutdownNow();
    }
  }

  private DocumentKey key(String name) {
    return new DocumentKey(BUCKET, run + name);
  }

  private static StoredValue value(String text) {
    return new StoredValue(TYPE, text.getBytes(UTF_8));
  }

  private Stored put(DocumentKey key, String text, StoreContext context) {
    return put(key, value(text), context);
  }

  private Stored put(DocumentKey key, StoredValue value, StoreContext context) {
    CapturedAnswer<Stored> answer = new CapturedAnswer<>();
    store.put(key, value, context, answer);
    return answer.get();
  }

  private Fetched fetch(DocumentKey key) {
    CapturedAnswer<Fetched> answer = new CapturedAnswer<>();
    store.fetch(key, answer);
    return answer.get();
  }

  private Fetched.Found found(DocumentKey key) {
    Fetched fetched = fetch(key);
    assertThat(fetched).isInstanceOf(Fetched.Found.class);
    return (Fetched.Found) fetched;
  }

  private static StoreContext single(Stored stored) {
    assertThat(stored).isInstanceOf(Stored.Single.class);
    return ((Stored.Single) stored).context();
  }

  private static StoreContext contextOf(Fetched fetched) {
    return fetched instanceof Fetched.Found found
        ? found.context()
        : fetched instanceof Fetched.Absent absent ? absent.context() : StoreContext.NONE;
  }

  private static List<String> texts(Fetched.Found found) {
    return found.siblings().stream().map(value -> new String(value.bytes(), UTF_8)).toList();
  }
}
