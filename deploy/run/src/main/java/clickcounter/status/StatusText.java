package clickcounter.status;

import clickcounter.cli.Texts;
import clickcounter.status.SystemStatus.DocumentState;
import clickcounter.status.SystemStatus.GapsByAge;
import clickcounter.status.SystemStatus.QueueLoad;
import clickcounter.status.SystemStatus.TaskState;
import clickcounter.status.SystemStatus.TopologyState;
import java.io.PrintStream;
import java.util.List;
import java.util.function.Function;

/** Prints one screen for a person. */
record StatusText(PrintStream out) {
  void print(SystemStatus status, Verdict verdict) {
    row("topology", status.topology(), StatusText::topology);
    row("queue", status.queue(), StatusText::queue);
    row("rejects", status.queue(), StatusText::rejects);
    row("pending", status.tasks(), tasks -> "oldest for " + Texts.age(tasks.oldestPendingMs()));
    row("puts", status.tasks(), StatusText::puts);
    row("blocked", status.tasks(), StatusText::blocked);
    row("gaps", status.documents(), StatusText::gaps);
    row("counters", status.documents(), StatusText::counters);
    boolean isQuiet = verdict.act().isEmpty() && verdict.unknown().isEmpty();
    list("ACT:", verdict.act());
    list(isQuiet ? "WATCH: no action is needed yet." : "WATCH:", verdict.watch());
    list("NOT KNOWN:", verdict.unknown());
    if (isQuiet && verdict.watch().isEmpty()) {
      out.println("OK: no action is needed.");
    }
    out.flush();
  }

  private <T> void row(String name, T part, Function<T, String> text) {
    out.println("%-10s%s".formatted(name, part == null ? "unknown" : text.apply(part)));
  }

  private void list(String heading, List<String> lines) {
    if (!lines.isEmpty()) {
      out.println(heading);
      lines.forEach(line -> out.println("  " + line));
    }
  }

  private static String topology(TopologyState topology) {
    return "%s %s for %s, %s, %s"
        .formatted(
            topology.name(),
            topology.status(),
            Texts.age(topology.uptimeS() * 1_000),
            Texts.count(topology.workers(), "worker"),
            Texts.count(topology.assignedTasks(), "task"));
  }

  private static String queue(QueueLoad queue) {
    String messages = Texts.count(queue.messages(), "message");
    return queue.exact()
        ? "%s, %s/s arrive, %s/s are done%s"
            .formatted(messages, rate(queue.arrivedPerS()), rate(queue.donePerS()), drain(queue))
        : messages + " or more (no statistics plugin of the broker answers)";
  }

  private static String rate(double perSecond) {
    return Texts.number(Math.round(perSecond));
  }

  private static String drain(QueueLoad queue) {
    boolean stands = queue.arrivedPerS() < 0.5 && queue.donePerS() < 0.5;
    if (queue.messages() == 0 || stands) {
      return "";
    }
    if (queue.drainS() == null) {
      return ": it does not shrink";
    }
    return queue.drainS() == 0 ? ": steady" : ": empty in " + Texts.age(queue.drainS() * 1_000);
  }

  private static String rejects(QueueLoad queue) {
    return Texts.count(queue.rejectsWaiting(), "message")
        + (queue.rejectsExact() || queue.rejectsWaiting() == 0 ? "" : " or more");
  }

  private static String puts(TaskState tasks) {
    return "%s/s, deferred for %s ms (99th percentile)"
        .formatted(rate(tasks.putsPerS()), Texts.number(tasks.deferralP99Ms()));
  }

  private static String blocked(TaskState tasks) {
    return "documents found blocked %s since the workers started%s"
        .formatted(
            Texts.count(tasks.blocked(), "time"),
            tasks.blockedMsAgo() == null
                ? ""
                : ", for the last time " + Texts.age(tasks.blockedMsAgo()) + " ago");
  }

  private static String gaps(DocumentState documents) {
    GapsByAge gaps = documents.gaps();
    String ages =
        any(", ", gaps.under10Min(), " for 1 to 10 min")
            + any(", ", gaps.under1Hour(), " for 10 min to 1 h")
            + any(", ", gaps.under1Day(), " for 1 to 24 h")
            + any(", ", gaps.older(), " for longer");
    return Texts.count(gaps.missing(), "event")
        + " missing"
        + ages.replaceFirst(",", ":")
        + any("; ", gaps.under1Min(), " under way, younger than 1 min")
        + any("; ", documents.rejected(), " in the queue of rejects");
  }

  private static String any(String before, long number, String after) {
    return number == 0 ? "" : before + Texts.number(number) + after;
  }

  private static String counters(DocumentState documents) {
    return "%s: %s alive, %s silent, %s closed properly%s"
        .formatted(
            Texts.number(documents.counters()),
            Texts.number(documents.alive()),
            Texts.number(documents.silent()),
            Texts.number(documents.closed()),
            any(", ", documents.unreadable(), " unreadable"));
  }
}
