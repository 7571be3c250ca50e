package clickcounter.tools.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.tools.EventFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which files are read for the paths that an operator names. */
class ArchiveFilesTest {
  @TempDir private Path directory;

  private Path file(String name) throws IOException {
    Path path = directory.resolve(name);
    Files.createDirectories(path.getParent());
    return Files.writeString(path, name);
  }

  private static ArchiveFiles find(Path... paths) throws IOException {
    return ArchiveFiles.find(List.of(paths));
  }

  @Test
  void aLinkedDirectoryIsReadLikeAnyOther() throws IOException {
    file("disk1/a.ndjson");
    file("disk2/b.ndjson");
    file("disk3/sub/c.ndjson");
    Path hosts = Files.createDirectories(directory.resolve("hosts"));
    Files.createSymbolicLink(hosts.resolve("hostA"), directory.resolve("disk1"));
    Path hostB = Files.createSymbolicLink(directory.resolve("hostB"), directory.resolve("disk2"));
    Files.createSymbolicLink(directory.resolve("disk2/deeper"), directory.resolve("disk3"));

    assertThat(find(hosts, hostB).files())
        .containsExactly(
            hostB.resolve("b.ndjson"),
            hostB.resolve("deeper/sub/c.ndjson"),
            hosts.resolve("hostA/a.ndjson"));
    assertThat(find(directory.resolve("h*/**.ndjson")).files()).hasSize(3);
  }

  @Test
  void aLinkThatLeadsBackEndsTheWayThere() throws IOException {
    Path a = file("hosts/hostA/a.ndjson");
    Files.createSymbolicLink(a.resolveSibling("again"), directory.resolve("hosts"));

    ArchiveFiles found = find(directory.resolve("hosts"));

    assertThat(found.files()).containsExactly(a);
    assertThat(found.passedOver()).isEmpty();
  }

  @Test
  void aFileThatSeveralPathsReachIsReadOnce() throws IOException {
    Path a = file("hosts/a.ndjson");
    Path link = Files.createSymbolicLink(directory.resolve("link"), a.getParent());

    assertThat(find(a, a.getParent(), link).files()).containsExactly(a);
  }

  @Test
  void aLinkThatLeadsNowhereIsPassedOverByName() throws IOException {
    file("hosts/a.ndjson");
    Path dangling = directory.resolve("hosts/b.ndjson");
    Files.createSymbolicLink(dangling, directory.resolve("gone.ndjson"));

    assertThat(find(directory.resolve("hosts")).passedOver()).containsExactly(dangling);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "clicks.ndjson",
        "clicks.ndjson.1",
        "clicks.ndjson.3.gz",
        "clicks.ndjson-20261122.gz",
        "clicks.ndjson-20261122",
        "clicks.ndjson.2026-11-22",
        "clicks.ndjson.2026-11-22.gz",
        "clicks.ndjson-2026112213.zst",
        "clicks.ndjson-20261122-1795305600.gz",
        "clicks.ndjson.2026-11-22T13:00.gz",
        "clicks-20261122.ndjson.gz",
        "clicks.log",
        "clicks.jsonl"
      })
  void namesOfRotatedFilesAreThoseOfEventFiles(String name) throws IOException {
    Path file = file("hosts/" + name);

    ArchiveFiles found = find(directory.resolve("hosts"));

    assertThat(found.files()).containsExactly(file);
    assertThat(found.passedOver()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"events.json.gz", "clicks.ndjson.bz2", "clicks.ndjson.bak", "clicks", "README.md"})
  void otherNamesArePassedOverInDirectoriesAndReadWhenNamed(String name) throws IOException {
    file("hosts/a.ndjson");
    Path other = file("hosts/" + name);

    assertThat(find(directory.resolve("hosts")).passedOver()).containsExactly(other);
    ArchiveFiles named = find(directory.resolve("hosts"), other);
    assertThat(named.files()).contains(other);
    assertThat(named.passedOver()).isEmpty();
    assertThat(find(directory.resolve("hosts/*")).files()).contains(other);
  }

  @Test
  void whereNoNameFitsOneThatDoesNotIsNamed() throws IOException {
    Path other = file("hosts/events.json");
    assertThatThrownBy(() -> find(directory.resolve("hosts")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("*.ndjson")
        .hasMessageContaining(other.toString());
  }

  @Test
  void whatCannotBeReadIsNamedAndTheRestIsFound() throws IOException {
    Path a = file("hosts/a.ndjson");
    try (EventFiles.Unreadable unreadable = EventFiles.unreadable(a.getParent())) {
      ArchiveFiles found = find(a.getParent());

      assertThat(found.files()).containsExactly(a);
      assertThat(found.unreadable()).hasSize(1);
      assertThat(found.unreadable().firstKey()).startsWithRaw(unreadable.directory());
      assertThat(found.unreadable().values()).containsExactly("File name too long");
      assertThat(find(directory.resolve("h*")).unreadable()).hasSize(1);
      assertThatThrownBy(() -> find(unreadable.directory()))
          .hasMessageContainingAll(
              "no event file", unreadable.directory().toString(), "File name too long");
    }
  }

  @Test
  void aPathThatIsNotThereIsNamedAndTheOthersAreFound() throws IOException {
    Path a = file("hosts/a.ndjson");
    Path gone = directory.resolve("gone");
    Path endless = Files.createSymbolicLink(directory.resolve("endless"), Path.of("endless"));

    ArchiveFiles found = ArchiveFiles.findAny(List.of(gone, a.getParent()));
    assertThat(found.files()).containsExactly(a);
    assertThat(found.unreadable())
        .containsExactly(Map.entry(gone, "there is no such file or directory"));
    assertThat(find(endless, a).unreadable()).containsOnlyKeys(endless);
    assertThatThrownBy(() -> find(gone, a.getParent()))
        .hasMessage("there is no file or directory " + gone);
  }

  @Test
  void whatIsNoRegularFileIsPassedOverAndNotWaitedFor() throws IOException {
    Path a = file("hosts/a.ndjson");
    EventFiles.shell(a.getParent(), "mkfifo pipe.ndjson; ln -s self.ndjson self.ndjson");
    Path[] others = {a.resolveSibling("pipe.ndjson"), a.resolveSibling("self.ndjson")};

    assertThat(find(a.getParent()).files()).containsExactly(a);
    assertThat(find(a.getParent()).passedOver()).containsExactly(others);
    assertThat(find(directory.resolve("hosts/*.ndjson")).files()).containsExactly(a);
    assertThat(find(directory.resolve("hosts/*.ndjson")).passedOver()).containsExactly(others);
  }

  @Test
  void whatAMacKeepsBesideAFileIsPassedOver() throws IOException {
    Path a = file("hosts/a.ndjson");
    Path companion = file("hosts/._a.ndjson");
    Path hidden = file("hosts/.snapshot/.a.ndjson");

    assertThat(find(a.getParent()).files()).containsExactly(hidden, a);
    assertThat(find(a.getParent()).passedOver()).containsExactly(companion);
  }

  /** Two such names would have one text: ship's positions and the messages could not tell them. */
  @Test
  void fileWhoseNameIsNotInUtf8IsPassedOver() throws Exception {
    Path good = EventFiles.write(directory.resolve("hosts").resolve("a.ndjson"), List.of());
    new ProcessBuilder("bash", "-c", "touch $'caf\\xe9.ndjson' $'caf\\xe8.ndjson'")
        .directory(good.getParent().toFile())
        .start()
        .waitFor();

    ArchiveFiles found = find(good.getParent());

    assertThat(found.files()).containsExactly(good);
    assertThat(found.passedOver()).hasSize(2);
  }
}
