package clickcounter.simulation;

import clickcounter.event.RejectReason;
import clickcounter.event.Rejected;
import clickcounter.store.DocumentKey;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Only a document that the store refused may be blocked: {@link Invariant#BLOCKED}. */
final class BlockedChecks {
  /** Documents that the store refused to take, since the archive was last replayed for them. */
  private final Set<DocumentKey> refused = new HashSet<>();

  private final Statistics statistics;
  private boolean documentBlocked;

  BlockedChecks(Statistics statistics) {
    this.statistics = statistics;
  }

  /** A task counts no more on a document. */
  void blocked() {
    documentBlocked = true;
    statistics.blocked++;
    if (statistics.blocked > statistics.refused) {
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
          && refused.stream().noneMatch(key -> isOf(key, line))) {
        throw new Violation(
            Invariant.BLOCKED,
            "nobody refused that document: " + line.detail() + ", " + line.line());
      }
    }
  }

  private static boolean isOf(DocumentKey key, Rejected line) {
    return line.detail().startsWith(key.bucket() + "/" + key.key() + ":");
  }

  void refused(DocumentKey key) {
    refused.add(key);
  }

  boolean wasRefused(DocumentKey key) {
    return refused.contains(key);
  }

  /** Whether a document was blocked since this was last asked. */
  boolean takeBlocked() {
    boolean was = documentBlocked;
    documentBlocked = false;
    refused.clear();
    return was;
  }
}
