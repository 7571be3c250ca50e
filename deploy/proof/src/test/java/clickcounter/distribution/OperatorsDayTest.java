package clickcounter.distribution;

import static clickcounter.testing.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.ExitCode;
import clickcounter.devcluster.Cluster;
import clickcounter.devcluster.ClusterExtras;
import clickcounter.devcluster.TemporaryCluster;
import clickcounter.jms.BrokerSettings;
import clickcounter.jms.JmsTransport;
import clickcounter.jms.SenderSettings;
import clickcounter.service.EventLog;
import clickcounter.service.EventLogSettings;
import clickcounter.testing.Patience;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A day of an operator, from the packed distribution to the end of the month: all that the operator
 * does is a command or a line of the settings file. No command is told where anything is. Services
 * log and crash, the node is lost as fate does it.
 *
 * <p>What services log is of a day that is over, so that its end can be walked, too.
 */
@Tag("slow")
@Tag("long")
class OperatorsDayTest {
  private static final Path HOME = Path.of("..", "..").toAbsolutePath().normalize();
  private static final Path CLUSTER = Path.of("target", "operators-day").toAbsolutePath();
  private static final int COMMAND_TIMEOUT_S = 700;

  /** Of a busy machine: Storm launches workers slowly there. */
  private static final String PATIENCE = "10m";

  private static final String SECRET = "swordfish-of-the-broker";
  private static final long SEED = 1;

  /** On the first of a month the one before: the last is not over by every clock until 00:05. */
  private static final YearMonth MONTH =
      YearMonth.from(LocalDate.now(ZoneOffset.UTC).minusDays(1)).minusMonths(1);

  /** Of the day after, nobody logs anything. */
  private static final LocalDate DAY = MONTH.atEndOfMonth().minusDays(1);

  private static final String NAME = "click-counter";
  private static final String CRASHED = counter("hostC", "cccccc");

  @TempDir private Path machine;
  private Path desk;
  private Path archives;
  private SampleSettings settings;
  private Path clicks;
  private TemporaryCluster running;
  private Cluster cluster;
  private EventLog service;

  private record Result(int status, String out, String err) {
    private String all() {
      return "%d%n%s%n%s".formatted(status, out, err);
    }
  }

  @BeforeEach
  void startCluster() throws Exception {
    running = TemporaryCluster.start(HOME, CLUSTER, 1, 2, List.of(), ClusterExtras.SOON);
    cluster = running.cluster();
  }

  @AfterEach
  void stopCluster() throws IOException {
    if (running != null) {
      running.close();
    }
  }

  @Test
  void aDayOfAnOperatorIsCommandsAlone() throws Exception {
    install();
    service = service("hostA", at(DAY));
    log(service, 500);
    theCheckNamesTheFaultAndItsSettings();
    submit();
    look();
    upgradeAndScaleOut();
    loseANode();
    aServiceCrashes();
    endTheMonth();
    end();
  }

  private void install() throws Exception {
    Path home = Unpacked.into(Files.createDirectory(machine.resolve("it's (in) opt")));
    clicks = home.resolve(Path.of("bin", "clicks"));
    desk = Files.createDirectory(machine.resolve("the operator's desk"));
    archives = Files.createDirectory(desk.resolve("archives"));
    settings =
        new SampleSettings(
            Files.copy(home.resolve(Path.of("conf", "clicks.yaml")), desk.resolve("clicks.yaml")));
    Path password =
        Files.createFile(
            desk.resolve("password"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(password, SECRET);
    settings.give(cluster.settings());
    settings.give("broker.user", "clicks");
    settings.give("broker.password", "file:" + password);
    settings.give("ops.archives", archives.toString());
    settings.give("ops.archive", archives.resolve("decisions").toString());
    settings.give("ops.table", desk.resolve("table").toString());
    settings.give("ops.months", desk.resolve("months").toString());
  }

  private void theCheckNamesTheFaultAndItsSettings() throws Exception {
    settings.give("riak.bucketType", "clickz");
    Result wrong = run("check");
    assertThat(wrong.status()).as(wrong.all()).isEqualTo(ExitCode.WRONG);
    assertThat(wrong.out())
        .containsPattern("(?m)^FAULT +riak +riak.bucketType=clickz: .* knows no such bucket type")
        .containsPattern("(?m)^ +settings: .*riak.bucketType")
        .contains("1 fault");
    assertThat(run("topology", "submit").status()).isEqualTo(ExitCode.FAILED);

    settings.giveUp("riak.bucketType");
    assertThat(done("check").out()).contains("OK: all is as expected.");
  }

  private void submit() throws Exception {
    assertThat(done("topology", "submit", "--wait", PATIENCE).out())
        .contains("submitted " + NAME, "all its 5 tasks work");
  }

  private void look() throws Exception {
    writeWhole("hostB", "bbbbbb", 1_000);
    assertThat(done("archive", "ship", "--once").out()).contains("nothing left to send");
    everythingIsCounted();

    assertThat(done("status").out()).contains(NAME + " ACTIVE", "OK: no action is needed.");
  }

  private void everythingIsCounted() throws Exception {
    Result audit = done("documents", "audit", "--until-counted");
    assertThat(audit.out()).contains("EQUAL: every document matches the archive.");
  }

  private void upgradeAndScaleOut() throws Exception {
    log(service, 300);
    settings.give("workers", "2");
    assertThat(done("topology", "redeploy", "--wait", PATIENCE, "--set", "adsTasks=4").out())
        .contains("killed " + NAME, "all its 7 tasks work");
    awaitThatAllIsWell();
  }

  private void awaitThatAllIsWell() {
    await().untilAsserted(() -> assertThat(done("status").out()).contains("2 workers", "OK: "));
  }

  private void loseANode() throws Exception {
    assertThat(done("topology", "pause").out()).contains("paused " + NAME, "nothing is under way");
    cluster.kill(Cluster.RIAK);
    log(service, 300);
    Result away = run("status");
    assertThat(away.status()).as(away.all()).isEqualTo(ExitCode.WRONG);
    assertThat(away.out())
        .contains("no Riak node can be used", "the topology is paused")
        .doesNotContain("no consumer");

    cluster.startAndAwait(Cluster.RIAK);
    done("check");
    assertThat(done("topology", "resume").out()).contains("resumed " + NAME);
    everythingIsCounted();
    awaitThatAllIsWell();
  }

  /** What it wrote last was not sent any more. */
  private void aServiceCrashes() throws Exception {
    Path file = archives.resolve("hostC").resolve(CRASHED + ".ndjson");
    write(file, CRASHED, 0, 150);
    done("archive", "ship", "--once");
    everythingIsCounted();
    write(file, CRASHED, 150, 50);

    assertThat(done("counters", "gaps").out()).contains("nothing is missing", "silent");
    assertThat(done("counters", "close", CRASHED, "--why", "its host burnt").out())
        .contains("close counter " + CRASHED + " after 199", "50 events missing");
    await()
        .untilAsserted(
            () -> {
              Result gaps = run("counters", "gaps", "--older-than", "0s");
              assertThat(gaps.status()).as(gaps.all()).isEqualTo(ExitCode.MISSING);
              assertThat(gaps.out()).contains("150..199", "its host burnt");
            });
    assertThat(done("archive", "replay", "--only-missing").out())
        .contains("50 events missing, sent");
    everythingIsCounted();
  }

  private void endTheMonth() throws Exception {
    done("archive", "import");
    Result notClosed = run("series", "close", MONTH.toString());
    assertThat(notClosed.status()).as(notClosed.all()).isEqualTo(ExitCode.MISSING);
    assertThat(notClosed.out()).contains(MONTH + " is not closed", "hostA-", "counters close");

    service.close();
    writeFile(
        counter("hostJ", "jjjjjj"),
        "\"type\":\"budget\",\"adId\":\"ad-1\",\"timestamp\":%d,\"budgetMicros\":9000",
        "\"type\":\"click\",\"adId\":\"ad-1\",\"timestamp\":%d,\"costMicros\":5000",
        "\"type\":\"close\",\"timestamp\":%d");
    done("archive", "ship", "--once");
    everythingIsCounted();
    theMonthIsFinal();

    assertThat(done("series", "close", MONTH.toString()).out())
        .contains(MONTH + " is closed", "0.005 owed");
    assertThat(desk.resolve(Path.of("months", MONTH.toString(), MONTH + ".csv"))).isNotEmptyFile();
    assertThat(inTheMonth("ads", "statement", "ad-1").out())
        .contains("owed for this time: 0.005", "final: ");
  }

  /** The file of a counter, with events of the day unless they say otherwise. */
  private void writeFile(String counter, String... events) throws IOException {
    List<String> lines = new ArrayList<>();
    for (String event : events) {
      String fields = event.formatted(noon(DAY).toEpochMilli());
      lines.add("{\"eventId\":\"%s:%d\",%s}".formatted(counter, lines.size(), fields));
    }
    Path directory = Files.createDirectories(archives.resolve("desk"));
    Files.write(directory.resolve(counter + ".ndjson"), lines);
  }

  private void theMonthIsFinal() throws Exception {
    done("archive", "import");
    Result month = inTheMonth("series", "show", "--all");
    assertThat(month.status()).as(month.all()).isZero();
    assertThat(month.out())
        .containsPattern("(?m)^" + DAY + " .* yes$")
        .contains("final: no event before the end can still be counted");
    assertThat(inTheMonth("series", "top", "--csv").out()).containsPattern("(?m)^\\d+,größe-0,");
  }

  private Result inTheMonth(String... question) throws Exception {
    List<String> words = new ArrayList<>(List.of(question));
    words.addAll(List.of("--from", MONTH + "-01", "--to", MONTH.plusMonths(1) + "-01"));
    return run(words.toArray(String[]::new));
  }

  private void end() throws Exception {
    cluster.nimbus().kill(NAME, 1);
    cluster.nimbus().awaitGone(NAME, Patience.LIMIT_MS);
    assertThat(run("status").out()).contains("no topology");
  }

  /** As the service's own library logs them, on a host with this clock. */
  private EventLog service(String host, Clock clock) throws IOException {
    return EventLog.open(
        EventLogSettings.of(archives, host).withBatchLines(20),
        new JmsTransport(
            BrokerSettings.at(cluster.options().brokerUrl()),
            SenderSettings.async(20).withGiveUpAfterMs(Patience.LIMIT_MS)),
        clock,
        new SplittableRandom(SEED));
  }

  private static Clock at(LocalDate day) {
    return Clock.offset(
        Clock.systemUTC(), Duration.between(Clock.systemUTC().instant(), noon(day)));
  }

  private static Instant noon(LocalDate day) {
    return day.atTime(LocalTime.NOON).toInstant(ZoneOffset.UTC);
  }

  private static void log(EventLog service, int events) throws Exception {
    for (int i = 0; i < events; i++) {
      if (i % 5 == 0) {
        service.click(ad(i), 1_000 + i);
      } else {
        service.impression(ad(i));
      }
    }
  }

  /** One of twenty; the busiest has letters outside ASCII. */
  private static String ad(int i) {
    return i % 20 == 0 ? "größe-0" : "ad-" + i % 20;
  }

  private static String counter(String host, String random) {
    return "%s-%s_120000-%s".formatted(host, DAY.format(DateTimeFormatter.BASIC_ISO_DATE), random);
  }

  /** The file of a service that has ended properly. */
  private void writeWhole(String host, String random, int count) throws IOException {
    String counter = counter(host, random);
    Path file = archives.resolve(host).resolve(counter + ".ndjson");
    write(file, counter, 0, count);
    Files.writeString(
        file,
        "{\"eventId\":\"%s:%d\",\"type\":\"close\",\"timestamp\":%d}%n"
            .formatted(counter, count, noon(DAY).toEpochMilli() + count),
        StandardOpenOption.APPEND);
  }

  /** As a service that has no library writes them. */
  private static void write(Path file, String counter, int from, int count) throws IOException {
    List<String> lines = new ArrayList<>();
    for (int i = from; i < from + count; i++) {
      lines.add(
          "{\"eventId\":\"%s:%d\",\"type\":\"impression\",\"adId\":\"%s\",\"timestamp\":%d}"
              .formatted(counter, i, ad(i), noon(DAY).toEpochMilli() + i));
    }
    Files.createDirectories(file.getParent());
    Files.write(file, lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private Result done(String... words) throws Exception {
    Result result = run(words);
    assertThat(result.status()).as("%s: %s", String.join(" ", words), result.all()).isZero();
    return result;
  }

  /** Types a command at the desk. */
  private Result run(String... words) throws IOException, InterruptedException {
    List<String> line = new ArrayList<>(List.of(clicks.toString()));
    line.addAll(List.of(words));
    Path out = machine.resolve("out");
    Path err = machine.resolve("err");
    ProcessBuilder builder =
        new ProcessBuilder(line)
            .directory(desk.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    Map<String, String> environment = builder.environment();
    Stream.of("CLICKS_SETTINGS", "STORM_CONF_DIR", "STORM_HOME", "LANG")
        .forEach(environment::remove);
    environment.put("LC_ALL", "C"); // As under cron.
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    environment.put("XDG_STATE_HOME", machine.resolve("state").toString());
    environment.put("CLICKS_JAVA_OPTS", "-Xmx512m -XX:TieredStopAtLevel=1");
    long beganNs = System.nanoTime();
    Process process = builder.start();
    try {
      assertThat(process.waitFor(COMMAND_TIMEOUT_S, TimeUnit.SECONDS)).as(line + " ended").isTrue();
    } finally {
      process.destroyForcibly();
    }
    Result result = new Result(process.exitValue(), Files.readString(out), Files.readString(err));
    System.out.printf(
        "$ clicks %s%n%s  (%d, %d ms)%n",
        String.join(" ", words),
        result.all(),
        result.status(),
        TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beganNs));
    return result;
  }
}
