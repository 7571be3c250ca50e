package clickcounter.check;

import clickcounter.cli.IoErrors;
import clickcounter.secret.SecretSource;
import clickcounter.settings.Settings;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.common.StateDirectory;
import clickcounter.tools.common.Texts;
import clickcounter.tools.send.OperatorLog;
import clickcounter.topology.TopologySettingsTable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Whether this host has what commands need: secrets, archives, room on its disks. */
public final class HostChecks {
  private static final long LEAST_BYTES = 1L << 30;

  private final Settings settings;
  private final List<Path> archives;

  /**
   * @param archives those of services; empty if nobody named them
   */
  public HostChecks(Settings settings, List<Path> archives) {
    this.settings = settings;
    this.archives = List.copyOf(archives);
  }

  List<Check> all() {
    return List.of(
        Check.of(
            "addresses",
            "given: a default would be the host of each worker",
            "broker.url, riak.nodes",
            this::addresses),
        Check.of(
            "secrets",
            "each can be read here, and its file by its owner alone",
            "broker.password, broker.trustStorePassword, riak.password, riak.trustStorePassword",
            this::secrets),
        Check.of("archives", "each file can be read", "ops.archives", this::archives),
        Check.of(
            "decisions' archive",
            "a directory that can be written",
            "ops.archive",
            this::decisionsArchive),
        Check.of("disks", "1 GB free on each that commands write to", "", this::disks));
  }

  private Answer addresses() {
    List<String> lacking = TopologySettingsTable.lacking(settings);
    return Answer.of(
        lacking.isEmpty(),
        lacking.isEmpty() ? "given" : "not given: " + String.join(", ", lacking));
  }

  private Answer secrets() {
    List<SecretSource> all = TopologySettingsTable.secrets(settings);
    List<String> faults = new ArrayList<>();
    for (SecretSource secret : all) {
      try {
        secret.read();
        secret.warning().ifPresent(faults::add);
      } catch (IllegalStateException e) {
        faults.add(e.getMessage());
      }
    }
    return Answer.of(
        faults.isEmpty(), faults.isEmpty() ? Texts.count(all.size(), "secret") : joined(faults));
  }

  private static String joined(List<String> faults) {
    return String.join("; ", faults);
  }

  private Answer archives() throws IOException {
    if (archives.isEmpty()) {
      return Answer.skipped("nobody names them: PATH, or the setting ops.archives");
    }
    ArchiveFiles found = ArchiveFiles.findAny(archives);
    List<String> faults = new ArrayList<>();
    found.unreadable().forEach((path, why) -> faults.add(path + " cannot be read: " + why));
    if (faults.isEmpty() && found.files().isEmpty() && found.passedOver().isEmpty()) {
      return Answer.ok("no file yet: no service has written one");
    }
    for (Path file : found.files()) {
      try (InputStream in = Files.newInputStream(file)) {
        in.read();
      } catch (IOException e) {
        faults.add(file + ": " + IoErrors.reason(e));
      }
    }
    return Answer.of(
        faults.isEmpty(),
        faults.isEmpty()
            ? Texts.count(found.files().size(), "file")
                + ", "
                + Texts.number(found.totalBytes() / 1_000_000)
                + " MB"
            : joined(faults));
  }

  private Answer decisionsArchive() {
    Path directory = OperatorLog.directory(settings);
    Path existing = existing(directory);
    return Answer.of(
        Files.isDirectory(existing) && Files.isWritable(existing),
        directory + (existing.equals(directory.toAbsolutePath()) ? "" : ", not there yet"));
  }

  /** The directory, or the next above it that exists. */
  private static Path existing(Path directory) {
    Path existing = directory.toAbsolutePath();
    while (existing.getParent() != null && !Files.exists(existing)) {
      existing = existing.getParent();
    }
    return existing;
  }

  private Answer disks() throws IOException {
    Map<FileStore, Path> stores = new LinkedHashMap<>();
    for (Path directory : List.of(StateDirectory.path(), OperatorLog.directory(settings))) {
      stores.putIfAbsent(Files.getFileStore(existing(directory)), directory);
    }
    List<String> rooms = new ArrayList<>();
    boolean isEnough = true;
    for (Map.Entry<FileStore, Path> store : stores.entrySet()) {
      long bytes = store.getKey().getUsableSpace();
      isEnough &= bytes >= LEAST_BYTES;
      rooms.add(Texts.number(bytes >> 20) + " MB free for " + store.getValue());
    }
    return Answer.of(isEnough, String.join(", ", rooms));
  }
}
