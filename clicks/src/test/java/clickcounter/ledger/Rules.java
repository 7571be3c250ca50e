package clickcounter.ledger;

import clickcounter.document.AdDocument;
import clickcounter.document.CounterView;
import clickcounter.ids.WriteOff;
import java.util.List;
import java.util.function.Function;

/** What the bolts do with the ledgers. The code under test as it is; variants break one rule. */
class Rules {
  SiblingMerge merge(List<AdDocument> siblings, Function<String, CounterView> views) {
    return SiblingMerge.merge(siblings, views);
  }

  /** What is put: the totals and the ids that they include, in one value. */
  byte[] beginPut(AdLedger ledger, String writeId) {
    return ledger.beginPut(writeId);
  }

  int forgetSettled(AdLedger ledger, Function<String, CounterView> views) {
    return ledger.forgetSettled(views);
  }

  /** What the duplicate decision asks besides the document. */
  CounterView asked(CounterView view) {
    return view;
  }

  /** A write-off is no mark: an event that comes after it is counted. */
  void writeOff(CounterLedger ledger, int sequence) {
    ledger.writeOff(sequence, sequence, new WriteOff(false, "lost", 0, "ops:0"));
  }

  /** Rule 3 broken: the view is read first, the document after it. */
  boolean readsViewFirst() {
    return false;
  }

  /** Rule 4 broken: marked as soon as it is counted. */
  boolean marksBeforePut() {
    return false;
  }

  /** Rule 4 broken: an unsettled id that was read is marked without a put. */
  boolean marksOnRead() {
    return false;
  }

  /** Rule 4 broken: marked although the answer showed siblings. */
  boolean marksInSpiteOfSiblings() {
    return false;
  }

  /** Rule 2 broken: an event that is only seen is acked as if it were settled. */
  boolean acksWhatIsSeen() {
    return false;
  }

  /** The store broken: a put replaces whatever is there. */
  boolean overwrites() {
    return false;
  }
}
