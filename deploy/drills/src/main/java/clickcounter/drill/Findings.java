package clickcounter.drill;

import clickcounter.cluster.AuditResult;
import clickcounter.drill.DrillResult.Outcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What was not as it should be in one run of a drill, and what that makes of it. */
final class Findings {
  private final List<IOException> troubles = new ArrayList<>();

  /** A part of a run. */
  interface Step {
    void run() throws IOException, InterruptedException;
  }

  /**
   * Does it, and remembers what went wrong.
   *
   * @return whether nothing did
   */
  boolean note(Step step) throws InterruptedException {
    try {
      step.run();
      return true;
    } catch (IOException e) {
      troubles.add(e);
      return false;
    }
  }

  boolean isEmpty() {
    return troubles.isEmpty();
  }

  /** In one sentence. */
  String text() {
    return troubles.stream()
        .map(e -> e.getMessage() == null ? e.toString() : e.getMessage())
        .collect(Collectors.joining("; "));
  }

  /**
   * The worst of it. What is neither a breach nor unproven did not come to its end, so it is stuck:
   * nothing that happens after the set-up is forgiven because it was not foreseen.
   *
   * @param audit {@link AuditResult} of what the services wrote; null when none could be made
   */
  Outcome outcome(AuditResult audit) {
    if (has(Breach.class) || audit != null && isWrong(audit)) {
      return Outcome.WRONG;
    }
    if (audit == null || troubles.stream().anyMatch(Findings::isStuck)) {
      return Outcome.STUCK;
    }
    return has(Unproven.class) ? Outcome.UNPROVEN : Outcome.PASSED;
  }

  /**
   * Events that are missing are lost once the queue has said that all is settled, and late before.
   */
  private boolean isWrong(AuditResult audit) {
    boolean onlyMissing =
        audit.doubled() == 0 && audit.wrongDocuments() == 0 && audit.missing() > 0;
    return !audit.isEqual() && !(onlyMissing && troubles.stream().anyMatch(Findings::isStuck));
  }

  private boolean has(Class<? extends IOException> kind) {
    return troubles.stream().anyMatch(kind::isInstance);
  }

  private static boolean isStuck(IOException trouble) {
    return !(trouble instanceof Breach) && !(trouble instanceof Unproven);
  }
}
