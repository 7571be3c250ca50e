package clickcounter.benchmark;

import clickcounter.cli.Clicks;
import clickcounter.cli.ExitCode;
import clickcounter.cli.Terminal;
import clickcounter.cli.Trees;
import clickcounter.devnode.DevNode;
import clickcounter.devnode.DevNodeConfig;
import clickcounter.local.LocalMetrics;
import clickcounter.local.LocalStack;
import clickcounter.metrics.Metric;
import clickcounter.riak.RiakSettings;
import clickcounter.riak.RiakStore;
import clickcounter.settings.OpsSettingsTable;
import clickcounter.settings.Settings;
import clickcounter.store.DocumentStore;
import clickcounter.tools.documents.AdReading;
import clickcounter.tools.documents.CounterReading;
import clickcounter.tools.documents.Documents;
import clickcounter.tools.documents.Waits;
import clickcounter.tools.retire.Retirement;
import clickcounter.traffic.Generator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A month and what an operator does with it. Its archives are imported, without the last day and
 * then with it. One day is lost before it reaches the queue, the last one comes over the queue with
 * losses and repeats, all others are recounted from the archives. Then the lost day is replayed,
 * services that crashed are closed, and the month is audited, asked for, billed, judged and
 * retired. Commands that change something are killed half-way and run again.
 */
final class MonthPart {
  private static final int BATCH = 500;
  private static final int SAMPLED_ADS = 60;
  private static final Duration OLD = Duration.ofDays(30);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path directory;
  private final Month month;
  private final Settings settings;
  private final MeasuredCommand commands;
  private double allSeconds;

  /** With its files in the given directory. The month is kept there, all else is deleted. */
  MonthPart(Path directory, Month month, Settings settings) {
    this.directory = directory;
    this.month = month;
    this.settings = settings;
    this.commands = new MeasuredCommand(directory);
  }

  void run(Figures figures) throws IOException, InterruptedException {
    figures.say(
        "a month: %,d events in %d days, %,d ads, %,d services restarted daily",
        month.events(), Month.DAYS, month.ads(), month.services());
    Generator.generateOnce(month.settings(), month.directory());
    Run run = new Run(figures);
    run.archives();
    lastDayAlone(figures);
    run.month();
    run.everythingAtOnce();
    figures.say("  all of it: %.1f min", allSeconds / 60);
  }

  private String all() {
    return month.archive().toString();
  }

  private Path emptied(String name) throws IOException {
    Path path = directory.resolve(name);
    Trees.delete(path); // It is ours.
    return Files.createDirectories(path);
  }

  /** The last day counted by an empty system: what the first day of a month costs. */
  private void lastDayAlone(Figures figures) throws IOException, InterruptedException {
    try (DevNode node = DevNode.start(DevNodeConfig.in(emptied("first-node")));
        LocalStack stack = stack(node)) {
      DayMessages day = messages();
      count(stack, day.renamed("warm", "w"));
      report(figures, "counting a day, the first one", day, count(stack, day));
    }
  }

  private DayMessages messages() throws IOException {
    return DayMessages.of(month.queue(), BATCH, Long.MAX_VALUE);
  }

  private LocalStack stack(DevNode node) throws IOException, InterruptedException {
    LocalStack stack =
        LocalStack.start(
            emptied("stack"),
            settings.with("riak.nodes", address(node)),
            0,
            0,
            Map.of(), // As on a cluster.
            topology -> topology);
    stack.awaitReady();
    return stack;
  }

  private static RiakStore store(DevNode node) {
    return new RiakStore(RiakSettings.defaults("clicks").withNodes(List.of(address(node))));
  }

  private static String address(DevNode node) {
    return "127.0.0.1:" + node.port();
  }

  /** Returns the seconds until everything is settled. */
  private static double count(LocalStack stack, DayMessages messages)
      throws IOException, InterruptedException {
    long startNs = System.nanoTime();
    Senders.sendAll(stack.brokerUrl(), messages);
    PipelineRun.awaitSettled(stack);
    return secondsSince(startNs);
  }

  private static double secondsSince(long startNs) {
    return (System.nanoTime() - startNs) / 1e9;
  }

  private void report(Figures figures, String name, DayMessages day, double seconds) {
    allSeconds += seconds;
    figures.say("  %-58s %7.1f s  %,.0f events/s", name, seconds, day.events() / seconds);
  }

  /** The commands, with the addresses that they are to use. */
  private final class Run {
    private final Figures figures;
    private final Map<String, Object> places = new LinkedHashMap<>();
    private final Path operator = directory.resolve("operator");
    private final Path table = directory.resolve("table");
    private final Path months = directory.resolve("months");

    Run(Figures figures) {
      this.figures = figures;
      unlimited();
    }

    /** Nobody else reads this node. At the default, 650,000 ads take 325 s each time. */
    private void unlimited() {
      use(OpsSettingsTable.READS_PER_SECOND.key(), 0);
    }

    private void use(String key, Object value) {
      places.put(key, value);
    }

    private List<String> at(List<String> words) {
      List<String> line = new ArrayList<>(words);
      places.forEach((key, value) -> line.addAll(List.of("--set", key + "=" + value)));
      return line;
    }

    void command(String name, List<String> words, Integer... expected)
        throws IOException, InterruptedException {
      say(name, commands.run(at(words), expected));
    }

    private void say(String name, MeasuredCommand.Ended ended) {
      String status = ended.status() == 0 ? "" : ", status " + ended.status();
      String used = "  %7.1f s of processor, %,5d MB";
      say(name, ended.seconds(), used.formatted(ended.cpuSeconds(), ended.residentMb()) + status);
    }

    private void say(String name, double seconds, String result) {
      allSeconds += seconds;
      figures.say("  %-58s %7.1f s%s", name, seconds, result);
    }

    void archives() throws IOException, InterruptedException {
      emptied("table");
      emptied("operator");
      use(OpsSettingsTable.TABLE.key(), table);
      use(OpsSettingsTable.ARCHIVES.key(), all());
      use(OpsSettingsTable.ARCHIVE.key(), operator);
      List<String> most = List.of("archive", "import", month.files(day -> !day.equals(Month.LAST)));
      say(
          "archive import, all days but the last, killed",
          commands.kill(at(most), () -> Files.exists(table.resolve("events"))));
      command("archive import, again", most, 0);
      command("archive import, nothing is new", most, 0);
      command("archive import, the last day", List.of("archive", "import"), 0);
      command("archive check", List.of("archive", "check"), 0, 1);
    }

    void month() throws IOException, InterruptedException {
      emptied("months");
      try (DevNode node = DevNode.start(DevNodeConfig.in(emptied("node")));
          RiakStore store = store(node)) {
        use("riak.nodes", address(node));
        Documents documents = new Documents(store);
        Path some = emptied("some-table");
        use(OpsSettingsTable.TABLE.key(), some);
        use(OpsSettingsTable.ARCHIVES.key(), month.patterns(this::isRecounted));
        recount("28 days", documents);
        use(OpsSettingsTable.TABLE.key(), table);
        use(OpsSettingsTable.ARCHIVES.key(), all());
        emptied("some-table");
        try (LocalStack stack = stack(node)) {
          use("broker.url", stack.brokerUrl());
          DayMessages day = messages();
          report(figures, "counting a day, the last one", day, count(stack, day));
          heal(stack);
          close(stack, documents);
        }
        audit();
        use(OpsSettingsTable.MONTHS.key(), months);
        command("archive import, what operators decided", List.of("archive", "import"), 0);
        ask();
        judge(documents.directory().first());
        compare(documents);
        retire(store, documents);
      }
    }

    private boolean isRecounted(LocalDate day) {
      return !day.equals(Month.LOST) && !day.equals(Month.LAST);
    }

    private void recount(String what, Documents documents)
        throws IOException, InterruptedException {
      List<String> words = List.of("documents", "recount", "--everything", "--json");
      String name = "documents recount --everything, " + what;
      say(
          name + ", killed",
          commands.kill(at(words), () -> sampled(documents).size() > SAMPLED_ADS / 2));
      command(name + ", again", words, 0);
    }

    /** The ads of a sample that have a document. */
    private List<AdReading.Found> sampled(Documents documents) {
      List<AdReading> read = new ArrayList<>();
      IntStream sample = IntStream.range(0, SAMPLED_ADS).map(i -> i * (month.ads() / SAMPLED_ADS));
      documents.ads(sample.mapToObj(Month::ad).iterator(), read::add);
      return read.stream()
          .filter(AdReading.Found.class::isInstance)
          .map(AdReading.Found.class::cast)
          .toList();
    }

    private void heal(LocalStack stack) throws IOException, InterruptedException {
      List<String> words =
          List.of("archive", "replay", "--only-missing", "--json", month.files(Month.LOST::equals));
      long half = sent(stack) + month.events() / Month.DAYS / 2;
      say(
          "archive replay --only-missing, the lost day, killed",
          commands.kill(at(words), () -> sent(stack) > half));
      PipelineRun.awaitSettled(stack);
      command("archive replay --only-missing, the lost day, again", words, 0, 1);
      PipelineRun.awaitSettled(stack);
      command(
          "archive replay --only-missing, the last day",
          List.of("archive", "replay", "--only-missing", month.files(Month.LAST::equals)),
          0,
          1);
      PipelineRun.awaitSettled(stack);
    }

    private static long sent(LocalStack stack) {
      try {
        return LocalMetrics.sum(Metric.RECEIVED_EVENTS) + stack.queuedMessages() * BATCH;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /** Of each service that crashed, an operator says so. */
    private void close(LocalStack stack, Documents documents)
        throws IOException, InterruptedException {
      List<String> crashed =
          documents.counters(documents.directory()).values().stream()
              .filter(reading -> !reading.hasEnded())
              .map(CounterReading::counterId)
              .sorted()
              .toList();
      long startNs = System.nanoTime();
      for (String id : crashed) {
        String host = id.substring(0, id.indexOf('-'));
        String files = month.archive().resolve(host) + "/" + id + "-*.ndjson.gz";
        commands.run(at(List.of("counters", "close", id, "--why=crashed", files)), 0);
      }
      PipelineRun.awaitSettled(stack);
      say("counters close, " + crashed.size() + " services", secondsSince(startNs), "");
    }

    private void audit() throws IOException, InterruptedException {
      command("documents audit", List.of("documents", "audit"), 0);
    }

    private void ask() throws IOException, InterruptedException {
      command("series top, the month", ofMonth("series top"), 0);
      List<String> hours = ofMonth("series show --by=hour " + Month.ad(0));
      command("series show, an ad's month by the hour", hours, 0);
      answer(hours); // Loads the classes and DuckDB.
      long startNs = System.nanoTime();
      answer(hours);
      say("  its answer, in this process", secondsSince(startNs), "");
      command("ads statement, the same", ofMonth("ads statement " + Month.ad(0)), 0);
      command("series close, the month", List.of("series", "close", Month.NAME.toString()), 0);
    }

    /** Its clicks have no visitors, so the rules find nothing. */
    private void judge(String counterId) throws IOException, InterruptedException {
      Path rules = directory.resolve("rules.yaml");
      try (InputStream example =
          getClass().getResourceAsStream("/clickcounter/forest/rules.yaml")) {
        Files.copy(example, rules, StandardCopyOption.REPLACE_EXISTING);
      }
      String day = "--day=" + Month.LOST;
      String out = "--out=" + directory.resolve("verdicts");
      command("archive judge, a day", List.of("archive", "judge", day, "--rules=" + rules, out), 0);
      command("events explain", List.of("events", "explain", counterId + ":0"), 0);
    }

    private static List<String> ofMonth(String question) {
      String end = " --from=" + Month.FIRST + " --to=" + Month.LAST.plusDays(1);
      return List.of((question + end).split(" "));
    }

    /** What a command prints that runs in this process. */
    private String answer(List<String> words) throws IOException {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      Terminal terminal = new Terminal(new PrintStream(out), System.err, false);
      int status = Clicks.commandLine(terminal).execute(at(words).toArray(String[]::new));
      if (status != ExitCode.OK) {
        throw new IOException("clicks " + words + " ended with " + status + ": " + out);
      }
      return out.toString(StandardCharsets.UTF_8);
    }

    /** The series of sampled ads have the sums of their documents. */
    private void compare(Documents documents) throws IOException {
      for (AdReading.Found ad : sampled(documents)) {
        String answer = answer(ofMonth("series show --by=month --json " + ad.adId()));
        JsonNode sum = JSON.readTree(answer).path("sum");
        if (sum.path("impressions").asLong() != ad.totals().impressions()
            || sum.path("clicks").asLong() != ad.totals().clicks()
            || sum.path("costMicros").asLong() != ad.totals().costMicros()) {
          throw new IOException(ad + ": expected the same sums in its series, found " + sum);
        }
      }
    }

    private void retire(DocumentStore store, Documents documents)
        throws IOException, InterruptedException {
      List<String> words = List.of("counters", "retire", "--older-than=" + OLD.toDays() + "d");
      say(
          "counters retire, killed",
          commands.kill(at(words), () -> !documents.retired().isEmpty()));
      command("counters retire, again", words, 0);
      long startNs = System.nanoTime();
      long laterMs = System.currentTimeMillis() + Retirement.REST.multipliedBy(2).toMillis();
      new Retirement(store, Waits.REAL, () -> laterMs, laterMs - OLD.toMillis())
          .run(documents.directory(), false, () -> {});
      double seconds = secondsSince(startNs);
      say(
          "a day later, in this process",
          seconds,
          ", %,d retired, %,d left"
              .formatted(documents.retired().size(), documents.directory().size()));
    }

    /** All documents made anew elsewhere say the same. */
    void everythingAtOnce() throws IOException, InterruptedException {
      places.clear();
      unlimited();
      try (DevNode node = DevNode.start(DevNodeConfig.in(emptied("second-node")));
          RiakStore store = store(node)) {
        use("riak.nodes", address(node));
        use(OpsSettingsTable.TABLE.key(), table);
        use(OpsSettingsTable.ARCHIVES.key(), all());
        use(OpsSettingsTable.ARCHIVE.key(), operator);
        recount("the month", new Documents(store));
        audit();
      }
    }
  }
}
