package clickcounter.devnode;

import clickcounter.cli.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Deletes directories, but only those with our mark: a file that we put there when the directory
 * was new or empty.
 */
public final class OwnDirectory {
  public static final String MARK = "clicks.directory";

  private OwnDirectory() {}

  /**
   * Marks a directory as ours. It must be ours already, be empty, or not exist.
   *
   * @throws IOException if it has other content
   */
  public static Path claim(Path directory) throws IOException {
    if (!isOurs(directory)) {
      if (Files.exists(directory, LinkOption.NOFOLLOW_LINKS) && !isEmpty(directory)) {
        throw new IOException(notOurs(directory));
      }
      Files.createDirectories(directory);
      Files.writeString(
          directory.resolve(MARK),
          "click-counter created this directory and deletes it when it starts from "
              + "scratch.\n");
    }
    return directory;
  }

  public static boolean isOurs(Path directory) {
    return Files.isRegularFile(directory.resolve(MARK), LinkOption.NOFOLLOW_LINKS);
  }

  /**
   * Deletes a directory of ours and its content. Does nothing if it does not exist.
   *
   * @throws IOException if it is not ours; nothing was deleted then
   */
  public static void deleteOurs(Path directory) throws IOException {
    if (!Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    if (!isOurs(directory) && !isEmpty(directory)) {
      throw new IOException(notOurs(directory));
    }
    Path mark = directory.resolve(MARK);
    try (Stream<Path> entries = Files.list(directory)) {
      for (Path entry : entries.filter(each -> !each.equals(mark)).toList()) {
        Trees.delete(entry);
      }
    }
    // Last, so that the rest of an interrupted deletion is still ours.
    Files.deleteIfExists(mark);
    Files.delete(directory);
  }

  private static String notOurs(Path directory) {
    return ("%s is not empty and was not created by click-counter (it has no file %s); nothing was"
            + " changed. Choose another directory with --data, or empty this one")
        .formatted(directory, MARK);
  }

  private static boolean isEmpty(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return false;
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files.findAny().isEmpty();
    }
  }
}
