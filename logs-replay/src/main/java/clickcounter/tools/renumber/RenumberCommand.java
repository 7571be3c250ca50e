package clickcounter.tools.renumber;

import static java.util.stream.Collectors.joining;

import clickcounter.cli.ExitCode;
import clickcounter.cli.IoErrors;
import clickcounter.cli.NoVerdict;
import clickcounter.cli.Terminal;
import clickcounter.cli.ToolCommand;
import clickcounter.event.CounterId;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.archive.Troubles;
import clickcounter.tools.common.ArchivePaths;
import clickcounter.tools.common.FileProgress;
import clickcounter.tools.common.Json;
import clickcounter.tools.common.OtherFiles;
import clickcounter.tools.common.Texts;
import clickcounter.tools.common.ToolSettings;
import clickcounter.tools.renumber.Clashes.Clash;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "renumber",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Gives new numbers to events whose number was taken: two processes used one counter id, or a"
          + " service began again at 0.",
      "",
      "Of several events with one number only one is counted. This writes corrected copies of the"
          + " files in which that happened: the first event keeps its number, the others get numbers"
          + " of a new counter, in a file of its own. The files themselves are not changed. It is good"
          + " for nothing else: documents know what is counted by these numbers.",
      "",
      "A verdict on a click that gets a new number names it in the copy of its file. So name the"
          + " archives of all authors of verdicts, too: it cannot see others.",
      "",
      "Put the copies in the place of the files that it names, and recount the counters that it"
          + " names. Stop the second process before. Lines that are no events stay where they are."
    },
    exitCodeList = {
      "0:the files are written, or no number is taken twice",
      "3:a file breaks off, or may still be written to; nothing was written",
      "4:as 0, for the files that were read"
    },
    footerHeading = "%nExample:%n",
    footer = "  clicks archive renumber --out /var/lib/clicks/corrected /var/log/clicks/hostA")
public final class RenumberCommand extends ToolCommand {
  private static final String HOST = "renumbered";
  private static final Duration STILL_WRITTEN = Duration.ofHours(1);

  @Mixin private ArchivePaths archives;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "DIR",
      description = "Where the corrected files are written; it is empty or not there")
  private Path directory;

  @Option(
      names = "--live-ok",
      description =
          "Also replace files that were changed within the last hour and have a counter that is not"
              + " closed there. Make sure that nothing writes to them: what is written behind the copy"
              + " would be in no archive")
  private boolean liveOk;

  @Option(names = "--json", description = "Print the result as JSON")
  private boolean json;

  @Mixin private ToolSettings settings;

  private final Clock clock;
  private final RandomGenerator random;

  public RenumberCommand(Terminal terminal, Clock clock, RandomGenerator random) {
    super(terminal);
    this.clock = clock;
    this.random = random;
  }

  @Override
  protected int run() throws IOException {
    requireEmpty(directory);
    ArchiveFiles files = archives.find(settings);
    Troubles troubles = new Troubles();
    Clashes all = new Clashes(files.files());
    List<Clash> clashes;
    try (FileProgress progress = new FileProgress(terminal, "renumber", files)) {
      clashes = all.find(troubles, progress);
    }
    troubles.requireWhole("Nothing was written");
    if (!all.hasEvents()) {
      throw new NoVerdict("there is no event in these files. Nothing was written");
    }
    Renumbering.Written written =
        clashes.isEmpty() ? Renumbering.Written.NOTHING : write(all, clashes);
    if (json) {
      Json.print(terminal.out(), written);
    } else {
      OtherFiles.print(files, terminal.out());
      print(written, troubles);
    }
    return OtherFiles.status(ExitCode.OK, files);
  }

  private Renumbering.Written write(Clashes all, List<Clash> clashes) throws IOException {
    // A counter's name says before which time it has no events.
    Instant begin = Instant.ofEpochMilli(all.firstRepeatedMs());
    String counterId = CounterId.create(HOST, begin, random);
    Renumbering renumbering = new Renumbering(clashes, counterId, clock.millis());
    if (!liveOk) {
      for (Path file : renumbering.replaced()) {
        requireEnded(file, all.isOpen(file));
      }
    }
    try {
      return renumbering.write(directory);
    } catch (IOException e) {
      throw new IOException(
          directory
              + ": "
              + IoErrors.message(e)
              + ". The archives are as they were. What is in this directory is not whole: delete it",
          e);
    }
  }

  /**
   * A process that writes to a file that is replaced goes on writing to the one that was moved
   * away.
   */
  private void requireEnded(Path file, boolean isOpen) throws IOException {
    long ageMs = clock.millis() - Files.getLastModifiedTime(file).toMillis();
    if (isOpen && ageMs < STILL_WRITTEN.toMillis()) {
      throw new IOException(
          file
              + " was changed "
              + Texts.age(ageMs)
              + " ago and has a counter that is not closed there: a process may still write to it."
              + " Nothing was written. Stop the process and run this again an hour after its last"
              + " event, or with --live-ok if you are sure");
    }
  }

  private static void requireEmpty(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    try (Stream<Path> inside = Files.list(directory)) {
      if (inside.findAny().isPresent()) {
        throw new IllegalArgumentException(
            "--out: expected a directory that is empty or not there, found files in "
                + directory
                + ". Nothing was written");
      }
    }
  }

  private void print(Renumbering.Written written, Troubles troubles) {
    if (written.files().isEmpty()) {
      say("no number is taken twice; nothing was written");
      return;
    }
    say(Texts.count(written.events(), "event") + " got new numbers. The files in " + directory);
    say("replace these:");
    written.replaced().forEach(file -> say("  " + file));
    print(written.judged());
    if (written.leftOut() > 0) {
      say("left out, since they concern no ad: " + Texts.count(written.leftOut(), "event"));
    }
    long noEvents = troubles.total();
    if (noEvents > 0) {
      say(Texts.count(noEvents, "line") + " of all files are no events, and stay where they are:");
      Texts.print(troubles.kept(), noEvents, terminal.out());
    }
    say(
        "then: documents recount"
            + written.counterIds().stream().map(id -> " --counter " + id).collect(joining())
            + " PATH…, with all archives that there are");
  }

  private void print(Renumbering.JudgedClicks judged) {
    if (judged.verdicts() > 0) {
      say("verdicts that name new numbers of clicks: " + Texts.count(judged.verdicts(), "line"));
    }
    if (!judged.clicks().isEmpty()) {
      say(
          "clicks with new numbers: "
              + byCounter(judged.clicks())
              + ". Verdicts on them in files that were not named keep the old numbers, and judge other"
              + " events then. If there are such, replace nothing, and run this again with these files");
    }
    if (!judged.unfitVerdicts().isEmpty()) {
      say(
          "verdicts that fit no event of their number, and stay: "
              + byCounter(judged.unfitVerdicts())
              + ". If their clicks are in files that were not named, replace nothing, and run this"
              + " again with these files. Otherwise archive check says what is wrong with them");
    }
  }

  /** As {@code 2 of hostA-1, 1 of hostB-1}. */
  private static String byCounter(SortedMap<String, Integer> counts) {
    return counts.entrySet().stream()
        .map(count -> Texts.number(count.getValue()) + " of " + count.getKey())
        .collect(joining(", "));
  }
}
