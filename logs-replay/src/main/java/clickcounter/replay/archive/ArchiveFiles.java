package clickcounter.replay.archive;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The files that an operator names: files as they are, directories walked for event files, and
 * patterns with {@code *}, {@code ?}, {@code **} or {@code {a,b}} for shells that do not expand
 * them.
 *
 * @param files sorted, each once
 * @param passedOver how many files of directories were left out, because of their names
 */
public record ArchiveFiles(List<Path> files, int passedOver) {
  /** Also rotated ones, as {@code events.ndjson.3.gz}. */
  private static final Pattern EVENT_FILE =
      Pattern.compile(".*\\.(ndjson|jsonl|log)([.-]\\d+)?(\\.gz|\\.zst)?");

  private static final Pattern PATTERN_SIGN = Pattern.compile("[*?\\[{]");

  /**
   * Finds them.
   *
   * @throws IOException naming the first path that is not there or matches nothing
   */
  public static ArchiveFiles find(List<Path> paths) throws IOException {
    TreeSet<Path> found = new TreeSet<>();
    int passedOver = 0;
    for (Path path : paths) {
      if (Files.isDirectory(path)) {
        passedOver += walk(path, found);
      } else if (Files.exists(path)) {
        found.add(path);
      } else {
        passedOver += match(path, found);
      }
    }
    if (found.isEmpty()) {
      throw new NoSuchFileException(
          "no event file in " + paths + ": expected names as *.ndjson, *.ndjson.gz, *.ndjson.zst");
    }
    return new ArchiveFiles(new ArrayList<>(found), passedOver);
  }

  private static int walk(Path directory, TreeSet<Path> found) throws IOException {
    int passedOver = 0;
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path file : (Iterable<Path>) all.filter(Files::isRegularFile)::iterator) {
        if (EVENT_FILE.matcher(file.getFileName().toString()).matches()) {
          found.add(file);
        } else {
          passedOver++;
        }
      }
    }
    return passedOver;
  }

  private static int match(Path pattern, TreeSet<Path> found) throws IOException {
    if (!PATTERN_SIGN.matcher(pattern.toString()).find()) {
      throw new NoSuchFileException("there is no file or directory " + pattern);
    }
    PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + pattern);
    Path root = fixedPart(pattern);
    List<Path> matches;
    try (Stream<Path> all = Files.walk(root)) {
      matches = all.filter(p -> matcher.matches(relativeLike(pattern, p))).toList();
    }
    if (matches.isEmpty()) {
      throw new NoSuchFileException("nothing matches " + pattern);
    }
    int passedOver = 0;
    for (Path path : matches) {
      if (Files.isDirectory(path)) {
        passedOver += walk(path, found);
      } else {
        found.add(path);
      }
    }
    return passedOver;
  }

  /** The directory above the first part that has a sign in it. */
  private static Path fixedPart(Path pattern) {
    Path fixed = pattern.isAbsolute() ? pattern.getRoot() : Path.of("");
    for (Path part : pattern) {
      if (PATTERN_SIGN.matcher(part.toString()).find()) {
        break;
      }
      fixed = fixed.resolve(part);
    }
    return fixed.toString().isEmpty() ? Path.of(".") : fixed;
  }

  /** "./a" as "a" when the pattern does not begin with "./". */
  private static Path relativeLike(Path pattern, Path path) {
    return pattern.startsWith(".") ? path : path.normalize();
  }

  /** Bytes on disk, compressed as they are. */
  public long totalBytes() {
    long sum = 0;
    for (Path file : files) {
      try {
        sum += Files.size(file);
      } catch (IOException e) {
        // It counts for the progress only; reading it will say what is wrong.
        continue;
      }
    }
    return sum;
  }
}
