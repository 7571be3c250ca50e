package clickcounter.tools.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.cli.Terminal;
import clickcounter.tools.archive.ArchiveFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FreshTableTest {
  private static final PrintStream NOWHERE = new PrintStream(new ByteArrayOutputStream());

  @TempDir private Path directory;

  private Path eventsFile(Optional<Path> table) throws Exception {
    Path file =
        Files.writeString(
            directory.resolve("a.ndjson"),
            "{\"eventId\":\"a-1:0\",\"type\":\"close\",\"timestamp\":1799999000000}\n");
    Terminal terminal = new Terminal(NOWHERE, NOWHERE, false);
    try (FreshTable fresh = new FreshTable(table, terminal);
        Statement statement =
            fresh.update(ArchiveFiles.find(List.of(file)), 1).connection().createStatement();
        ResultSet view =
            statement.executeQuery("SELECT sql FROM duckdb_views() WHERE view_name = 'events'")) {
      view.next();
      Path events = Path.of(view.getString(1).replaceFirst("(?s).*?'(.*?)'.*", "$1"));
      assertThat(events).exists();
      return events;
    }
  }

  @Test
  void temporaryTableIsDeletedAndAnyOtherStays() throws Exception {
    Path temporary = eventsFile(Optional.empty());
    assertThat(temporary.getParent().getParent().getParent()).doesNotExist();
    Path kept = eventsFile(Optional.of(directory.resolve("table")));
    assertThat(kept).exists().startsWith(directory.resolve("table"));
  }

  @Test
  void directoryOfSomethingElseIsLeftAlone() throws IOException {
    Path other = Files.createDirectories(directory.resolve("other"));
    Files.writeString(other.resolve("x"), "");
    assertThatThrownBy(() -> eventsFile(Optional.of(other)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("expected a table");
    assertThat(other.resolve("x")).exists();
  }
}
