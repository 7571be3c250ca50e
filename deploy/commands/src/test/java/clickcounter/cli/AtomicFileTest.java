package clickcounter.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicFileTest {
  @TempDir private Path directory;
  private Path file;

  @BeforeEach
  void writeTheOldContent() throws IOException {
    file = Files.writeString(directory.resolve("file"), "old and longer");
  }

  @Test
  void newContentTakesThePlaceOfTheOldAsAWhole() throws IOException {
    try (AtomicFile replaced = AtomicFile.open(file)) {
      replaced.write("new".getBytes(UTF_8));
      assertThat(file).hasContent("old and longer");
      replaced.commit();
    }
    assertThat(file).hasContent("new");
    assertThat(directory).isDirectoryNotContaining(path -> !path.equals(file));
  }

  @Test
  void withoutCommitTheOldContentStaysAndNothingElse() throws IOException {
    try (AtomicFile replaced = AtomicFile.open(file)) {
      replaced.write("new".getBytes(UTF_8));
    }
    assertThat(file).hasContent("old and longer");
    assertThat(directory).isDirectoryNotContaining(path -> !path.equals(file));
  }

  @Test
  void whatAKilledProcessLeftIsReplaced() throws IOException {
    Files.writeString(directory.resolve("file.new"), "half of something longer");
    AtomicFile.replace(file, "new".getBytes(UTF_8));
    assertThat(file).hasContent("new");
  }

  @Test
  void linkInTheWayIsNotWrittenThrough() throws IOException {
    Path other = Files.writeString(directory.resolve("other"), "untouched");
    Files.createSymbolicLink(directory.resolve("file.new"), other);
    AtomicFile.replace(file, "new".getBytes(UTF_8));
    assertThat(other).hasContent("untouched");
    assertThat(file).hasContent("new");
  }

  @Test
  void linkStaysAndItsTargetIsReplaced() throws IOException {
    Path link = Files.createSymbolicLink(directory.resolve("link"), file);
    AtomicFile.replace(link, "new".getBytes(UTF_8));
    assertThat(link).isSymbolicLink();
    assertThat(file).hasContent("new");
  }

  @Test
  void privateFileIsItsOwnersAlone() throws IOException {
    AtomicFile.replacePrivate(file, "new".getBytes(UTF_8));
    assertThat(file).hasContent("new");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @Test
  void deviceIsWrittenToDirectly() throws IOException {
    Path nothing = Path.of("/dev/null");
    AtomicFile.replace(nothing, "new".getBytes(UTF_8));
    assertThat(Files.isRegularFile(nothing)).isFalse();
  }

  @Test
  void failureNamesTheFile() {
    Path nowhere = directory.resolve("nowhere/file");
    assertThatThrownBy(() -> AtomicFile.open(nowhere))
        .isInstanceOf(IOException.class)
        .hasMessageContainingAll(nowhere + " cannot be written", "its directory is not there")
        .hasMessageNotContaining("old content");
  }
}
