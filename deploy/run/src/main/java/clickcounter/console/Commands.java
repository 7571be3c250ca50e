package clickcounter.console;

import clickcounter.cli.CommandFrame;
import clickcounter.cli.ExitCode;
import clickcounter.cli.Home;
import clickcounter.cli.Terminal;
import clickcounter.jms.BrokerSettings;
import clickcounter.riak.RiakSettings;
import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.Fetched;
import clickcounter.store.StoreContext;
import clickcounter.store.Stored;
import clickcounter.store.StoredValue;
import clickcounter.tools.Backends;
import clickcounter.tools.RejectedLines;
import clickcounter.tools.Tools;
import clickcounter.tools.send.EventQueue;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;

/** Runs the commands of operators that only read, for the pages that show the same. */
final class Commands {
  private static final String JSON = "--json";

  private final Backends backends;
  private final List<Path> archives;
  private final List<String> shown;
  private final Clock clock;

  /**
   * @param store of the documents; the commands do not close it
   * @param archives in which events are looked for
   * @param shown options that a person has to give, too
   */
  Commands(
      DocumentStore store,
      BrokerSettings broker,
      List<Path> archives,
      List<String> shown,
      Clock clock) {
    this.backends = new OneStore(store, broker);
    this.archives = List.copyOf(archives);
    this.shown = List.copyOf(shown);
    this.clock = clock;
  }

  /** Whatever the commands are told: they read the console's store, and send nothing. */
  private record OneStore(DocumentStore store, BrokerSettings broker) implements Backends {
    @Override
    public RejectedLines findRejected(BrokerSettings settings, String eventId) {
      return Backends.real().findRejected(broker, eventId);
    }

    @Override
    public DocumentStore openStore(RiakSettings settings) {
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
    public EventQueue openQueue(BrokerSettings settings) throws IOException {
      throw new IOException("the console sends nothing");
    }
  }

  /**
   * @param command as a person would give it
   * @param status the exit code
   */
  record Output(String command, int status, String out, String err) {
    /** HTTP's status: of a wrong id, of somebody who does not answer, or that all is well. */
    int httpStatus() {
      return switch (status) {
        case ExitCode.USAGE -> 400;
        case ExitCode.FAILED, ExitCode.INTERNAL -> 503;
        default -> 200;
      };
    }

    /** What a command has printed, and the command itself, to be copied. */
    String html() {
      return """
          <p class="command"><span class="note">The same at a shell:</span> <code>%s</code></p>
          <pre tabindex="0">%s</pre>
          """
          .formatted(Html.escaped(command), Html.escaped(out + err));
    }
  }

  /** Shows a document: {@code ad} or {@code counter}. */
  Output inspect(String what, String id) {
    return run(List.of("inspect", what), List.of(id));
  }

  /** The same for programs. */
  Output inspectJson(String what, String id) {
    return run(List.of("inspect", what, JSON), List.of(id));
  }

  /** What happened to an event. */
  Output explain(String eventId) {
    return run(List.of("explain"), eventAndArchives(eventId));
  }

  /** The same for programs. */
  Output explainJson(String eventId) {
    return run(List.of("explain", JSON), eventAndArchives(eventId));
  }

  private List<String> eventAndArchives(String eventId) {
    return Stream.concat(Stream.of(eventId), archives.stream().map(Path::toString)).toList();
  }

  /**
   * Runs a command.
   *
   * @param words come after {@code --}, so that an id is never taken for an option
   */
  private Output run(List<String> command, List<String> words) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream outStream = new PrintStream(out, true, StandardCharsets.UTF_8);
    PrintStream errStream = new PrintStream(err, true, StandardCharsets.UTF_8);
    CommandLine commands = CommandFrame.of(CommandLine.Model.CommandSpec.create());
    Tools.all(new Terminal(outStream, errStream, false), backends, clock)
        .forEach(commands::addSubcommand);
    // An id such as @/etc/passwd is no file of arguments.
    commands.setExpandAtFiles(false);
    commands.setOut(new PrintWriter(outStream, true)).setErr(new PrintWriter(errStream, true));
    int status = commands.execute(line(command, List.of(), words).toArray(String[]::new));
    return new Output(
        Home.launcher() + " " + shellWords(line(command, shown, words)),
        status,
        out.toString(StandardCharsets.UTF_8),
        err.toString(StandardCharsets.UTF_8));
  }

  private static List<String> line(List<String> command, List<String> options, List<String> words) {
    List<String> line = new ArrayList<>(command);
    line.addAll(options);
    line.add("--");
    line.addAll(words);
    return line;
  }

  /** As a shell takes them: an id may contain anything. */
  private static String shellWords(List<String> words) {
    return words.stream()
        .map(word -> word.matches("[\\w.:/@%+=-]+") ? word : "'" + word.replace("'", "'\\''") + "'")
        .collect(Collectors.joining(" "));
  }
}
