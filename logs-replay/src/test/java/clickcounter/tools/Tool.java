package clickcounter.tools;

import clickcounter.cli.Clicks;
import clickcounter.cli.CommandRun;
import clickcounter.cli.CommandRun.Result;
import clickcounter.cli.NoVerdict;
import clickcounter.cli.Noun;
import clickcounter.cli.Terminal;
import clickcounter.jms.BrokerSettings;
import clickcounter.jms.BrokerSettingsTable;
import clickcounter.jms.DeadLetters;
import clickcounter.jms.RejectedLine;
import clickcounter.riak.RiakSettings;
import clickcounter.riak.RiakSettingsTable;
import clickcounter.service.Transport;
import clickcounter.settings.EventTimesTable;
import clickcounter.settings.OpsSettingsTable;
import clickcounter.settings.Setting;
import clickcounter.store.DocumentStore;
import clickcounter.tools.common.Backends;
import clickcounter.tools.common.ResultCommand.Surroundings;
import clickcounter.tools.common.ToolSettings;
import clickcounter.tools.documents.Waits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;
import java.util.stream.Stream;
import picocli.CommandLine;

/** The commands as a shell sees them: words in, text and an exit code out. */
public final class Tool {
  public final Counting counting = new Counting();

  /** Messages that were sent, as lines. */
  public final List<List<String>> queue = new ArrayList<>();

  /** The content of the rejects queue. */
  final List<RejectedLine> rejected = new ArrayList<>();

  /** The broker fails after this many messages. */
  public int brokerDiesAfter = Integer.MAX_VALUE;

  /** The stores and queues that the last command connected to. */
  public RiakSettings riak;

  public BrokerSettings broker;

  /** How many messages that were sent until a time the broker says that the queue has. */
  public LongUnaryOperator queuedMessages = sentUntilMs -> 0;

  /** What the broker has given up. */
  public DeadLetters deadLetters = DeadLetters.NONE;

  /** A setting that the tools do not know, and a table that has it. */
  private static final Setting ELSEWHERE = Setting.number("adsTasks", 7, 1, 9, "tasks");

  private static final List<Setting> WHOLE_TABLE =
      Stream.of(
              BrokerSettingsTable.ROWS,
              RiakSettingsTable.ROWS,
              EventTimesTable.ROWS,
              OpsSettingsTable.ROWS,
              List.of(BrokerSettingsTable.STATES_TOPIC, OpsSettingsTable.TOPOLOGY_NAME, ELSEWHERE))
          .flatMap(List::stream)
          .toList();

  /** Why the topology may still put documents. */
  public Optional<String> unrest = Optional.empty();

  /** If set, opening the store fails with this NoVerdict. */
  public String noVerdict;

  /** How much later than asked for reads began, of those that had to wait. Nothing waits here. */
  final List<Duration> delays = Collections.synchronizedList(new ArrayList<>());

  /** Time that passes only while a command waits for something to change. */
  public final StandingTime time = new StandingTime();

  private final SplittableRandom random = new SplittableRandom(11);

  public Instant now = Instant.ofEpochMilli(Counting.NOW_MS + 600_000);

  public Result run(Object... words) {
    return CommandRun.run(terminal -> commands(terminal, words[0].toString()), List.of(words));
  }

  CommandLine commands(Terminal terminal) {
    return Clicks.with(all(terminal));
  }

  /** The commands of this noun alone, as clicks builds them; all, if it is no noun of theirs. */
  private CommandLine commands(Terminal terminal, String word) {
    Map<Noun, List<Object>> all = all(terminal);
    return Clicks.with(
        Stream.of(Noun.values())
            .filter(noun -> noun.word().equals(word) && all.containsKey(noun))
            .findFirst()
            .map(noun -> Map.of(noun, all.get(noun)))
            .orElse(all));
  }

  private Map<Noun, List<Object>> all(Terminal terminal) {
    return Tools.all(
        terminal, new Surroundings(new Fakes(), Clock.fixed(now, ZoneOffset.UTC), () -> 0, random));
  }

  /** The store, queue and rejects of this tool. */
  public Backends backends() {
    return new Fakes();
  }

  /** Counts the events of the queue and empties it. */
  public void countQueue() {
    counting.receive(sentLines());
    queue.clear();
  }

  public List<String> sentLines() {
    return queue.stream().flatMap(List::stream).toList();
  }

  private final class Fakes implements Backends {
    @Override
    public DocumentStore connect(RiakSettings settings) {
      riak = settings;
      if (noVerdict != null) {
        throw new NoVerdict(noVerdict);
      }
      return counting.store;
    }

    @Override
    public void later(Duration delay, Runnable task) {
      delays.add(delay);
      task.run();
    }

    @Override
    public Optional<String> unrest(ToolSettings settings) {
      settings.read(WHOLE_TABLE).number(ELSEWHERE); // as what asks Storm does
      return unrest;
    }

    @Override
    public Waits waits() {
      return time;
    }

    @Override
    public boolean readRejects(BrokerSettings settings, Consumer<RejectedLine> sink) {
      rejected.forEach(sink);
      return true;
    }

    @Override
    public DeadLetters deadLetters(BrokerSettings settings) {
      return deadLetters;
    }

    @Override
    public long queuedMessages(BrokerSettings settings, long sentUntilMs) throws IOException {
      try {
        return queuedMessages.applyAsLong(sentUntilMs);
      } catch (UncheckedIOException e) {
        throw e.getCause();
      }
    }

    @Override
    public Transport openQueue(BrokerSettings settings) {
      broker = settings;
      return new Transport() {
        @Override
        public void send(List<String> lines) throws IOException {
          if (queue.size() >= brokerDiesAfter) {
            throw new IOException("the broker is gone");
          }
          queue.add(lines);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };
    }
  }
}
