package clickcounter.ledger;

import clickcounter.document.AdDocument;
import clickcounter.document.AdDocumentCodec;
import clickcounter.document.AddedIds;
import clickcounter.document.CounterView;
import clickcounter.document.RecountBase;
import clickcounter.event.AdEvent;
import clickcounter.hours.HourCounts;
import clickcounter.hours.Hours;
import clickcounter.hours.RecentHours;
import clickcounter.ids.LongRanges;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Variants of {@link Rules}, each with one rule broken. {@link ProtocolModelTest} finds each. */
final class BrokenRules {
  private BrokenRules() {}

  static Rules viewBeforeDocument() {
    return new Rules() {
      @Override
      boolean readsViewFirst() {
        return true;
      }
    };
  }

  static Rules marksBeforePut() {
    return new Rules() {
      @Override
      boolean marksBeforePut() {
        return true;
      }
    };
  }

  static Rules marksOnRead() {
    return new Rules() {
      @Override
      boolean marksOnRead() {
        return true;
      }
    };
  }

  static Rules marksInSpiteOfSiblings() {
    return new Rules() {
      @Override
      boolean marksInSpiteOfSiblings() {
        return true;
      }
    };
  }

  static Rules countsIntoFullDocuments() {
    return new Rules() {
      @Override
      OfferResult offer(AdLedger ledger, AdEvent event, CounterView view) {
        ledger.unsettled().setAside(counterId -> true);
        return super.offer(ledger, event, view);
      }
    };
  }

  static Rules acksWhatIsSeen() {
    return new Rules() {
      @Override
      boolean acksWhatIsSeen() {
        return true;
      }
    };
  }

  static Rules overwrites() {
    return new Rules() {
      @Override
      boolean overwrites() {
        return true;
      }
    };
  }

  /** Rule 1 broken: a put holds the totals without the ids that they include. */
  static Rules putsTotalsWithoutIds() {
    return new Rules() {
      @Override
      byte[] beginPut(AdLedger ledger, String writeId) {
        AdDocument whole = ModelLedgers.ad(super.beginPut(ledger, writeId));
        return AdDocumentCodec.write(
            new AdDocument(whole.adId(), whole.totals(), whole.hours(), Map.of(), whole.write()));
      }
    };
  }

  /** Hours broken: an event that comes late counts in the newest hour. */
  static Rules countsLateEventsInTheNewestHour() {
    return new Rules() {
      @Override
      OfferResult offer(AdLedger ledger, AdEvent event, CounterView view) {
        long ms = Math.max(event.timestampMs(), Hours.startMs(ledger.hours().newest()));
        return super.offer(ledger, withTime(event, ms), view);
      }
    };
  }

  /** Hours broken: an event that comes late counts in the totals alone. */
  static Rules givesLateEventsNoHour() {
    return new Rules() {
      @Override
      OfferResult offer(AdLedger ledger, AdEvent event, CounterView view) {
        boolean isLate = Hours.of(event.timestampMs()) < ledger.hours().newest();
        return super.offer(ledger, isLate ? withTime(event, 0) : event, view);
      }
    };
  }

  /** Hours broken: what has left the window stays in its oldest hour. */
  static Rules keepsWhatLeavesTheWindow() {
    return new Rules() {
      @Override
      OfferResult offer(AdLedger ledger, AdEvent event, CounterView view) {
        SortedMap<Long, HourCounts> before = ledger.hours().counts();
        OfferResult result = super.offer(ledger, event, view);
        long oldest = ledger.hours().oldest();
        before.headMap(oldest).values().forEach(left -> ledger.hours().add(oldest, left));
        return result;
      }
    };
  }

  private static AdEvent withTime(AdEvent event, long timestampMs) {
    return new AdEvent(
        event.counterId(),
        event.sequence(),
        event.kind(),
        event.adId(),
        timestampMs,
        event.amountMicros());
  }

  /** Hours broken: a put has the newest hour alone. */
  static Rules putsTheNewestHourAlone() {
    return puttingHours(
        hours -> {
          RecentHours newest = new RecentHours();
          newest.add(hours.newest(), hours.counts().get(hours.newest()));
          return newest;
        });
  }

  private static Rules puttingHours(UnaryOperator<RecentHours> change) {
    return new Rules() {
      @Override
      byte[] beginPut(AdLedger ledger, String writeId) {
        AdDocument whole = ModelLedgers.ad(super.beginPut(ledger, writeId));
        return AdDocumentCodec.write(
            new AdDocument(
                whole.adId(),
                whole.totals(),
                whole.hours().newest() == RecentHours.NONE
                    ? whole.hours()
                    : change.apply(whole.hours()),
                whole.unsettled(),
                whole.write()));
      }
    };
  }

  /** Hours broken: what a sibling added counts in the main line's newest hour. */
  static Rules mergesIntoTheNewestHour() {
    return mergingHours((hour, merged) -> Math.max(hour, merged.main().hours().newest()));
  }

  /** Hours broken: what a sibling added counts in the totals alone. */
  static Rules mergesWithoutHours() {
    return mergingHours((hour, merged) -> 0);
  }

  private interface HourOfAdded {
    long of(long hour, SiblingMerge.Merged merged);
  }

  private static Rules mergingHours(HourOfAdded hourOf) {
    return merging(
        (merged, views) -> {
          Map<String, AddedIds> moved = new HashMap<>();
          merged
              .addedByOthers()
              .forEach((counter, ids) -> moved.put(counter, inHours(ids, merged, hourOf)));
          return moved;
        });
  }

  private static AddedIds inHours(AddedIds ids, SiblingMerge.Merged merged, HourOfAdded hourOf) {
    AddedIds moved = new AddedIds();
    for (int i = 0; i < ids.size(); i++) {
      moved.add(ids.sequence(i), ids.kind(i), ids.amountMicros(i), hourOf.of(ids.hour(i), merged));
    }
    return moved;
  }

  /** Hours broken: a recount counts what is settled in the totals alone. */
  static Rules recountsSettledWithoutHours() {
    return new Rules() {
      @Override
      void recount(RecountedAd ad, AdEvent event, CounterView view, boolean listed) {
        boolean settled = view != null && view.confirmed(event.sequence());
        ad.count(settled ? withTime(event, 0) : event, view, listed);
      }
    };
  }

  /** Hours broken: a recount counts an event in the newest hour that it has met. */
  static Rules recountsIntoTheNewestHour() {
    return new Rules() {
      @Override
      void recount(RecountedAd ad, AdEvent event, CounterView view, boolean listed) {
        long newestMs = Math.max(event.timestampMs(), ad.totals().lastEventAtMs());
        ad.count(withTime(event, newestMs), view, listed);
      }
    };
  }

  /** Rule 2 broken: only the ad document decides whether an event is a duplicate. */
  static Rules ignoresViews() {
    return new Rules() {
      @Override
      CounterView viewForOffer(CounterView view) {
        return view == null ? null : CounterView.EMPTY;
      }
    };
  }

  /** Rule 5 broken: ids are forgotten whatever the counter document says. */
  static Rules forgetsAll() {
    return new Rules() {
      @Override
      int forgetSettled(AdLedger ledger, Function<String, CounterView> views) {
        return super.forgetSettled(ledger, counter -> new EverythingConfirmed());
      }
    };
  }

  /** A write-off is treated as a mark, as if the event had been counted. */
  static Rules marksWhatIsWrittenOff() {
    return new Rules() {
      @Override
      void writeOff(CounterLedger<Object> ledger, int sequence) {
        ledger.mark(LongRanges.of(sequence), 0, 0, null);
      }
    };
  }

  /** An operator's close is treated as a mark of all ids below, as if they had been counted. */
  static Rules marksWhatIsBelowAClose() {
    return new Rules() {
      @Override
      void close(CounterLedger<Object> ledger, int last) {
        ledger.mark(LongRanges.ofRange(0, last), 0, 0, null);
      }
    };
  }

  /** Rule 5 broken: a recorded id is forgotten although no later write has confirmed the record. */
  static Rules forgetsWhatIsSeen() {
    return new Rules() {
      @Override
      int forgetSettled(AdLedger ledger, Function<String, CounterView> views) {
        return super.forgetSettled(
            ledger,
            counter -> {
              CounterView view = views.apply(counter);
              return view == null ? null : new SeenIsConfirmed(view);
            });
      }
    };
  }

  /** Rule 6 broken: the main line is used alone, and what other siblings added is ignored. */
  static Rules picksTheNewest() {
    return merging((merged, views) -> Map.of());
  }

  /**
   * Rule 6 broken: what siblings without the newest base added is counted without asking a view.
   */
  static Rules mergesWithoutViews() {
    return new Rules() {
      @Override
      SiblingMerge merge(List<AdDocument> siblings, Function<String, CounterView> views) {
        return super.merge(siblings, counter -> CounterView.EMPTY);
      }
    };
  }

  /** Rule 6 broken: views decide even about siblings that contain the newest base. */
  static Rules asksViewsAlways() {
    return merging(BrokenRules::onlyUnseen);
  }

  private static Map<String, AddedIds> onlyUnseen(
      SiblingMerge.Merged merged, Function<String, CounterView> views) {
    Map<String, AddedIds> unseen = new HashMap<>();
    merged.addedByOthers().forEach((counter, ids) -> unseen.put(counter, new AddedIds()));
    merged
        .addedByOthers()
        .forEach(
            (counter, ids) -> {
              for (int i = 0; i < ids.size(); i++) {
                CounterView view = views.apply(counter);
                if (view == null || !view.seen(ids.sequence(i))) {
                  unseen.get(counter).add(ids.sequence(i), ids.contribution(i));
                }
              }
            });
    return unseen;
  }

  private interface MergeVariant {
    Map<String, AddedIds> added(SiblingMerge.Merged merged, Function<String, CounterView> views);
  }

  private static Rules merging(MergeVariant variant) {
    return new Rules() {
      @Override
      SiblingMerge merge(List<AdDocument> siblings, Function<String, CounterView> views) {
        SiblingMerge merge = super.merge(siblings, views);
        return merge instanceof SiblingMerge.Merged m
            ? new SiblingMerge.Merged(m.main(), variant.added(m, views), m.siblings())
            : merge;
      }
    };
  }

  private record EverythingConfirmed() implements CounterView {
    @Override
    public long next() {
      return Long.MAX_VALUE;
    }

    @Override
    public boolean seen(long sequence) {
      return true;
    }

    @Override
    public boolean confirmed(long sequence) {
      return true;
    }
  }

  private record SeenIsConfirmed(CounterView view) implements CounterView {
    @Override
    public long next() {
      return view.next();
    }

    @Override
    public boolean seen(long sequence) {
      return view.seen(sequence);
    }

    @Override
    public boolean confirmed(long sequence) {
      return view.seen(sequence);
    }
  }

  static Rules recountsOnlyWhatIsRecorded() {
    return new Rules() {
      @Override
      void recount(RecountedAd ad, AdEvent event, CounterView view, boolean listed) {
        ad.count(event, view, false);
      }
    };
  }

  static Rules recountTakesSeenForSettled() {
    return new Rules() {
      @Override
      void recount(RecountedAd ad, AdEvent event, CounterView view, boolean listed) {
        boolean seen = view.seen(event.sequence());
        ad.count(event, seen ? new EverythingConfirmed() : view, listed);
      }
    };
  }

  static Rules recountTakesListedForSettled() {
    return new Rules() {
      @Override
      void recount(RecountedAd ad, AdEvent event, CounterView view, boolean listed) {
        boolean seen = view.seen(event.sequence());
        ad.count(event, listed && !seen ? new EverythingConfirmed() : view, listed);
      }
    };
  }

  static Rules numbersBasesFromOne() {
    return new Rules() {
      @Override
      RecountBase base(List<Long> numbers, String id, long nowMs) {
        return new RecountBase(id, nowMs);
      }
    };
  }

  static Rules recountsWhatIsUnderWay() {
    return new Rules() {
      @Override
      boolean recountsWhatIsUnderWay() {
        return true;
      }
    };
  }

  static Rules recountReadsViewsFirst() {
    return new Rules() {
      @Override
      boolean recountReadsViewsFirst() {
        return true;
      }
    };
  }

  static Rules recountTakesDoubtForYes() {
    return new Rules() {
      @Override
      boolean recountTakesDoubtForYes() {
        return true;
      }
    };
  }

  static Rules recountTakesSiblingsForYes() {
    return new Rules() {
      @Override
      boolean recountTakesSiblingsForYes() {
        return true;
      }
    };
  }

  static Rules recountsNoAds() {
    return new Rules() {
      @Override
      boolean recountsNoAds() {
        return true;
      }
    };
  }

  static Rules recordsWhatIsArchivedLater() {
    return new Rules() {
      @Override
      boolean recordsWhatIsArchivedLater() {
        return true;
      }
    };
  }
}
