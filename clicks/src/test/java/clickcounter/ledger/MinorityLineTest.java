package clickcounter.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * Rule 6 must not be "the newest write is the main line": a line of writes on one replica can have
 * the highest number without ever being durable. The newest durable base decides.
 */
class MinorityLineTest {
  private static final int A = 0;
  private static final int B = 1;
  private static final int C = 2;

  private final ModelLedgers ledgers = new ModelLedgers(new Rules(), ModelBounds.replicated());
  private final int[] ad = {ledgers.ads.empty, ledgers.ads.empty, ledgers.ads.empty};
  private int writes;

  /**
   * Puts the ledger's document on these replicas only. Returns the ledger with the put under way.
   */
  private int put(int ledger, int read, int... reached) {
    ModelLedgers.Put put = ledgers.beginAdPut(ledger, writes, "w" + writes);
    writes++;
    int sent = ledgers.ads.put(ad[reached[0]], ledgers.ads.clock(read), put.value());
    for (int replica : reached) {
      ad[replica] = ledgers.ads.merge(ad[replica], sent);
    }
    return put.ledger();
  }

  /** The view of a reader of this replica of the counter. */
  private int view(int replica) {
    return ledgers.withView(ModelLedgers.NO_VIEWS, 0, replica);
  }

  private int quorum(int one, int other) {
    return ledgers.ads.merge(ad[one], ad[other]);
  }

  @Test
  void aLineOfWritesOnOneReplicaDoesNotReplaceWhatIsDurable() {
    int nothing = ledgers.ads.empty;
    int unseen = view(ledgers.counters.empty);
    put(
        ledgers.offer(ledgers.adLedger(0, nothing, ModelLedgers.NO_VIEWS), 0, 0).ledger(),
        nothing,
        A);
    put(
        ledgers.offer(ledgers.adLedger(0, nothing, ModelLedgers.NO_VIEWS), 1, 0).ledger(),
        nothing,
        C);
    int both = quorum(A, C);
    int first = ledgers.adLedger(0, both, unseen);
    for (int i = 0; i < 2; i++) {
      int read = quorum(B, C);
      put(ledgers.offer(ledgers.adLedger(0, read, unseen), 1, unseen).ledger(), read, C);
    }
    int stored = put(ledgers.offer(first, 0, unseen).ledger(), both, A, B);
    assertThat(ledgers.ads.documents(quorum(A, B))).as("its answer is a yes").hasSize(1);
    ledgers.adPutSucceeded(stored);

    int settled = settledEverywhere();

    int merged = ledgers.adLedger(0, quorum(A, C), settled);
    assertThat(ledgers.viewOf(0, settled).confirmed(0)).isTrue();
    long costMicros = ledgers.adLedger(merged).totals().costMicros();
    assertThat(ModelLedgers.times(costMicros, 0)).as("event 0 is counted").isEqualTo(1);
    assertThat(ModelLedgers.times(costMicros, 1)).as("event 1 is counted").isEqualTo(1);
  }

  /** Records and confirms event 0 on all replicas. Returns a view of that. */
  private int settledEverywhere() {
    int[] replicas = {ledgers.counters.empty, ledgers.counters.empty, ledgers.counters.empty};
    int counter = ledgers.mark(ledgers.counterLedger(0, ledgers.counters.empty), 0).ledger();
    for (int i = 0; i < 2; i++) {
      ModelLedgers.Put put = ledgers.beginCounterPut(counter, i, "c" + i);
      int clock = ledgers.counters.clock(replicas[A]);
      int sent = ledgers.counters.put(replicas[A], clock, put.value());
      for (int replica = A; replica <= C; replica++) {
        replicas[replica] = ledgers.counters.merge(replicas[replica], sent);
      }
      counter = ledgers.counterPutSucceeded(put.ledger());
    }
    return view(replicas[A]);
  }
}
