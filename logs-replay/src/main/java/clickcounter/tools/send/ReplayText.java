package clickcounter.tools.send;

import clickcounter.ids.LongRanges;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.archive.Troubles;
import clickcounter.tools.archive.Troubles.Trouble;
import clickcounter.tools.common.Json;
import clickcounter.tools.common.OtherFiles;
import clickcounter.tools.common.Texts;
import clickcounter.tools.send.MissingReplay.Healed;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Prints the result of a replay, as text or JSON. */
final class ReplayText {
  private static final int MAX_COUNTERS = 50;

  private final boolean dryRun;
  private final ArchiveFiles files;
  private final Troubles troubles;
  private final double seconds;

  ReplayText(boolean dryRun, ArchiveFiles files, Troubles troubles, double seconds) {
    this.dryRun = dryRun;
    this.files = files;
    this.troubles = troubles;
    this.seconds = seconds;
  }

  private String sent() {
    return dryRun ? "to be sent (dry run, nothing was sent)" : "sent";
  }

  private String from(long events) {
    return String.format(
        Locale.ROOT,
        "from %s in %.1f s, %s a second",
        Texts.count(files.files().size(), "file"),
        seconds,
        Texts.number(Math.round(events / Math.max(seconds, 0.001))));
  }

  void print(FullReplay.Result result, PrintStream out) {
    out.printf(
        Locale.ROOT,
        "%s %s, %s%n",
        Texts.count(result.sent(), "event"),
        sent(),
        from(result.sent()));
    if (result.passedOver() > 0) {
      out.printf(
          Locale.ROOT, "  %s excluded by the filters%n", Texts.count(result.passedOver(), "event"));
    }
    OtherFiles.print(files, out);
    Texts.print(troubles.kept(), troubles.total(), out);
  }

  void print(MissingReplay.Result result, PrintStream out) {
    out.printf(
        Locale.ROOT, "%s read %s%n", Texts.count(result.events(), "event"), from(result.events()));
    if (result.sent() == 0 && result.blocked().isEmpty()) {
      out.println("No event of these files is missing: nothing was sent.");
    } else if (result.sent() > 0) {
      out.printf(Locale.ROOT, "%s missing, %s:%n", Texts.count(result.sent(), "event"), sent());
      print(ids(result, Healed::sent), id -> remark(result.counters().get(id)), out);
    }
    printInNoFile(result, out);
    result
        .blocked()
        .forEach(
            (counterId, reason) ->
                out.println(
                    "No events of counter "
                        + counterId
                        + " were sent: its document cannot be read: "
                        + reason));
    OtherFiles.print(files, out);
    Texts.print(troubles.kept(), troubles.total(), out);
  }

  private static String remark(Healed healed) {
    StringBuilder remark = new StringBuilder();
    if (healed.unknown()) {
      remark.append("  (all: the counter is unknown)");
    } else if (healed.above() > 0) {
      remark
          .append("  (")
          .append(Texts.number(healed.above()))
          .append(" above the highest counted)");
    }
    if (!healed.writtenOff().isEmpty()) {
      remark
          .append("  (written off before, counted nevertheless: ")
          .append(Texts.ids(healed.writtenOff()))
          .append(')');
    }
    return remark.toString();
  }

  private static void printInNoFile(MissingReplay.Result result, PrintStream out) {
    if (result.inNoFile() > 0) {
      out.printf(
          Locale.ROOT,
          "%s in gaps, and in none of these files:%n",
          Texts.count(result.inNoFile(), "event"));
      print(ids(result, Healed::inNoFile), id -> "", out);
    }
    if (!result.notMet().isEmpty()) {
      out.printf(
          Locale.ROOT,
          "%s in gaps of %s that these files do not have:%n",
          Texts.count(result.notMetEvents(), "event"),
          Texts.count(result.notMet().size(), "other counter"));
      print(result.notMet(), id -> "", out);
    }
  }

  private static SortedMap<String, LongRanges> ids(
      MissingReplay.Result result, Function<Healed, LongRanges> which) {
    SortedMap<String, LongRanges> ids = new TreeMap<>();
    result.counters().forEach((counterId, healed) -> ids.put(counterId, which.apply(healed)));
    return ids;
  }

  /**
   * @param remark on a counter, at the end of its line
   */
  private static void print(
      SortedMap<String, LongRanges> ids, UnaryOperator<String> remark, PrintStream out) {
    List<String> counters =
        ids.keySet().stream().filter(counterId -> !ids.get(counterId).isEmpty()).toList();
    counters.stream()
        .limit(MAX_COUNTERS)
        .forEach(id -> out.println("  " + id + ": " + Texts.ids(ids.get(id)) + remark.apply(id)));
    if (counters.size() > MAX_COUNTERS) {
      out.println(
          "  … and "
              + Texts.count(counters.size() - MAX_COUNTERS, "counter")
              + " more (--json lists them)");
    }
  }

  private record FullJson(
      long sent,
      long passedOver,
      boolean dryRun,
      int files,
      Json.PassedOverJson filesPassedOver,
      double seconds,
      long troubleCount,
      List<Trouble> troubles) {}

  void printJson(FullReplay.Result result, PrintStream out) throws IOException {
    Json.print(
        out,
        new FullJson(
            result.sent(),
            result.passedOver(),
            dryRun,
            files.files().size(),
            Json.PassedOverJson.of(files),
            seconds,
            troubles.total(),
            troubles.kept()));
  }

  private record MissingJson(
      long events,
      long sent,
      long inNoFile,
      SortedMap<String, HealedJson> counters,
      SortedMap<String, LongRanges> notMet,
      boolean dryRun,
      int files,
      Json.PassedOverJson filesPassedOver,
      double seconds,
      long troubleCount,
      List<Trouble> troubles) {}

  private record HealedJson(
      boolean neverSeen,
      String blocked,
      long aboveHighest,
      LongRanges sent,
      LongRanges writtenOff,
      LongRanges inNoFile) {
    static HealedJson of(Healed healed) {
      return new HealedJson(
          healed.unknown(),
          healed.blocked(),
          healed.above(),
          healed.sent(),
          healed.writtenOff(),
          healed.inNoFile());
    }
  }

  void printJson(MissingReplay.Result result, PrintStream out) throws IOException {
    SortedMap<String, HealedJson> counters = new TreeMap<>();
    result
        .counters()
        .forEach(
            (counterId, healed) -> {
              if (!healed.sent().isEmpty()
                  || !healed.inNoFile().isEmpty()
                  || healed.blocked() != null) {
                counters.put(counterId, HealedJson.of(healed));
              }
            });
    Json.print(
        out,
        new MissingJson(
            result.events(),
            result.sent(),
            result.inNoFile(),
            counters,
            result.notMet(),
            dryRun,
            files.files().size(),
            Json.PassedOverJson.of(files),
            seconds,
            troubles.total(),
            troubles.kept()));
  }
}
