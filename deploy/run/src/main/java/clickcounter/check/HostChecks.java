package clickcounter.check;

import clickcounter.cli.IoErrors;
import clickcounter.cli.Texts;
import clickcounter.secret.SecretSource;
import clickcounter.settings.Settings;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.topology.TopologySettingsTable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Whether this host has what commands need: secrets and archives. */
final class HostChecks {
  private HostChecks() {}

  static void ask(Findings findings, Settings settings, List<Path> archives) {
    findings.ask(
        "secrets",
        "each can be read here, and its file by its owner alone",
        "broker.password, broker.trustStorePassword, riak.password, riak.trustStorePassword",
        () -> secrets(settings));
    if (!archives.isEmpty()) {
      findings.ask("archives", "each file can be read", "ops.archives", () -> archives(archives));
    }
  }

  private static String secrets(Settings settings) throws IOException {
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
    return Findings.requireNone(faults, Texts.count(all.size(), "secret"));
  }

  private static String archives(List<Path> archives) throws IOException {
    ArchiveFiles found = ArchiveFiles.findAny(archives);
    List<String> faults = new ArrayList<>();
    found.unreadable().forEach((path, why) -> faults.add(path + " cannot be read: " + why));
    if (faults.isEmpty() && found.files().isEmpty() && found.passedOver().isEmpty()) {
      return "no file yet: no service has written one";
    }
    for (Path file : found.files()) {
      try (InputStream in = Files.newInputStream(file)) {
        in.read();
      } catch (IOException e) {
        faults.add(file + ": " + IoErrors.reason(e));
      }
    }
    String megabytes = Texts.number(found.totalBytes() / 1_000_000) + " MB";
    return Findings.requireNone(
        faults, Texts.count(found.files().size(), "file") + ", " + megabytes);
  }
}
