package clickcounter.simulation;

import clickcounter.event.RejectReason;
import clickcounter.event.Rejected;
import clickcounter.store.DocumentKey;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Only a document that the store refused may be blocked: {@link Invariant#BLOCKED}. */
final class BlockedChecks {
  /** Documents that the store refused to take, since the archive was last replayed for them. */
  private final Set<DocumentKey> refused = new HashSet<>();

  /** Documents that operators have recounted: while they did, these were blocked. */
  private final Set<DocumentKey> fenced = new HashSet<>();

  private final Statistics statistics;
  private boolean documentBlocked;

  BlockedChecks(Statistics statistics) {
    this.statistics = statistics;
  }

  /** A task counts no more on a document. */
  void blocked() {
    documentBlocked = true;
    statistics.blocked++;
    if (fenced.isEmpty() && statistics.blocked > statistics.refused) {
      throw new Violation(
          Invariant.BLOCKED,
          statistics.blocked
              + " documents were blocked, but the store refused only "
              + statistics.refused
              + " puts");
    }
  }

  /** A task rejects events: for what is blocked there has to be a reason. */
  void rejecting(List<Rejected> lines) {
    for (Rejected line : lines) {
      if (line.reason() == RejectReason.DOCUMENT_BLOCKED
          && Stream.concat(refused.stream(), fenced.stream()).noneMatch(key -> isOf(key, line))) {
        throw new Violation(
            Invariant.BLOCKED,
            "nobody refused that document: " + line.detail() + ", " + line.line());
      }
    }
  }

  private static boolean isOf(DocumentKey key, Rejected line) {
    return line.detail().startsWith(key.bucket() + "/" + key.key() + ":")
        || line.detail().contains(" need the view of counter " + key.key() + ":");
  }

  void refused(DocumentKey key) {
    refused.add(key);
  }

  /** An operator puts a fence in the place of this document. */
  void fenced(DocumentKey key) {
    fenced.add(key);
    documentBlocked = true; // what was rejected has to be replayed
  }

  /** Whether a task may take the document for blocked. */
  boolean mayBeBlocked(DocumentKey key) {
    return refused.contains(key) || fenced.contains(key);
  }

  /** Whether a document was blocked since this was last asked. */
  boolean takeBlocked() {
    boolean was = documentBlocked;
    documentBlocked = false;
    refused.clear();
    return was;
  }
}
