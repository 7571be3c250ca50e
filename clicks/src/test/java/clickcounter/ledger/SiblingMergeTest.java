package clickcounter.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.document.AdDocument;
import clickcounter.document.AdDocumentCodec;
import clickcounter.document.AdTotals;
import clickcounter.document.AddedIds;
import clickcounter.document.Contribution;
import clickcounter.document.CounterDocument;
import clickcounter.document.CounterView;
import clickcounter.document.UnsettledIds;
import clickcounter.document.WriteStamp;
import clickcounter.event.EventKind;
import clickcounter.hours.RecentHours;
import clickcounter.ids.GapList;
import clickcounter.ids.LongRanges;
import clickcounter.testing.Seeded;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SiblingMergeTest {
  private static final String COUNTER = "h";

  @Test
  void oneValueIsItsOwnMainLine() {
    AdDocument only = first("a", 0);
    SiblingMerge.Merged merged = merged(only);
    assertThat(merged.main()).isEqualTo(only);
    assertThat(merged.addedByOthers()).isEmpty();
    assertThat(AdLedger.of(merged, 10).needsPut()).isFalse();
  }

  @Test
  void siblingsWithOneBaseBothCount() {
    AdLedger ledger = AdLedger.of(merged(sibling("a", 2, "w", 0), sibling("b", 2, "w", 1)), 10);
    assertThat(ledger.totals().clicks()).isEqualTo(2);
    assertThat(ledger.needsPut()).isTrue();
    assertThat(ledger.unsettled().pending()).isEqualTo(1);
  }

  @Test
  void whatBothAddedCountsOnce() {
    AdLedger ledger =
        AdLedger.of(
            merged(
                sibling("a", 2, "w", 0, 1), sibling("b", 2, "w", 0, 1), sibling("c", 2, "w", 1, 2)),
            10);
    assertThat(ledger.totals().clicks()).isEqualTo(3);
  }

  @Test
  void theMergingWriteIsBasedOnAllAndAddsWhatItTook() throws Exception {
    AdLedger ledger = AdLedger.of(merged(sibling("a", 2, "w", 0), sibling("b", 2, "w", 1)), 10);
    AdDocument written =
        AdDocumentCodec.read(AdDocumentCodec.CONTENT_TYPE, ledger.beginPut("m", new PutBuffers()));
    assertThat(written.write()).isEqualTo(new WriteStamp("m", 3, List.of("a", "b"), "w", 1));
    assertThat(written.unsettled().get(COUNTER).added()).isEqualTo(added(0, 1));
  }

  @Test
  void whatASiblingWithAnOlderBaseAddedIsTakenUnlessSettled() {
    AdDocument main = sibling("b", 3, "a");
    AdDocument stale = sibling("s", 2, "w", 0, 1);
    assertThat(SiblingMerge.merge(List.of(main, stale), c -> null))
        .isEqualTo(new SiblingMerge.NeedsViews(java.util.Set.of(COUNTER)));
    SiblingMerge merge = SiblingMerge.merge(List.of(stale, main), c -> seen(1));
    assertThat(((SiblingMerge.Merged) merge).main()).isEqualTo(main);
    assertThat(((SiblingMerge.Merged) merge).addedByOthers()).isEqualTo(Map.of(COUNTER, added(1)));
  }

  @Test
  void whatTheMainLineHasUnsettledNeedsNoView() {
    AdDocument main = sibling("b", 3, "a", 0);
    AdDocument stale = sibling("s", 2, "w", 0);
    SiblingMerge merge = SiblingMerge.merge(List.of(main, stale), c -> null);
    assertThat(((SiblingMerge.Merged) merge).addedByOthers()).isEmpty();
  }

  @Test
  void whatIsMerelyUnsettledInTheOthersIsNotTaken() {
    UnsettledIds older = new UnsettledIds(LongRanges.of(7), new AddedIds());
    AdDocument stale =
        new AdDocument(
            "m1",
            new AdTotals(),
            new RecentHours(),
            Map.of(COUNTER, older),
            new WriteStamp("s", 2, List.of(), "w", 1));
    SiblingMerge merge = SiblingMerge.merge(List.of(sibling("b", 2, "w", 0), stale), c -> null);
    assertThat(((SiblingMerge.Merged) merge).addedByOthers().values())
        .allSatisfy(ids -> assertThat(ids.contains(7)).isFalse());
  }

  @Test
  void theNewestBaseDecidesAndNotTheHighestNumber() {
    AdDocument onAQuorum = sibling("d", 4, "c", 0);
    AdDocument longLineOnAMinority =
        new AdDocument(
            "m1",
            new AdTotals(),
            new RecentHours(),
            Map.of(),
            new WriteStamp("z", 9, List.of("x", "y"), "a", 1));
    assertThat(merged(longLineOnAMinority, onAQuorum).main()).isEqualTo(onAQuorum);
  }

  @Test
  void ofThoseThatContainTheNewestBaseTheOldestBaseIsTheMainLine() {
    AdDocument read =
        new AdDocument(
            "m1",
            new AdTotals(),
            new RecentHours(),
            Map.of(),
            new WriteStamp("r", 5, List.of("c"), "a", 1));
    AdDocument own = sibling("d", 4, "c", 0);
    SiblingMerge.Merged merged = merged(own, read);
    assertThat(merged.main()).isEqualTo(read);
    assertThat(merged.addedByOthers()).isEqualTo(Map.of(COUNTER, added(0)));
  }

  @Test
  void siblingsAreReplacedByAPutEvenIfNothingIsTaken() {
    AdLedger ledger = AdLedger.of(merged(sibling("a", 3, "p"), sibling("z", 2, "o")), 10);
    assertThat(ledger.unsettled().pending()).isZero();
    assertThat(ledger.needsPut()).isTrue();
  }

  @Test
  void equallyNewWritesWithOtherBasesLeaveNoMainLine() {
    assertThat(
            SiblingMerge.merge(
                List.of(sibling("a", 3, "p"), sibling("b", 3, "q")), c -> CounterView.EMPTY))
        .isInstanceOf(SiblingMerge.NoMainLine.class);
  }

  @Test
  void noMainLineIsSeenWhereverTheOtherBaseStands() {
    List<AdDocument> siblings = new ArrayList<>();
    siblings.add(sibling("a", 3, "q"));
    siblings.add(sibling("b", 3, "p"));
    siblings.add(sibling("c", 3, "p"));
    Seeded.runs(
        10,
        random -> {
          Collections.shuffle(siblings, random);
          assertThat(SiblingMerge.merge(siblings, c -> CounterView.EMPTY))
              .isInstanceOf(SiblingMerge.NoMainLine.class);
        });
  }

  @Test
  void oneWriteStoredTwiceIsOneSibling() {
    AdDocument twice = sibling("a", 2, "w", 0);
    SiblingMerge.Merged merged = merged(twice, twice);
    assertThat(merged.siblings()).hasSize(1);
    assertThat(AdLedger.of(merged, 10).totals().clicks()).isEqualTo(1);
  }

  @Test
  void theSpanOfAllSiblingsIsKept() {
    AdDocument early = sibling("a", 2, "w", 0);
    early.totals().includeTimes(5, 5);
    AdDocument late = sibling("b", 2, "w", 1);
    late.totals().includeTimes(90, 90);
    AdTotals totals = AdLedger.of(merged(early, late), 10).totals();
    assertThat(totals.firstEventAtMs()).isEqualTo(5);
    assertThat(totals.lastEventAtMs()).isEqualTo(90);
  }

  @Test
  void theOrderOfSiblingsDoesNotMatter() {
    Seeded.runs(
        100,
        random -> {
          List<AdDocument> siblings = new ArrayList<>();
          for (int i = 0; i < 4; i++) {
            siblings.add(sibling("w" + i, 2, "w", random.nextInt(4), 5 + i));
          }
          String expected = AdLedger.of(merged(siblings.toArray(AdDocument[]::new)), 99).toString();
          Collections.shuffle(siblings, random);
          assertThat(AdLedger.of(merged(siblings.toArray(AdDocument[]::new)), 99))
              .hasToString(expected);
        });
  }

  private static SiblingMerge.Merged merged(AdDocument... siblings) {
    return (SiblingMerge.Merged) SiblingMerge.merge(List.of(siblings), c -> CounterView.EMPTY);
  }

  /** A first write, without a base. */
  private static AdDocument first(String id, long... ids) {
    AdDocument onABase = sibling(id, 2, "w", ids);
    return new AdDocument(
        "m1",
        onABase.totals(),
        onABase.hours(),
        onABase.unsettled(),
        new WriteStamp(id, 1, List.of()));
  }

  /** A write whose base has the number before its own. */
  private static AdDocument sibling(String id, long number, String base, long... ids) {
    AdTotals totals = new AdTotals();
    RecentHours hours = new RecentHours();
    totals.includeTimes(10, 20);
    AddedIds added = added(ids);
    for (int i = 0; i < added.size(); i++) {
      totals.add(added.contribution(i));
      hours.add(added.kind(i), added.amountMicros(i), added.hour(i));
    }
    Map<String, UnsettledIds> unsettled =
        ids.length == 0 ? Map.of() : Map.of(COUNTER, new UnsettledIds(new LongRanges(), added));
    return new AdDocument(
        "m1", totals, hours, unsettled, new WriteStamp(id, number, List.of(), base, number - 1));
  }

  private static AddedIds added(long... ids) {
    AddedIds added = new AddedIds();
    for (long id : ids) {
      added.add(id, new Contribution(EventKind.CLICK, 10, 3));
    }
    return added;
  }

  private static CounterView seen(long next) {
    return new CounterDocument(
        COUNTER,
        GapList.of(next, List.of(), null),
        false,
        0,
        LongRanges.ofRange(0, next - 1),
        new WriteStamp("c", 1, List.of()));
  }
}
