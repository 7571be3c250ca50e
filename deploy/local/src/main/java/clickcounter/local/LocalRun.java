package clickcounter.local;

import clickcounter.cli.Clicks;
import clickcounter.cli.ExitCode;
import clickcounter.cli.LocalAddresses;
import clickcounter.cli.SystemHere;
import clickcounter.cli.Terminal;
import clickcounter.metrics.Metric;
import clickcounter.metrics.Metric.Component;
import clickcounter.scrape.Scrape;
import clickcounter.settings.OpsSettingsTable;
import clickcounter.settings.Settings;
import clickcounter.status.Reach;
import clickcounter.topology.TopologySettingsTable;
import clickcounter.traffic.Generator;
import clickcounter.traffic.GeneratorSettings;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;

/**
 * One run of the local stack: play, settle, show, audit, ready.
 *
 * @param replay files of events; none for the demonstration
 * @param demo what is played without files: live or day; or none
 */
record LocalRun(LocalStack stack, Path data, List<Path> replay, String demo, PrintWriter out) {
  /** Two of the hot ads of a generated day. */
  private static final List<String> BUSIEST = List.of("m100000", "m100001");

  private static final long POLL_MS = 200;
  private static final int MOST_POLLS = 100;

  /**
   * Plays the events and shows the result.
   *
   * @param untilIdle whether it ends then
   * @return the exit code
   */
  int run(boolean untilIdle, boolean audit) throws IOException, InterruptedException {
    new LocalAddresses(System.currentTimeMillis(), LocalMetrics.endpoints().get(0)).save(data);
    try {
      SystemHere.save(data, given());
      String places =
          "riak %s broker %s console %s"
              .formatted(stack.riak(), stack.brokerUrl(), stack.startConsole(archive()));
      say("started " + places);
      Reach.ofLocal(data).options().stream()
          .skip(1)
          .forEach(file -> say("other commands reach it with --settings " + file));
      if (!untilIdle) {
        stack.beforeClose(this::showCounts);
      }
      int status = play(audit);
      if (!untilIdle) {
        runOn(places);
      }
      return status;
    } finally {
      LocalAddresses.forget(data);
    }
  }

  private int play(boolean audit) throws IOException, InterruptedException {
    if (!replay.isEmpty()) {
      return replay(audit);
    }
    return demo.equals("none") ? ExitCode.OK : demonstrate();
  }

  /** What was given, and where broker, Riak and archives are. */
  private Map<String, String> given() {
    Settings settings = stack.settings();
    Map<String, String> all = new HashMap<>();
    TopologySettingsTable.ROWS.stream()
        .filter(row -> settings.isGiven(row.key()))
        .forEach(row -> all.put(row.key(), settings.text(row)));
    List<Path> demonstration = demo.equals("none") ? List.of() : List.of(archive());
    all.put(
        OpsSettingsTable.ARCHIVES.key(),
        (replay.isEmpty() ? demonstration : replay)
            .stream()
                .map(path -> path.toAbsolutePath().normalize().toString())
                .collect(Collectors.joining(",")));
    return all;
  }

  private Path archive() {
    return data.resolve("demo").resolve("archive");
  }

  /** Says last that it is ready: what others send then is in no audit of its own. */
  private void runOn(String places) throws IOException, InterruptedException {
    boolean hasStates = !stack.settings().value("states.topic").isEmpty();
    if (replay.isEmpty() && demo.equals("live") && hasStates) {
      stack.startTraffic(archive(), LiveTraffic.Pace.USUAL);
      say("live traffic runs; interrupt to end");
    } else {
      say("running; interrupt to end");
    }
    say("ready " + places);
    new CountDownLatch(1).await();
  }

  private void say(String line) {
    out.println(line);
    out.flush();
  }

  private int replay(boolean audit) throws IOException {
    int sent = send(replay);
    showCounts();
    int status = andLeftOut(audit ? command("documents audit", replay) : ExitCode.OK);
    return status == ExitCode.OK ? sent : status;
  }

  /** Rejected events and blocked documents are no success, whatever the audit says. */
  private int andLeftOut(int status) {
    long rejected = LocalMetrics.sum(Metric.REJECTED_EVENTS);
    long blocked = LocalMetrics.sum(Metric.BLOCKED_DOCUMENTS);
    if (rejected == 0 && blocked == 0) {
      return status;
    }
    say(
        "NOT ALL WAS COUNTED: %d events were rejected, %d times a document was given up. The queue %s has them, with their reasons."
            .formatted(rejected, blocked, stack.settings().value("broker.queue") + ".rejected"));
    return status == ExitCode.OK ? ExitCode.MISSING : status;
  }

  private int demonstrate() throws IOException, InterruptedException {
    Path day = data.resolve("demo");
    if (!Files.exists(day)) {
      say("generating a small day in " + day);
    }
    Instant start = Instant.now().truncatedTo(ChronoUnit.MINUTES).minus(1, ChronoUnit.DAYS);
    Generator.generateOnce(GeneratorSettings.demonstration().withStart(start), day);
    send(List.of(day.resolve("queue.ndjson")));
    say("");
    say("gaps: events that services wrote and that are not counted");
    command("counters gaps --older-than 0s", List.of());
    say("");
    showCounts();
    say("");
    int status = command("documents audit", List.of(archive()));
    say("");
    awaitTrimmed();
    say("busiest ads");
    BUSIEST.forEach(ad -> command("ads show " + ad, List.of()));
    say("");
    showDimensions();
    say("");
    showWhatNext();
    return andLeftOut(status);
  }

  /** Where the clicks come from, by the table of archives. */
  private void showDimensions() {
    String table = "ops.table=" + data.resolve("table");
    command("archive import --set", List.of(table, archive()));
    for (String dimension : List.of("country", "device")) {
      say("");
      say("clicks by " + dimension);
      command(
          "series top --csv --order clicks --most 5 --split", List.of(dimension, "--set", table));
    }
  }

  /** The status of the replay: all is counted, or all but files that were passed over. */
  private int send(List<Path> paths) throws IOException {
    int status = command("archive replay --until-counted", paths);
    if (status != ExitCode.OK && status != ExitCode.SKIPPED) {
      throw new IOException(
          "ended, because --replay has no event, or not all could be sent: see above");
    }
    return status;
  }

  private int command(String words, List<?> more) {
    List<String> arguments = new ArrayList<>(List.of(words.split(" ")));
    more.forEach(word -> arguments.add(word.toString()));
    arguments.addAll(List.of("--settings", SystemHere.file(data).toString()));
    out.flush();
    int status =
        Clicks.commandLine(Terminal.system()).setOut(out).execute(arguments.toArray(String[]::new));
    out.flush();
    return status;
  }

  private void showCounts() {
    Scrape now = LocalMetrics.now();
    long received = (long) now.sum(Metric.RECEIVED_EVENTS);
    long counted = (long) now.sum(Metric.COUNTED_EVENTS);
    long duplicates = (long) now.sum(Metric.DUPLICATE_EVENTS);
    long rejected = (long) now.sum(Metric.REJECTED_EVENTS);
    long unfinished = received - counted - duplicates - rejected;
    say(
        "received %d = counted %d + duplicates %d + rejected %d%s"
            .formatted(
                received,
                counted,
                duplicates,
                rejected,
                unfinished == 0 ? "" : " + unfinished " + unfinished + " (still on the queue)"));
    say(
        "ad documents written %d times, counter documents %d times"
            .formatted(
                (long) now.sum(Metric.PUTS, series -> series.isOf(Component.ADS)),
                (long) now.sum(Metric.PUTS, series -> series.isOf(Component.COUNTERS))));
  }

  /** Documents lose the ids of settled events some seconds after their last event. */
  private static void awaitTrimmed() throws InterruptedException {
    for (int i = 0; i < MOST_POLLS && LocalMetrics.sum(Metric.BUSY_DOCUMENTS) > 0; i++) {
      Thread.sleep(POLL_MS);
    }
  }

  private void showWhatNext() {
    Reach reach = Reach.ofLocal(data);
    String audit = reach.command(List.of("documents", "audit"), List.of());
    String replay = reach.command(List.of("archive", "replay", "--only-missing"), List.of());
    String line = "  %-" + (Math.max(audit.length(), replay.length()) + 2) + "s# %s";
    say("Try next, in another terminal:");
    say(line.formatted(audit, "what is missing"));
    say(line.formatted(replay, "sends exactly that"));
    say(line.formatted(audit, "says equal then"));
    say("  " + reach.command(List.of("counters", "gaps"), List.of("--older-than", "0s")));
  }
}
