package clickcounter.tools.rejects;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Progress;
import clickcounter.cli.Terminal;
import clickcounter.cli.ToolCommand;
import clickcounter.tools.common.Json;
import clickcounter.tools.common.Texts;
import clickcounter.tools.common.ToolSettings;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "purge",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    customSynopsis = {
      "clicks rejects purge --file=FILE --all [--json]",
      "       clicks rejects purge --file=FILE [--reason=LABEL]... [--ad=ID]...",
      "                     [--counter=ID]... [--since=T] [--until=T] [--json]"
    },
    description = {
      "Removes rejected lines from the queue, after they were written to a file: a JSON object"
          + " each, with the line as its text.",
      "",
      "Needs an option that says which lines, or --all. Their events stay gaps of their counters."
          + " `rejects list` with the same options says how many they are."
    },
    exitCodeList = {"0:", "1:the queue has more lines than were read"},
    footerHeading = "%nExample:%n",
    footer = "  clicks rejects purge --reason not-json --file /var/lib/clicks/not-json.txt")
public final class RejectsPurgeCommand extends ToolCommand {
  @Option(
      names = "--file",
      paramLabel = "FILE",
      description = "Where the lines are written; appended if it exists")
  private Path file;

  @Option(names = "--all", description = "All lines that are on the queue")
  private boolean all;

  @Option(names = "--json", description = "Print JSON")
  private boolean json;

  @Mixin private RejectsOptions lines;
  @Mixin private ToolSettings settings;

  public RejectsPurgeCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  protected int run() throws IOException {
    if (file == null || all == lines.isNarrow()) {
      throw new IllegalArgumentException(
          "expected --file FILE, and either --all or an option that says which lines to remove, such"
              + " as --reason; nothing was removed");
    }
    Rejects.Done done;
    try (Progress progress = RejectsOutput.progress(terminal)) {
      Rejects rejects = new Rejects(settings.broker(), read -> progress.step(1));
      done = rejects.purge(lines.filter(), file);
    }
    if (json) {
      Json.print(terminal.out(), RejectsOutput.DoneJson.of(done, false, file));
    } else {
      say("removed " + Texts.count(done.done(), "line") + "; they are in " + file);
    }
    RejectsOutput.warnIfCutShort(terminal, done);
    return done.isWhole() ? ExitCode.OK : ExitCode.MISSING;
  }
}
