package clickcounter.tools.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.cli.Terminal;
import clickcounter.tools.Seed;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.table.Database.Limits;
import clickcounter.tools.table.Import.Imported;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImportTest {
  private static final Limits SMALL = new Limits(200, 2);
  private static final String ROW =
      "SELECT concat_ws(' ', counter, sequence, kind, ifnull(ad, 'null'), time_ms, micros,"
          + " ifnull(clicked_counter, 'null'), ifnull(clicked_sequence::VARCHAR, 'null'),"
          + " ifnull(author, 'null'), ifnull(reason, 'null'), ifnull(visitor, 'null'),"
          + " ifnull(agent, 'null')) FROM events";
  private static final String ROWS_AND_FILES =
      ROW + " UNION ALL SELECT file || read_hash || ending FROM files ORDER BY ALL";
  private static final String BAD =
      "SELECT DISTINCT byte || ' ' || ifnull(event_ids, 'null') FROM bad";

  @TempDir private Path directory;

  private static Terminal terminal() {
    PrintStream nowhere = new PrintStream(new ByteArrayOutputStream());
    return new Terminal(nowhere, nowhere, false);
  }

  private Path table() {
    return directory.resolve("table");
  }

  private static Imported run(Path archive, Path table, int batchRows, Runnable committed)
      throws IOException {
    return run(archive, table, SMALL, batchRows, committed);
  }

  private static Imported run(
      Path archive, Path table, Limits limits, int batchRows, Runnable committed)
      throws IOException {
    Import run = new Import(table, limits, batchRows, terminal(), committed);
    return run.run(ArchiveFiles.findAny(List.of(archive)), 1);
  }

  private static Imported run(Path archive, Path table) throws IOException {
    return run(archive, table, 100, () -> {});
  }

  private static List<String> ask(Path table, String sql) throws IOException, SQLException {
    try (Table opened = Table.open(table, SMALL)) {
      return ask(opened, sql);
    }
  }

  private static List<String> ask(Table opened, String sql) throws SQLException {
    List<String> answer = new ArrayList<>();
    try (Statement statement = opened.connection().createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        answer.add(rows.getString(1));
      }
    }
    return answer;
  }

  private static void assertRows(Path root, RandomArchive archive) throws Exception {
    try (Table table = Table.open(root, SMALL)) {
      List<String> rows = ask(table, ROW);
      assertThat(rows).doesNotHaveDuplicates();
      assertThat(new TreeSet<>(rows)).isEqualTo(archive.rows);
      assertThat(new TreeSet<>(ask(table, BAD))).isEqualTo(archive.bad);
      assertCounted(table);
    }
  }

  /** What counters have in each day, against loops over all pairs of events. */
  private static void assertCounted(Table table) throws Exception {
    List<String[]> events = new ArrayList<>();
    for (String row :
        ask(table, "SELECT concat_ws(' ', counter, sequence, time_ms, kind) FROM events")) {
      events.add(row.split(" "));
    }
    Map<String, List<String[]>> byDay = new TreeMap<>();
    Map<String, Long> back = new TreeMap<>();
    Set<String> twice = new TreeSet<>();
    for (String[] event : events) {
      byDay.computeIfAbsent(event[0] + " " + day(event), key -> new ArrayList<>()).add(event);
      back.putIfAbsent(event[0], 0L);
      for (String[] other : events) {
        if (event[0].equals(other[0]) && event != other) {
          long steps = Long.parseLong(other[1]) - Long.parseLong(event[1]);
          long by = Long.parseLong(event[2]) - Long.parseLong(other[2]);
          if (steps == 0) {
            twice.add(event[0] + " " + event[1] + " " + day(event));
          } else if (steps > 0) {
            back.merge(event[0], by, Math::max);
          }
        }
      }
    }
    List<String> days = new ArrayList<>();
    byDay.forEach((key, of) -> days.add(key + " " + summary(of)));
    String columns = "counter, day, first, last, events, ids, min_ms, max_ms, closed_at";
    assertThat(ask(table, "SELECT concat_ws(' ', " + columns + ") FROM counter_days"))
        .containsExactlyInAnyOrderElementsOf(days);
    assertThat(ask(table, "SELECT concat_ws(' ', counter, sequence, day) FROM twice"))
        .containsExactlyInAnyOrderElementsOf(twice);
    assertThat(
            ask(
                table,
                "SELECT counter || '=' || max(back_ms) FROM counter_days GROUP BY counter"
                    + " ORDER BY counter"))
        .hasToString(back.entrySet().toString());
  }

  private static String day(String[] event) {
    return LocalDate.ofEpochDay(Long.parseLong(event[2]) / RandomArchive.DAY_MS).toString();
  }

  private static String summary(List<String[]> events) {
    LongSummaryStatistics ids =
        events.stream().mapToLong(e -> Long.parseLong(e[1])).summaryStatistics();
    LongSummaryStatistics times =
        events.stream().mapToLong(e -> Long.parseLong(e[2])).summaryStatistics();
    OptionalLong closed =
        events.stream()
            .filter(e -> e[3].equals("close"))
            .mapToLong(e -> Long.parseLong(e[1]))
            .min();
    return "%d %d %d %d %d %d%s"
        .formatted(
            ids.getMin(),
            ids.getMax(),
            ids.getCount(),
            events.stream().map(e -> e[1]).distinct().count(),
            times.getMin(),
            times.getMax(),
            closed.isPresent() ? " " + closed.getAsLong() : "");
  }

  /** Days have the events of their days and no others, sorted by ad. */
  private static void assertDays(Path root) throws Exception {
    try (Table table = Table.open(root, SMALL);
        var files = Files.walk(root.resolve("events"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String day = file.getParent().getFileName().toString().substring("day=".length());
        String of = Database.parquet(List.of(file));
        String days = "SELECT DISTINCT epoch_ms(time_ms)::DATE::VARCHAR FROM " + of;
        assertThat(ask(table, days)).containsExactly(day);
        List<String> ads = ask(table, "SELECT ad FROM " + of + " WHERE ad IS NOT NULL");
        List<String> sorted =
            ask(table, "SELECT ad FROM " + of + " WHERE ad IS NOT NULL ORDER BY ad");
        assertThat(ads).isEqualTo(sorted);
      }
    }
  }

  @Test
  void hasWhatTheArchivesHadWheneverItWasImported() throws Exception {
    for (long seed = 0; seed < 4; seed++) {
      Path root = Files.createDirectories(directory.resolve("r" + seed));
      Seed.with(seed, random -> growsAndIsImported(root, random));
    }
  }

  private void growsAndIsImported(Path root, SplittableRandom random) throws Exception {
    RandomArchive archive = new RandomArchive(Files.createDirectories(root.resolve("in")), random);
    Path table = root.resolve("table");
    for (int round = 0; round < 4; round++) {
      for (int step = random.nextInt(40); step >= 0; step--) {
        archive.step();
      }
      archive.look();
      while (isKilled(archive.directory, table, random)) {
        continue;
      }
      run(archive.directory, table, random.nextInt(30, 400), () -> {});
      assertRows(table, archive);
    }
    assertDays(table);
    assertThat(run(archive.directory, table).files()).isZero();
  }

  /** Half of the imports are killed somewhere. */
  private static boolean isKilled(Path archive, Path table, SplittableRandom random)
      throws IOException {
    try {
      run(archive, table, random.nextInt(30, 400), diesAfter(random.nextInt(60)));
      return false;
    } catch (Killed e) {
      return random.nextBoolean();
    }
  }

  private static Runnable diesAfter(int steps) {
    int[] left = {steps};
    return () -> {
      if (left[0]-- == 0) {
        throw new Killed();
      }
    };
  }

  private static final class Killed extends Error {
    private static final long serialVersionUID = 1;
  }

  @Test
  @Tag("slow")
  void goesOnAfterItWasKilledAtAnyStep() throws Exception {
    RandomArchive archive = new RandomArchive(directory.resolve("in"), new SplittableRandom(5));
    for (int step = 0; step < 40; step++) {
      archive.step();
    }
    Path before = directory.resolve("before");
    run(archive.directory, before);
    for (int step = 0; step < 40; step++) {
      archive.step();
    }
    int[] steps = {0};
    Path whole = copy(before, "whole");
    // One thread: the same steps each time.
    Limits alone = new Limits(200, 1);
    run(archive.directory, whole, alone, 300, () -> steps[0]++);
    List<String> rows = ask(whole, ROW + " ORDER BY ALL");
    List<String> rowsAndFiles = ask(whole, ROWS_AND_FILES);
    List<String> rowsBefore = ask(before, ROW + " ORDER BY ALL");
    assertThat(steps[0]).isGreaterThan(20);
    for (int step = 0; step < steps[0]; step++) {
      Path table = copy(before, "killed" + step);
      Runnable dies = diesAfter(step);
      assertThatThrownBy(() -> run(archive.directory, table, alone, 300, dies))
          .isInstanceOf(Killed.class);
      List<String> shown = ask(table, ROW + " ORDER BY ALL");
      boolean isOld = shown.equals(rowsBefore);
      assertThat(isOld || shown.equals(rows)).describedAs("all or nothing is shown").isTrue();
      run(archive.directory, table, alone, 300, () -> {});
      assertThat(ask(table, ROWS_AND_FILES)).isEqualTo(rowsAndFiles);
      assertThat(named(table)).isEqualTo(present(table));
    }
  }

  private Path copy(Path from, String name) throws IOException {
    Path to = directory.resolve(name);
    try (var all = Files.walk(from)) {
      for (Path path : all.toList()) {
        Files.copy(path, to.resolve(from.relativize(path).toString()));
      }
    }
    return to;
  }

  private static Set<String> named(Path table) throws IOException {
    return new TreeSet<>(Manifest.read(table.resolve("manifest.json")).shown().all());
  }

  private static Set<String> present(Path table) throws IOException {
    try (var all = Files.walk(table)) {
      return all.map(path -> table.relativize(path).toString())
          .filter(name -> name.endsWith(".parquet"))
          .collect(java.util.stream.Collectors.toCollection(TreeSet::new));
    }
  }

  @Test
  @Tag("slow")
  void aKilledProcessLeavesATableThatGoesOn() throws Exception {
    RandomArchive archive = new RandomArchive(directory.resolve("in"), new SplittableRandom(6));
    for (int step = 0; step < 500; step++) {
      archive.step();
    }
    archive.look();
    for (int kill = 0; kill < 2; kill++) {
      Process child = child(archive.directory);
      // It prints nothing; the first file of the table says that it has begun.
      while (child.isAlive() && Files.notExists(table().resolve("import.lock"))) {
        Thread.sleep(5);
      }
      child.waitFor(300 + 300 * kill, TimeUnit.MILLISECONDS);
      child.destroyForcibly().waitFor();
    }
    run(archive.directory, table(), 500, () -> {});
    assertRows(table(), archive);
  }

  /** An import in a process of its own, with a small heap. */
  private Process child(Path archive) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx48m",
            "-cp",
            System.getProperty("java.class.path"),
            Child.class.getName(),
            archive.toString(),
            table().toString())
        .inheritIO()
        .start();
  }

  @Test
  @Tag("slow")
  void aHeapHoldsNothingOfAFileThatIsRead() throws Exception {
    Path archive = Files.createDirectories(directory.resolve("many"));
    for (int i = 0; i < 1_500; i++) {
      String event = "{\"eventId\":\"c%d:0\",\"type\":\"close\",\"timestamp\":5}\n".formatted(i);
      Path file = archive.resolve(i + ".ndjson.gz");
      try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
        out.write(event.getBytes(StandardCharsets.UTF_8));
      }
    }
    assertThat(child(archive).waitFor()).isZero();
    assertThat(ask(table(), "SELECT count(*) FROM events")).containsExactly("1500");
  }

  /** Its arguments are the archive and the table. */
  static final class Child {
    public static void main(String[] args) throws IOException {
      ImportTest.run(Path.of(args[0]), Path.of(args[1]), 5_000, () -> {});
    }
  }

  @Test
  void twoImportsAtOnceRefuseEachOther() throws Exception {
    Path archive = oneFile("{\"eventId\":\"c:0\",\"type\":\"close\",\"timestamp\":5}\n");
    List<String> refused = new ArrayList<>();
    run(
        archive,
        table(),
        100,
        () -> {
          try {
            run(archive, table());
          } catch (IOException e) {
            refused.add(e.getMessage());
          }
        });
    assertThat(refused).isNotEmpty();
    assertThat(refused.get(0)).contains("another import works on the table " + table());
    assertThat(ask(table(), "SELECT count(*) FROM events")).containsExactly("1");
  }

  private Path oneFile(String text) throws IOException {
    Path archive = Files.createDirectories(directory.resolve("one"));
    Files.writeString(archive.resolve("a.ndjson"), text);
    return archive;
  }

  @Test
  void aQuestionSeesOneStateWhileAnImportMakesTheNext() throws Exception {
    String first = "{\"eventId\":\"c:0\",\"type\":\"close\",\"timestamp\":5}\n";
    Path archive = oneFile(first);
    run(archive, table());
    try (Table opened = Table.open(table(), SMALL)) {
      oneFile(first + first.replace("c:0", "c:1"));
      run(archive, table());
      assertThat(ask(opened, "SELECT count(*) FROM events")).containsExactly("1");
      assertThat(ask(table(), "SELECT count(*) FROM events")).containsExactly("2");
    }
    run(archive, table());
    assertThat(named(table())).isEqualTo(present(table()));
  }

  @Test
  void twoDifferentEventsWithOneIdAreTwoRows() throws Exception {
    String event =
        "{\"eventId\":\"c:0\",\"type\":\"click\",\"adId\":\"a\",\"timestamp\":5,\"costMicros\":1}\n";
    run(oneFile(event + event + event.replace(":1}", ":2}")), table());
    assertThat(ask(table(), "SELECT micros FROM events ORDER BY 1")).containsExactly("1", "2");
  }

  @Test
  void aDirectoryOfSomethingElseIsLeftAlone() throws Exception {
    Path other = Files.createDirectories(table().resolve("files")).resolve("mine.parquet");
    Files.writeString(other, "mine");
    Path archive = oneFile("{\"eventId\":\"c:0\",\"type\":\"close\",\"timestamp\":5}\n");
    assertThatThrownBy(() -> run(archive, table()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("expected a table, or an empty directory to make one, found files");
    assertThat(other).hasContent("mine");
  }

  @Test
  void aDamagedFileIsNamedAndTheRestIsImported() throws Exception {
    String event = "{\"eventId\":\"c:0\",\"type\":\"close\",\"timestamp\":5}\n";
    Path archive = oneFile(event);
    Files.writeString(archive.resolve("b.ndjson.gz"), event.replace("c:0", "c:1"));
    Files.writeString(archive.resolve("c.ndjson"), event.replace("c:0", "c:2"));
    Imported imported = run(archive, table());
    assertThat(imported.brokenOff())
        .singleElement()
        .satisfies(file -> assertThat(file.file()).endsWith("b.ndjson.gz"))
        .satisfies(file -> assertThat(file.detail()).contains("expected gzip or zstd"));
    assertThat(ask(table(), "SELECT sequence FROM events ORDER BY 1")).containsExactly("0", "2");
    assertThat(run(archive, table()).brokenOff()).hasSize(1);
    assertThat(ask(table(), "SELECT ending FROM files ORDER BY file"))
        .containsExactly("whole", "unreadable", "whole");
  }

  @Test
  void aLineWithoutEndIsKeptWithItsPlace() throws Exception {
    String event = "{\"eventId\":\"c:0\",\"type\":\"close\",\"timestamp\":5}\n";
    run(oneFile(event + "x".repeat(3_000_000) + "\n" + event.replace("c:0", "c:1")), table());
    assertThat(ask(table(), "SELECT byte FROM bad")).containsExactly("" + event.length());
    assertThat(ask(table(), "SELECT count(*) FROM events")).containsExactly("2");
  }

  @Test
  void aCopyBringsNoRowAndARenamedFileIsNotReadAgain() throws Exception {
    String event = "{\"eventId\":\"c:0\",\"type\":\"close\",\"timestamp\":5}\n";
    Path archive = oneFile(event);
    run(archive, table());
    Files.copy(archive.resolve("a.ndjson"), archive.resolve("copy.ndjson"));
    Files.move(archive.resolve("a.ndjson"), archive.resolve("a.ndjson.1"));
    Imported again = run(archive, table());
    assertThat(again.files()).describedAs("the copy has to be looked at").isEqualTo(1);
    assertThat(ask(table(), "SELECT count(*) FROM events")).containsExactly("1");
    assertThat(ask(table(), "SELECT count(*) FROM files WHERE ending = 'whole'"))
        .containsExactly("3");
  }

  @Test
  @Tag("slow")
  void memoryIsBounded() throws Exception {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 400_000; i++) {
      text.append("{\"eventId\":\"counter-with-a-long-name-20260101_000000-abcdef:").append(i);
      text.append("\",\"type\":\"impression\",\"adId\":\"an-ad-with-a-long-name-").append(i % 997);
      text.append("\",\"timestamp\":").append(RandomArchive.FIRST_MS + i).append("}\n");
    }
    Path archive = oneFile(text.toString());
    Import run = new Import(table(), new Limits(100, 2), 1_000_000, terminal(), () -> {});
    run.run(ArchiveFiles.findAny(List.of(archive)), 1);
    assertThat(ask(table(), "SELECT count(*) FROM events")).containsExactly("400000");
  }
}
