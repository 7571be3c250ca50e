package clickcounter.tools.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.testing.Samples;
import clickcounter.tools.Parquet;
import clickcounter.tools.archive.ArchiveFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A table as {@code archive import} of version 1.0.0 left it. */
class TableOf100Test {
  private static final List<String> ARCHIVES =
      List.of(
          "archive/hostA/hostA-20131030_152543-mjwgbk-20131030_15.ndjson",
          "archive/hostA/hostA-20131030_152543-mjwgbk-20131030_16.ndjson",
          "archive/decisions.ndjson",
          "archive/other-programs.ndjson");

  private static final int FILE_COLUMNS = 10;

  /** A number that two events have, one of them on another day, and what is no event. */
  private static final String ODD =
      """
      {"eventId":"php.7:1","type":"impression","adId":"m1","timestamp":1383300000000}
      {"eventId":"php.7:9","type":"view" {"eventId":"php.7:10","type":"impression","adId":"m1","timestamp":1383300000000}
      """;

  @TempDir private Path directory;

  private Path archive() throws IOException {
    Path archive = directory.resolve("archive");
    for (String name : ARCHIVES) {
      add(archive, name, Samples.OF_1_0_0.text(name));
    }
    add(archive, "odd.ndjson", ODD);
    return archive;
  }

  private static void add(Path archive, String name, String text) throws IOException {
    Path file = archive.resolve(Path.of(name).getFileName());
    Files.createDirectories(archive);
    Files.writeString(file, text);
  }

  private static Path imported(Path archive, Path table) throws IOException {
    SmallTable.into(table).run(ArchiveFiles.find(List.of(archive)), 1_383_400_000_000L);
    return table;
  }

  private Path sample(Path today) throws IOException {
    Path old = directory.resolve("old");
    Samples.OF_1_0_0.copy("table", today, old);
    return old;
  }

  /** Columns and rows. Where the archives were is left out. */
  private static Map<String, Object> content(Path table) throws IOException, SQLException {
    Map<String, Object> content = new TreeMap<>();
    for (String file : Manifest.read(table.resolve("manifest.json")).shown().all()) {
      List<String> rows = Parquet.rows(table.resolve(file));
      boolean hasKeys = file.startsWith("files/");
      content.put(file, hasKeys ? rows.subList(0, FILE_COLUMNS) : withoutPlaces(rows));
    }
    return content;
  }

  private static List<String> withoutPlaces(List<String> rows) {
    return rows.stream().map(row -> row.replaceAll("'file': \\S*/archive/", "'file': ")).toList();
  }

  @Test
  void aTableOf100IsReadAsItWas() throws Exception {
    Path today = imported(archive(), directory.resolve("today"));
    Path old = sample(today);

    assertThat(content(old)).isEqualTo(content(today)).hasSize(7);
    assertThat(old.resolve("manifest.json"))
        .hasSameTextualContentAs(today.resolve("manifest.json"));
  }

  @Test
  void anImportGoesOnWithATableOf100() throws Exception {
    Path archive = archive();
    Path old = sample(imported(archive, directory.resolve("today")));
    add(
        archive,
        "more.ndjson",
        """
        {"eventId":"php.7:11","type":"impression","adId":"m1","timestamp":1383300000001}
        {"eventId":"php.7:2","type":"budget","adId":"m1","timestamp":1383146743512,"budgetMicros":-1}
        """);

    imported(archive, old);

    Path anew = imported(archive, directory.resolve("anew"));
    for (String question : List.of("events", "bad", "counter_days", "twice")) {
      assertThat(rows(old, question)).isEqualTo(rows(anew, question)).isNotEmpty();
    }
  }

  private static List<String> rows(Path table, String view) throws IOException {
    try (Table opened = Table.open(table, SmallTable.LIMITS)) {
      String columns =
          switch (view) {
            case "bad" -> "DISTINCT byte, reason, event_ids"; // kept once for each place of a file
            case "counter_days" -> "* EXCLUDE (back_ms)"; // by any order of events of one number
            default -> "*";
          };
      return opened.texts(
          "SELECT f::VARCHAR FROM (SELECT " + columns + " FROM " + view + ") AS f ORDER BY ALL");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "version.json, 'expected a table of version 3, found 4'",
    "field.json, 'does not know the field ''newer'''",
    "contents-field.json, 'does not know the field ''newer'''"
  })
  void aTableFromTheFutureIsRefused(String name, String why) throws Exception {
    Path archive = archive();
    Path table = sample(imported(archive, directory.resolve("today")));
    Path manifest = table.resolve("manifest.json");
    String future = Samples.NEWER.text("table/" + name);
    Files.writeString(manifest, future);

    assertThatThrownBy(() -> Table.open(table)).hasMessageContainingAll(manifest + ": ", why);
    assertThatThrownBy(() -> imported(archive, table))
        .isInstanceOf(IOException.class)
        .hasMessageContainingAll(
            manifest + ": ",
            why,
            "Nothing was changed. Use the version of clicks that made the table, or import");
    assertThat(manifest).hasContent(future);
  }
}
