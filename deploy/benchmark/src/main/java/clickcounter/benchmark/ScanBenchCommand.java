package clickcounter.benchmark;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Terminal;
import clickcounter.cli.ToolCommand;
import clickcounter.cli.Trees;
import clickcounter.document.CounterDocument;
import clickcounter.document.CounterDocumentCodec;
import clickcounter.document.HourLength;
import clickcounter.document.WriteStamp;
import clickcounter.ids.GapList;
import clickcounter.ids.LongRanges;
import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.Fetched;
import clickcounter.store.StoreContext;
import clickcounter.store.Stored;
import clickcounter.store.StoredValue;
import clickcounter.tools.Backends;
import clickcounter.tools.RiakOptions;
import clickcounter.tools.Texts;
import clickcounter.tools.ToolSettings;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.archive.ArchiveScan;
import clickcounter.tools.archive.ArchiveScan.LineSink;
import clickcounter.tools.archive.ArchiveScan.ScanProgress;
import clickcounter.tools.archive.Compression;
import clickcounter.tools.archive.EventLine;
import clickcounter.tools.archive.Troubles;
import clickcounter.tools.audit.Audit;
import clickcounter.tools.audit.Audit.AuditScope;
import clickcounter.tools.audit.Audit.DocumentProgress;
import clickcounter.tools.audit.Audit.Patience;
import clickcounter.tools.audit.AuditReport;
import clickcounter.tools.documents.Documents;
import clickcounter.tools.send.EventQueue;
import clickcounter.tools.send.Filters;
import clickcounter.tools.send.MissingReplay;
import clickcounter.tools.send.SendRate;
import clickcounter.tools.series.Finality;
import clickcounter.tools.series.files.SeriesBuild;
import clickcounter.tools.series.files.SeriesBuild.BuildSettings;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "bench-scan",
    hidden = true,
    mixinStandardHelpOptions = true,
    description = {
      "Measures replay --only-missing, audit and series build, and their upper bounds, on the same",
      "files in the same run: reading and parsing alone, with the tools' own parser and with Jackson's, which reads",
      "each file on one thread. Needs no broker, and no Riak either unless --real is given: counters'",
      "documents are made up in memory, with one event in a thousand missing."
    },
    footerHeading = "%nExample:%n",
    footer = "  clicks bench-scan /tmp/day/archive")
final class ScanBenchCommand extends ToolCommand {
  private static final int ONE_IN = 1_000;
  private static final JsonFactory JSON = new JsonFactory();

  @Parameters(arity = "1..*", paramLabel = "PATH", description = "Archives")
  private List<Path> paths;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "3",
      description = "How often each is measured; the best is printed. Default: ${DEFAULT-VALUE}")
  private int rounds;

  @Option(
      names = "--real",
      description =
          "Read the documents from Riak (--riak, …) instead of making them up. Nothing is sent")
  private boolean real;

  @Mixin private ToolSettings settings;
  @Mixin private RiakOptions riak;

  private final Backends backends;
  private final int threads = Runtime.getRuntime().availableProcessors();

  ScanBenchCommand(Terminal terminal, Backends backends) {
    super(terminal);
    this.backends = backends;
  }

  private interface Work {
    /** The number of events that were read. */
    long run() throws IOException;
  }

  @Override
  protected int run() throws IOException {
    requireAtLeast("--rounds", rounds, 1);
    List<Path> files = ArchiveFiles.find(paths).files();
    if (!real) {
      compare(files, made(highest(files)));
      return ExitCode.OK;
    }
    try (DocumentStore store = backends.openStore(riak.settings(settings))) {
      compare(files, store);
    }
    return ExitCode.OK;
  }

  private void compare(List<Path> files, DocumentStore store) throws IOException {
    print(
        "%s, %d threads, best of %d; documents %s%n",
        Texts.count(files.size(), "file"),
        threads,
        rounds,
        real ? "from Riak" : "made up, one event in a thousand missing");
    double[] best = new double[Part.values().length];
    // In turns, so that other load on the machine affects all of them.
    for (int round = 0; round < rounds; round++) {
      for (Part part : Part.values()) {
        best[part.ordinal()] =
            Math.max(best[part.ordinal()], eventsPerSecond(() -> run(part, files, store)));
      }
    }
    print("  %-32s %12s  %6s  %8s  %8s%n", "events/s of", "", "parser", "Jackson", "Jackson/1");
    for (Part part : Part.values()) {
      double speed = best[part.ordinal()];
      print(
          "  %-32s %12s  %6.2f  %8.2f  %8.2f%n",
          part.label,
          Texts.number(Math.round(speed)),
          speed / best[Part.PARSER.ordinal()],
          speed / best[Part.JACKSON.ordinal()],
          speed / best[Part.JACKSON_ONE.ordinal()]);
    }
  }

  /** What is measured. */
  private enum Part {
    JACKSON_ONE("Jackson's tokens, one thread"),
    JACKSON("Jackson's tokens, all threads"),
    PARSER("the tools' own parser"),
    ONLY_MISSING("replay --only-missing"),
    AUDIT("audit --only counters"),
    SERIES_BUILD("series build");

    final String label;

    Part(String label) {
      this.label = label;
    }
  }

  private long run(Part part, List<Path> files, DocumentStore store) throws IOException {
    return switch (part) {
      case JACKSON_ONE -> tokens(files, 1);
      case JACKSON -> tokens(files, threads);
      case PARSER -> parse(files);
      case ONLY_MISSING -> onlyMissing(files, store);
      case AUDIT -> audit(files, store);
      case SERIES_BUILD -> build(files, store);
    };
  }

  /** Reads and unpacks the files and reads every value without using it. */
  private static long tokens(List<Path> files, int threads) throws IOException {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<Long>> counts = new ArrayList<>();
      for (Path file : files) {
        counts.add(pool.submit(() -> tokens(file)));
      }
      long events = 0;
      for (Future<Long> count : counts) {
        events += count.get();
      }
      return events;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    } finally {
      pool.shutdownNow();
    }
  }

  private static long tokens(Path file) throws IOException {
    long events = 0;
    long values = 0;
    try (InputStream in = Compression.unpacked(Files.newInputStream(file));
        JsonParser json = JSON.createParser(in)) {
      for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
        switch (token) {
          case VALUE_STRING -> values += json.getTextLength();
          case VALUE_NUMBER_INT -> values += json.getLongValue();
          case END_OBJECT -> events++;
          default -> {}
        }
      }
    }
    // Keeps the compiler from removing the work.
    if (values == 0) {
      throw new IOException(file + " has no events");
    }
    return events;
  }

  private static double eventsPerSecond(Work work) throws IOException {
    long startNs = System.nanoTime();
    long events = work.run();
    return events * 1e9 / (System.nanoTime() - startNs);
  }

  private void print(String format, Object... values) {
    terminal.out().printf(Locale.ROOT, format, values);
  }

  private static DocumentStore made(Map<String, Long> counters) {
    return new MadeUpStore(counters);
  }

  private Map<String, Long> highest(List<Path> files) {
    Map<String, Long> highest = new HashMap<>();
    new ArchiveScan(files, 1, new Troubles(), ScanProgress.NONE)
        .run(
            () ->
                (event, bytes, from, to, file, number) ->
                    highest.merge(event.counterId(), event.sequence(), Math::max));
    return highest;
  }

  private static final class Count implements LineSink {
    long events;

    @Override
    public void line(EventLine event, byte[] bytes, int from, int to, Path file, long number) {
      events++;
    }
  }

  private long parse(List<Path> files) {
    return new ArchiveScan(files, threads, new Troubles(), ScanProgress.NONE)
        .run(Count::new).stream().mapToLong(count -> count.events).sum();
  }

  private long onlyMissing(List<Path> files, DocumentStore store) throws IOException {
    SendRate rate = new SendRate(0, System::nanoTime, ns -> {});
    MissingReplay replay = new MissingReplay(new Documents(store), Filters.ALL, 500, rate, threads);
    return replay.run(files, new Nowhere(), new Troubles(), ScanProgress.NONE).events();
  }

  private long audit(List<Path> files, DocumentStore store) {
    AuditScope scope = new AuditScope(false, true, false, Set.of(), Set.of(), null);
    Audit audit = new Audit(new Documents(store), scope, threads, Patience.NONE);
    AuditReport report =
        audit.run(() -> files, new Troubles(), ScanProgress.NONE, DocumentProgress.NONE);
    return report.events();
  }

  /** All days, as if they were final. Other programs write there too: the disk's speed counts. */
  private long build(List<Path> files, DocumentStore store) throws IOException {
    Path directory = Files.createTempDirectory("bench-series");
    AtomicLong events = new AtomicLong();
    ScanProgress count =
        new ScanProgress() {
          @Override
          public void bytes(long bytes) {}

          @Override
          public void lines(long lines) {
            events.addAndGet(lines);
          }

          @Override
          public void file() {}
        };
    Documents documents = new Documents(store);
    BuildSettings what = new BuildSettings(HourLength.HOUR, false, Set.of(), 0, threads);
    try (SeriesBuild build =
        new SeriesBuild(directory, documents, Map.of(), Finality.OF_FILES, what)) {
      build.read(files, new Troubles(), count);
      build.write(day -> {});
    }
    Trees.delete(directory);
    return events.get();
  }

  private static final class Nowhere implements EventQueue {
    @Override
    public void send(List<String> lines) {}

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  /** Counters that have counted all but every thousandth event; no ads. */
  private static final class MadeUpStore implements DocumentStore {
    private final Map<DocumentKey, StoredValue> documents = new ConcurrentHashMap<>();

    MadeUpStore(Map<String, Long> counters) {
      counters.forEach(
          (id, highest) -> documents.put(DocumentKey.counter(id), document(id, highest)));
    }

    private static StoredValue document(String counterId, long highest) {
      GapList gaps = new GapList();
      gaps.markRange(0, highest, 1);
      for (long id = ONE_IN / 2; id < highest; id += ONE_IN) {
        gaps.unmark(id, 1);
      }
      CounterDocument document =
          new CounterDocument(
              counterId, gaps, false, 1, new LongRanges(), new WriteStamp("w", 1, List.of()));
      return new StoredValue(
          CounterDocumentCodec.CONTENT_TYPE, CounterDocumentCodec.write(document));
    }

    @Override
    public void fetch(DocumentKey key, Consumer<Fetched> answer) {
      StoredValue found = documents.get(key);
      answer.accept(
          found == null
              ? new Fetched.Absent(StoreContext.NONE)
              : new Fetched.Found(List.of(found), StoreContext.NONE));
    }

    @Override
    public void put(
        DocumentKey key, StoredValue value, StoreContext context, Consumer<Stored> answer) {
      answer.accept(new Stored.Refused("made up"));
    }

    @Override
    public void close() {}
  }
}
