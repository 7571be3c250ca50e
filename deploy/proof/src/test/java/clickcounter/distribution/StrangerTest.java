package clickcounter.distribution;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.PageCommand;
import clickcounter.devcluster.ClusterExtras;
import clickcounter.devcluster.TemporaryCluster;
import clickcounter.riak.RiakSettings;
import clickcounter.riak.RiakStore;
import clickcounter.store.DocumentKey;
import clickcounter.store.StoredValue;
import clickcounter.store.WaitingStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A stranger with a fresh Debian, Java, and the page on which an operator begins: installs the
 * package, starts the unit, ships a file, sees it counted, upgrades to a version whose documents
 * have a field that this one does not know, goes back, removes all, and does it without the
 * package. The commands are those of the page, from top to bottom. Storm, Riak and the broker run
 * beside it.
 */
@Tag("slow")
@Tag("long")
class StrangerTest {
  private static final Path HOME = Path.of("..", "..").toAbsolutePath().normalize();
  private static final Path CLUSTER = Path.of("target", "stranger").toAbsolutePath();
  private static final Path PAGE = HOME.resolve(Path.of("topology", "README.md"));
  private static final String BILLS = "/var/lib/clicks/months";
  private static final String NEXT = "1.1.0";
  private static final String FIELD = "since" + NEXT;
  private static final String AD = "hats";
  private static final String COUNTER = "hostS-20261130_120000-4711";

  @TempDir private Path directory;
  private TemporaryCluster cluster;
  private FreshDebian debian;
  private int audits;

  @Test
  void commandsOfThePageInstallCountUpgradeGoBackAndRemove() throws Exception {
    FreshDebian.assume();
    try (TemporaryCluster running =
            TemporaryCluster.start(HOME, CLUSTER, 1, 2, List.of(), ClusterExtras.SOON);
        FreshDebian fresh = FreshDebian.in(directory.resolve("debian"))) {
      cluster = running;
      debian = fresh;
      take(Built.here().deb());
      take(next().deb());
      Files.createDirectories(debian.file(BILLS));
      for (PageCommand step : PageCommand.all(PAGE)) {
        walk(step);
      }
      nothingIsLeftButTheArchive();
      withoutThePackageTheTarShips();
    }
  }

  /**
   * The next minor version: each document that it writes has a field that this one does not know.
   */
  private Built next() throws Exception {
    return Built.from(directory.resolve("next"))
        .version(NEXT)
        .replace(
            "clicks/src/main/java/clickcounter/document/OtherFields.java",
            "  void write(JsonGenerator json) throws IOException {\n",
            """
              void write(JsonGenerator json) throws IOException {
                if (!byName.containsKey("%1$s")) {
                  json.writeStringField("%1$s", "yes");
                }
            """
                .formatted(FIELD))
        .build();
  }

  private void take(Path artifact) throws IOException {
    Files.copy(artifact, debian.file("/root").resolve(artifact.getFileName()));
  }

  private void walk(PageCommand step) throws Exception {
    String command = step.command().replaceFirst(" +# .*", "");
    if (command.startsWith("editor ")) {
      new SampleSettings(debian.file(command.substring("editor ".length())))
          .give(cluster.cluster().settings());
      return;
    }
    if (command.startsWith("clicks documents audit") && audits > 0) {
      log(audits);
    }
    String out = succeeds(command);
    assertThat(step.pattern(line -> line).matcher(out).lookingAt())
        .as("%s shows%n%s%nand not%n%s", command, out, step.output())
        .isTrue();
    if (command.startsWith("clicks documents audit")) {
      audited();
    }
  }

  /** The service goes on, after the line that the page writes. */
  private void log(int number) throws IOException {
    String line =
        "{\"eventId\":\"%s:%d\",\"type\":\"impression\",\"adId\":\"%s\",\"timestamp\":%d}%n"
            .formatted(COUNTER, number, AD, System.currentTimeMillis());
    Path file = debian.file("/var/log/clicks/hostS/" + COUNTER + ".ndjson");
    Files.writeString(file, line, StandardOpenOption.APPEND);
  }

  /** Of the version before the upgrade, of the next one, and of the first one again. */
  private void audited() throws Exception {
    String version = debian.run("clicks --version").out();
    boolean isNext = version.contains(NEXT);
    audits++;
    assertThat(isNext).as(version).isEqualTo(audits == 2);
    assertThat(debian.run("systemctl is-active clicks-ship").out()).isEqualTo("active\n");
    for (DocumentKey key : List.of(DocumentKey.ad(AD), DocumentKey.counter(COUNTER))) {
      assertThat(text(key).contains(FIELD)).as("%s: %s", key, text(key)).isEqualTo(audits > 1);
    }
  }

  private void nothingIsLeftButTheArchive() throws Exception {
    assertThat(debian.file("/opt/click-counter")).doesNotExist();
    assertThat(debian.file("/etc/clicks")).doesNotExist();
    assertThat(debian.file("/usr/bin/clicks")).doesNotExist();
    assertThat(debian.file("/var/lib/clicks-ship")).doesNotExist();
    assertThat(debian.file(BILLS)).isDirectory();
    assertThat(debian.run("systemctl cat clicks-ship").status()).isNotZero();
    try (var archives = Files.walk(debian.file("/var/log/clicks"))) {
      assertThat(archives.filter(Files::isRegularFile)).isNotEmpty();
    }
  }

  /** What the page and README.txt say for other systems; the shell of README.txt is in the tar. */
  private void withoutThePackageTheTarShips() throws Exception {
    take(Built.here().tar());
    succeeds("userdel clicks");
    for (String command : commandsBelow(PAGE, "Elsewhere, ")) {
      succeeds(command);
    }
    new SampleSettings(debian.file("/etc/clicks/clicks.yaml")).give(cluster.cluster().settings());
    log(audits);
    for (String command :
        commandsBelow(debian.file("/opt/click-counter/README.txt"), "The units ")) {
      succeeds("cd /opt/click-counter && " + command);
    }

    assertThat(succeeds("clicks documents audit --until-counted /var/log/clicks"))
        .contains("EQUAL: every document matches the archive.");
    assertThat(debian.run("systemctl is-active clicks-ship").out()).isEqualTo("active\n");
    FreshDebian.Result both = debian.run("apt install ./" + Built.here().deb().getFileName());
    assertThat(both.out()).contains("/opt/click-counter is an unpacked archive");
    assertThat(both.status()).isNotZero();
  }

  private static List<String> commandsBelow(Path page, String paragraph) throws IOException {
    return Files.readAllLines(page).stream()
        .dropWhile(line -> !line.startsWith(paragraph))
        .skip(1)
        .dropWhile(line -> line.isBlank() || line.startsWith("```"))
        .takeWhile(line -> !line.isBlank() && !line.startsWith("```"))
        .toList();
  }

  private String succeeds(String command) throws Exception {
    FreshDebian.Result result = debian.run(command);
    assertThat(result.status()).as("%s%n%s", command, result.out()).isZero();
    return result.out();
  }

  private String text(DocumentKey key) throws Exception {
    RiakSettings riak =
        RiakSettings.defaults("clicks")
            .withNodes(List.of(cluster.cluster().settings().get("riak.nodes")));
    try (RiakStore store = new RiakStore(riak)) {
      List<StoredValue> values = new WaitingStore(store).fetch(key, 1).siblings();
      assertThat(values).hasSize(1);
      return new String(values.get(0).bytes(), UTF_8);
    }
  }
}
