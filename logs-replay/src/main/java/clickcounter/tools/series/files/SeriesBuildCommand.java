package clickcounter.tools.series.files;

import clickcounter.cli.Terminal;
import clickcounter.riak.RiakSettings;
import clickcounter.service.PrometheusText;
import clickcounter.store.DocumentStore;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.common.ArchivePaths;
import clickcounter.tools.common.Backends;
import clickcounter.tools.common.FileProgress;
import clickcounter.tools.common.Json;
import clickcounter.tools.common.MetricsFile;
import clickcounter.tools.common.OtherFiles;
import clickcounter.tools.common.StoreCommand;
import clickcounter.tools.documents.Documents;
import clickcounter.tools.series.KnownCounters;
import clickcounter.tools.series.Slots;
import clickcounter.tools.series.files.SeriesBuild.BuildSettings;
import clickcounter.tools.series.files.SeriesBuild.DayOutcome;
import java.io.IOException;
import java.time.Clock;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "build",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Makes static files of clicks by the hour of finished days from the archives: sorted CSV, packed"
          + " with gzip, that clicks series show --series, clicks series top and other programs read.",
      "",
      "The documents of the counters say which events are counted and which days are final. The"
          + " archives say what the events are. A day of UTC is made if it is final and if the"
          + " archives have all its counted events. Days that are there are left alone, unless an"
          + " event of theirs was counted since: then they are made anew. So run it once a day on the"
          + " archives of the last days.",
      "",
      "Check the files with clicks documents audit --series DIR. If something is killed, run it again."
    },
    exitCodeList = {
      "0:the files of all days of these archives are there",
      "1:events of some days may still come, or there is no counted event",
      "2:counted events of some days may be in none of these archives",
      "3:",
      "4:"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  clicks series build /var/log/clicks --series /var/lib/clicks/series",
      "  clicks series build /var/log/clicks --series series --minutes 15"
    })
public final class SeriesBuildCommand extends StoreCommand {
  @Mixin private ArchivePaths archives;

  @Mixin private SeriesDirectory directory;

  @Option(names = "--day", paramLabel = "DATE", description = "Only this day of UTC; repeatable")
  private List<LocalDate> days = new ArrayList<>();

  @Option(
      names = "--minutes",
      paramLabel = "60|15",
      defaultValue = "60",
      description =
          "By which time days are counted: 15 for zones whose offset is no whole number of hours."
              + " Days that are there by the hour are made anew then. Default: ${DEFAULT-VALUE}")
  private int minutes;

  @Mixin private MetricsFile metricsFile;

  public SeriesBuildCommand(Terminal terminal, Backends backends, Clock clock) {
    super(terminal, backends, clock);
  }

  @Override
  protected int run() throws IOException {
    directory.required(settings);
    if (minutes != 60 && minutes != Slots.MINUTES) {
      throw new IllegalArgumentException("--minutes: expected 60 or 15, got " + minutes);
    }
    Set<Long> only = days.stream().map(LocalDate::toEpochDay).collect(Collectors.toSet());
    ArchiveFiles files = archives.find(settings);
    BuildSettings what =
        new BuildSettings(
            minutes == Slots.MINUTES, only, Runtime.getRuntime().availableProcessors());
    List<DayOutcome> outcomes = new ArrayList<>();
    RiakSettings place = settings.riak();
    try (DocumentStore store = backends.openStore(settings)) {
      build(new Documents(store), place, what, files, outcomes::add);
    }
    print(
        Json.object().with("days", Json.list(outcomes, SeriesBuildCommand::json)),
        out -> {
          OtherFiles.print(files, out);
          if (outcomes.isEmpty()) {
            say("no counted event in these archives" + (only.isEmpty() ? "" : " is of these days"));
          }
        });
    int status = OtherFiles.status(DayOutcome.exitCode(outcomes), files);
    writeMetrics(outcomes, status);
    return status;
  }

  private static Json.Fields json(DayOutcome day) {
    return Json.object()
        .with("day", DayFiles.name(day.day()))
        .with("state", day.state().name().toLowerCase(Locale.ROOT))
        .with("ads", day.ads())
        .withCounts(day.counts())
        .with("why", day.why());
  }

  private void writeMetrics(List<DayOutcome> outcomes, int status) {
    long openSinceS =
        outcomes.stream()
            .filter(day -> day.state().isOpen())
            .mapToLong(day -> TimeUnit.DAYS.toSeconds(day.day() + 1))
            .min()
            .orElse(0);
    PrometheusText text =
        new PrometheusText("clickcounter_series_build_")
            .gauge(
                "open_since_timestamp_seconds",
                "end of the oldest day that could not be made; 0: there is none")
            .value(openSinceS);
    metricsFile.ended(text, clock.millis(), status, line -> warn("series build: " + line));
  }

  private void build(
      Documents documents,
      RiakSettings place,
      BuildSettings what,
      ArchiveFiles files,
      Consumer<DayOutcome> outcomes)
      throws IOException {
    KnownCounters counters = KnownCounters.read(documents, place, clock.millis());
    try (SeriesBuild build =
        new SeriesBuild(directory.required(settings), documents, counters, what)) {
      build.read(
          files.files(), () -> new FileProgress(terminal, "series build", files, metricsFile));
      build.write(
          day -> {
            outcomes.accept(day);
            if (!json) {
              say(day.text()); // at once: a day takes a while
            }
          });
    }
  }
}
