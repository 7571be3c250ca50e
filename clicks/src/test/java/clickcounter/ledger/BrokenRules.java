package clickcounter.ledger;

import clickcounter.document.AdDocument;
import clickcounter.document.AdDocumentCodec;
import clickcounter.document.AddedIds;
import clickcounter.document.CounterView;
import clickcounter.ids.LongRanges;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Variants with one rule broken, which the models must find. */
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

  /** Rule 1 broken: the totals are put before the ids that they include. */
  static Rules putsTotalsWithoutIds() {
    return new Rules() {
      @Override
      byte[] beginPut(AdLedger ledger, String writeId) {
        AdDocument whole = ModelLedgers.ad(super.beginPut(ledger, writeId));
        return AdDocumentCodec.write(
            new AdDocument(whole.adId(), whole.totals(), Map.of(), whole.write()));
      }
    };
  }

  /** Rule 2 broken: only the ad document is asked whether an event was counted. */
  static Rules asksNoView() {
    return new Rules() {
      @Override
      CounterView asked(CounterView view) {
        return view == null ? null : CounterView.EMPTY;
      }
    };
  }

  /** Rule 5 broken: ids are forgotten whatever the counter document says. */
  static Rules forgetsAll() {
    return new Rules() {
      @Override
      int forgetSettled(AdLedger ledger, Function<String, CounterView> views) {
        return super.forgetSettled(ledger, counter -> new All());
      }
    };
  }

  /** What is written off is marked as if it had been counted. */
  static Rules marksWhatIsWrittenOff() {
    return new Rules() {
      @Override
      void writeOff(CounterLedger ledger, int sequence) {
        ledger.mark(LongRanges.of(sequence), 0, 0);
      }
    };
  }

  /** Rule 5 broken: what is only seen is forgotten, although no later write confirmed it. */
  static Rules forgetsWhatIsSeen() {
    return new Rules() {
      @Override
      int forgetSettled(AdLedger ledger, Function<String, CounterView> views) {
        return super.forgetSettled(
            ledger,
            counter -> {
              CounterView view = views.apply(counter);
              return view == null ? null : new Seen(view);
            });
      }
    };
  }

  /** Rule 6 broken: the main line is picked, and what the others added is ignored. */
  static Rules picksTheNewest() {
    return taking((merged, views) -> Map.of());
  }

  /** Rule 6 broken: what siblings with another base added is taken without asking the view. */
  static Rules takesWithoutAView() {
    return new Rules() {
      @Override
      SiblingMerge merge(List<AdDocument> siblings, Function<String, CounterView> views) {
        return super.merge(siblings, counter -> CounterView.EMPTY);
      }
    };
  }

  /** Rule 6 broken: the view is asked even where the base is the same. */
  static Rules asksTheViewAlways() {
    return taking(BrokenRules::notSeen);
  }

  private static Map<String, AddedIds> notSeen(
      SiblingMerge.Merged merged, Function<String, CounterView> views) {
    Map<String, AddedIds> taken = new HashMap<>();
    merged.addedByOthers().forEach((counter, ids) -> taken.put(counter, new AddedIds()));
    merged
        .addedByOthers()
        .forEach(
            (counter, ids) -> {
              for (int i = 0; i < ids.size(); i++) {
                CounterView view = views.apply(counter);
                if (view == null || !view.seen(ids.sequence(i))) {
                  taken.get(counter).add(ids.sequence(i), ids.contribution(i));
                }
              }
            });
    return taken;
  }

  private interface Take {
    Map<String, AddedIds> from(SiblingMerge.Merged merged, Function<String, CounterView> views);
  }

  private static Rules taking(Take take) {
    return new Rules() {
      @Override
      SiblingMerge merge(List<AdDocument> siblings, Function<String, CounterView> views) {
        SiblingMerge merge = super.merge(siblings, views);
        return merge instanceof SiblingMerge.Merged m
            ? new SiblingMerge.Merged(m.main(), take.from(m, views), m.siblings())
            : merge;
      }
    };
  }

  private record All() implements CounterView {
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

  private record Seen(CounterView view) implements CounterView {
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
}
