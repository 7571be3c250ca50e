package clickcounter.spouts;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.event.EventBatch;
import clickcounter.jms.Backoff;
import clickcounter.spouts.PendingMessages.PendingTuple;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random operations on a broker, a spout's pending messages and a topology, against what a naive
 * model says: a message leaves the broker only when each of its tuples was acked, and all do leave
 * it.
 */
class PendingMessagesModelTest {
  private static final int STEPS = 4_000;
  private static final int MAX_PENDING = 20;
  private static final int BYTES = 1_000;

  private final List<Handle> handles = new ArrayList<>();
  private final PendingMessages<Handle> pending =
      new PendingMessages<>(MAX_PENDING * BYTES, 60, Backoff.DEFAULT, handles::add);

  /** The broker's: what is not acknowledged, and over which connection it was last delivered. */
  private final Map<String, Integer> queued = new HashMap<>();

  private final Map<String, Set<OutgoingTuple>> unacked = new HashMap<>();
  private final List<PendingTuple<Handle>> out = new ArrayList<>();
  private final Set<PendingTuple<Handle>> everOut = new HashSet<>();
  private int connection = 1;
  private long nowMs;
  private int made;
  private int tupleNumber;

  private record Handle(String id, int connection) {}

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 20_131_030})
  void aMessageLeavesTheBrokerWhenAllItsTuplesAreAckedAndNotBefore(long seed) {
    Random random = new Random(seed);
    for (int step = 0; step < STEPS; step++) {
      step(random, step < STEPS / 2);
      applyAcknowledgements();
      assertBounds(seed, step);
    }
    drain();
    assertThat(queued).as("seed %s", seed).isEmpty();
    assertThat(pending.messages()).as("seed %s", seed).isZero();
    assertThat(pending.events()).as("seed %s", seed).isZero();
    assertThat(pending.bytes()).as("seed %s", seed).isZero();
  }

  private void step(Random random, boolean more) {
    nowMs += random.nextInt(50);
    int action = random.nextInt(100);
    if (action < 30 && more) {
      queued.put("m" + made++, 0);
    } else if (action < 55) {
      deliver(random);
    } else if (action < 80) {
      emit();
    } else if (action < 99) {
      answer(random, random.nextInt(4) > 0);
    } else {
      connection++;
    }
  }

  /** Up to three messages are received together and share tuples, besides their own. */
  private void deliver(Random random) {
    Set<String> taken = new HashSet<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      takeOne(random, taken);
    }
    List<OutgoingTuple> shared = taken.isEmpty() ? List.of() : tuples(random);
    taken.forEach(id -> unacked.get(id).addAll(shared));
    pending.seal(shared, nowMs);
  }

  private void takeOne(Random random, Set<String> taken) {
    List<String> due = queued.keySet().stream().filter(id -> queued.get(id) < connection).toList();
    if (due.isEmpty() || !pending.hasRoom()) {
      return;
    }
    String id = due.get(random.nextInt(due.size()));
    queued.put(id, connection);
    Handle handle = new Handle(id, connection);
    if (!pending.recognise(id, handle)) {
      List<OutgoingTuple> own = tuples(random);
      PendingMessages.Size size = new PendingMessages.Size(own.size(), BYTES);
      unacked.put(id, new HashSet<>(own));
      if (random.nextInt(4) == 0) {
        pending.add(id, handle, size, own, nowMs);
      } else {
        pending.take(id, handle, size, own);
        taken.add(id);
      }
    }
  }

  private List<OutgoingTuple> tuples(Random random) {
    List<OutgoingTuple> tuples = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      tuples.add(OutgoingTuple.events(tupleNumber++, EventBatch.of(List.of())));
    }
    return tuples;
  }

  private void emit() {
    PendingTuple<Handle> tuple = pending.next(nowMs);
    if (tuple != null) {
      assertThat(everOut.add(tuple) || tuple.failures() > 0).isTrue();
      out.add(tuple);
    }
  }

  private void answer(Random random, boolean ack) {
    if (out.isEmpty()) {
      return;
    }
    PendingTuple<Handle> tuple = out.remove(random.nextInt(out.size()));
    if (ack) {
      unacked.values().forEach(tuples -> tuples.remove(tuple.content));
      pending.acked(tuple);
    } else {
      pending.failed(tuple, nowMs);
    }
  }

  /** As a broker would: an acknowledgement over a connection that is gone means nothing. */
  private void applyAcknowledgements() {
    for (Handle handle : handles) {
      assertThat(unacked.get(handle.id())).as(handle.id()).isEmpty();
      if (handle.connection() == connection) {
        assertThat(queued.remove(handle.id())).as(handle.id()).isNotNull();
      }
    }
    handles.clear();
  }

  private void assertBounds(long seed, int step) {
    assertThat(pending.messages())
        .as("seed %s, step %s", seed, step)
        .isBetween(0, MAX_PENDING)
        .isGreaterThanOrEqualTo(out.isEmpty() ? 0 : 1);
  }

  private void drain() {
    Random random = new Random(0);
    for (int i = 0; i < 100 * STEPS && !queued.isEmpty(); i++) {
      nowMs += 10;
      deliver(random);
      emit();
      answer(random, true);
      applyAcknowledgements();
    }
  }
}
