package clickcounter.local;

import clickcounter.cli.Clicks;
import clickcounter.cli.ExitCode;
import clickcounter.cli.Terminal;
import clickcounter.cli.Trees;
import clickcounter.tools.generate.Generator;
import clickcounter.tools.generate.GeneratorSettings;
import clickcounter.topology.Settings;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** One run of the local stack: ready, play, settle, show, audit. */
final class LocalRun {
  private static final long POLL_MS = 200;
  private static final long REPORT_MS = 2_000;
  private static final int BUSIEST = 5;
  private static final long UNKNOWN = -1;

  private final LocalStack stack;
  private final Settings settings;
  private final Path data;
  private final PrintWriter out;

  LocalRun(LocalStack stack, Settings settings, Path data, PrintWriter out) {
    this.stack = stack;
    this.settings = settings;
    this.data = data;
    this.out = out;
  }

  /**
   * Plays the events and shows the result.
   *
   * @param console the address of the console, or null
   * @return the exit code
   */
  int run(List<Path> replay, boolean untilIdle, boolean audit, String console)
      throws IOException, InterruptedException {
    say(
        "ready riak "
            + stack.riak()
            + " broker "
            + stack.brokerUrl()
            + (console == null ? "" : " console " + console));
    int status = replay.isEmpty() ? demonstrate() : play(replay, audit, untilIdle);
    if (!untilIdle) {
      say("running; interrupt to end");
      LocalCommand.awaitInterrupt();
    }
    return status;
  }

  private void say(String line) {
    out.println(line);
    out.flush();
  }

  private int play(List<Path> paths, boolean audit, boolean untilIdle)
      throws IOException, InterruptedException {
    int sent = send(paths);
    if (!audit && !untilIdle) {
      return sent;
    }
    awaitSettled();
    showCounts();
    int status = andLeftOut(audit ? audit(paths) : ExitCode.OK);
    return status == ExitCode.OK ? sent : status;
  }

  /** Rejected events and blocked documents are no success, whatever the audit says. */
  private int andLeftOut(int status) {
    long rejected = rejected();
    long blocked = total("documents.blocked");
    if (rejected == 0 && blocked == 0) {
      return status;
    }
    say(
        "NOT ALL WAS COUNTED: "
            + rejected
            + " events were rejected, "
            + blocked
            + " times a document was given up. The queue "
            + settings.value("broker.rejectedQueue")
            + " has them, with their reasons.");
    return status == ExitCode.OK ? ExitCode.MISSING : status;
  }

  private int demonstrate() throws IOException, InterruptedException {
    Path day = data.resolve("demo");
    generate(day);
    send(List.of(day.resolve("queue.ndjson")));
    awaitSettled();
    say("");
    say("busiest ads");
    showBusiest(day.resolve("truth.json"));
    say("");
    say("gaps: events that services wrote and that are not counted");
    command(riakOptions("gaps"));
    say("");
    showCounts();
    say("");
    int status = audit(List.of(day.resolve("archive")));
    say("");
    showWhatNext(day);
    return andLeftOut(status);
  }

  /**
   * The directory is renamed when the day is complete, so an interrupted run generates it again.
   */
  private void generate(Path day) throws IOException {
    if (Files.exists(day.resolve("truth.json"))) {
      return;
    }
    Path making = data.resolve("demo.part");
    Trees.delete(making);
    Trees.delete(day);
    say("generating a small day in " + day);
    Generator.generate(GeneratorSettings.demonstration(), making, true, count -> {});
    Files.move(making, day);
  }

  /** The status of the replay: all was sent, or all but files that were passed over. */
  private int send(List<Path> paths) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("replay", "--broker", stack.brokerUrl()));
    arguments.addAll(List.of("--queue", settings.value("broker.queue")));
    addGiven(arguments, "--broker-user", "broker.user");
    addGiven(arguments, "--broker-password", "broker.password");
    addGiven(arguments, "--broker-trust-store", "broker.trustStore");
    addGiven(arguments, "--broker-trust-store-password", "broker.trustStorePassword");
    paths.forEach(path -> arguments.add(path.toString()));
    int status = command(arguments.toArray(String[]::new));
    if (status != ExitCode.OK && status != ExitCode.SKIPPED) {
      throw new IOException("the events could not be sent, see above");
    }
    return status;
  }

  private int audit(List<Path> paths) {
    List<String> arguments = new ArrayList<>(List.of(riakOptions("audit")));
    paths.forEach(path -> arguments.add(path.toString()));
    return command(arguments.toArray(String[]::new));
  }

  private String[] riakOptions(String... command) {
    List<String> arguments = new ArrayList<>(List.of(command));
    for (String node : stack.riak().split(",")) {
      arguments.add("--riak");
      arguments.add(node);
    }
    arguments.addAll(List.of("--bucket-type", settings.value("riak.bucketType")));
    arguments.addAll(List.of("--bucket-kind", settings.value("riak.bucketKind")));
    addGiven(arguments, "--riak-user", "riak.user");
    addGiven(arguments, "--riak-password", "riak.password");
    addGiven(arguments, "--riak-trust-store", "riak.trustStore");
    addGiven(arguments, "--riak-trust-store-password", "riak.trustStorePassword");
    return arguments.toArray(String[]::new);
  }

  private void addGiven(List<String> arguments, String option, String setting) {
    String value = settings.value(setting);
    if (!value.isEmpty()) {
      arguments.addAll(List.of(option, value));
    }
  }

  private int command(String... arguments) {
    out.flush();
    int status = Clicks.commandLine(Terminal.system()).setOut(out).execute(arguments);
    out.flush();
    return status;
  }

  /**
   * If the broker is away, the result is unknown, and the caller keeps waiting, as the topology
   * does.
   */
  private long queuedMessages() {
    try {
      return stack.queuedMessages();
    } catch (IOException e) {
      return UNKNOWN;
    }
  }

  /** The JMS messages are acknowledged last, so an empty queue means that everything is settled. */
  private void awaitSettled() throws InterruptedException {
    long reportedAt = 0;
    try (ProgressBar bar = progressBar()) {
      for (long left = queuedMessages(); left != 0; left = queuedMessages()) {
        long decided = decided();
        bar.maxHint(Math.max(decided, LocalMetrics.count("spout", "received")));
        bar.stepTo(decided);
        if (System.console() == null && System.currentTimeMillis() - reportedAt >= REPORT_MS) {
          reportedAt = System.currentTimeMillis();
          say(
              "settling: "
                  + decided
                  + " events decided, "
                  + (left == UNKNOWN ? "no broker to ask" : stack.queued(left)));
        }
        Thread.sleep(POLL_MS);
      }
    }
  }

  private static ProgressBar progressBar() {
    ProgressBarBuilder bar =
        new ProgressBarBuilder()
            .setTaskName("settling")
            .setUnit(" events", 1)
            .setInitialMax(1)
            .setStyle(ProgressBarStyle.ASCII)
            .showSpeed();
    return System.console() == null ? bar.setConsumer(new SilentConsumer()).build() : bar.build();
  }

  private static long decided() {
    return total("counted") + total("duplicates") + rejected();
  }

  private static long total(String name) {
    return LocalMetrics.count("ads", name) + LocalMetrics.count("counters", name);
  }

  private static long rejected() {
    return LocalMetrics.countPrefixed("spout", "rejected.") + total("rejected");
  }

  private void showCounts() {
    say(
        "received "
            + LocalMetrics.count("spout", "received")
            + " = counted "
            + total("counted")
            + " + duplicates "
            + total("duplicates")
            + " + rejected "
            + rejected());
    say(
        "ad documents written "
            + LocalMetrics.count("ads", "puts")
            + " times, counter documents "
            + LocalMetrics.count("counters", "puts")
            + " times");
  }

  private void showBusiest(Path truthFile) throws IOException {
    JsonNode ads = new ObjectMapper().readTree(truthFile.toFile()).get("ads");
    List<Map.Entry<String, JsonNode>> busiest = new ArrayList<>(ads.properties());
    busiest.sort(
        Comparator.comparingLong(
            (Map.Entry<String, JsonNode> e) -> -e.getValue().get("impressions").asLong()));
    for (Map.Entry<String, JsonNode> ad : busiest.subList(0, Math.min(BUSIEST, busiest.size()))) {
      command(riakOptions("inspect", "ad", ad.getKey()));
    }
  }

  private void showWhatNext(Path day) {
    String archive = day.resolve("archive").toString();
    say("Try next, in another terminal:");
    say("  deploy/clicks audit " + archive + "                    # what is missing");
    say("  deploy/clicks replay --only-missing " + archive + "    # sends exactly that");
    say("  deploy/clicks audit " + archive + "                    # says equal then");
    say("  deploy/clicks gaps");
  }
}
