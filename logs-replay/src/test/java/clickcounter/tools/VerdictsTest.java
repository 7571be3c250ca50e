package clickcounter.tools;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.Clicks;
import clickcounter.cli.CommandRun;
import clickcounter.cli.CommandRun.Result;
import clickcounter.cli.ExitCode;
import clickcounter.cli.Terminal;
import clickcounter.event.AdEvent;
import clickcounter.event.Close;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import clickcounter.event.WriteOffRequest;
import clickcounter.ids.Ending;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * Rules that hold for all commands, whatever they do: what was not there is not zero, what was not
 * written is not done, every archive is read to its end or named, and who found nothing to compare
 * has no verdict. A new command needs a line in {@link #COMMANDS}, and is held to them. What each
 * says is in verdicts.md.
 */
class VerdictsTest {
  private static final Path PAGE = Path.of("src/test/resources/clickcounter/tools/verdicts.md");
  private static final String BEGIN = "<!-- verdicts: begin -->\n";
  private static final String END = "<!-- verdicts: end -->\n";
  private static final long START_MS = 1_799_999_000_000L;
  private static final String COUNTER = "hostA-20270115_080000";

  /** An example of each. Words in capitals are replaced. */
  private static final List<String> COMMANDS =
      List.of(
          "archive replay ARCHIVE --counter COUNTER",
          "archive replay --only-missing ARCHIVE --ad AD",
          "archive ship --once --position DIR/position ARCHIVE",
          "archive import --set ops.table=DIR/table ARCHIVE",
          "archive check ARCHIVE",
          "documents audit ARCHIVE",
          "documents audit ARCHIVE --ad AD",
          "documents audit ARCHIVE --counter COUNTER",
          "archive judge --day 2027-01-15 --rules DIR/rules.yaml --out DIR/ivt ARCHIVE",
          "documents recount ARCHIVE --ad AD",
          "documents recount ARCHIVE --counter COUNTER",
          "documents recount --everything ARCHIVE",
          "ads show AD",
          "ads statement AD --set ops.table=DIR/table --from 2027-01-15 --to 2027-01-16",
          "counters show COUNTER",
          "counters show",
          "events explain COUNTER:399 ARCHIVE",
          "counters gaps",
          "counters gaps --counter COUNTER",
          "counters write-off COUNTER 4 --why lost --set ops.archive=DIR/ops",
          "counters reopen COUNTER 4 --why found --set ops.archive=DIR/ops",
          "series show AD --from 2027-01-15 --to 2027-01-16",
          "series show AD --from 2027-01-15 --to 2027-01-16 --csv",
          "series show AD --from 2027-01-15 --to 2027-01-16 --set ops.table=DIR/table",
          "series top --from 2027-01-15 --to 2027-01-16 --set ops.table=DIR/table",
          "series close 2027-01 --set ops.table=DIR/table --set ops.months=DIR/months",
          "counters close COUNTER --why crashed --force --last 500 --set ops.archive=DIR/ops",
          "counters close COUNTER --why crashed --force --set ops.archive=DIR/ops ARCHIVE",
          "counters reopen COUNTER --why alive --set ops.archive=DIR/ops",
          "counters retire",
          "counters retire --counter COUNTER");

  /** What an empty Riak is for, and commands that ask no document. */
  private static final Set<String> NOT_ABOUT_DOCUMENTS =
      Set.of(
          "documents recount --everything",
          "archive replay --counter",
          "archive replay --only-missing",
          "ship",
          "archive check",
          "archive import");

  private static final String RULES =
      "{author: ivt, version: r1, before: 1h, rules: [{rule: x, reason: x@1, sql: FROM clicks}]}";

  @TempDir private Path directory;
  private final Tool tool = new Tool();

  private static List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(line(0, EventKind.BUDGET, 5_000_000));
    for (int i = 1; i < 400; i++) {
      lines.add(line(i, EventKind.CLICK, 1_000 + i * 7_919 % 997));
    }
    lines.add(EventWriter.toLine(new Close(COUNTER, 400, START_MS + 400_000)));
    return lines;
  }

  private static String line(long sequence, EventKind kind, long amount) {
    return EventWriter.toLine(
        new AdEvent(COUNTER, sequence, kind, "m1", START_MS + sequence * 1_000, amount));
  }

  /** All executable commands, as a person types them. */
  private static Set<String> all() {
    Set<String> all = new TreeSet<>();
    commands().getSubcommands().forEach((name, command) -> add(name, command, all));
    return all;
  }

  private static CommandLine commands() {
    return Clicks.with(Tools.all(Terminal.system(), new RealBackends(), Clock.systemUTC()));
  }

  private static void add(String name, CommandLine line, Set<String> all) {
    if (line.getCommand() instanceof java.util.concurrent.Callable) {
      all.add(name);
    }
    line.getSubcommands().forEach((sub, command) -> add(name + " " + sub, command, all));
  }

  private static boolean isOf(String example, String command) {
    return (example + " ").startsWith(command + " ");
  }

  @Test
  void everyCommandHasAnExample() {
    assertThat(all())
        .allMatch(command -> COMMANDS.stream().anyMatch(example -> isOf(example, command)));
  }

  /** Whether the example is of this command, or has this option. */
  private static boolean isAmong(String example, Set<String> some) {
    return some.stream()
        .anyMatch(each -> Arrays.stream(each.split(" ")).allMatch(w -> example.contains(w)));
  }

  private static boolean readsDocuments(String example) {
    return !isAmong(example, NOT_ABOUT_DOCUMENTS);
  }

  private static List<String> examplesWithDocuments() {
    return COMMANDS.stream().filter(VerdictsTest::readsDocuments).toList();
  }

  private static List<String> examplesWithIds() {
    return COMMANDS.stream()
        .filter(example -> example.contains("AD") || example.contains("COUNTER"))
        .toList();
  }

  private static List<String> examplesWithArchives() {
    return COMMANDS.stream().filter(example -> example.contains("ARCHIVE")).toList();
  }

  @BeforeEach
  void aDayLater() throws IOException {
    Files.writeString(directory.resolve("rules.yaml"), RULES);
    tool.now = Instant.ofEpochMilli(START_MS).plus(Duration.ofDays(2));
  }

  private Path archive() throws IOException {
    return EventFiles.write(directory.resolve("archive/hostA/a.ndjson.gz"), lines());
  }

  private List<Object> words(String example, String adId, String counterId) {
    List<Object> words = new ArrayList<>();
    for (String word : example.split(" ")) {
      words.add(
          word.replace("ARCHIVE", directory.resolve("archive").toString())
              .replace("DIR", directory.toString())
              .replace("AD", adId)
              .replace("COUNTER", counterId));
    }
    return words;
  }

  private Result run(String example) {
    importForQuestion(example);
    return tool.run(words(example, "m1", COUNTER).toArray());
  }

  private void importForQuestion(String example) {
    if (example.startsWith("series close")) {
      tool.now = tool.now.plus(Duration.ofDays(31)); // its month is over
    }
    if (!example.startsWith("archive import") && example.contains("DIR/table")) {
      tool.run(words("archive import --set ops.table=DIR/table ARCHIVE", "m1", COUNTER).toArray());
    }
  }

  private void countTheDay(String example) {
    if (example.startsWith("counters reopen")) {
      WriteOffRequest close =
          new WriteOffRequest("ops-1", 0, 0, false, COUNTER, 400, Ending.NO_END, "crashed");
      tool.counting.receive(lines().subList(0, 400));
      tool.counting.receive(List.of(EventWriter.toLine(close)));
    } else if (!example.startsWith("documents recount --everything")) { // it needs an empty Riak
      tool.counting.receive(lines());
    }
  }

  private Result emptyRiak(String example) throws IOException {
    archive();
    return run(example);
  }

  private Result wrongBucketType(String example) throws IOException {
    archive();
    tool.noVerdict = "bucket type 'x' does not exist";
    return run(example);
  }

  private Result unknownId(String example) throws IOException {
    archive();
    countTheDay(example);
    importForQuestion(example);
    return tool.run(words(example, "m-typo", "hostB-typo").toArray());
  }

  /** As a copy that is under way. Its last third is not counted either. */
  private Result brokenFile(String example) throws IOException {
    Path file = archive();
    if (!example.startsWith("documents recount --everything")) {
      tool.counting.receive(lines().subList(0, 200));
    }
    byte[] whole = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(whole, whole.length * 2 / 3));
    return run(example);
  }

  /** A copy that lacks the newest events, which are counted. */
  private Result laggingArchive(String example) throws IOException {
    EventFiles.write(directory.resolve("archive/hostA/a.ndjson.gz"), lines().subList(0, 380));
    countTheDay(example);
    return run(example);
  }

  private Result noEvent(String example) throws IOException {
    countTheDay(example);
    EventFiles.write(directory.resolve("archive/hostA/a.ndjson"), List.of());
    return run(example);
  }

  private Result fullDisk(String example) throws IOException {
    archive();
    countTheDay(example);
    importForQuestion(example);
    return CommandRun.runWithFullDisk(tool::commands, words(example, "m1", COUNTER));
  }

  private static void hasNoResult(Result result) {
    assertThat(result.status())
        .as(result.out() + result.err())
        .isIn(ExitCode.MISSING, ExitCode.FAILED);
    assertThat(result.out() + result.err()).isNotBlank();
  }

  private static void namesItsArchive(Result result) {
    hasNoResult(result);
    assertThat(result.out() + result.err()).contains("a.ndjson.gz");
  }

  /** A file without a line is shipped or imported as a whole; explain asks the documents. */
  private static boolean compares(String example) {
    return !isAmong(example, Set.of("archive ship", "archive import", "events explain"));
  }

  private static void isNotDone(Result result) {
    assertThat(result.status()).as(result.err()).isEqualTo(ExitCode.FAILED);
    assertThat(result.err()).contains("the output could not be written");
  }

  /** When the copy has come, every document equals it, or lacks what a replay brings. */
  private void lostNoCountedEvent(String example) throws IOException {
    archive();
    Result audit = tool.run("documents", "audit", directory.resolve("archive"));
    assertThat(audit.status())
        .as(audit.out() + audit.err())
        .isEqualTo(
            example.startsWith("documents recount --everything") ? ExitCode.MISSING : ExitCode.OK);
  }

  /** The rule that holds in a situation, for each command that is tried in it. */
  private void keepsTheRule(String situation, String example, Result result) throws IOException {
    switch (situation) {
      case "file that breaks off" -> namesItsArchive(result);
      case "no event in the files" -> {
        if (compares(example)) {
          hasNoResult(result);
        }
      }
      case "archive that lags" -> lostNoCountedEvent(example);
      case "full disk" -> isNotDone(result);
      default -> hasNoResult(result);
    }
  }

  /** What a command is tried with. */
  private interface Situation {
    Result of(String example) throws IOException;
  }

  private Map<String, Situation> situations() {
    Map<String, Situation> all = new LinkedHashMap<>();
    all.put("empty Riak", this::emptyRiak);
    all.put("wrong bucket type", this::wrongBucketType);
    all.put("unknown id", this::unknownId);
    all.put("file that breaks off", this::brokenFile);
    all.put("no event in the files", this::noEvent);
    all.put("archive that lags", this::laggingArchive);
    all.put("full disk", this::fullDisk);
    return all;
  }

  private static List<String> examplesOf(String situation) {
    return switch (situation) {
      case "empty Riak", "wrong bucket type" -> examplesWithDocuments();
      case "unknown id" -> examplesWithIds();
      case "file that breaks off", "no event in the files", "archive that lags" ->
          examplesWithArchives();
      default -> COMMANDS;
    };
  }

  /** The example and, in each situation in which it is tried, the exit code and the first line. */
  private static String section(String example, Path parent) throws IOException {
    StringBuilder text =
        new StringBuilder(
            "| `%s` | exit code | first line |\n| --- | --: | --- |\n".formatted(example));
    for (String situation : new VerdictsTest().situations().keySet()) {
      if (examplesOf(situation).contains(example)) {
        VerdictsTest each = new VerdictsTest();
        each.directory = Files.createTempDirectory(parent, "cell");
        each.aDayLater();
        Result result = each.situations().get(situation).of(example);
        text.append("| %s | %d | %s |\n".formatted(situation, result.status(), each.first(result)));
        each.keepsTheRule(situation, example, result);
      }
    }
    return text.append('\n').toString();
  }

  /** The first line of the errors, else of the output, without what differs from run to run. */
  private String first(Result result) {
    String line =
        (result.err() + result.out()).lines().filter(l -> !l.isBlank()).findFirst().orElse("");
    return line.replace(directory.toString(), "DIR").replace("|", "\\|");
  }

  @Test
  void everyCommandKeepsTheRulesAndSaysWhatThePageShows() throws IOException {
    StringBuilder table = new StringBuilder();
    for (String example : COMMANDS) {
      table.append(section(example, directory));
    }
    String page = Files.readString(PAGE);
    String before = page.substring(0, page.indexOf(BEGIN) + BEGIN.length());
    String expected = before + table + page.substring(page.indexOf(END));
    if (Boolean.getBoolean("clicks.write")) {
      Files.writeString(PAGE, expected);
    }
    assertThat(page)
        .as("to write the page: mvn -pl logs-replay verify -Dtest=VerdictsTest -Dclicks.write=true")
        .isEqualTo(expected);
  }
}
