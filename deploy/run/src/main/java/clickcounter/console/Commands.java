package clickcounter.console;

import clickcounter.cli.Clicks;
import clickcounter.cli.CommandFrame;
import clickcounter.cli.DaemonThreads;
import clickcounter.cli.ExitCode;
import clickcounter.cli.Terminal;
import clickcounter.jms.BrokerSettings;
import clickcounter.jms.RejectedLine;
import clickcounter.riak.RiakSettings;
import clickcounter.service.Transport;
import clickcounter.status.Reach;
import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.Fetched;
import clickcounter.store.StoreContext;
import clickcounter.store.Stored;
import clickcounter.store.StoredValue;
import clickcounter.tools.RealBackends;
import clickcounter.tools.Tools;
import clickcounter.tools.common.Backends;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
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

/** Runs the commands of operators that only read, for the pages that show the same. */
final class Commands {
  /** The option with which a command prints for programs. */
  static final String JSON = "--json";

  private final Backends backends;
  private final List<Path> archives;
  private final Reach reach;
  private final Clock clock;
  private final Duration searchWithin;

  /** Takes one search at a time, which reads all archives with all processors. */
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
   * @param archives in which events are looked for
   * @param reach of the same commands for a person
   * @param searchWithin how long a search of the archives may take
   */
  Commands(
      DocumentStore store,
      BrokerSettings broker,
      List<Path> archives,
      Reach reach,
      Clock clock,
      Duration searchWithin) {
    this.searchWithin = searchWithin;
    this.backends = new OneStore(store, broker);
    this.archives = archives.stream().map(path -> path.toAbsolutePath().normalize()).toList();
    this.reach = reach;
    this.clock = clock;
  }

  /** Whatever the commands are told: they read the console's store, and send nothing. */
  private record OneStore(DocumentStore store, BrokerSettings broker) implements Backends {
    @Override
    public boolean readRejects(BrokerSettings settings, Consumer<RejectedLine> sink)
        throws IOException {
      return new RealBackends().readRejects(broker, sink);
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
   * @param command as a person would give it
   * @param status the exit code
   */
  record CommandOutput(String command, int status, String out, String err) {
    /** HTTP's status: of a wrong id, of a server that does not answer, or that all is well. */
    int httpStatus() {
      return switch (status) {
        case ExitCode.USAGE -> 400;
        case ExitCode.FAILED, ExitCode.INTERNAL -> 503;
        default -> 200;
      };
    }

    /** What a command has printed, with links, and the command itself, to be copied. */
    String html() {
      return Html.command(command) + pre("", Links.in(out)) + pre("trouble", Html.escaped(err));
    }

    private static String pre(String cssClass, String html) {
      return html.isBlank()
          ? ""
          : "<pre class=\"" + cssClass + "\" tabindex=\"0\">" + html + "</pre>";
    }

    /** Whether the command could not do its work: no page has more to show then. */
    boolean isFailed() {
      return httpStatus() != 200;
    }
  }

  /** Shows a document: one of {@code ads} or {@code counters}. */
  CommandOutput show(String noun, String id, String... options) {
    List<String> command = command(noun, "show", options);
    List<String> words = words(Stream.of(id));
    return run(command, words, reach.command(command, words));
  }

  /**
   * What happened to an event. One search of the archives at a time, and none for longer than it
   * may take: the server does not learn that a browser has gone away.
   */
  CommandOutput explain(String eventId, String... options) {
    List<String> command = command("events", "explain", options);
    List<String> words =
        words(Stream.concat(Stream.of(eventId), archives.stream().map(Path::toString)));
    String shown = reach.command(command, words);
    Future<CommandOutput> searching;
    try {
      searching = searcher.submit(() -> run(command, words, shown));
    } catch (RejectedExecutionException e) {
      return refused(
          shown, "another search of the archives is under way; try again when it has ended");
    }
    try {
      return searching.get(searchWithin.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      return refused(
          shown,
          "the search was ended after %d s; at a shell it may take as long as it needs"
              .formatted(searchWithin.toSeconds()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return refused(shown, "the console ends");
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } finally {
      searching.cancel(true);
    }
  }

  private static List<String> command(String noun, String verb, String... options) {
    return Stream.concat(Stream.of(noun, verb), Stream.of(options)).toList();
  }

  private static CommandOutput refused(String shown, String why) {
    return new CommandOutput(shown, ExitCode.FAILED, "", why + "\n");
  }

  /** An id is never taken for an option. */
  private static List<String> words(Stream<String> words) {
    return Stream.concat(Stream.of("--"), words).toList();
  }

  /**
   * Runs a command.
   *
   * @param shown the same for a person
   */
  private CommandOutput run(List<String> command, List<String> words, String shown) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Terminal terminal =
        new Terminal(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            false);
    CommandLine commands = Clicks.with(Tools.all(terminal, backends, clock));
    String[] line = Stream.concat(command.stream(), words.stream()).toArray(String[]::new);
    int status = CommandFrame.execute(commands, terminal, line);
    return new CommandOutput(
        shown, status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }
}
