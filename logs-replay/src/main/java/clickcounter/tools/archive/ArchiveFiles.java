package clickcounter.tools.archive;

import clickcounter.cli.IoErrors;
import java.io.IOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The files that an operator named on the command line: files of any name, the event files of
 * directories, and patterns with {@code *}, {@code ?}, {@code **} or {@code {a,b}} that the shell
 * did not expand. Links to files and directories are followed, but none to a directory above it. A
 * file that several paths lead to is listed once.
 *
 * @param files sorted, without duplicates
 * @param passedOver files of directories that were skipped because of their names, and broken
 *     links; sorted
 * @param unreadable what could not be looked into, such as {@code lost+found}, each with the reason
 */
public record ArchiveFiles(
    List<Path> files, List<Path> passedOver, SortedMap<Path, String> unreadable) {
  /** The names of event files in directories, as shown to people. */
  public static final String NAMES =
      "*.ndjson, *.jsonl or *.log, rotated as *.ndjson.3, *.ndjson-20261122 or *.ndjson.2026-11-22,"
          + " packed as *.gz or *.zst";

  /** What begins with "._" is what a Mac keeps beside a file of a foreign disk. */
  private static final Pattern EVENT_FILE =
      Pattern.compile("(?!\\._).*\\.(ndjson|jsonl|log)([.-]\\d[\\dT:Z._-]*)?(\\.gz|\\.zst)?");

  private static final Set<FileVisitOption> FOLLOW_LINKS = Set.of(FileVisitOption.FOLLOW_LINKS);
  private static final int ATTEMPTS = 5;
  private static final Pattern WILDCARD = Pattern.compile("[*?\\[{]");

  public static final ArchiveFiles NONE =
      new ArchiveFiles(List.of(), List.of(), Collections.emptySortedMap());

  public ArchiveFiles {
    files = List.copyOf(files);
    passedOver = List.copyOf(passedOver);
    unreadable = Collections.unmodifiableSortedMap(new TreeMap<>(unreadable));
  }

  /**
   * Finds the files.
   *
   * @throws IOException naming the first path that does not exist or matches nothing, or if there
   *     is no file
   */
  public static ArchiveFiles find(List<Path> paths) throws IOException {
    ArchiveFiles found = find(paths, false, FOLLOW_LINKS);
    if (found.files().isEmpty()) {
      String other = found.passedOver.isEmpty() ? "" : ", found " + found.passedOver.get(0);
      for (Path path : found.unreadable.keySet()) {
        other += "; " + path + " cannot be read: " + found.unreadable.get(path);
      }
      throw new IOException(
          "no event file in %s: expected names in UTF-8 such as %s%s"
              .formatted(paths, NAMES, other));
    }
    return found;
  }

  /** Finds the files; there may be none. A path that does not exist is not readable. */
  public static ArchiveFiles findAny(List<Path> paths) throws IOException {
    return find(paths, true, FOLLOW_LINKS);
  }

  /** The same. Links in directories are passed over. */
  public static ArchiveFiles findUnlinked(List<Path> paths) throws IOException {
    return find(paths, true, Set.of());
  }

  private static ArchiveFiles find(
      List<Path> paths, boolean mayBeAbsent, Set<FileVisitOption> links) throws IOException {
    for (int attempt = 1; ; attempt++) {
      Search search = new Search(links);
      for (Path path : paths) {
        if (Files.exists(path)) {
          search.named(path);
        } else if (mayBeAbsent || !Files.notExists(path)) {
          search.unreadable(path);
        } else {
          search.matching(path);
        }
      }
      if (!search.vanished || attempt == ATTEMPTS) {
        return search.result();
      }
    }
  }

  /** The files found so far. */
  private static final class Search {
    private final Set<FileVisitOption> links;

    /** By path: a key that is equal for two paths of the same file. */
    private final Map<Path, Object> found = new TreeMap<>();

    private final TreeSet<Path> others = new TreeSet<>();
    private final SortedMap<Path, String> unreadable = new TreeMap<>();

    /** A file was renamed or deleted since its directory was read; a new name may be missed. */
    private boolean vanished;

    Search(Set<FileVisitOption> links) {
      this.links = links;
    }

    ArchiveFiles result() {
      List<Path> files = new ArrayList<>(found.keySet());
      Set<Object> keys = new HashSet<>();
      files.removeIf(path -> !keys.add(found.get(path)));
      others.removeAll(found.keySet());
      return new ArchiveFiles(files, new ArrayList<>(others), unreadable);
    }

    /** A named file is read whatever its name is. */
    void named(Path path) throws IOException {
      if (!Files.isDirectory(path)) {
        found.put(path, key(path, Files.readAttributes(path, BasicFileAttributes.class)));
        return;
      }
      walk(
          path,
          (file, attributes) -> {
            if (attributes.isRegularFile()
                && EVENT_FILE.matcher(file.getFileName().toString()).matches()
                // In the locale's encoding: of another one, two files would have one text.
                && file.toString().indexOf('\ufffd') < 0) {
              found.put(file, key(file, attributes));
            } else if (!attributes.isDirectory()) {
              others.add(file);
            }
          });
    }

    void unreadable(Path path) {
      try {
        Files.readAttributes(path, BasicFileAttributes.class);
      } catch (IOException e) {
        unreadable.put(path, IoErrors.reason(e));
      }
    }

    void matching(Path pattern) throws IOException {
      Matcher wildcard = WILDCARD.matcher(pattern.toString());
      if (!wildcard.find()) {
        throw new IOException("there is no file or directory " + pattern);
      }
      String above = pattern.toString().substring(0, wildcard.start());
      String directory = above.substring(0, above.lastIndexOf('/') + 1);
      PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + pattern);
      List<Path> matches = new ArrayList<>();
      walk(
          Path.of(directory.isEmpty() ? "." : directory),
          (path, attributes) -> {
            // "./a" as "a" when the pattern does not begin with "./"
            if (matcher.matches(pattern.startsWith(".") ? path : path.normalize())) {
              matches.add(path);
            }
          });
      if (matches.isEmpty()) {
        throw new IOException("nothing matches " + pattern);
      }
      for (Path path : matches) {
        if (Files.isRegularFile(path) || Files.isDirectory(path)) {
          named(path);
        } else {
          others.add(path);
        }
      }
    }

    private static Object key(Path file, BasicFileAttributes attributes) {
      return attributes.fileKey() == null ? file.toAbsolutePath() : attributes.fileKey();
    }

    private void walk(Path directory, BiConsumer<Path, BasicFileAttributes> visitor)
        throws IOException {
      Files.walkFileTree(
          directory,
          links,
          Integer.MAX_VALUE,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes) {
              return visitFile(path, attributes);
            }

            @Override
            public FileVisitResult visitFile(Path path, BasicFileAttributes attributes) {
              visitor.accept(path, attributes);
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path path, IOException e) {
              if (e instanceof FileSystemLoopException) {
                return FileVisitResult.CONTINUE; // what it leads to is being read already
              }
              vanished |= e instanceof NoSuchFileException && !path.equals(directory);
              return postVisitDirectory(path, e);
            }

            @Override
            public FileVisitResult postVisitDirectory(Path path, IOException e) {
              if (e != null) {
                unreadable.put(path, IoErrors.reason(e));
              }
              return FileVisitResult.CONTINUE;
            }
          });
    }
  }

  /** The same without the files, which can take much memory: for what is said of the others. */
  public ArchiveFiles others() {
    return new ArchiveFiles(List.of(), passedOver, unreadable);
  }

  /** Whether the file's name says that it is compressed. */
  public static boolean isPacked(Path file) {
    String name = file.getFileName().toString();
    return name.endsWith(".gz") || name.endsWith(".zst");
  }

  /** Total size on disk, in bytes; of a file that cannot be looked at, 0. */
  public long totalBytes() {
    return files.stream().mapToLong(file -> file.toFile().length()).sum();
  }
}
