package clickcounter.simulation;

import clickcounter.event.RejectReason;
import clickcounter.event.Rejected;
import clickcounter.ids.LongRanges;
import clickcounter.store.DocumentKey;
import clickcounter.store.Fetched;
import clickcounter.store.Stored;
import clickcounter.wire.Marks;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * What one task blocks: {@link Invariant#BLOCKED}. It blocks a document only for an answer of the
 * store about this very document: a put was refused, or what was read is nonsense, or siblings that
 * need the view of a counter whose document is blocked. It rejects events only of documents that
 * were blocked while it had them.
 */
final class BlockedChecks {
  private final KnownAnswers known;
  private final BlockedViews views;
  private final Runnable onBlocked;
  private final LongSupplier nowMicros;
  private final Statistics statistics;

  /** Of the documents that were last read with siblings: the counters that a merge may need. */
  private final Map<DocumentKey, Set<String>> unmerged = new HashMap<>();

  /** Answers that are a reason to block this document, and for which it was not blocked yet. */
  private final Map<DocumentKey, Integer> reasons = new HashMap<>();

  /** When the last block of a document ended, as the document was read anew. */
  private final Map<DocumentKey, Long> blockedUntilMicros = new HashMap<>();

  /** What the oracle knows of an answer of the store. */
  interface KnownAnswers {
    /** Whether no task counts on what was read. */
    boolean isUnreadable(DocumentKey key, Fetched answer);

    /** The counters whose views a merge of what was read may need. */
    Set<String> neededCounters(DocumentKey key, Fetched answer);
  }

  /**
   * @param views of the task's worker
   * @param onBlocked is told of each block
   */
  BlockedChecks(
      KnownAnswers known,
      BlockedViews views,
      Runnable onBlocked,
      LongSupplier nowMicros,
      Statistics statistics) {
    this.known = known;
    this.views = views;
    this.onBlocked = onBlocked;
    this.nowMicros = nowMicros;
    this.statistics = statistics;
  }

  /** The task reads this document: it does so only when it has no copy, or no longer blocks it. */
  void reading(DocumentKey key) {
    blockedUntilMicros.computeIfPresent(key, (k, until) -> Math.min(until, nowMicros.getAsLong()));
  }

  /** The store answered a read. */
  void read(DocumentKey key, Fetched answer) {
    if (known.isUnreadable(key, answer)) {
      reasons.merge(key, 1, Integer::sum);
    }
    unmerged.put(key, known.neededCounters(key, answer));
  }

  /** The store answered a put. */
  void stored(DocumentKey key, Stored answer) {
    answer.handle(
        single -> {}, siblings -> {}, doubt -> {}, refused -> reasons.merge(key, 1, Integer::sum));
  }

  /** The task counts no more on this document. */
  void blocked(DocumentKey key) {
    statistics.count(Tally.BLOCKED);
    statistics.checked(Invariant.BLOCKED);
    int left = reasons.getOrDefault(key, 0);
    if (left > 0) {
      reasons.put(key, left - 1);
    } else if (unmerged.getOrDefault(key, Set.of()).stream().noneMatch(views::isBlocked)) {
      throw new Violation(
          Invariant.BLOCKED, key + " was blocked, but the store gave no reason for that");
    }
    blockedUntilMicros.put(key, Long.MAX_VALUE);
    onBlocked.run();
  }

  private boolean wasBlocked(DocumentKey key, long sinceMicros) {
    return blockedUntilMicros.getOrDefault(key, Long.MIN_VALUE) >= sinceMicros;
  }

  /** The task rejects events of a delivery: for what is blocked there has to be a reason. */
  void rejecting(long arrivedMicros, List<Rejected> lines) {
    for (Rejected line : lines) {
      if (line.reason() == RejectReason.DOCUMENT_BLOCKED) {
        statistics.checked(Invariant.BLOCKED);
        if (blockedUntilMicros.keySet().stream()
                .noneMatch(key -> isOf(key, line) && wasBlocked(key, arrivedMicros))
            && views.blockedSince(arrivedMicros).noneMatch(key -> isOf(key, line))) {
          throw new Violation(
              Invariant.BLOCKED, "rejected, but not blocked: %s, %s", line.detail(), line.line());
        }
      }
    }
  }

  private static boolean isOf(DocumentKey key, Rejected line) {
    return line.detail().startsWith(key.bucket() + "/" + key.key() + ":");
  }

  /**
   * The ids of a delivery of marks that its task has acked without recording them, as the counter's
   * document was blocked, by counter.
   */
  Map<String, LongRanges> unrecorded(long arrivedMicros, List<Marks> marks) {
    Map<String, LongRanges> ids = new HashMap<>();
    for (Marks of : marks) {
      if (wasBlocked(DocumentKey.counter(of.counterId()), arrivedMicros)) {
        ids.computeIfAbsent(of.counterId(), id -> new LongRanges()).addAll(of.ids());
      }
    }
    return ids;
  }
}
