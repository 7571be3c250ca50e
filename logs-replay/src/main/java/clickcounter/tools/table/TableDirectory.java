package clickcounter.tools.table;

import clickcounter.cli.IoErrors;
import clickcounter.cli.LockFile;
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
 * import.lock, questions.lock          held by an import, and by questions together
 * </pre>
 */
record TableDirectory(Path root) {
  /** What an import makes before there is a manifest. */
  private static final Set<String> OWN = Set.of("import.lock", "manifest.json.new");

  TableDirectory {
    root = root.toAbsolutePath().normalize();
  }

  Path manifest() {
    return root.resolve("manifest.json");
  }

  Path at(String file) {
    return root.resolve(file);
  }

  List<Path> at(List<String> files) {
    return files.stream().map(this::at).toList();
  }

  /**
   * Locks the table for an import.
   *
   * @throws IOException if another import has it
   */
  FileChannel lockForImport() throws IOException {
    return LockFile.lock(root.resolve("import.lock"), "another import works on the table " + root);
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
            "%s: expected a table, or an empty directory to make one, found %s. Nothing was changed"
                .formatted(root, other.get().getFileName()));
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
          "%s: expected the directory of a table (%s). Make one with clicks archive import"
              .formatted(root, IoErrors.message(e)),
          e);
    }
  }

  /** Deletes what the manifest does not name; while a question is asked, nothing of a state. */
  void deleteLeftovers(Manifest manifest) throws IOException {
    Set<Path> kept = new HashSet<>(at(manifest.shown().all()));
    kept.addAll(at(manifest.coming().all()));
    manifest.staged().values().forEach(files -> kept.addAll(at(files)));
    delete(List.of("staged", "tmp"), kept);
    try (FileChannel lock = LockFile.tryLock(root.resolve("questions.lock"))) {
      if (lock != null) {
        delete(List.of("events", "bad", "files", "counter_days", "twice"), kept);
      }
    }
  }

  private void delete(List<String> directories, Set<Path> kept) throws IOException {
    for (Path directory : directories.stream().map(root::resolve).filter(Files::exists).toList()) {
      List<Path> all;
      try (Stream<Path> below = Files.walk(directory)) {
        all = below.sorted(Comparator.reverseOrder()).toList();
      }
      for (Path path : all) {
        boolean isOurs = name(path).endsWith(".parquet") || name(path).startsWith("duckdb_temp");
        boolean isEmpty = Files.isDirectory(path) && path.toFile().list().length == 0;
        if (isEmpty || Files.isRegularFile(path) && isOurs && !kept.contains(path)) {
          Files.delete(path);
        }
      }
    }
  }
}
