package clickcounter.local;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Json;
import clickcounter.cli.PrintsJson;
import clickcounter.cli.Progress;
import clickcounter.cli.Texts;
import clickcounter.cli.ToolCommand;
import clickcounter.traffic.Generator;
import clickcounter.traffic.Generator.GeneratedDay;
import clickcounter.traffic.GeneratorSettings;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "generate",
    description = {
      "Generates a realistic day of events, or several: archives, and the queue's messages.",
      "",
      "DIR/archive/<host>/<counterId>.ndjson.gz   what the services wrote, of several days a file"
          + " an hour",
      "DIR/queue.ndjson   what arrives of the last day: some lost, some twice, out of order",
      "",
      "The same options give the same bytes."
    },
    footer = {
      "  clicks dev generate --out /tmp/day --events 1000000 --ads 130000 --drop 0.001",
      "  clicks dev generate --out /tmp/month --days 30 --events 135000000 --ads 650000 --counters"
          + " 30000"
    })
final class GenerateCommand extends ToolCommand implements PrintsJson {
  private static final GeneratorSettings DEFAULTS = GeneratorSettings.defaults();

  /** The probability that an event arrives twice. */
  private static final double TWICE = 0.01;

  /** By how many lines at most a line may be out of order. */
  private static final int DISORDER_LINES = 100;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "DIR",
      description = "A new or empty directory")
  private Path out;

  @Option(
      names = "--days",
      paramLabel = "N",
      defaultValue = "1",
      description = "Days, one after the other. Default: ${DEFAULT-VALUE}")
  private int days;

  @Option(
      names = "--events",
      paramLabel = "N",
      defaultValue = "100000",
      description = "Default: ${DEFAULT-VALUE}")
  private long events;

  @Option(
      names = "--ads",
      paramLabel = "N",
      defaultValue = "2000",
      description = "Default: ${DEFAULT-VALUE}")
  private int ads;

  @Option(
      names = "--counters",
      paramLabel = "N",
      defaultValue = "12",
      description =
          "Counters, one per run of a service: about three per host, of several days one a day."
              + " Default: ${DEFAULT-VALUE}")
  private int counters;

  @Option(
      names = "--drop",
      paramLabel = "P",
      defaultValue = "0.001",
      description =
          "The probability that an event never reaches the queue. Default: ${DEFAULT-VALUE}")
  private double drop;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description = "Default: ${DEFAULT-VALUE}")
  private long seed;

  @Override
  protected int run() throws IOException {
    GeneratorSettings settings =
        DEFAULTS
            .withSize(events, ads, counters)
            .withDays(days)
            .withFaults(drop, TWICE, DISORDER_LINES)
            .withDims(true)
            .withSeed(seed);
    GeneratedDay day;
    try (Progress progress = Progress.of(terminal, "generate", "events", events)) {
      day = Generator.generate(settings, out, progress::step);
    }
    if (isJson()) {
      Json.print(terminal.out(), day);
    } else {
      print(day);
    }
    return ExitCode.OK;
  }

  private void print(GeneratedDay day) {
    say(
        "%s of %s by %s, seed %d",
        Texts.count(day.events(), "event"),
        Texts.count(day.ads(), "ad"),
        Texts.count(day.counters(), "counter"),
        day.seed());
    say("  archive  %s", day.archive());
    say(
        "  queue    %s (%s lost, %s twice)",
        day.queue(), Texts.number(day.lost()), Texts.number(day.duplicates()));
  }
}
