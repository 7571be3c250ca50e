package clickcounter.drill;

import clickcounter.cli.ExitCode;
import clickcounter.devcluster.AuditResult;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * The result of a drill.
 *
 * @param events that the services logged, close events included
 * @param duplicates events that arrived again after they were counted; a lower bound
 * @param conflicts puts that ended in siblings or a doubt; a lower bound
 * @param recoveriesMs for each fault, the time until messages were acknowledged again
 * @param audit null if none was made
 * @param text what shows that the faults took place; or why it was skipped; or what is wrong
 * @param attempts how often it was tried; all but the last were unproven or not run
 */
record DrillResult(
    String drill,
    Outcome outcome,
    long events,
    long duplicates,
    long conflicts,
    AuditResult audit,
    List<Long> recoveriesMs,
    String text,
    int attempts) {
  private static final String ROW = "| %s | %s | %s | %s | %s | %s | %s | %s | %s |";

  /** The outcomes, from good to bad. */
  enum Outcome {
    PASSED("passed", ExitCode.OK),
    /** This machine cannot run it. */
    SKIPPED("skipped", ExitCode.OK),
    /** Its fault missed its moment, or nothing shows that it took place. */
    UNPROVEN("unproven", ExitCode.FAILED),
    /** Its cluster could not be set up. */
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

  /** Of a first attempt. */
  DrillResult(
      String drill,
      Outcome outcome,
      long events,
      long duplicates,
      long conflicts,
      AuditResult audit,
      List<Long> recoveriesMs,
      String text) {
    this(drill, outcome, events, duplicates, conflicts, audit, recoveriesMs, text, 1);
  }

  static DrillResult skipped(String drill, String why) {
    return without(drill, Outcome.SKIPPED, why);
  }

  static DrillResult notRun(String drill, String why) {
    return without(drill, Outcome.NOT_RUN, why);
  }

  /** Its topology does not start: nothing was logged. */
  static DrillResult stuck(String drill, String why) {
    return without(drill, Outcome.STUCK, why);
  }

  private static DrillResult without(String drill, Outcome outcome, String why) {
    return new DrillResult(drill, outcome, 0, 0, 0, null, List.of(), why);
  }

  /** This result as that of a second attempt. */
  DrillResult after(DrillResult first) {
    return new DrillResult(
        drill,
        outcome,
        events,
        duplicates,
        conflicts,
        audit,
        recoveriesMs,
        text + " (second attempt; the first: " + first.cell() + ")",
        first.attempts + 1);
  }

  /** The exit code of the worst outcome. */
  static int exitCode(List<DrillResult> results, boolean strict) {
    Outcome worst =
        results.stream()
            .map(DrillResult::outcome)
            .max(Comparator.naturalOrder())
            .orElse(Outcome.PASSED);
    boolean skipped = results.stream().anyMatch(r -> r.outcome() == Outcome.SKIPPED);
    return worst.exitCode == ExitCode.OK && skipped && strict ? ExitCode.FAILED : worst.exitCode;
  }

  /** How many drills had each outcome. Those that did not pass at the first attempt are named. */
  static String summary(List<DrillResult> results) {
    StringBuilder text = new StringBuilder(results.size() + " drills");
    for (Outcome outcome : Outcome.values()) {
      List<String> names =
          results.stream().filter(r -> r.outcome() == outcome).map(DrillResult::drill).toList();
      if (!names.isEmpty() && outcome != Outcome.SKIPPED) {
        text.append(", ").append(names.size()).append(' ').append(outcome.word);
        text.append(outcome == Outcome.PASSED ? "" : " " + names);
      }
    }
    List<String> again =
        results.stream().filter(r -> r.attempts > 1).map(DrillResult::drill).toList();
    if (!again.isEmpty()) {
      text.append(", ").append(again.size()).append(" with a second attempt ").append(again);
    }
    List<String> skipped =
        results.stream()
            .filter(r -> r.outcome() == Outcome.SKIPPED)
            .map(DrillResult::drill)
            .toList();
    return text + ", " + skipped.size() + " skipped" + (skipped.isEmpty() ? "" : " " + skipped);
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

  /** The result as a JSON object on one line. */
  String json() {
    ObjectNode json = new ObjectMapper().createObjectNode();
    json.put("drill", drill);
    json.put("outcome", outcome.word);
    json.put("attempts", attempts);
    json.put("faults", recoveriesMs.size());
    json.put("events", events);
    json.put("duplicatesMet", duplicates);
    json.put("conflictsMet", conflicts);
    json.put("audit", audit == null ? "not made" : audit.word());
    json.put("lost", audit == null ? 0 : audit.missing());
    json.put("doubled", audit == null ? 0 : audit.doubled());
    json.put("wrongDocuments", audit == null ? 0 : audit.wrongDocuments());
    recoveriesMs.forEach(json.putArray("recoveriesMs")::add);
    json.put("proof", text);
    return json.toString();
  }
}
