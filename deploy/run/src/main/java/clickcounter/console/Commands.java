package clickcounter.console;

import clickcounter.cli.Clicks;
import clickcounter.cli.CommandFrame;
import clickcounter.cli.DaemonThreads;
import clickcounter.cli.ExitCode;
import clickcounter.cli.Noun;
import clickcounter.cli.Terminal;
import clickcounter.cli.ToolCommand;
import clickcounter.jms.BrokerSettings;
import clickcounter.jms.BrokerSettingsTable;
import clickcounter.jms.RejectedLine;
import clickcounter.rejects.RejectsListCommand;
import clickcounter.riak.RiakSettings;
import clickcounter.service.Transport;
import clickcounter.settings.OpsSettingsTable;
import clickcounter.settings.Setting;
import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.Fetched;
import clickcounter.store.StoreContext;
import clickcounter.store.Stored;
import clickcounter.store.StoredValue;
import clickcounter.tools.RealBackends;
import clickcounter.tools.Tools;
import clickcounter.tools.common.Backends;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import picocli.CommandLine;

/** Asks the commands of operators that only read. A page draws what they answer as JSON. */
final class Commands {
  private static final JsonMapper JSON = new JsonMapper();
  private static final int HOURS_SHOWN = 36;
  private static final List<String> MOST_CLICKED = List.of("--order", "clicks", "--most", "20");

  private final Backends backends;
  private final Console.Sources sources;
  private final boolean hasTable;
  private final Clock clock;
  private final Duration searchWithin;

  /** Takes one search at a time, which reads archives with all processors. */
  private final ExecutorService searcher =
      new ThreadPoolExecutor(
          0,
          1,
          1,
          TimeUnit.MINUTES,
          new SynchronousQueue<>(),
          DaemonThreads.named("console-search"));

  /**
   * @param store of the documents; the commands do not close it
   * @param sources the archives in which events are looked for without a table, the settings that
   *     name the broker, and the same commands for a person
   * @param searchWithin how long a search of archives or table may take
   */
  Commands(DocumentStore store, Console.Sources sources, Clock clock, Duration searchWithin) {
    this.backends = new OneStore(store);
    this.sources = sources;
    this.hasTable = !sources.settings().text(OpsSettingsTable.TABLE).isBlank();
    this.clock = clock;
    this.searchWithin = searchWithin;
  }

  /** Whatever the commands are told: they read the console's store, and send nothing. */
  private record OneStore(DocumentStore store) implements Backends {
    @Override
    public boolean readRejects(BrokerSettings settings, Consumer<RejectedLine> sink)
        throws IOException {
      return new RealBackends().readRejects(settings, sink);
    }

    @Override
    public DocumentStore connect(RiakSettings settings) {
      return new DocumentStore() {
        @Override
        public void fetch(DocumentKey key, Consumer<Fetched> answer) {
          store.fetch(key, answer);
        }

        @Override
        public void put(
            DocumentKey key, StoredValue value, StoreContext context, Consumer<Stored> answer) {
          answer.accept(new Stored.Refused("the console changes nothing"));
        }

        @Override
        public void close() {
          // It is the console's.
        }
      };
    }

    @Override
    public Transport openQueue(BrokerSettings settings) throws IOException {
      throw new IOException("the console sends nothing");
    }
  }

  /**
   * What a command said.
   *
   * @param command as a person would give it
   * @param exit its exit code
   * @param answer its JSON; null without one
   * @param trouble what it wrote beside the answer; may be empty
   */
  record Said(String command, int exit, JsonNode answer, String trouble) {
    /** HTTP's status: of a wrong id, of a server that does not answer, or that all is well. */
    int httpStatus() {
      return switch (exit) {
        case ExitCode.USAGE -> 400;
        case ExitCode.FAILED, ExitCode.INTERNAL -> 503;
        default -> 200;
      };
    }
  }

  /** Shows a document: one of {@code ads} or {@code counters}. */
  Said show(String noun, String id) {
    return new Question(List.of(noun, "show"), List.of(id), hasTable).ask();
  }

  /**
   * What happened to an event. One search at a time, and none for longer than it may take: the
   * server does not learn that a browser has gone away.
   */
  Said explain(String eventId) {
    Stream<String> places =
        hasTable
            ? Stream.of()
            : sources.archives().stream().map(path -> path.toAbsolutePath().normalize().toString());
    List<String> words = Stream.concat(Stream.of(eventId), places).toList();
    return search(new Question(List.of("events", "explain"), words, hasTable));
  }

  /**
   * What an ad counted: without a time the newest hours, which its document has.
   *
   * @param query {@code by}, {@code zone}, {@code from}, {@code to}, {@code split}; {@code at}, the
   *     ms of the ad's newest event, where those hours end if it is older
   */
  Said series(String adId, Map<String, String> query) {
    List<String> command = new ArrayList<>(List.of("series", "show"));
    for (String option : List.of("by", "zone", "from", "to", "split")) {
      if (query.containsKey(option)) {
        command.add("--" + option + "=" + query.get(option));
      }
    }
    boolean isOfDocument =
        "hour".equals(query.getOrDefault("by", "hour"))
            && !query.containsKey("from")
            && !query.containsKey("to")
            && !query.containsKey("split");
    if (!isOfDocument) {
      return search(new Question(command, List.of(adId), hasTable));
    }
    command.addAll(newestHours(query.get("at")));
    return new Question(command, List.of(adId), false).ask();
  }

  private List<String> newestHours(String newestEventMs) {
    Instant end = clock.instant().truncatedTo(ChronoUnit.HOURS).plus(1, ChronoUnit.HOURS);
    if (newestEventMs != null && newestEventMs.matches("\\d{1,14}")) {
      Instant newest = Instant.ofEpochMilli(Long.parseLong(newestEventMs));
      Instant itsEnd = newest.truncatedTo(ChronoUnit.HOURS).plus(1, ChronoUnit.HOURS);
      if (itsEnd.isBefore(end.minus(HOURS_SHOWN, ChronoUnit.HOURS))) {
        end = itsEnd;
      }
    }
    Instant begin = end.minus(HOURS_SHOWN, ChronoUnit.HOURS);
    return List.of(
        "--from=" + (begin.isBefore(Instant.EPOCH) ? Instant.EPOCH : begin), "--to=" + end);
  }

  /** The ads with most clicks of a day of UTC, from the table. */
  Said day(String text) {
    LocalDate day;
    try {
      day = LocalDate.parse(text);
    } catch (DateTimeException e) {
      return new Said(
          null, ExitCode.USAGE, null, "expected a date such as 2026-06-01, got '" + text + "'");
    }
    if (!hasTable) {
      return new Said(
          null,
          ExitCode.MISSING,
          null,
          "The ads of a day are known from the table of archives alone: set ops.table, and run"
              + " clicks archive import.");
    }
    List<String> command = new ArrayList<>(List.of("series", "top"));
    command.addAll(MOST_CLICKED);
    command.addAll(List.of("--from=" + day, "--to=" + day.plusDays(1)));
    return search(new Question(command, List.of(), true));
  }

  /** The rejected lines by reason. While they are read, other readers do not get them. */
  Said rejects() {
    return search(new Question(List.of("rejects", "list"), List.of(), false));
  }

  private Said search(Question question) {
    Future<Said> searching;
    try {
      searching = searcher.submit(question::ask);
    } catch (RejectedExecutionException e) {
      return question.refused(
          "another search of the archives is under way; try again when it has ended");
    }
    try {
      return searching.get(searchWithin.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      return question.refused(
          "the search was ended after %d s; at a shell it may take as long as it needs"
              .formatted(searchWithin.toSeconds()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return question.refused("the console ends");
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } finally {
      searching.cancel(true);
    }
  }

  /**
   * A command.
   *
   * @param words its ids and paths, none of which is taken for an option
   * @param asksTable whether it asks the table of archives
   */
  private final class Question {
    private final List<String> command;
    private final List<String> words;
    private final boolean asksTable;
    private final String shown;

    Question(List<String> command, List<String> words, boolean asksTable) {
      this.command = command;
      this.words = Stream.concat(Stream.of("--"), words.stream()).toList();
      this.asksTable = asksTable;
      this.shown = sources.reach().command(command, words.isEmpty() ? List.of() : this.words);
    }

    private List<String> set(Setting row) {
      return List.of("--set", row.key() + "=" + sources.settings().text(row));
    }

    Said refused(String why) {
      return new Said(shown, ExitCode.FAILED, null, why);
    }

    Said ask() {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      ByteArrayOutputStream err = new ByteArrayOutputStream();
      Terminal terminal =
          new Terminal(
              new PrintStream(out, true, StandardCharsets.UTF_8),
              new PrintStream(err, true, StandardCharsets.UTF_8),
              false);
      Map<Noun, List<Object>> all = new EnumMap<>(Tools.all(terminal, backends, clock));
      all.put(Noun.REJECTS, List.of(ToolCommand.on(terminal, new RejectsListCommand())));
      // picocli's model of the others would take longer than the answer.
      all.keySet().removeIf(noun -> !noun.word().equals(command.get(0)));
      CommandLine commands = Clicks.with(all);
      List<String> line = new ArrayList<>(command);
      line.add("--json");
      BrokerSettingsTable.ROWS.forEach(row -> line.addAll(set(row)));
      if (asksTable) {
        line.addAll(set(OpsSettingsTable.TABLE));
      }
      line.addAll(words);
      int exit = CommandFrame.execute(commands, terminal, line.toArray(String[]::new));
      String trouble = err.toString(StandardCharsets.UTF_8).strip();
      try {
        JsonNode answer = out.size() == 0 ? null : JSON.readTree(out.toByteArray());
        return new Said(shown, exit, answer, trouble);
      } catch (IOException e) {
        throw new IllegalStateException("no JSON: " + line, e);
      }
    }
  }
}
