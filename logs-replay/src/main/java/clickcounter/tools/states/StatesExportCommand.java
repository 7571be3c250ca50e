package clickcounter.tools.states;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Progress;
import clickcounter.cli.Terminal;
import clickcounter.cli.ToolCommand;
import clickcounter.document.AdTotals;
import clickcounter.states.AdLevel;
import clickcounter.store.DocumentStore;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.archive.ArchiveScan;
import clickcounter.tools.archive.ArchiveScan.ArchivedLineSink;
import clickcounter.tools.archive.ByteNames;
import clickcounter.tools.archive.EventLine;
import clickcounter.tools.archive.Troubles;
import clickcounter.tools.common.Backends;
import clickcounter.tools.common.FileProgress;
import clickcounter.tools.common.OtherFiles;
import clickcounter.tools.common.Texts;
import clickcounter.tools.common.ToolSettings;
import clickcounter.tools.documents.AdReading;
import clickcounter.tools.documents.Documents;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "export",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Prints the states of ads as their documents say, a JSON object a line, in no order.",
      "",
      "The ads are those of --ad, of the lines of --ads-from, and of all events in the archives PATH."
          + " Riak is never asked for a list of its keys.",
      "",
      "version is the number of the newest write in the document that is known to be stored by a"
          + " quorum; a message of a higher version is newer than the line, unless it is not above"
          + " writeNumber."
    },
    exitCodeList = {
      "0:",
      "1:some ads have no document (printed as unfunded), or there is no ad",
      "3:some documents or archives cannot be read; the rest is printed"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  clicks states export --ad m100002 --ad m100003",
      "  clicks states export --ads-from ads.txt",
      "  clicks states export /var/log/clicks > states.ndjson"
    })
public final class StatesExportCommand extends ToolCommand {
  private static final JsonMapper JSON = new JsonMapper();
  private static final String STANDARD_INPUT = "-";

  @Parameters(
      arity = "0..*",
      paramLabel = "PATH",
      description = "Archives: files (plain, .gz, .zst), directories or patterns")
  private List<Path> paths = new ArrayList<>();

  @Option(names = "--ad", paramLabel = "ID", description = "This ad; repeatable")
  private List<String> ads = new ArrayList<>();

  @Option(
      names = "--ads-from",
      paramLabel = "FILE",
      description = "The ads of this file, an id a line; - is the standard input")
  private Path adsFile;

  @Mixin private ToolSettings settings;

  private final Backends backends;
  private final Clock clock;

  private int absent;
  private int blocked;

  public StatesExportCommand(Terminal terminal, Backends backends, Clock clock) {
    super(terminal);
    this.backends = backends;
    this.clock = clock;
  }

  /** A line; the fields of a message have the same names. */
  private record StateJson(
      String adId,
      String state,
      long version,
      long writeNumber,
      long budgetMicros,
      long costMicros,
      long spentMicros,
      long leftMicros,
      long overdeliveredMicros,
      int leftPercent,
      long asOf,
      long lastEventAt) {
    static StateJson of(
        String adId, long version, long writeNumber, AdTotals totals, long readAtMs) {
      AdLevel level = AdLevel.of(totals);
      return new StateJson(
          adId,
          level.state().label(),
          version,
          writeNumber,
          totals.budgetMicros(),
          totals.costMicros(),
          totals.spentMicros(),
          totals.leftMicros(),
          totals.overdeliveredMicros(),
          level.leftPercent(),
          readAtMs,
          totals.lastEventAtMs());
    }
  }

  @Override
  protected int run() throws IOException {
    if (ads.isEmpty() && adsFile == null && paths.isEmpty()) {
      throw new IllegalArgumentException("expected --ad ID, --ads-from FILE or archives PATH");
    }
    Troubles troubles = new Troubles();
    ArchiveFiles files = paths.isEmpty() ? ArchiveFiles.NONE : ArchiveFiles.find(paths);
    Set<String> ids = new TreeSet<>(ads);
    if (adsFile != null) {
      addLines(ids);
    }
    addArchived(ids, files, troubles);
    if (ids.isEmpty() && troubles.isWhole()) {
      warn("states export: no ad in --ads-from, and no event in the files");
      return ExitCode.MISSING;
    }
    try (DocumentStore store = backends.openStore(settings);
        Progress progress = Progress.of(terminal, "states export", "ads", ids.size())) {
      new Documents(store)
          .ads(
              ids.iterator(),
              reading -> {
                print(reading);
                progress.step(1);
              });
    }
    terminal.out().flush();
    OtherFiles.print(files, terminal.err());
    return OtherFiles.status(status(troubles), files);
  }

  private void addLines(Set<String> ids) throws IOException {
    try (BufferedReader lines =
        adsFile.toString().equals(STANDARD_INPUT)
            ? new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))
            : Files.newBufferedReader(adsFile)) {
      lines.lines().map(String::strip).filter(line -> !line.isEmpty()).forEach(ids::add);
    } catch (IOException e) {
      throw new IOException("--ads-from " + adsFile + " cannot be read: " + e, e);
    }
  }

  private void addArchived(Set<String> ids, ArchiveFiles files, Troubles troubles) {
    if (files.files().isEmpty()) {
      return;
    }
    int threads = Runtime.getRuntime().availableProcessors();
    try (FileProgress progress = new FileProgress(terminal, "states export", files)) {
      new ArchiveScan(files.files(), threads, troubles, progress)
          .run(AdNames::new)
          .forEach(names -> names.addTo(ids));
    }
  }

  /** The ads of the events that one thread reads. */
  private static final class AdNames implements ArchivedLineSink {
    private final ByteNames names = new ByteNames();

    @Override
    public void line(EventLine event, byte[] bytes, int from, int to, Path file, long number) {
      if (event.kind() != null) {
        event.ad(names);
      }
    }

    void addTo(Set<String> ids) {
      for (int i = 0; i < names.size(); i++) {
        ids.add(names.name(i));
      }
    }
  }

  private void print(AdReading reading) {
    long nowMs = clock.millis();
    reading.handle(
        found ->
            print(
                StateJson.of(
                    found.adId(),
                    found.storedNumber(),
                    found.writeNumber(),
                    found.totals(),
                    nowMs)),
        none -> {
          absent++;
          print(StateJson.of(none.adId(), 0, 0, new AdTotals(), nowMs));
        },
        unusable -> {
          blocked++;
          warn("states export: ad " + unusable.adId() + ": " + unusable.reason());
        });
  }

  private void print(StateJson state) {
    try {
      terminal.out().println(JSON.writeValueAsString(state));
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  private int status(Troubles troubles) {
    if (blocked > 0 || !troubles.isWhole()) {
      warn(
          "states export: lacks "
              + Texts.count(blocked, "ad")
              + (troubles.isWhole() ? "" : ", and those of files that break off"));
      Texts.print(troubles.kept(), troubles.total(), terminal.err());
      return ExitCode.FAILED;
    }
    if (absent > 0) {
      warn("states export: no document of " + Texts.count(absent, "ad"));
      return ExitCode.MISSING;
    }
    return ExitCode.OK;
  }
}
