package clickcounter.replay;

import clickcounter.document.CounterDocument;
import clickcounter.document.CounterDocumentCodec;
import clickcounter.document.WriteStamp;
import clickcounter.ids.GapList;
import clickcounter.ids.LongRanges;
import clickcounter.replay.archive.ArchiveFiles;
import clickcounter.replay.archive.ArchiveScan;
import clickcounter.replay.archive.EventLine;
import clickcounter.replay.archive.LineSink;
import clickcounter.replay.archive.ScanProgress;
import clickcounter.replay.archive.Troubles;
import clickcounter.replay.audit.Audit;
import clickcounter.replay.audit.AuditReport;
import clickcounter.replay.audit.AuditScope;
import clickcounter.replay.documents.Documents;
import clickcounter.replay.send.Filters;
import clickcounter.replay.send.MissingReplay;
import clickcounter.replay.send.Outlet;
import clickcounter.replay.send.Pace;
import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.Fetched;
import clickcounter.store.StoreContext;
import clickcounter.store.Stored;
import clickcounter.store.StoredValue;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "bench-scan",
    hidden = true,
    mixinStandardHelpOptions = true,
    exitCodeOnInvalidInput = ExitCode.FAILED,
    exitCodeOnExecutionException = ExitCode.FAILED,
    description = {
      "Measures replay --only-missing and audit beside what bounds them, on the same files in the",
      "same run: reading and parsing alone. Needs neither Riak nor a broker: counters' documents are",
      "made up in memory, with one event in a thousand missing."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:measured", "3:could not be done"},
    footerHeading = "%nExample:%n",
    footer = "  clicks bench-scan /tmp/day/archive")
final class ScanBenchCommand extends ToolCommand {
  private static final int ONE_IN = 1_000;

  @Parameters(arity = "1..*", paramLabel = "PATH", description = "Archives")
  private List<Path> paths;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "3",
      description = "Each is measured so often, and the best told. Default: ${DEFAULT-VALUE}")
  private int rounds;

  private final int threads = Runtime.getRuntime().availableProcessors();

  ScanBenchCommand(Terminal terminal) {
    super(terminal);
  }

  private interface Work {
    /** The number of events that were gone through. */
    long run() throws IOException;
  }

  @Override
  int run() throws IOException {
    List<Path> files = ArchiveFiles.find(paths).files();
    Map<String, Long> counters = highest(files);
    long missing = counters.values().stream().mapToLong(highest -> highest / ONE_IN).sum();
    terminal
        .out()
        .printf(
            "%s, %s, about %s missing, %d threads, best of %d%n",
            IdText.count(files.size(), "file"),
            IdText.count(counters.size(), "counter"),
            IdText.number(missing),
            threads,
            rounds);
    double parse = 0;
    double missingOnly = 0;
    double audit = 0;
    // By turns, so that whatever else the machine does hits all three.
    for (int round = 0; round < Math.max(1, rounds); round++) {
      parse = Math.max(parse, eventsPerSecond(() -> parse(files)));
      missingOnly = Math.max(missingOnly, eventsPerSecond(() -> onlyMissing(files, counters)));
      audit = Math.max(audit, eventsPerSecond(() -> audit(files, counters)));
    }
    print("read and parse", parse, parse);
    print("replay --only-missing", missingOnly, parse);
    print("audit --only counters", audit, parse);
    return ExitCode.OK;
  }

  private static double eventsPerSecond(Work work) throws IOException {
    long startNs = System.nanoTime();
    long events = work.run();
    return events * 1e9 / (System.nanoTime() - startNs);
  }

  private void print(String name, double eventsPerSecond, double bound) {
    terminal
        .out()
        .printf(
            "  %-24s %12s events/s  %.2f of reading and parsing%n",
            name, IdText.number(Math.round(eventsPerSecond)), eventsPerSecond / bound);
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

  private long onlyMissing(List<Path> files, Map<String, Long> counters) throws IOException {
    Pace pace = new Pace(0, System::nanoTime, ns -> {});
    MissingReplay replay =
        new MissingReplay(
            new Documents(new MadeUpStore(counters)), Filters.ALL, 500, pace, threads);
    return replay.run(files, new Nowhere(), new Troubles(), ScanProgress.NONE).events();
  }

  private long audit(List<Path> files, Map<String, Long> counters) {
    AuditScope scope = new AuditScope(false, true, Set.of(), Set.of());
    Audit audit = new Audit(new Documents(new MadeUpStore(counters)), scope, threads);
    AuditReport report = audit.run(files, new Troubles(), ScanProgress.NONE, count -> {});
    return report.events();
  }

  private static final class Nowhere implements Outlet {
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
