package clickcounter.tools.retire;

import clickcounter.document.CounterDocument;
import clickcounter.document.RetiredDocument;
import clickcounter.document.RetiredDocument.Retired;
import clickcounter.document.UnreadableDocument;
import clickcounter.reading.RetiredCounters;
import clickcounter.reading.SiblingReader;
import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.Fetched;
import clickcounter.store.StoredValue;
import clickcounter.tools.documents.Documents;
import clickcounter.tools.documents.Waits;
import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongSupplier;

/**
 * Takes counters that are closed, by their service or by an operator, complete and old out of the
 * directory, and their documents out of Riak. For each, what remains is how many events it had
 * ({@link RetiredDocument}): none of them can be counted again.
 *
 * <ol>
 *   <li>The counter is entered among the retired. From now on both places say the same.
 *   <li>{@link #REST} later, in another run, its document is deleted unless it was put meanwhile.
 *       Just before, the entry is put again, so that a quorum has it.
 *   <li>It is taken out of the directory.
 * </ol>
 *
 * <p>A reader that finds no document of a counter looks among the retired <em>after</em> that, so
 * it finds the counter in one of the places at every moment. Interrupted anywhere, the same command
 * goes on.
 *
 * <p>The rest is for processes that stood still when the counter was entered, with a copy of its
 * document from before: what they put would be all that is said of the counter, if it was deleted.
 * Storm's old copies of workers live for about a minute.
 */
public final class Retirement {
  /** Minimum time between entering a counter and deleting its document. */
  public static final Duration REST = Duration.ofDays(1);

  private final Documents store;
  private final LongSupplier clockMs;
  private final long beforeMs;

  /**
   * @param clockMs the time, for entries
   * @param beforeMs counters whose last event is earlier are old enough
   */
  public Retirement(DocumentStore store, Waits waits, LongSupplier clockMs, long beforeMs) {
    this.store = new Documents(store, waits);
    this.clockMs = clockMs;
    this.beforeMs = beforeMs;
  }

  public enum KeepReason {
    NOT_CLOSED("not closed (counters close closes that of a service that crashed)"),
    TOO_YOUNG("too young"),
    EVENTS_MISSING("events are missing"),
    WRITTEN_OFF("events were written off"),
    UNCONFIRMED("its last events are not confirmed yet"),
    UNREADABLE("its document cannot be read, or has siblings"),
    NO_DOCUMENT("no document");

    private final String label;

    KeepReason(String label) {
      this.label = label;
    }

    @JsonValue
    public String label() {
      return label;
    }
  }

  /**
   * What was done, or is to be. Programs read these names as JSON.
   *
   * @param dryRun whether nothing was changed
   * @param entered counters that are entered among the retired now, with the number of their events
   * @param resting how many are entered, and wait for the end of their rest
   * @param deleted counters whose documents are deleted, with the number of their events
   * @param staying how many counters stay, by reason
   */
  public record Outcome(
      boolean dryRun,
      TreeMap<String, Long> entered,
      TreeSet<String> resting,
      TreeMap<String, Long> deleted,
      TreeMap<KeepReason, Integer> staying) {
    Outcome(boolean dryRun) {
      this(dryRun, new TreeMap<>(), new TreeSet<>(), new TreeMap<>(), new TreeMap<>());
    }
  }

  /** Looks at these counters, and does what is due unless this is only a rehearsal. */
  public Outcome run(Collection<String> counterIds, boolean rehearsal, Runnable step) {
    Outcome outcome = new Outcome(rehearsal);
    TreeSet<String> unlisted = new TreeSet<>();
    for (String id : counterIds) {
      if (retire(id, outcome)) {
        unlisted.add(id);
      }
      step.run();
    }
    if (!rehearsal) {
      store.changeDirectory(unlisted, Set::removeAll);
    }
    return outcome;
  }

  /** Returns whether the counter is not to be listed any more. */
  private boolean retire(String id, Outcome outcome) {
    Fetched found = store.fetch(DocumentKey.counter(id));
    if (found.siblings().isEmpty()) {
      boolean wasInterrupted = retired(id) != null;
      if (!wasInterrupted) {
        outcome.staying.merge(KeepReason.NO_DOCUMENT, 1, Integer::sum);
      }
      return wasInterrupted;
    }
    CounterDocument document = document(id, found.siblings());
    KeepReason reason = document == null ? KeepReason.UNREADABLE : reason(document);
    if (reason != null) {
      outcome.staying.merge(reason, 1, Integer::sum);
      return false;
    }
    Retired retired = retired(id);
    if (retired == null || !isOf(document, retired)) {
      outcome.entered.put(id, document.next());
      if (!outcome.dryRun) {
        enter(id, entry(document));
      }
      return false;
    }
    if (clockMs.getAsLong() - retired.enteredAtMs() < REST.toMillis()) {
      outcome.resting.add(id);
      return false;
    }
    outcome.deleted.put(id, document.next());
    if (!outcome.dryRun) {
      // Only a put proves that a quorum has the entry: who put it may have died in doubt.
      enter(id, retired);
      store.delete(DocumentKey.counter(id), found.context());
    }
    return true;
  }

  private Retired entry(CounterDocument of) {
    long nowMs = clockMs.getAsLong();
    return new Retired(of.next(), nowMs, of.write().number(), of.lastEventAtMs(), of.closed());
  }

  /** Whether the document is as it was when the counter was entered. */
  private static boolean isOf(CounterDocument document, Retired retired) {
    return document.next() == retired.next() && document.write().number() == retired.writeNumber();
  }

  /** Null if it cannot be read, or has siblings, which a put will merge. */
  private static CounterDocument document(String id, List<StoredValue> siblings) {
    try {
      return siblings.size() > 1 ? null : SiblingReader.COUNTERS.read(id, siblings).get(0);
    } catch (UnreadableDocument e) {
      return null;
    }
  }

  /** Null if the counter is ready. */
  private KeepReason reason(CounterDocument document) {
    if (!document.hasEnded()) {
      return KeepReason.NOT_CLOSED;
    }
    if (document.lastEventAtMs() >= beforeMs) {
      return KeepReason.TOO_YOUNG;
    }
    if (document.gaps().missing() > 0) {
      return KeepReason.EVENTS_MISSING;
    }
    if (document.gapCount() > 0) {
      return KeepReason.WRITTEN_OFF;
    }
    return document.unconfirmed().isEmpty() ? null : KeepReason.UNCONFIRMED;
  }

  private Retired retired(String id) {
    return store.read(RetiredCounters.key(id), RetiredCounters::union).byId().get(id);
  }

  private void enter(String id, Retired retired) {
    store.change(
        RetiredCounters.key(id),
        siblings -> {
          RetiredDocument with = RetiredCounters.union(siblings).with(id, retired);
          return new StoredValue(RetiredDocument.CONTENT_TYPE, with.toBytes());
        });
  }
}
