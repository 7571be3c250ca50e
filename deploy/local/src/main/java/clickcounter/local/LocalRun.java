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
import java.util.stream.Collectors;

/** One run of the local stack: play, settle, show, audit, ready. */
record LocalRun(LocalStack stack, Settings settings, Path data, PrintWriter out) {
  /** Two of the hot ads of a generated day. */
  private static final List<String> BUSIEST = List.of("m100000", "m100001");

  private static final long POLL_MS = 200;
  private static final int MOST_POLLS = 100;

  /**
   * What to play, and when to end.
   *
   * @param replay files of events; none for the demonstration
   * @param traffic whether live traffic follows the demonstration
   * @param empty neither files nor the demonstration
   */
  record Play(List<Path> replay, boolean untilIdle, boolean audit, boolean traffic, boolean empty) {
    Play {
      replay = List.copyOf(replay);
    }

    boolean isDemonstration() {
      return replay.isEmpty() && !empty;
    }
  }

  /**
   * Plays the events and shows the result.
   *
   * @param console the address of the console
   * @return the exit code
   */
  int run(Play play, String console) throws IOException, InterruptedException {
    addresses().save(data);
    try {
      SystemHere.save(data, given(play));
      return playAndRunOn(play, console);
    } finally {
      LocalAddresses.forget(data);
    }
  }

  private int playAndRunOn(Play play, String console) throws IOException, InterruptedException {
    String places = "riak " + stack.riak() + " broker " + stack.brokerUrl() + " console " + console;
    say("started " + places);
    Reach.ofLocal(data).options().stream()
        .skip(1)
        .forEach(file -> say("other commands reach it with --settings " + file));
    if (!play.untilIdle) {
      stack.beforeClose(this::showCounts);
    }
    int status = play(play);
    if (!play.untilIdle) {
      runOn(play, places);
    }
    return status;
  }

  private int play(Play play) throws IOException, InterruptedException {
    if (play.empty) {
      return ExitCode.OK;
    }
    return play.isDemonstration() ? demonstrate() : replay(play.replay, play.audit);
  }

  private static LocalAddresses addresses() {
    return new LocalAddresses(System.currentTimeMillis(), LocalMetrics.endpoints().get(0));
  }

  /** What was given, and where broker, Riak and archives are. */
  private Map<String, String> given(Play play) {
    Map<String, String> all = new HashMap<>();
    TopologySettingsTable.ROWS.stream()
        .filter(row -> settings.isGiven(row.key()))
        .forEach(row -> all.put(row.key(), settings.text(row)));
    all.put("riak.nodes", stack.riak());
    all.put("broker.url", stack.brokerUrl());
    List<Path> archives = play.isDemonstration() ? List.of(archive()) : play.replay;
    all.put(
        OpsSettingsTable.ARCHIVES.key(),
        archives.stream()
            .map(path -> path.toAbsolutePath().normalize().toString())
            .collect(Collectors.joining(",")));
    return all;
  }

  private Path archive() {
    return data.resolve("demo").resolve("archive");
  }

  /** Says last that it is ready: what others send then is in no audit of its own. */
  private void runOn(Play play, String places) throws IOException, InterruptedException {
    String topic = settings.value("states.topic");
    if (play.isDemonstration() && play.traffic && !topic.isEmpty()) {
      stack.startTraffic(topic, archive(), LiveTraffic.Pace.USUAL);
      say("live traffic runs; interrupt to end");
    } else {
      say("running; interrupt to end");
    }
    say("ready " + places);
    LocalCommand.awaitInterrupt();
  }

  private void say(String line) {
    out.println(line);
    out.flush();
  }

  private int replay(List<Path> paths, boolean audit) throws IOException {
    int sent = send(paths);
    showCounts();
    int status = andLeftOut(audit ? audit(paths) : ExitCode.OK);
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
            .formatted(rejected, blocked, settings.value("broker.queue") + ".rejected"));
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
    int status = audit(List.of(archive()));
    say("");
    awaitTrimmed();
    say("busiest ads");
    BUSIEST.forEach(ad -> command("ads show " + ad, List.of()));
    say("");
    showWhatNext();
    return andLeftOut(status);
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

  private int audit(List<Path> paths) {
    return command("documents audit", paths);
  }

  private int command(String words, List<Path> paths) {
    List<String> arguments = new ArrayList<>(List.of(words.split(" ")));
    paths.forEach(path -> arguments.add(path.toString()));
    arguments.addAll(List.of("--settings", SystemHere.file(data).toString()));
    out.flush();
    int status =
        Clicks.commandLine(Terminal.system()).setOut(out).execute(arguments.toArray(String[]::new));
    out.flush();
    return status;
  }

  private static long decided(Scrape now) {
    return (long)
        (now.sum(Metric.COUNTED_EVENTS)
            + now.sum(Metric.DUPLICATE_EVENTS)
            + now.sum(Metric.REJECTED_EVENTS));
  }

  private void showCounts() {
    Scrape now = LocalMetrics.now();
    long received = (long) now.sum(Metric.RECEIVED_EVENTS);
    long unfinished = received - decided(now);
    say(
        "received %d = counted %d + duplicates %d + rejected %d%s"
            .formatted(
                received,
                (long) now.sum(Metric.COUNTED_EVENTS),
                (long) now.sum(Metric.DUPLICATE_EVENTS),
                (long) now.sum(Metric.REJECTED_EVENTS),
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
    int width = Math.max(audit.length(), replay.length()) + 2;
    say("Try next, in another terminal:");
    say(("  %-" + width + "s# what is missing").formatted(audit));
    say(("  %-" + width + "s# sends exactly that").formatted(replay));
    say(("  %-" + width + "s# says equal then").formatted(audit));
    say("  " + reach.command(List.of("counters", "gaps"), List.of("--older-than", "0s")));
  }
}
