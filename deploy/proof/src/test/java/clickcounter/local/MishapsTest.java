package clickcounter.local;

import static clickcounter.testing.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.broker.LocalBroker;
import clickcounter.cli.CommandRun.Result;
import clickcounter.cli.PageCommand;
import clickcounter.counting.CountersSettings;
import clickcounter.devcluster.Ports;
import clickcounter.devnode.DevNode;
import clickcounter.devnode.DevNodeConfig;
import clickcounter.settings.Settings;
import clickcounter.store.DocumentKey;
import clickcounter.testing.Patience;
import clickcounter.topology.TopologySettingsTable;
import clickcounter.traffic.LiveServices;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The page topology/MISHAPS.md: each mishap happens to a broker, a node and a topology, and is
 * repaired with the commands of the page, which are read from it. Each test has its own of all
 * three, and its own archives.
 */
@Tag("slow")
@Tag("long")
class MishapsTest {
  private static final Path PAGE = Path.of("..", "..", "topology", "MISHAPS.md");
  private static final String ARCHIVES = "/var/log/clicks";
  private static final String CLOSED = "hostB-20260601_000000-bbbbbb";
  private static final long BLOCKED_RETRY_MS = 500;
  private static final Settings SETTINGS = TopologySettingsTable.defaults().with("deferralMs", 300);

  @TempDir private Path directory;
  private Path archives;
  private LocalBroker broker;
  private DevNode node;
  private RunningStack stack;

  @BeforeEach
  void startBrokerAndNode() throws Exception {
    archives = Files.createDirectories(directory.resolve("archives"));
    broker = LocalBroker.start(directory.resolve("broker"), Ports.oneFree());
    node = DevNode.start(DevNodeConfig.in(directory.resolve("riak")).withPort(0));
  }

  @AfterEach
  void stop() throws IOException {
    try {
      stopTopology();
    } finally {
      try {
        node.close();
      } finally {
        broker.close();
      }
    }
  }

  private void startTopology(String name) throws Exception {
    startTopology(name, CountersSettings.MAX_SEQUENCE_JUMP);
  }

  private void startTopology(String name, long maxSequenceJump) throws Exception {
    stack =
        RunningStack.start(
            directory.resolve(name),
            SETTINGS,
            List.of("127.0.0.1:" + node.port()),
            broker.url(),
            settings ->
                settings
                    .withAds(
                        settings
                            .ads()
                            .withMaxSequenceJump(maxSequenceJump)
                            .withBlockedRetryMs(BLOCKED_RETRY_MS))
                    .withCounters(settings.counters().withBlockedRetryMs(BLOCKED_RETRY_MS)));
  }

  private void stopTopology() throws IOException {
    if (stack != null) {
      stack.close();
      stack = null;
    }
  }

  private static List<PageCommand> steps(String title) throws IOException {
    return PageCommand.below(PAGE, title);
  }

  /** Runs a command of the page, and compares what it prints. */
  private Result run(PageCommand step, Map<String, String> names, int status) {
    Result result =
        shell()
            .run(
                Arrays.stream(step.command().split(" "))
                    .map(word -> replaced(word, names))
                    .toArray());
    assertThat(result.status())
        .as("%s%n%s%n%s", step.command(), result.out(), result.err())
        .isEqualTo(status);
    assertThat(result.out())
        .as(step.command())
        .matches(step.pattern(line -> replaced(line, names)));
    return result;
  }

  private String replaced(String text, Map<String, String> names) {
    String replaced = text;
    for (Map.Entry<String, String> name : names.entrySet()) {
      replaced = replaced.replaceAll("\\b" + name.getKey() + "\\b", name.getValue());
    }
    return replaced.replace(ARCHIVES, archives.toString());
  }

  /** Runs the last commands of every mishap: a replay, and an audit that finds all equal. */
  private void finish() throws IOException {
    walk(steps("Finish"), Map.of());
  }

  /** Runs commands one after the other; each ends with 0. */
  private void walk(List<PageCommand> steps, Map<String, String> names) throws IOException {
    for (PageCommand step : steps) {
      run(step, names, 0);
      stack.awaitSettled();
    }
  }

  private static void impressions(Path file, String counter, int from, int count, String ad)
      throws IOException {
    List<String> lines = new ArrayList<>();
    for (int i = from; i < from + count; i++) {
      lines.add(
          "{\"eventId\":\"%s:%d\",\"type\":\"impression\",\"adId\":\"%s%d\",\"timestamp\":%d}"
              .formatted(counter, i, ad, i % 7, 1_780_000_000_000L + i));
    }
    Files.createDirectories(file.getParent());
    Files.write(file, lines, StandardCharsets.UTF_8);
  }

  private void send(List<String> lines, int linesPerMessage) throws IOException {
    List<List<String>> messages = new ArrayList<>();
    for (int i = 0; i < lines.size(); i += linesPerMessage) {
      messages.add(lines.subList(i, Math.min(lines.size(), i + linesPerMessage)));
    }
    RunningStack.send(broker.url(), messages);
  }

  @Test
  void badReleaseThatRejectedEvents() throws Exception {
    Path file = archives.resolve("hostR").resolve("hostR-20260601_000000-aaaaaa.ndjson");
    impressions(file, "hostR-20260601_000000-aaaaaa", 0, 400, "r");
    startTopology("bad-release", 3);
    List<String> lines = new ArrayList<>(Files.readAllLines(file));
    Collections.reverse(lines);
    send(lines, 50);
    stack.awaitSettled();
    assertThat(broker.messages("clicks.rejected")).isGreaterThan(100);
    stopTopology();

    startTopology("good-release");

    List<PageCommand> steps = steps("A bad release rejected an hour of events");
    run(steps.get(0), Map.of(), 1);
    run(steps.get(1), Map.of(), 1);
    run(steps.get(2), Map.of(), 0);
    stack.awaitSettled();
    finish();
  }

  @Test
  void overwrittenDocumentsBesideLiveTraffic() throws Exception {
    startTopology("overwritten");
    String ad = "live-3";
    List<PageCommand> steps = steps("A document was overwritten");
    try (LiveServices services = stack.startServices(archives.resolve("live"), 2, 10)) {
      await().until(() -> stack.ad(ad) != null);
      stack.damage(DocumentKey.ad(ad), "text/plain", "rubbish");
      await().until(() -> broker.messages("clicks.rejected") > 0);
      run(steps.get(0), Map.of(), 0);
      run(steps.get(1), Map.of("AD", ad), 0);
      String counter = counterOf("live0");
      stack.damage(DocumentKey.counter(counter), "text/plain", "rubbish");
      run(steps.get(2), Map.of("COUNTER", counter), 0);
      run(steps.get(3), Map.of(), 0);
      services.stop(Patience.LIMIT_MS);
    }
    stack.awaitSettled();
    requeueUntilNothingIsRejected(steps.get(4));
    finish();
  }

  /**
   * Until the tasks have looked at the documents again they go on rejecting: then it ends with 1.
   */
  private void requeueUntilNothingIsRejected(PageCommand requeue) {
    await()
        .pollInterval(Duration.ofMillis(200))
        .until(
            () -> {
              Result result = shell().run((Object[]) requeue.command().split(" "));
              assertThat(result.status()).as(result.err()).isIn(0, 1);
              assertThat(result.out()).matches(requeue.pattern(line -> replaced(line, Map.of())));
              stack.awaitSettled();
              return broker.messages("clicks.rejected") == 0;
            });
  }

  private Shell shell() {
    Path settings = stack == null ? null : stack.settingsFile();
    return new Shell("127.0.0.1:" + node.port(), broker.url(), settings);
  }

  private String counterOf(String host) throws IOException {
    try (Stream<Path> files = Files.walk(archives.resolve("live"))) {
      String name =
          files
              .map(file -> file.getFileName().toString())
              .filter(file -> file.startsWith(host + "-"))
              .findFirst()
              .orElseThrow();
      return name.replaceFirst("^(" + host + "-\\d+_\\d+-\\w+).*", "$1");
    }
  }

  @Test
  void serviceThatNumberedTwice() throws Exception {
    startTopology("numbered-twice");
    String counter = "hostT-20260601_000000-tttttt";
    Path first = archives.resolve("hostT").resolve(counter + ".ndjson");
    Path second = archives.resolve("hostT").resolve(counter + ".second.ndjson");
    impressions(first, counter, 0, 300, "t");
    impressions(second, counter, 0, 200, "u");
    List<String> lines = new ArrayList<>(Files.readAllLines(first));
    lines.addAll(Files.readAllLines(second));
    Collections.shuffle(lines, new Random(5));
    send(lines, 40);
    stack.awaitSettled();
    List<PageCommand> steps = steps("A service numbered twice");

    Map<String, String> names =
        new TreeMap<>(Map.of("COUNTER", counter, "SECOND", second.toString()));
    rewriteAsThePageSays(names);
    Files.delete(second);
    walk(steps, names);
    finish();
  }

  private void rewriteAsThePageSays(Map<String, String> names) throws Exception {
    String sed =
        Files.readAllLines(PAGE).stream()
            .filter(line -> line.startsWith("$ sed "))
            .findFirst()
            .orElseThrow();
    Process shell = new ProcessBuilder("sh", "-c", replaced(sed.substring(2), names)).start();
    assertThat(shell.waitFor()).isZero();
  }

  @Test
  void brokerThatWasLostWithItsDisk() throws Exception {
    startTopology("lost-broker");
    List<String> lines = closedCounter();
    send(lines.subList(0, 200), 50);
    stack.awaitSettled();
    int port = Integer.parseInt(broker.url().replaceAll(".*:(\\d+).*", "$1"));
    broker.close();
    broker = LocalBroker.start(directory.resolve("empty-broker"), port);

    finish();
  }

  /** The lines of a counter that ended long ago, from its archive. */
  private List<String> closedCounter() throws IOException {
    Path file = archives.resolve("hostB").resolve(CLOSED + ".ndjson");
    impressions(file, CLOSED, 0, 500, "b");
    Files.writeString(
        file,
        "{\"eventId\":\"%s:500\",\"type\":\"close\",\"timestamp\":1780000000600}%n"
            .formatted(CLOSED),
        StandardOpenOption.APPEND);
    return Files.readAllLines(file);
  }

  @Test
  void riakThatWasLostAndIsEmpty() throws Exception {
    startTopology("before-riak");
    send(closedCounter(), 50);
    stack.awaitSettled();
    stopTopology();
    node.close();
    Path file = archives.resolve("hostE").resolve("hostE-20260601_000000-eeeeee.ndjson");
    impressions(file, "hostE-20260601_000000-eeeeee", 0, 300, "e");
    send(Files.readAllLines(file), 50); // they wait on the queue
    node = DevNode.start(DevNodeConfig.in(directory.resolve("empty-riak")).withPort(0));

    run(steps("Riak was lost").get(0), Map.of(), 0);
    startTopology("after-riak");
    stack.awaitSettled();

    finish();
  }

  @Test
  void serviceThatCrashed() throws Exception {
    startTopology("crashed");
    String counter = "hostD-20260601_000000-dddddd";
    Path file = archives.resolve("hostD").resolve(counter + ".ndjson");
    impressions(file, counter, 0, 200, "d");
    send(Files.readAllLines(file).subList(0, 150), 50);
    stack.awaitSettled();
    List<PageCommand> steps = steps("A service crashed");

    run(steps.get(0), Map.of("COUNTER", counter), 0);
    stack.awaitSettled();
    assertThat(shell().run("counters", "gaps", "--older-than", "0s", "--counter", counter).status())
        .isEqualTo(1);
    run(steps.get(1), Map.of("COUNTER", counter), 0);
    finish();
    Result gaps = shell().run("counters", "gaps", "--older-than", "0s", "--counter", counter);
    assertThat(gaps.out()).contains("nothing is missing", "1 closed by operators");
  }

  /** No mishap: what is done with counters that are finished, and what a replay does after that. */
  @Test
  void eventsOfARetiredCounterAreNotCountedAgain() throws Exception {
    startTopology("retired");
    closedCounter();
    Path file = archives.resolve("hostL").resolve("hostL-20260601_000000-llllll.ndjson");
    impressions(file, "hostL-20260601_000000-llllll", 0, 100, "b"); // goes on
    stack.play(archives);
    assertThat(stack.countersInTheDirectory()).contains(CLOSED);

    // A counter's last events are confirmed a while after they were counted.
    await()
        .untilAsserted(
            () -> {
              Result enter = shell().run("counters", "retire", "--older-than", "30d");
              assertThat(enter.status()).as(enter.err()).isZero();
              assertThat(enter.out()).contains("1 counter entered as retired");
            });
    Result delete =
        shell().later(Duration.ofDays(1)).run("counters", "retire", "--older-than", "30d");

    assertThat(delete.status()).as(delete.err()).isZero();
    assertThat(delete.out()).contains("1 document deleted");
    assertThat(stack.countersInTheDirectory()).doesNotContain(CLOSED);
    RunningStack.Counts before = stack.counts();
    stack.play(archives);
    assertThat(stack.counts().since(before).counted()).isZero();
    Result audit = shell().run("documents", "audit", archives);
    assertThat(audit.status()).as(audit.out()).isZero();
  }
}
