package clickcounter.tools.series.files;

import clickcounter.cli.AtomicFile;
import clickcounter.cli.Trees;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The directory of all days while days are added to it. A lock keeps a second process away. What is
 * under way is in {@code DIR/.building}; a killed process leaves it, and the next one deletes it.
 */
final class BuildDirectory implements Closeable {
  /** A day that is replaced is there meanwhile. */
  private static final String OLD = "old-";

  private final Path root;
  private final FileChannel lock;
  private final Path building;

  /**
   * Makes the directory if it does not exist.
   *
   * @throws IOException when another process builds in it, or when it cannot be written
   */
  BuildDirectory(Path root) throws IOException {
    this.root = root.toAbsolutePath();
    AtomicFile.makeDirectories(this.root.resolve(".lock"));
    lock =
        FileChannel.open(
            root.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (!isLocked()) {
      lock.close();
      throw new IOException(
          "another process builds in " + root + ": wait for its end, or name another --series");
    }
    building = this.root.resolve(".building");
    clear();
    Files.createDirectories(runs());
  }

  /** Deletes what is left there, but for a day whose place nothing new has got. */
  private void clear() throws IOException {
    if (Files.exists(building)) {
      putBack();
    }
    Trees.delete(building);
  }

  private void putBack() throws IOException {
    try (DirectoryStream<Path> moved = Files.newDirectoryStream(building, OLD + "*")) {
      for (Path old : moved) {
        Path place = root.resolve(old.getFileName().toString().substring(OLD.length()));
        if (!Files.exists(place)) {
          AtomicFile.move(old, place);
        }
      }
    }
  }

  private boolean isLocked() throws IOException {
    try {
      return lock.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  /** For temporary files. */
  Path runs() {
    return building.resolve("runs");
  }

  /** Where the files of days are made. */
  Path building() {
    return building;
  }

  /** The files of a day that is there. */
  DayFiles files(long day) {
    return DayFiles.below(root, day);
  }

  /** Gives the new files of a day their place, instead of those that are there. */
  void publish(long day) throws IOException {
    Path fresh = DayFiles.below(building, day).directory();
    Path place = DayFiles.below(root, day).directory();
    AtomicFile.forceNames(fresh);
    Path old = building.resolve(OLD + place.getFileName());
    if (Files.exists(place)) {
      AtomicFile.move(place, old);
    }
    AtomicFile.move(fresh, place);
    Trees.delete(old);
  }

  @Override
  public void close() throws IOException {
    try (lock) {
      clear();
    }
  }
}
