package clickcounter.tools.inspect;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Json;
import clickcounter.cli.Texts;
import clickcounter.event.CounterId;
import clickcounter.ids.Ending;
import clickcounter.ids.LongRanges;
import clickcounter.settings.OpsSettingsTable;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.common.OtherFiles;
import clickcounter.tools.documents.CounterLife;
import clickcounter.tools.documents.CounterReading;
import clickcounter.tools.send.OperatorLog.Written;
import clickcounter.tools.table.FreshTable;
import clickcounter.tools.table.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "close",
    description = {
      "Closes the counter of a service that crashed and will never write again.",
      "",
      "Until then, no later day is final. The last number comes from the archives of its host, all"
          + " of which have to be named, or from --last. Numbers up to it that are not counted are"
          + " missing from now on: archive replay --only-missing sends those that are in an"
          + " archive, counters write-off is for the others.",
      "",
      "If a higher number comes after all, it is counted like any other, and the counter is open again.",
      "",
      "It asks a table: without PATH that of ops.table, into which it first imports what is new."
          + " Otherwise it makes a temporary one, and deletes it."
    },
    exitCodeList = {
      "0:the event is on the queue, or the counter is closed already",
      "1:nothing was sent: no such counter, its service may live, or its archive closes it",
      "3:",
      "4:"
    },
    footer = {
      "  clicks counters close hostA-20260601_000000-k3f9xq --why \"host burnt\" /var/log/clicks/hostA",
      "  clicks counters close hostA-20260601_000000-k3f9xq --why \"host burnt\" --last 4711"
    })
public final class CloseCommand extends DecisionCommand {
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

  @Override
  protected int run() throws IOException {
    CounterId.requireValid(counterId);
    List<Path> archives = last == null ? settings.archivesIfAny(paths) : paths;
    require(
        archives.isEmpty() != (last == null),
        "expected either the archives of the counter's host or, if they are lost, --last N");
    ArchiveFiles files = last == null ? ArchiveFiles.find(archives) : ArchiveFiles.NONE;
    Archived archived = archived(files);
    CounterReading reading = counter();
    if (!reading.exists() && !isListed() && archived.last() < 0) {
      return refused("is in no file and not in Riak", "Is the id right?");
    }
    requireReadable(reading, "Mend it: clicks documents recount --counter " + counterId + " PATH…");
    LongRanges all = reading.counted();
    long highest = all.isEmpty() ? 0 : all.last();
    if (last == null && archived.last() < highest) {
      String counted = "has counted events up to %d, and these files have none so high";
      return refused(
          counted.formatted(reading.next() - 1),
          "Name all archives of its host or, if they are lost, --last N");
    }
    if (archived.closedAt() >= 0 && !reading.closed()) {
      return refused(
          "closes in these files, with number " + archived.closedAt(),
          "archive replay --only-missing sends that");
    }
    // A service that writes seldom may be silent for longer, and its counter then opens again.
    if (!force && CounterLife.of(reading, clock.millis()) == CounterLife.ALIVE) {
      return refused(
          "has an event of " + Texts.time(reading.lastEventAtMs()) + ", so its service may live",
          "(--force closes it all the same)");
    }
    long from = firstThatNeverComes(reading, archived);
    boolean isEnded = reading.gaps().isEnded() && reading.gaps().ending().from() == from;
    if (reading.closed() || reading.isRetired() || isEnded) {
      say("counter " + counterId + " is closed already; nothing was sent");
      return ExitCode.OK;
    }
    close(reading, from);
    OtherFiles.print(files, terminal.err());
    return OtherFiles.status(ExitCode.OK, files);
  }

  /**
   * What archives have of the counter.
   *
   * @param last its highest number, -1 for none
   * @param closedAt the number of its close event, -1 for none
   */
  private record Archived(long last, long closedAt) {
    static final Archived NONE = new Archived(-1, -1);
  }

  private boolean isListed() {
    return read(documents -> documents.knownCounters(settings.riak())).contains(counterId);
  }

  private Archived archived(ArchiveFiles files) throws IOException {
    if (files.files().isEmpty()) {
      return Archived.NONE;
    }
    Optional<Path> root =
        paths.isEmpty() ? settings.directory(OpsSettingsTable.TABLE) : Optional.empty();
    try (FreshTable fresh = new FreshTable(root, terminal)) {
      Table table = fresh.update(files, clock.millis());
      table.requireWhole("Nothing was sent");
      table.set("counter", counterId);
      List<Archived> archived = table.ask("end", Archived.class);
      return archived.isEmpty() ? Archived.NONE : archived.get(0);
    }
  }

  private long firstThatNeverComes(CounterReading reading, Archived archived) {
    if (last == null) {
      return Math.max(reading.next(), archived.last() + 1);
    }
    require(
        last + 1 >= reading.next(),
        "--last: expected %s or more, which the counter's document knows, got %s",
        reading.next() - 1,
        last);
    return last + 1;
  }

  private void close(CounterReading reading, long from) throws IOException {
    Written written = send(from, Ending.NO_END, false);
    long missing = reading.gaps().openGaps().size() + Math.max(0, from - reading.next());
    print(
        Json.object()
            .with("eventId", written.eventId())
            .with("counterId", counterId)
            .with("last", from - 1)
            .with("reason", reason)
            .with("missing", missing)
            .with("archivedIn", written.file()),
        out -> {
          saySent(written, "close counter " + counterId + " after " + (from - 1));
          if (missing > 0) {
            say(
                "  %s missing: archive replay --only-missing sends those that an archive has",
                Texts.count(missing, "event"));
          }
        });
  }
}
