package clickcounter.ledger;

import clickcounter.document.AdDocument;
import clickcounter.document.CounterView;
import clickcounter.document.Fence;
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

  /** Recount: every event of the archives is counted, and settled only if it is confirmed. */
  void recount(RecountedAd ad, AdEvent event, CounterView view) {
    ad.count(event, view, true);
  }

  /** Recount: the fence's number is above that of every write before. */
  Fence fence(List<Long> numbers, String id, long nowMs) {
    return Fence.inPlaceOf(numbers, id, nowMs, "model");
  }

  /** Recount: whether a reader may ignore this fence beside documents with these numbers. */
  boolean isStale(Fence fence, List<Long> numbers) {
    return numbers.stream().anyMatch(fence::isStaleBeside);
  }

  /** Recount: the document may replace these fences, which stand where it will be put. */
  boolean mayReplace(Fence own, List<Fence> fences, List<Long> numbers) {
    return own.mayBeReplaced(fences, numbers);
  }

  /** Recount: what is put back, of all that was read before and after the fence was stored. */
  AdLedger givenBack(SiblingMerge.Merged merged, Fence fence) {
    return AdLedger.givenBack(merged, fence);
  }

  /** Recount: what is put back contains what stands beside the fence. */
  boolean givesBackWhatIsBeside() {
    return true;
  }

  /** Recount: the fence carries what another fence in its place carries. */
  boolean keepsWhatAFenceCarries() {
    return true;
  }

  /**
   * Recount: the events that the archives have to have, a bit for each.
   *
   * @param unsettled in what the fence replaced, and in what stands beside it
   * @param seen by views of the counters that were read after that
   */
  int proven(int unsettled, int seen) {
    return unsettled | seen;
  }

  /** Whether the archives are read before the fence is stored. */
  boolean scansBeforeTheFence() {
    return false;
  }

  /** Whether a recount goes on although nothing says that a quorum has its fence. */
  boolean recountsInDoubt() {
    return false;
  }

  /** Whether the recount of a counter recounts no ads. */
  boolean recountsNoAds() {
    return false;
  }

  /** Whether a counter's document records what was archived after its ads were recounted. */
  boolean recordsWhatIsArchivedLater() {
    return false;
  }

  /** Whether a recount takes the fence of another one for its own. */
  boolean sharesFences() {
    return false;
  }
}
