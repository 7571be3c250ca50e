package clickcounter.tools.inspect;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Terminal;
import clickcounter.ids.Ending;
import clickcounter.ids.LongRanges;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.archive.ArchiveScan;
import clickcounter.tools.archive.ArchivedIds;
import clickcounter.tools.archive.Troubles;
import clickcounter.tools.common.Backends;
import clickcounter.tools.common.FileProgress;
import clickcounter.tools.common.Json;
import clickcounter.tools.common.OtherFiles;
import clickcounter.tools.common.Texts;
import clickcounter.tools.documents.CounterLife;
import clickcounter.tools.documents.CounterReading;
import clickcounter.tools.send.OperatorLog;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import picocli.CommandLine.Command;
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
public final class CloseCommand extends DecisionCommand {
  /** A service that writes seldom may be silent for longer, and its counter then opens again. */
  private static final Duration SILENT_AFTER = Duration.ofMinutes(10);

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "PATH",
      description =
          "The archives of its host: files (plain, .gz, .zst), directories (links are followed) or"
              + " patterns. Default, without --last: the setting ops.archives")
  private List<Path> paths = new ArrayList<>();

  @Option(
      names = "--last",
      paramLabel = "N",
      description = "The last number that the service used, if its archives are lost")
  private Long last;

  @Option(
      names = "--force",
      description = "Also a counter whose last event is younger than 10 minutes")
  private boolean force;

  public CloseCommand(Terminal terminal, Backends backends, Clock clock, RandomGenerator random) {
    super(terminal, backends, clock, random);
  }

  @Override
  protected int run() throws IOException {
    requireValidId();
    paths = last == null ? settings.archivesIfAny(paths) : paths;
    if (paths.isEmpty() == (last == null)) {
      throw new IllegalArgumentException(
          "expected either the archives of the counter's host or, if they are lost, --last N");
    }
    ArchiveFiles files = paths.isEmpty() ? ArchiveFiles.NONE : ArchiveFiles.find(paths);
    ArchivedIds archived = archived(files);
    CounterReading reading = counter();
    boolean isKnown =
        reading.exists()
            || read(documents -> documents.knownCounters(settings.riak())).contains(counterId)
            || !archived.all().isEmpty();
    if (!isKnown) {
      return refused("is in no file and not in Riak", "Is the id right?");
    }
    requireReadable(reading, "Mend it: clicks documents recount --counter " + counterId + " PATH…");
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
    close(reading, archived, from);
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
          "--last: expected %s or more, which the counter's document knows, got %s"
              .formatted(reading.next() - 1, last));
    }
    return last + 1;
  }

  private static boolean isEnded(CounterReading reading, long from) {
    return reading.gaps().isEnded() && reading.gaps().ending().from() == from;
  }

  private void close(CounterReading reading, ArchivedIds archived, long from) throws IOException {
    OperatorLog.Written written = send(from, Ending.NO_END, false);
    LongRanges missing = reading.gaps().openGaps();
    if (from > reading.next()) {
      missing.addRange(reading.next(), from - 1);
    }
    LongRanges inNoFile = missing.copy();
    inNoFile.removeAll(archived.all());
    long inFiles = missing.size() - inNoFile.size();
    print(
        Json.object()
            .with("eventId", written.eventId())
            .with("counterId", counterId)
            .with("last", from - 1)
            .with("reason", reason)
            .with("missingInFiles", inFiles)
            .with("missingElsewhere", inNoFile.size())
            .with("archivedIn", written.file()),
        out -> {
          say("sent %s: close counter %s after %d", written.eventId(), counterId, from - 1);
          say("  archived in " + written.file());
          if (inFiles > 0) {
            say(
                "  %s missing: archive replay --only-missing sends them",
                Texts.count(inFiles, "event"));
          }
          if (!inNoFile.isEmpty()) {
            say(
                "  %s missing%s: see clicks counters gaps",
                Texts.count(inNoFile.size(), "event"),
                paths.isEmpty() ? "" : ", in none of these files");
          }
          say("To check: counters show " + counterId);
        });
  }
}
