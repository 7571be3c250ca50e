package clickcounter.tools;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.CommandRun.Result;
import clickcounter.cli.ExitCode;
import clickcounter.cli.Terminal;
import clickcounter.event.AdEvent;
import clickcounter.event.Close;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import clickcounter.jms.RejectedLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * Every command meets text from outside that would begin a line and steer a terminal: ids of ads,
 * reasons, lines that are no events, names of files.
 */
class OddTextTest {
  private static final String ODD =
      "o\nFORGED\r\nFORGED\u0085FORGED\u2028FORGED\u001b[2J\u202edd, \"größe\"";
  private static final String COUNTER = "hostA-20270114_080000";
  private static final long START_MS = 1_799_913_600_000L;

  @TempDir private Path directory;
  private final Tool tool = new Tool();
  private Path archive;

  @BeforeEach
  void count() throws IOException {
    archive = directory.resolve("archive");
    List<String> lines = new ArrayList<>();
    lines.add(line(0, EventKind.BUDGET, 5_000_000));
    for (int i = 1; i <= 20; i++) {
      lines.add(line(i, i % 2 == 0 ? EventKind.CLICK : EventKind.IMPRESSION, i % 2 == 0 ? 9 : 0));
    }
    lines.add(EventWriter.toLine(new Close(COUNTER, 21, START_MS + 30_000)));
    List<String> arrived = new ArrayList<>(lines);
    arrived.subList(7, 12).clear();
    lines.add("{\"eventId\":\"o\\nFORGED\",\"type\":\"o\\nFORGED\"}");
    EventFiles.write(archive.resolve("o\u001b[2J.ndjson"), lines);
    EventFiles.write(archive.resolve("o\nFORGED.txt"), List.of());
    tool.counting.receive(arrived);
    tool.rejected.add(RejectedLine.of(lines.get(8), "unknown-type", ODD, START_MS));
    Files.writeString(
        directory.resolve("rules.yaml"),
        "{author: ivt, version: r1, before: 1h, rules: [{rule: x, reason: x@1, sql: FROM clicks}]}");
  }

  private static String line(long sequence, EventKind kind, long amount) {
    return EventWriter.toLine(
        new AdEvent(COUNTER, sequence, kind, ODD, START_MS + sequence * 1_000, amount));
  }

  @Test
  void noTextFromOutsideBeginsALineOrSteersATerminal() {
    Set<String> run = new TreeSet<>();
    for (String command :
        List.of(
            "ads show ODD",
            "ads show ODDER",
            "archive check DIR/archive",
            "archive import --set ops.table=DIR/table DIR/archive",
            "ads statement ODD --from 2027-01-14 --to 2027-01-15 --set ops.table=DIR/table",
            "ads statement ODD --from 2027-01-14 --to 2027-01-15 --set ops.table=DIR/table --csv",
            "archive judge --day 2027-01-14 --rules DIR/rules.yaml --out DIR/ivt DIR/archive",
            "archive replay --dry-run DIR/archive",
            "counters gaps",
            "counters show",
            "counters show " + COUNTER,
            "counters write-off " + COUNTER + " 7 --why ODD --set ops.archive=DIR/ops",
            "counters show " + COUNTER,
            "counters reopen " + COUNTER + " 7 --why ODD --set ops.archive=DIR/ops",
            "counters close "
                + COUNTER
                + " --force --why ODD --set ops.archive=DIR/ops DIR/archive",
            "counters retire --dry-run",
            "documents audit DIR/archive",
            "documents recount --dry-run --ad ODD --accept-lost "
                + COUNTER
                + ":30 --why ODD DIR/archive",
            "events explain " + COUNTER + ":8 DIR/archive",
            "events explain " + COUNTER + ":3 DIR/archive",
            "archive ship --once --position DIR/position DIR/archive",
            "series close 2027-01 --set ops.table=DIR/table --set ops.months=DIR/months",
            "series show ODD --from 2027-01-14 --to 2027-01-15 --set ops.table=DIR/table",
            "series show ODD --from 2027-01-14 --to 2027-01-15 --set ops.table=DIR/table --csv",
            "series top --from 2027-01-14 --to 2027-01-15 --set ops.table=DIR/table",
            "series top --from 2027-01-14 --to 2027-01-15 --set ops.table=DIR/table --csv",
            "ads show m1")) {
      Result result = run(command);
      tool.countQueue();
      assertClean(command, result);
      assertThat(result.status()).as(result.err()).isLessThan(ExitCode.USAGE);
      run.add(command.replaceFirst("^(\\S+ \\S+).*", "$1"));
    }
    assertThat(run).containsAll(commands());
  }

  @Test
  void wrongUsageDoesNot() {
    for (String command : List.of("no-such-ODD", "ads show m1 ODD", "archive check DIR/ODD")) {
      assertClean(command, run(command));
    }
  }

  private Result run(String command) {
    return tool.run(Arrays.stream(command.split(" ")).map(this::word).toArray());
  }

  private Object word(String word) {
    return word.replace("DIR", directory.toString()).replace("ODD", ODD);
  }

  private static void assertClean(String command, Result result) {
    String all = result.out() + result.err();
    assertThat(result.status()).as(command + ": " + all).isNotEqualTo(ExitCode.INTERNAL);
    assertThat(all.split("\\R")).as(command).noneMatch(line -> line.strip().startsWith("FORGED"));
    assertThat(all).as(command).doesNotContain("\u001b", "\u202e", "\u0085", "\u2028", "\r");
  }

  private Set<String> commands() {
    CommandLine root = tool.commands(new Terminal(System.out, System.err, false));
    return root.getSubcommands().entrySet().stream()
        .filter(noun -> !noun.getValue().getSubcommands().isEmpty())
        .flatMap(
            noun ->
                noun.getValue().getSubcommands().keySet().stream()
                    .map(verb -> noun.getKey() + " " + verb))
        .collect(Collectors.toSet());
  }

  @Test
  void rowOfCsvIsALineWithTheIdInOneField() {
    run("archive ship --once --position DIR/position DIR/archive");
    tool.countQueue();
    run("archive import --set ops.table=DIR/table DIR/archive");

    assertThat(
            run("series top --from 2027-01-14 --to 2027-01-15 --set ops.table=DIR/table --csv")
                .out()
                .lines())
        .hasSize(2)
        .anyMatch(row -> row.startsWith("1,\"o\\nFORGED\\r\\nFORGED\\u0085FORGED"))
        .anyMatch(row -> row.contains("dd, \"\"größe\"\"\","));
  }
}
