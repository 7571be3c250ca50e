package clickcounter.drill;

import clickcounter.devcluster.AuditResult;
import clickcounter.devcluster.NoAuditVerdict;
import clickcounter.drill.DrillResult.Outcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What went wrong in one run of a drill, and the outcome that follows. */
final class DrillFindings {
  private final List<IOException> troubles = new ArrayList<>();

  /** A part of a run. */
  interface Part {
    void run() throws IOException, InterruptedException;
  }

  /** A part of a run that has a result. */
  interface Question<T> {
    T answer() throws IOException, InterruptedException;
  }

  /** Runs a part, and remembers its failure; empty if it failed. */
  <T> Optional<T> of(Question<T> question) throws InterruptedException {
    try {
      return Optional.of(question.answer());
    } catch (IOException e) {
      troubles.add(e);
      return Optional.empty();
    }
  }

  /**
   * Runs a part, and remembers its failure.
   *
   * @return whether it succeeded
   */
  boolean note(Part part) throws InterruptedException {
    return of(() -> {
          part.run();
          return true;
        })
        .isPresent();
  }

  boolean isEmpty() {
    return troubles.isEmpty();
  }

  /** All failures, in one sentence. */
  String text() {
    return troubles.stream()
        .map(e -> e.getMessage() == null ? e.toString() : e.getMessage())
        .collect(Collectors.joining("; "));
  }

  /**
   * The outcome of the worst failure. A failure that is none of the known kinds counts as stuck: no
   * failure after the set-up is forgiven because it was not foreseen.
   *
   * @param audit the audit of what the services wrote; null if it could not be made
   */
  Outcome outcome(AuditResult audit) {
    if (has(Breach.class) || audit != null && isWrong(audit)) {
      return Outcome.WRONG;
    }
    if (troubles.stream().anyMatch(DrillFindings::isStuck)) {
      return Outcome.STUCK;
    }
    if (has(NoAuditVerdict.class)) {
      return Outcome.NO_VERDICT;
    }
    if (audit == null) {
      return Outcome.STUCK;
    }
    return has(Unproven.class) ? Outcome.UNPROVEN : Outcome.PASSED;
  }

  /** Missing events are lost if the queue was empty. If the run is stuck, they may be late. */
  private boolean isWrong(AuditResult audit) {
    boolean onlyMissing =
        audit.doubled() == 0 && audit.wrongDocuments() == 0 && audit.missing() > 0;
    return !audit.isEqual() && !(onlyMissing && troubles.stream().anyMatch(DrillFindings::isStuck));
  }

  private boolean has(Class<? extends IOException> kind) {
    return troubles.stream().anyMatch(kind::isInstance);
  }

  private static boolean isStuck(IOException trouble) {
    return !(trouble instanceof Breach)
        && !(trouble instanceof Unproven)
        && !(trouble instanceof NoAuditVerdict);
  }
}
