package clickcounter.drill;

import clickcounter.cli.ExitCode;
import clickcounter.devcluster.AuditResult;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/**
 * The result of a drill.
 *
 * @param events that the services logged, close events included
 * @param duplicates events that arrived again after they were counted; a lower bound
 * @param conflicts puts that ended in siblings or a doubt; a lower bound
 * @param recoveriesMs for each fault, the time until messages were acknowledged again
 * @param audit null if none was made
 * @param text what shows that the faults took place, or what is wrong
 * @param attempts how often it was tried; all but the last were unproven or not run
 */
@RecordBuilder
record DrillResult(
    String drill,
    Outcome outcome,
    long events,
    long duplicates,
    long conflicts,
    AuditResult audit,
    List<Long> recoveriesMs,
    String text,
    int attempts)
    implements DrillResultBuilder.With {
  private static final String ROW = "| %s | %s | %s | %s | %s | %s | %s | %s | %s |";

  /** The outcomes, from good to bad. */
  enum Outcome {
    PASSED("passed", ExitCode.OK),
    /** Its fault missed its moment, or nothing shows that it took place. */
    UNPROVEN("unproven", ExitCode.FAILED),
    /** Its cluster could not be set up, or not on this machine. */
    NOT_RUN("not run", ExitCode.FAILED),
    /** Its audit says nothing: documents are of counters that no archive has, for example. */
    NO_VERDICT("no verdict", ExitCode.FAILED),
    /** Something that must happen by itself did not happen. */
    STUCK("stuck", ExitCode.MISSING),
    /** Events were lost or counted twice, documents are wrong, or a promise was broken. */
    WRONG("wrong", ExitCode.WRONG);

    private final String word;
    private final int exitCode;

    Outcome(String word, int exitCode) {
      this.word = word;
      this.exitCode = exitCode;
    }

    String word() {
      return word;
    }

    /** Whether a second attempt is allowed: the outcome says nothing about the system. */
    boolean mayBeRetried() {
      return this == UNPROVEN || this == NOT_RUN;
    }
  }

  DrillResult {
    recoveriesMs = List.copyOf(recoveriesMs);
  }

  /** Nothing was logged. */
  static DrillResult without(String drill, Outcome outcome, String why) {
    return new DrillResult(drill, outcome, 0, 0, 0, null, List.of(), why, 1);
  }

  /** This result as that of a second attempt. */
  DrillResult after(DrillResult first) {
    return withText(text + " (second attempt; the first: " + first.cell() + ")")
        .withAttempts(first.attempts + 1);
  }

  /** The exit code of the worst outcome. */
  static int exitCode(List<DrillResult> results) {
    return results.stream()
        .map(DrillResult::outcome)
        .max(Comparator.naturalOrder())
        .orElse(Outcome.PASSED)
        .exitCode;
  }

  /** How many drills had each outcome. Those that did not pass at the first attempt are named. */
  static String summary(List<DrillResult> results) {
    StringBuilder text = new StringBuilder(results.size() + " drills");
    for (Outcome outcome : Outcome.values()) {
      List<String> names = names(results, result -> result.outcome() == outcome);
      if (!names.isEmpty()) {
        text.append(", ").append(names.size()).append(' ').append(outcome.word);
        text.append(outcome == Outcome.PASSED ? "" : " " + names);
      }
    }
    List<String> again = names(results, result -> result.attempts > 1);
    return text + (again.isEmpty() ? "" : ", " + again.size() + " with a second attempt " + again);
  }

  private static List<String> names(List<DrillResult> results, Predicate<DrillResult> which) {
    return results.stream().filter(which).map(DrillResult::drill).toList();
  }

  /** The first two lines of the Markdown table of {@link #row}. */
  static String heading() {
    return ROW.formatted(
            "drill",
            "faults",
            "events",
            "duplicates met",
            "conflicts met",
            "lost",
            "doubled",
            "recovered in (median, most)",
            "proof")
        + System.lineSeparator()
        + "| --- | --: | --: | --: | --: | --: | --: | --: | --- |";
  }

  String row() {
    if (audit == null) {
      return ROW.formatted(drill, "-", "-", "-", "-", "-", "-", "-", cell());
    }
    return ROW.formatted(
        drill,
        recoveriesMs.size(),
        number(events),
        number(duplicates),
        number(conflicts),
        number(audit.missing()),
        number(audit.doubled()),
        recoveriesMs.isEmpty()
            ? "-"
            : String.format(Locale.ROOT, "%.1f s, %.1f s", quantileS(0.5), quantileS(1)),
        cell());
  }

  private static String number(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  /** The last cell of the row: the outcome unless it passed, and the text. */
  private String cell() {
    String word =
        switch (outcome) {
          case PASSED -> "";
          case STUCK, WRONG -> outcome.word.toUpperCase(Locale.ROOT) + ": ";
          default -> outcome.word + ": ";
        };
    boolean differs = audit != null && !audit.isEqual();
    return (word + text + (differs ? "; " + difference() : ""))
        .replaceAll("\\s*\\R\\s*", " ")
        .replace("|", "\\|");
  }

  private String difference() {
    return "the audit says %s, %,d wrong documents".formatted(audit.word(), audit.wrongDocuments());
  }

  private double quantileS(double share) {
    List<Long> sorted = recoveriesMs.stream().sorted().toList();
    return sorted.get((int) Math.round((sorted.size() - 1) * share)) / 1_000.0;
  }
}
