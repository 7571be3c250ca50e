package clickcounter.console;

import clickcounter.cli.CommandFrame;
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
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import picocli.CommandLine;

/** Runs the commands of operators that only read, for the pages that show the same. */
final class Commands {
  private final Backends backends;
  private final List<Path> archives;
  private final String riak;
  private final Clock clock;

  /**
   * @param store of the documents; the commands do not close it
   * @param archives in which events are looked for
   * @param riak what a person gives as --riak; null for the default
   */
  Commands(
      DocumentStore store, BrokerSettings broker, List<Path> archives, String riak, Clock clock) {
    this.riak = riak;
    this.backends = new OneStore(store, broker);
    this.archives = List.copyOf(archives);
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
   */
  record Output(String command, String out, String err) {}

  /**
   * Runs a command.
   *
   * @param words where an id comes after {@code --}, so that it is never taken for an option
   */
  Output run(String name, String... words) {
    List<String> line = new ArrayList<>(List.of(name));
    line.addAll(List.of(words));
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
    commands.execute(line.toArray(String[]::new));
    return new Output(
        Home.launcher()
            + " "
            + name
            + (riak == null ? "" : " --riak " + shellWords(riak))
            + " "
            + shellWords(words),
        out.toString(StandardCharsets.UTF_8),
        err.toString(StandardCharsets.UTF_8));
  }

  /** As a shell takes them: an id may contain anything. */
  private static String shellWords(String... words) {
    return Arrays.stream(words)
        .map(
            word -> word.matches("[\\w.,:/@%+=-]+") ? word : "'" + word.replace("'", "'\\''") + "'")
        .collect(Collectors.joining(" "));
  }

  /** What happened to an event. */
  Output explain(String eventId, String... options) {
    List<String> words = new ArrayList<>(List.of(options));
    words.addAll(List.of("--", eventId));
    archives.forEach(path -> words.add(path.toString()));
    return run("explain", words.toArray(String[]::new));
  }
}
