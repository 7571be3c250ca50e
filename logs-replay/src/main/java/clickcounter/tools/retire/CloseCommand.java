package clickcounter.tools.retire;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Terminal;
import clickcounter.cli.ToolCommand;
import clickcounter.event.CounterId;
import clickcounter.ids.Ending;
import clickcounter.ids.LongRanges;
import clickcounter.riak.RiakSettings;
import clickcounter.store.DocumentStore;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.archive.ArchiveScan;
import clickcounter.tools.archive.ArchivedIds;
import clickcounter.tools.archive.Troubles;
import clickcounter.tools.common.Backends;
import clickcounter.tools.common.EventQueue;
import clickcounter.tools.common.FileProgress;
import clickcounter.tools.common.Json;
import clickcounter.tools.common.OtherFiles;
import clickcounter.tools.common.Texts;
import clickcounter.tools.common.ToolSettings;
import clickcounter.tools.documents.CounterLife;
import clickcounter.tools.documents.CounterReading;
import clickcounter.tools.documents.Documents;
import clickcounter.tools.send.OperatorLog;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "close",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Closes the counter of a service that crashed and will never write again.",
      "",
      "Until then, no later day is final. The last number comes from the archives of its host, all of"
          + " which have to be named, or from --last. Numbers up to it that are not counted are missing"
          + " from now on: archive replay --only-missing sends those that are in an archive, counters write-off is"
          + " for the others.",
      "",
      "If a higher number comes after all, it is counted like any other, and the counter is open again."
    },
    exitCodeList = {
      "0:the event is on the queue, or the counter is closed already",
      "1:nothing was sent: no such counter, its service may live, or its archive closes it",
      "3:",
      "4:"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  clicks counters close hostA-20260601_000000-k3f9xq --why \"host burnt\" /var/log/clicks/hostA",
      "  clicks counters close hostA-20260601_000000-k3f9xq --why \"host burnt\" --last 4711"
    })
public final class CloseCommand extends ToolCommand {
  /** A service that writes seldom may be silent for longer, and its counter then opens again. */
  private static final Duration SILENT_AFTER = Duration.ofMinutes(10);

  @Parameters(index = "0", paramLabel = "COUNTER", description = "The counter's id")
  private String counterId;

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "PATH",
      description =
          "The archives of its host: files (plain, .gz, .zst), directories (links are followed) or"
              + " patterns. Default, without --last: the setting ops.archives")
  private List<Path> paths = new ArrayList<>();

  @Option(
      names = "--why",
      required = true,
      paramLabel = "TEXT",
      description = "Why; stored in the counter's document")
  private String reason;

  @Option(
      names = "--last",
      paramLabel = "N",
      description = "The last number that the service used, if its archives are lost")
  private Long last;

  @Option(
      names = "--force",
      description = "Also a counter whose last event is younger than 10 minutes")
  private boolean force;

  @Option(names = "--json", description = "Print the result as JSON")
  private boolean json;

  @Mixin private ToolSettings settings;

  private final Backends backends;
  private final Clock clock;
  private final RandomGenerator random;

  public CloseCommand(Terminal terminal, Backends backends, Clock clock, RandomGenerator random) {
    super(terminal);
    this.backends = backends;
    this.clock = clock;
    this.random = random;
  }

  @Override
  protected int run() throws IOException {
    CounterId.requireValid(counterId);
    paths = last == null ? settings.archivesIfAny(paths) : paths;
    if (paths.isEmpty() == (last == null)) {
      throw new IllegalArgumentException(
          "expected either the archives of the counter's host or, if they are lost, --last N");
    }
    ArchiveFiles files = paths.isEmpty() ? ArchiveFiles.NONE : ArchiveFiles.find(paths);
    ArchivedIds archived = archived(files);
    CounterReading reading;
    RiakSettings place = settings.riak();
    try (DocumentStore store = backends.openStore(settings)) {
      Documents documents = new Documents(store);
      reading = documents.counter(counterId);
      boolean isKnown =
          reading.exists()
              || documents.knownCounters(place).contains(counterId)
              || !archived.all().isEmpty();
      if (!isKnown) {
        return refused("is in no file and not in Riak", "Is the id right?");
      }
    }
    requireReadable(reading);
    if (last == null && endsTooEarly(archived, reading)) {
      return refused(
          "has counted events up to "
              + (reading.next() - 1)
              + ", and these files have none so high",
          "Name all archives of its host or, if they are lost, --last N");
    }
    if (archived.isClosed() && !reading.closed()) {
      return refused(
          "closes in these files, with number " + archived.closeSequence(),
          "archive replay --only-missing sends that");
    }
    if (!force && life(reading) == CounterLife.ALIVE) {
      return refused(
          "has an event of " + Texts.time(reading.lastEventAtMs()) + ", so its service may live",
          "(--force closes it all the same)");
    }
    long from = firstThatNeverComes(reading, archived);
    if (reading.closed() || reading.isRetired() || isEnded(reading, from)) {
      say("counter " + counterId + " is closed already; nothing was sent");
      return ExitCode.OK;
    }
    send(reading, archived, from);
    OtherFiles.print(files, terminal.err());
    return OtherFiles.status(ExitCode.OK, files);
  }

  private ArchivedIds archived(ArchiveFiles files) throws IOException {
    ArchivedIds ids = new ArchivedIds();
    if (files.files().isEmpty()) {
      return ids;
    }
    Troubles troubles = new Troubles();
    try (FileProgress progress = new FileProgress(terminal, "counters close", files)) {
      int threads = Runtime.getRuntime().availableProcessors();
      new ArchiveScan(files.files(), threads, troubles, progress)
          .run(
              () ->
                  (event, bytes, start, end, file, number) -> {
                    if (event.counterId().equals(counterId)) {
                      ids.add(event);
                    }
                  });
    }
    troubles.requireWhole("Nothing was sent");
    return ids;
  }

  private static boolean endsTooEarly(ArchivedIds archived, CounterReading reading) {
    LongRanges ids = archived.all();
    return ids.isEmpty() || !reading.counted().isEmpty() && ids.last() < reading.counted().last();
  }

  private void requireReadable(CounterReading reading) throws IOException {
    if (reading.blocked() != null) {
      throw new IOException(
          "the document of counter "
              + counterId
              + " cannot be read ("
              + reading.blocked()
              + "); nothing was sent. Mend it: clicks documents recount --counter "
              + counterId
              + " PATH…");
    }
  }

  private CounterLife life(CounterReading reading) {
    return CounterLife.of(reading, clock.millis(), SILENT_AFTER);
  }

  private int refused(String why, String hint) {
    warn("counter " + counterId + " " + why + "; nothing was sent. " + hint);
    return ExitCode.MISSING;
  }

  private long firstThatNeverComes(CounterReading reading, ArchivedIds archived) {
    if (last == null) {
      return Math.max(reading.next(), archived.all().last() + 1);
    }
    if (last + 1 < reading.next()) {
      throw new IllegalArgumentException(
          "--last: expected "
              + (reading.next() - 1)
              + " or more, which the counter's document knows, got "
              + last);
    }
    return last + 1;
  }

  private static boolean isEnded(CounterReading reading, long from) {
    return reading.gaps().isEnded() && reading.gaps().ending().from() == from;
  }

  private void send(CounterReading reading, ArchivedIds archived, long from) throws IOException {
    OperatorLog log = OperatorLog.of(settings.read(), clock, random);
    OperatorLog.Written written;
    try (EventQueue queue = backends.openQueue(settings.broker())) {
      written = log.writeOff(queue, counterId, from, Ending.NO_END, reason, false);
    }
    LongRanges missing = reading.gaps().openGaps();
    if (from > reading.next()) {
      missing.addRange(reading.next(), from - 1);
    }
    LongRanges inNoFile = missing.copy();
    inNoFile.removeAll(archived.all());
    long inFiles = missing.size() - inNoFile.size();
    if (json) {
      Json.print(
          terminal.out(),
          new ClosedJson(
              written.eventId(),
              counterId,
              from - 1,
              reason,
              inFiles,
              inNoFile.size(),
              written.file()));
      return;
    }
    say("sent " + written.eventId() + ": close counter " + counterId + " after " + (from - 1));
    say("  archived in " + written.file());
    if (inFiles > 0) {
      say(
          "  "
              + Texts.count(inFiles, "event")
              + " missing: archive replay --only-missing sends them");
    }
    if (!inNoFile.isEmpty()) {
      String where = paths.isEmpty() ? "" : ", in none of these files";
      say(
          "  "
              + Texts.count(inNoFile.size(), "event")
              + " missing"
              + where
              + ": see clicks counters gaps");
    }
    say("To check: counters show " + counterId);
  }

  /**
   * The result for programs.
   *
   * @param last number that the service used
   * @param missingInFiles events up to it that are not counted and are in the named files
   * @param missingElsewhere that are in none of them
   */
  private record ClosedJson(
      String eventId,
      String counterId,
      long last,
      String reason,
      long missingInFiles,
      long missingElsewhere,
      Path archivedIn) {}
}
