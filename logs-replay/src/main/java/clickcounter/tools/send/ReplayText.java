package clickcounter.tools.send;

import clickcounter.cli.Json;
import clickcounter.cli.Texts;
import clickcounter.ids.LongRanges;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.archive.Troubles;
import clickcounter.tools.common.OtherFiles;
import clickcounter.tools.send.Replay.Healed;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * Prints the result of a replay, as text or JSON.
 *
 * @param onlyMissing whether only missing events were to be sent
 */
record ReplayText(
    Replay.Result result,
    boolean onlyMissing,
    boolean dryRun,
    ArchiveFiles files,
    Troubles troubles,
    double seconds) {
  void print(PrintStream out) {
    String sent = dryRun ? "to be sent (dry run, nothing was sent)" : "sent";
    String from =
        String.format(
            Locale.ROOT,
            "from %s in %.1f s, %s a second",
            Texts.count(files.files().size(), "file"),
            seconds,
            Texts.number(Math.round(result.events() / Math.max(seconds, 0.001))));
    String events = Texts.count(result.events(), "event");
    if (onlyMissing) {
      out.println(events + " read " + from);
      printMissing(sent, out);
    } else {
      out.println(events + " " + sent + ", " + from);
      if (result.passedOver() > 0) {
        out.println("  " + Texts.count(result.passedOver(), "event") + " excluded by the filters");
      }
    }
    OtherFiles.print(files, out);
    troubles.print(out);
  }

  private void printMissing(String sent, PrintStream out) {
    if (result.sent() > 0) {
      out.println(Texts.count(result.sent(), "event") + " missing, " + sent + ":");
      print(result.ids(Healed::sent), id -> remark(result.counters().get(id)), out);
    } else if (!result.isBlocked()) {
      out.println("No event of these files is missing: nothing was sent.");
    }
    print("in gaps, and in none of these files:", result.ids(Healed::inNoFile), out);
    print(
        "in gaps of "
            + Texts.count(result.notMet().size(), "other counter")
            + " that these files do not have:",
        result.notMet(),
        out);
    result.counters().forEach((id, healed) -> printBlocked(id, healed.blocked(), out));
  }

  private static void printBlocked(String counterId, String why, PrintStream out) {
    if (why != null) {
      out.println(
          "No events of counter %s were sent: its document cannot be read: %s"
              .formatted(counterId, why));
    }
  }

  private static String remark(Healed healed) {
    String remark = "";
    if (healed.neverSeen()) {
      remark = "  (all: the counter is unknown)";
    } else if (healed.aboveHighest() > 0) {
      remark = "  (" + Texts.number(healed.aboveHighest()) + " above the highest counted)";
    }
    return healed.writtenOff().isEmpty()
        ? remark
        : "%s  (written off before, counted nevertheless: %s)"
            .formatted(remark, Texts.ids(healed.writtenOff()));
  }

  private static long size(SortedMap<String, LongRanges> ids) {
    return ids.values().stream().mapToLong(LongRanges::size).sum();
  }

  private static void print(String where, SortedMap<String, LongRanges> ids, PrintStream out) {
    if (!ids.isEmpty()) {
      out.println(Texts.count(size(ids), "event") + " " + where);
      print(ids, id -> "", out);
    }
  }

  private static void print(
      SortedMap<String, LongRanges> ids, UnaryOperator<String> remark, PrintStream out) {
    List<String> lines =
        ids.entrySet().stream()
            .map(e -> e.getKey() + ": " + Texts.ids(e.getValue()) + remark.apply(e.getKey()))
            .toList();
    Texts.first(lines).forEach(line -> out.println("  " + line));
  }

  /** The kinds of replay have some fields of their own. */
  Json.Fields json() {
    SortedMap<String, Healed> counters = new TreeMap<>(result.counters());
    counters
        .values()
        .removeIf(c -> c.sent().isEmpty() && c.inNoFile().isEmpty() && c.blocked() == null);
    return Json.object()
        .withAny("events", onlyMissing ? result.events() : null)
        .with("sent", result.sent())
        .withAny("passedOver", onlyMissing ? null : result.passedOver())
        .withAny("inNoFile", onlyMissing ? size(result.ids(Healed::inNoFile)) : null)
        .withAny("counters", onlyMissing ? counters : null)
        .withAny("notMet", onlyMissing ? result.notMet() : null)
        .with("dryRun", dryRun)
        .with("files", files.files().size())
        .with("filesPassedOver", OtherFiles.PassedOver.of(files))
        .with("seconds", seconds)
        .with("troubleCount", troubles.total())
        .with("troubles", troubles.kept());
  }
}
