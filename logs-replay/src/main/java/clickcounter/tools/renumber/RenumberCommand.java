package clickcounter.tools.renumber;

import static java.util.stream.Collectors.joining;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Terminal;
import clickcounter.cli.ToolCommand;
import clickcounter.event.CounterId;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.archive.Troubles;
import clickcounter.tools.common.FileProgress;
import clickcounter.tools.common.Json;
import clickcounter.tools.common.OtherFiles;
import clickcounter.tools.common.Texts;
import clickcounter.tools.renumber.Clashes.Clash;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

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
          + " of a new counter, in a file of its own. The files themselves are not changed.",
      "",
      "Put the copies in the place of the files that it names, and recount the counters that it"
          + " names. Stop the second process before."
    },
    exitCodeList = {
      "0:the files are written, or no number is taken twice",
      "4:as 0, for the files that were read"
    },
    footerHeading = "%nExample:%n",
    footer = "  clicks renumber --to /var/tmp/corrected /var/log/clicks/hostA")
public final class RenumberCommand extends ToolCommand {
  private static final String HOST = "renumbered";

  @Parameters(
      arity = "1..*",
      paramLabel = "PATH",
      description = "Files (plain, .gz, .zst), directories (links are followed) or patterns")
  private List<Path> paths;

  @Option(
      names = "--to",
      required = true,
      paramLabel = "DIR",
      description = "Where the corrected files are written; it is empty or not there")
  private Path directory;

  @Option(names = "--json", description = "Print the result as JSON")
  private boolean json;

  @Mixin private OtherFiles others;

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
    ArchiveFiles files = ArchiveFiles.find(paths);
    Troubles troubles = new Troubles();
    List<Clash> clashes;
    try (FileProgress progress = new FileProgress(terminal, "renumber", files)) {
      clashes = new Clashes(files.files()).find(troubles, progress);
    }
    troubles.requireAllRead("Nothing was written");
    if (clashes.isEmpty()) {
      say("no number is taken twice; nothing was written");
      return others.status(ExitCode.OK, files);
    }
    String counterId = CounterId.create(HOST, clock.instant(), random);
    Renumbering.Written written =
        new Renumbering(clashes, counterId, clock.millis()).write(directory);
    if (json) {
      Json.print(terminal.out(), written);
    } else {
      others.print(files, terminal.out());
      print(written);
    }
    return others.status(ExitCode.OK, files);
  }

  private static void requireEmpty(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    try (Stream<Path> inside = Files.list(directory)) {
      if (inside.findAny().isPresent()) {
        throw new IllegalArgumentException(
            "--to: expected a directory that is empty or not there, found files in "
                + directory
                + ". Nothing was written");
      }
    }
  }

  private void print(Renumbering.Written written) {
    say(Texts.count(written.events(), "event") + " got new numbers. The files in " + directory);
    say("replace these:");
    written.replaced().forEach(file -> say("  " + file));
    if (written.leftOut() > 0) {
      say(Texts.count(written.leftOut(), "event") + " that concern no ad were left out");
    }
    say(
        "then: recount"
            + written.counterIds().stream().map(id -> " --counter " + id).collect(joining())
            + " PATH…, with all archives that there are");
  }
}
