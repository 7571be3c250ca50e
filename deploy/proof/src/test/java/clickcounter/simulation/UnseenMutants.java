package clickcounter.simulation;

import clickcounter.simulation.Mutant.Edit;
import java.util.List;

/** All wrong decisions that are known and that the simulation does not find. */
final class UnseenMutants {
  private UnseenMutants() {}

  static List<UnseenMutant> all() {
    return List.of(
        new UnseenMutant(
            Mutant.of(
                "acked though only seen",
                "rule 2: what a counter document shows and no later write of it confirmed counts as settled",
                new Edit(
                    "clicks/src/main/java/clickcounter/ledger/AdLedger.java",
                    "return view.confirmed(event.sequence()) ? OfferResult.DUPLICATE_SETTLED : OfferResult.DUPLICATE_UNCONFIRMED;",
                    "return OfferResult.DUPLICATE_SETTLED;")),
            "clickcounter.ledger.AdLedgerTest",
            "anEventThatIsNotUnsettledNeedsAView"),
        new UnseenMutant(
            Mutant.of(
                "repeated mark trusts a read",
                "liveness: a counter whose confirmation only one replica had, and lost, is not put again",
                new Edit(
                    "clicks/src/main/java/clickcounter/ledger/CounterLedger.java",
                    "ledger.onlyRead = true;",
                    "")),
            "clickcounter.ledger.CounterLedgerTest",
            "firstMarkOfAnIdThatWasReadHasTheDocumentPutOnce"),
        new UnseenMutant(
            Mutant.of(
                "state sent when its put begins",
                "states: ad servers learn of a write that may get lost",
                new Edit(
                    "bolts/src/main/java/clickcounter/counting/StatePublisher.java",
                    "copy.id(), copy.ledger.putNumber(), copy.ledger.totals(), copies.nowMs());",
                    "copy.id(), copy.ledger.putNumber(), copy.ledger.totals(), copies.nowMs());"
                        + " if (copy.outbox.ofPut() != null) { sink.send(copy.outbox.ofPut(), failure -> {}); }")),
            "clickcounter.counting.StatePublisherTest",
            "stateOfAStoredWriteIsSentWithItsNumber"),
        new UnseenMutant(
            Mutant.of(
                "base numbered from what is there",
                "recount: the number of a base is above those that can be read, not above those that were",
                new Edit(
                    "clicks/src/main/java/clickcounter/document/RecountBase.java",
                    "Math.max(highest + 1, nowMs * NUMBERS_PER_MS)",
                    "highest + 1")),
            "clickcounter.document.RecountBaseTest",
            "isAboveWhatCanBeReadAndWhatCannot"));
  }
}
