package clickcounter.tools.table;

import clickcounter.cli.AtomicFile;
import clickcounter.cli.IoErrors;
import clickcounter.cli.LockFile;
import clickcounter.tools.table.Manifest.Contents;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/**
 * The files of a table:
 *
 * <pre>
 * manifest.json                        which of these files are the table
 * events/day=2026-10-24/7.parquet      events, by the day of UTC of their own time
 * bad/8.parquet                        what is no event
 * files/9.parquet                      what was read of which file
 * counter_days/10.parquet              what each counter has in each day
 * twice/10.parquet                     numbers that several events have
 * staged/10/day=2026-10-24/*.parquet   events that were read and have to be merged
 * merged/day=2026-10-24/11.parquet     a day that has to be moved to events
 * import.lock, questions.lock          held by an import, and by questions together
 * </pre>
 */
record TableDirectory(Path root) {
  private static final String EVENTS = "events/";
  private static final String MERGED = "merged/";

  /** What an import makes before there is a manifest. */
  private static final Set<String> OWN = Set.of("import.lock", "manifest.json.new");

  TableDirectory {
    root = root.toAbsolutePath().normalize();
  }

  Path manifest() {
    return root.resolve("manifest.json");
  }

  Path temporary() {
    return root.resolve("tmp");
  }

  static String dayFile(String day, long number) {
    return EVENTS + "day=" + day + "/" + number + ".parquet";
  }

  /** Where a file is that the manifest names: a day's may not be moved yet. */
  Path at(String file) {
    Path there = root.resolve(file);
    return Files.exists(there) ? there : merged(file);
  }

  List<Path> at(List<String> files) {
    return files.stream().map(this::at).toList();
  }

  private Path merged(String dayFile) {
    return root.resolve(dayFile.replaceFirst("^" + EVENTS, MERGED));
  }

  /** Where to write a file that the manifest will name. */
  Path fresh(String file) throws IOException {
    Path path = merged(file);
    AtomicFile.makeDirectories(path);
    return path;
  }

  /** Moves the days of a state to where they belong. */
  void moveDays(Contents contents) throws IOException {
    for (List<String> files : contents.events().values()) {
      for (String file : files) {
        Path to = root.resolve(file);
        if (Files.notExists(to)) {
          AtomicFile.makeDirectories(to);
          AtomicFile.move(merged(file), to);
        }
      }
    }
  }

  /**
   * Locks the table for an import.
   *
   * @throws IOException if another import has it
   */
  FileChannel lockForImport() throws IOException {
    FileChannel lock = LockFile.tryLock(root.resolve("import.lock"));
    if (lock == null) {
      throw new IOException(
          "another import works on the table "
              + root
              + ": expected one at a time. This one has changed nothing. Wait for the other one, and"
              + " run it again");
    }
    return lock;
  }

  /**
   * Makes sure that nobody's files are deleted.
   *
   * @throws IOException if this is the directory of something else
   */
  void requireTableOrEmpty() throws IOException {
    if (Files.exists(manifest())) {
      return;
    }
    try (Stream<Path> entries = Files.list(root)) {
      Optional<Path> other = entries.filter(each -> !OWN.contains(name(each))).findAny();
      if (other.isPresent()) {
        throw new IOException(
            root
                + ": expected a table, or an empty directory to make one, found "
                + other.get().getFileName()
                + ". Nothing was changed");
      }
    }
  }

  private static String name(Path path) {
    return path.getFileName().toString();
  }

  /** Locks the table for a question, so that its files stay. */
  FileChannel lockForQuestion() throws IOException {
    Path file = root.resolve("questions.lock");
    try {
      FileChannel lock = FileChannel.open(file, StandardOpenOption.READ);
      // One byte of it: a JVM has no two locks of the same bytes, shared ones neither.
      lock.lock(ThreadLocalRandom.current().nextLong(Long.MAX_VALUE - 1), 1, true);
      return lock;
    } catch (IOException e) {
      throw new IOException(
          root
              + ": expected the directory of a table ("
              + IoErrors.message(e)
              + "). Make one with clicks archive import",
          e);
    }
  }

  /** Deletes what the manifest does not name; while a question is asked, nothing of a state. */
  void deleteLeftovers(Manifest manifest) throws IOException {
    Set<Path> kept = new HashSet<>();
    keep(manifest.shown(), kept);
    keep(manifest.coming(), kept);
    manifest.staged().values().forEach(files -> kept.addAll(at(files)));
    delete(List.of("staged", "merged", "tmp"), kept);
    try (FileChannel lock = LockFile.tryLock(root.resolve("questions.lock"))) {
      if (lock != null) {
        delete(List.of("events", "bad", "files", "counter_days", "twice"), kept);
      }
    }
  }

  private void keep(Contents contents, Set<Path> kept) {
    kept.addAll(at(contents.all()));
  }

  private void delete(List<String> directories, Set<Path> kept) throws IOException {
    for (String directory : directories) {
      delete(root.resolve(directory), kept);
    }
  }

  private static void delete(Path directory, Set<Path> kept) throws IOException {
    if (Files.notExists(directory)) {
      return;
    }
    List<Path> all;
    try (Stream<Path> below = Files.walk(directory)) {
      all = below.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : all) {
      boolean isEmpty = Files.isDirectory(path) && isEmpty(path);
      boolean isOurs = name(path).endsWith(".parquet") || name(path).startsWith("duckdb_temp");
      if (isEmpty || Files.isRegularFile(path) && isOurs && !kept.contains(path)) {
        Files.delete(path);
      }
    }
  }

  private static boolean isEmpty(Path directory) throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.findAny().isEmpty();
    }
  }
}
