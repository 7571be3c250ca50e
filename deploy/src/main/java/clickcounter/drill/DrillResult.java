package clickcounter.drill;

import clickcounter.cluster.AuditResult;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;

/**
 * What came of a drill.
 *
 * @param events that the services gave out, close events included
 * @param duplicates events that were met again although they were counted, at least
 * @param conflicts puts that ended in siblings, a conflict or a doubt, at least
 * @param recoveriesMs for each fault, until messages were acknowledged again
 * @param proof what shows that the faults took place; or why it was skipped; or why it failed
 */
record DrillResult(
    String drill,
    Outcome outcome,
    long events,
    long duplicates,
    long conflicts,
    AuditResult audit,
    List<Long> recoveriesMs,
    String proof) {
  private static final AuditResult NO_AUDIT = new AuditResult("not made", 0, 0, 0);
  private static final String ROW = "| %s | %s | %s | %s | %s | %s | %s | %s | %s |";

  enum Outcome {
    PASSED,
    /** Events were lost or counted twice, or documents are wrong. */
    WRONG,
    /** It could not be run to its end, or a fault did not take place. */
    FAILED,
    /** It cannot be run on this machine. */
    SKIPPED
  }

  DrillResult {
    recoveriesMs = List.copyOf(recoveriesMs);
  }

  static DrillResult skipped(String drill, String why) {
    return new DrillResult(drill, Outcome.SKIPPED, 0, 0, 0, NO_AUDIT, List.of(), "skipped: " + why);
  }

  static DrillResult failed(String drill, String why) {
    return new DrillResult(drill, Outcome.FAILED, 0, 0, 0, NO_AUDIT, List.of(), "FAILED: " + why);
  }

  /** This result, of a second attempt. */
  DrillResult after(DrillResult first) {
    return new DrillResult(
        drill,
        outcome,
        events,
        duplicates,
        conflicts,
        audit,
        recoveriesMs,
        "second attempt (the first " + first.proof + "): " + proof);
  }

  boolean isBad() {
    return outcome == Outcome.WRONG || outcome == Outcome.FAILED;
  }

  /** The first two lines of a table in Markdown, for {@link #row}. */
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
    if (recoveriesMs.isEmpty()) {
      return ROW.formatted(drill, "-", "-", "-", "-", "-", "-", "-", proof + wrong());
    }
    return ROW.formatted(
        drill,
        recoveriesMs.size(),
        "%,d".formatted(events),
        "%,d".formatted(duplicates),
        "%,d".formatted(conflicts),
        "%,d".formatted(audit.missing()),
        "%,d".formatted(audit.doubled()),
        "%.1f s, %.1f s".formatted(quantileS(0.5), quantileS(1)),
        proof + wrong());
  }

  private String wrong() {
    return outcome == Outcome.WRONG
        ? "; WRONG: the audit says %s, %,d wrong documents"
            .formatted(audit.verdict(), audit.wrongDocuments())
        : "";
  }

  private double quantileS(double share) {
    List<Long> sorted = recoveriesMs.stream().sorted().toList();
    return sorted.get((int) Math.round((sorted.size() - 1) * share)) / 1_000.0;
  }

  /** One object on one line. */
  String json() {
    ObjectNode json = new ObjectMapper().createObjectNode();
    json.put("drill", drill);
    json.put("outcome", outcome.name().toLowerCase(Locale.ROOT));
    json.put("faults", recoveriesMs.size());
    json.put("events", events);
    json.put("duplicatesMet", duplicates);
    json.put("conflictsMet", conflicts);
    json.put("audit", audit.verdict());
    json.put("lost", audit.missing());
    json.put("doubled", audit.doubled());
    json.put("wrongDocuments", audit.wrongDocuments());
    recoveriesMs.forEach(json.putArray("recoveriesMs")::add);
    json.put("proof", proof);
    return json.toString();
  }
}
