package clickcounter.tools;

import clickcounter.ids.LongRanges;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.archive.Troubles;
import clickcounter.tools.send.FullReplay;
import clickcounter.tools.send.MissingReplay;
import clickcounter.tools.send.MissingReplay.Healed;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Tells what a replay did. */
final class ReplayText {
  private static final int MOST_COUNTERS = 50;

  private final boolean dryRun;
  private final ArchiveFiles files;
  private final OtherFiles others;
  private final Troubles troubles;
  private final double seconds;

  ReplayText(
      boolean dryRun, ArchiveFiles files, OtherFiles others, Troubles troubles, double seconds) {
    this.dryRun = dryRun;
    this.files = files;
    this.others = others;
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
        IdText.count(files.files().size(), "file"),
        seconds,
        IdText.number(Math.round(events / Math.max(seconds, 0.001))));
  }

  void print(FullReplay.Result result, PrintStream out) {
    out.printf(
        Locale.ROOT,
        "%s %s, %s%n",
        IdText.count(result.sent(), "event"),
        sent(),
        from(result.sent()));
    if (result.resumed()) {
      out.printf(
          Locale.ROOT,
          "  went on from a checkpoint: %s before it were not sent again%n",
          IdText.count(result.passedOver(), "event"));
    } else if (result.passedOver() > 0) {
      out.printf(
          Locale.ROOT,
          "  %s left out by the filters%n",
          IdText.count(result.passedOver(), "event"));
    }
    if (!result.restarted().isEmpty()) {
      out.printf(
          Locale.ROOT,
          "  %s not the same as when the checkpoint was written, sent from the first line:%n",
          IdText.count(result.restarted().size(), "file"));
      result.restarted().stream().limit(MOST_COUNTERS).forEach(file -> out.println("    " + file));
    }
    others.print(files, out);
    TroubleText.print(troubles.kept(), troubles.total(), out);
  }

  void print(MissingReplay.Result result, PrintStream out) {
    out.printf(
        Locale.ROOT,
        "%s looked at, %s%n",
        IdText.count(result.events(), "event"),
        from(result.events()));
    if (result.sent() == 0 && result.blocked().isEmpty()) {
      out.println("Nothing is missing that these files have: nothing was sent.");
    } else if (result.sent() > 0) {
      out.printf(Locale.ROOT, "%s missing, %s:%n", IdText.count(result.sent(), "event"), sent());
      printCounters(result, out);
    }
    printInNoFile(result, out);
    result
        .blocked()
        .forEach(
            (counterId, reason) ->
                out.println(
                    "Nothing of counter "
                        + counterId
                        + " was sent: its document cannot be read: "
                        + reason));
    others.print(files, out);
    TroubleText.print(troubles.kept(), troubles.total(), out);
  }

  private static void printCounters(MissingReplay.Result result, PrintStream out) {
    int shown = 0;
    int left = 0;
    for (Map.Entry<String, Healed> counter : result.counters().entrySet()) {
      Healed healed = counter.getValue();
      if (healed.sent().isEmpty()) {
        continue;
      }
      if (shown == MOST_COUNTERS) {
        left++;
        continue;
      }
      shown++;
      out.printf(
          Locale.ROOT, "  %s: %s%s%n", counter.getKey(), IdText.of(healed.sent()), remark(healed));
    }
    printMore(left, out);
  }

  private static String remark(Healed healed) {
    StringBuilder remark = new StringBuilder();
    if (healed.unknown()) {
      remark.append("  (all: the counter was never seen)");
    } else if (healed.above() > 0) {
      remark
          .append("  (")
          .append(IdText.number(healed.above()))
          .append(" above the highest counted)");
    }
    if (!healed.writtenOff().isEmpty()) {
      remark
          .append("  (written off before, counted all the same: ")
          .append(IdText.of(healed.writtenOff()))
          .append(')');
    }
    return remark.toString();
  }

  private static void printInNoFile(MissingReplay.Result result, PrintStream out) {
    if (result.inNoFile() > 0) {
      out.printf(
          Locale.ROOT,
          "%s in gaps, and in none of these files:%n",
          IdText.count(result.inNoFile(), "event"));
      SortedMap<String, LongRanges> inNoFile = new TreeMap<>();
      result.counters().forEach((counterId, healed) -> inNoFile.put(counterId, healed.inNoFile()));
      printIds(inNoFile, out);
    }
    if (!result.notMet().isEmpty()) {
      out.printf(
          Locale.ROOT,
          "%s in gaps of %s of which these files have nothing:%n",
          IdText.count(result.notMetEvents(), "event"),
          IdText.count(result.notMet().size(), "other counter"));
      printIds(result.notMet(), out);
    }
  }

  private static void printIds(SortedMap<String, LongRanges> ids, PrintStream out) {
    int shown = 0;
    int left = 0;
    for (Map.Entry<String, LongRanges> counter : ids.entrySet()) {
      if (counter.getValue().isEmpty()) {
        continue;
      }
      if (shown == MOST_COUNTERS) {
        left++;
        continue;
      }
      shown++;
      out.printf(Locale.ROOT, "  %s: %s%n", counter.getKey(), IdText.of(counter.getValue()));
    }
    printMore(left, out);
  }

  private static void printMore(int left, PrintStream out) {
    if (left > 0) {
      out.printf(
          Locale.ROOT, "  … and %s more (--json lists them)%n", IdText.count(left, "counter"));
    }
  }

  void write(FullReplay.Result result, PrintStream out) throws IOException {
    Json.print(
        out,
        json -> {
          json.writeNumberField("sent", result.sent());
          json.writeNumberField("passedOver", result.passedOver());
          json.writeBooleanField("resumed", result.resumed());
          json.writeArrayFieldStart("restarted");
          for (Path file : result.restarted()) {
            json.writeString(file.toString());
          }
          json.writeEndArray();
          writeRest(json);
        });
  }

  void write(MissingReplay.Result result, PrintStream out) throws IOException {
    Json.print(
        out,
        json -> {
          json.writeNumberField("events", result.events());
          json.writeNumberField("sent", result.sent());
          json.writeNumberField("inNoFile", result.inNoFile());
          json.writeObjectFieldStart("counters");
          for (Map.Entry<String, Healed> counter : result.counters().entrySet()) {
            write(counter.getKey(), counter.getValue(), json);
          }
          json.writeEndObject();
          json.writeObjectFieldStart("notMet");
          for (Map.Entry<String, LongRanges> counter : result.notMet().entrySet()) {
            Json.ranges(counter.getKey(), counter.getValue(), json);
          }
          json.writeEndObject();
          writeRest(json);
        });
  }

  private static void write(String counterId, Healed healed, JsonGenerator json)
      throws IOException {
    if (healed.sent().isEmpty() && healed.inNoFile().isEmpty() && healed.blocked() == null) {
      return;
    }
    json.writeObjectFieldStart(counterId);
    json.writeBooleanField("neverSeen", healed.unknown());
    json.writeStringField("blocked", healed.blocked());
    json.writeNumberField("aboveHighest", healed.above());
    Json.ranges("sent", healed.sent(), json);
    Json.ranges("writtenOff", healed.writtenOff(), json);
    Json.ranges("inNoFile", healed.inNoFile(), json);
    json.writeEndObject();
  }

  private void writeRest(JsonGenerator json) throws IOException {
    json.writeBooleanField("dryRun", dryRun);
    json.writeNumberField("files", files.files().size());
    OtherFiles.write(files, json);
    json.writeNumberField("seconds", seconds);
    TroubleText.write(troubles.kept(), troubles.total(), json);
  }
}
