package clickcounter.ledger;

import clickcounter.document.AdDocument;
import clickcounter.document.CounterView;
import clickcounter.document.RecountBase;
import clickcounter.event.AdEvent;
import clickcounter.ids.Ending;
import clickcounter.ids.WriteOff;
import java.util.List;
import java.util.function.Function;

/**
 * The decisions of the protocol that the models can break. This class decides as the code under
 * test does. {@link BrokenRules} overrides one decision at a time, and {@link ProtocolModelTest}
 * claims that the model finds each. A new rule starts here.
 */
class Rules {
  /** Rule 6: siblings are merged. */
  SiblingMerge merge(List<AdDocument> siblings, Function<String, CounterView> views) {
    return SiblingMerge.merge(siblings, views);
  }

  /** Rule 1: a put holds the totals and the ids that they include. */
  byte[] beginPut(AdLedger ledger, String writeId) {
    return ledger.beginPut(writeId, new PutBuffers());
  }

  /** Rule 5: only settled ids are forgotten. */
  int forgetSettled(AdLedger ledger, Function<String, CounterView> views) {
    return ledger.forgetSettled(views);
  }

  /** Decides whether an event is counted. A full document counts none. */
  OfferResult offer(AdLedger ledger, AdEvent event, CounterView view) {
    return ledger.offer(event, view, AdLedger.NOBODY);
  }

  /**
   * How many ids a write may name as added since its base. Each write brings at most {@code
   * maxUnsettledIds} that none of the writes before it counted, because a full copy counts nothing.
   *
   * @param writesSinceBase that it contains besides itself
   */
  int mostAddedIds(int maxUnsettledIds, int writesSinceBase) {
    return maxUnsettledIds * (1 + writesSinceBase);
  }

  /** Rule 2: the view that decides, besides the document, whether an event is a duplicate. */
  CounterView viewForOffer(CounterView view) {
    return view;
  }

  /** A write-off is not a mark: an event that arrives after it is counted. */
  void writeOff(CounterLedger<Object> ledger, int sequence) {
    ledger.writeOff(sequence, sequence, new WriteOff(false, "lost", 0, "ops:0"), null);
  }

  /** Nor is an operator's close, whatever it jumps over. */
  void close(CounterLedger<Object> ledger, int last) {
    ledger.writeOff(last + 1, Ending.NO_END, new WriteOff(false, "crashed", 0, "ops:0"), null);
  }

  /** Whether rule 3 is broken: views are read first, the document after them. */
  boolean readsViewFirst() {
    return false;
  }

  /** Whether rule 4 is broken: an event is marked as soon as it is counted. */
  boolean marksBeforePut() {
    return false;
  }

  /** Whether rule 4 is broken: an unsettled id that was read is marked without a put. */
  boolean marksOnRead() {
    return false;
  }

  /** Whether rule 4 is broken: events are marked although the answer showed siblings. */
  boolean marksInSpiteOfSiblings() {
    return false;
  }

  /**
   * Whether rule 2 is broken: an event that is recorded but not confirmed is acked as if it were
   * settled.
   */
  boolean acksWhatIsSeen() {
    return false;
  }

  /** Whether the store is broken: a put replaces whatever is stored. */
  boolean overwrites() {
    return false;
  }

  /** Recount: what is recorded or listed is counted, and settled only if it is confirmed. */
  void recount(RecountedAd ad, AdEvent event, CounterView view, boolean listed) {
    ad.count(event, view, listed);
  }

  /** Recount: the base's number is above that of every write before. */
  RecountBase base(List<Long> numbers, String id, long nowMs) {
    return RecountBase.above(numbers, id, nowMs);
  }

  /**
   * Whether a document that is lost, or whose recount was not done, is recounted while an event of
   * it is under way.
   */
  boolean recountsWhatIsUnderWay() {
    return false;
  }

  /** Whether a recount reads the views first, the document after them. */
  boolean recountReadsViewsFirst() {
    return false;
  }

  /** Whether a recount is done although nothing says that a quorum has its document. */
  boolean recountTakesDoubtForYes() {
    return false;
  }

  /** Whether a recount is done although a document of another writer is beside its own. */
  boolean recountTakesSiblingsForYes() {
    return false;
  }

  /** Whether the recount of a counter recounts no ads. */
  boolean recountsNoAds() {
    return false;
  }

  /** Whether a counter's document records what was archived after its recount began. */
  boolean recordsWhatIsArchivedLater() {
    return false;
  }
}
