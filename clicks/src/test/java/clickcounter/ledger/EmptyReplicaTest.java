package clickcounter.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * A replica that lost its disk must not answer before it is rebuilt, even if no reader accepts "not
 * found" as an answer. A writer who read earlier puts to the empty replica and to one that missed
 * the latest put: the answer shows a single value, and the latest put is lost from that quorum.
 */
class EmptyReplicaTest {
  private static final int A = 0;
  private static final int B = 1;
  private static final int C = 2;

  private final ModelLedgers ledgers = new ModelLedgers(new Rules(), ModelBounds.replicated());
  private final int[] ad = {ledgers.ads.empty, ledgers.ads.empty, ledgers.ads.empty};
  private final int absent = ledgers.adLedger(0, ledgers.ads.empty, ModelLedgers.NO_VIEWS);
  private int writes;

  /** A writer who found no document counts this event and puts it on these two replicas. */
  private void countAndPut(int event, int one, int other) {
    int counted = ledgers.offer(absent, event, ModelLedgers.NO_VIEWS).ledger();
    ModelLedgers.Put put = ledgers.beginAdPut(counted, writes, "w" + writes);
    writes++;
    int sent = ledgers.ads.put(ad[one], ledgers.ads.clock(ledgers.ads.empty), put.value());
    ad[one] = sent;
    ad[other] = ledgers.ads.merge(ad[other], sent);
  }

  private long timesCounted(int event, int one, int other) {
    int seen = ledgers.withView(ModelLedgers.NO_VIEWS, 0, ledgers.counters.empty);
    int ledger = ledgers.adLedger(0, ledgers.ads.merge(ad[one], ad[other]), seen);
    return ModelLedgers.times(ledgers.adLedger(ledger).totals().costMicros(), event);
  }

  @Test
  void anAnswerOfAnEmptyReplicaHidesWhatWasStored() {
    countAndPut(0, A, B);
    ad[B] = ledgers.ads.empty;
    countAndPut(1, C, B);

    assertThat(ledgers.ads.documents(ledgers.ads.merge(ad[B], ad[C])))
        .as("the answer to the second put, which says durable")
        .hasSize(1);
    assertThat(timesCounted(0, B, C)).as("stored by a quorum, and lost from another").isZero();
  }

  @Test
  void aReplicaThatWasRebuiltFirstHidesNothing() {
    countAndPut(0, A, B);
    ad[B] = ledgers.ads.merge(ad[A], ad[C]);
    countAndPut(1, C, B);

    assertThat(ledgers.ads.documents(ledgers.ads.merge(ad[B], ad[C]))).as("siblings").hasSize(2);
    assertThat(timesCounted(0, B, C)).isEqualTo(1);
    assertThat(timesCounted(1, B, C)).isEqualTo(1);
  }
}
