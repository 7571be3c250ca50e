package clickcounter.tools.judge;

import clickcounter.cli.Clicks;
import clickcounter.cli.CommandRun;
import clickcounter.cli.CommandRun.Result;
import clickcounter.event.AdEvent;
import clickcounter.event.Close;
import clickcounter.event.Dimensions;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import clickcounter.event.Judgement;
import clickcounter.event.Visitor;
import clickcounter.testing.Lines;
import clickcounter.tools.EventFiles;
import clickcounter.tools.Tool;
import clickcounter.tools.Tools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Services that write a day, and a judge who reads it. */
final class JudgedArchive {
  static final String DAY = "2027-01-15";
  static final long DAY_MS = Instant.parse("2027-01-15T00:00:00Z").toEpochMilli();
  static final long DECIDED_MS = DAY_MS + 30 * 3_600_000;
  static final long SECOND = 1_000;
  static final long MINUTE = 60 * SECOND;

  final Path directory;
  final Path out;
  private final Tool tool = new Tool();
  private final List<String> lines = new ArrayList<>();
  private int services = 1;
  private long next;

  JudgedArchive(Path directory) {
    this.directory = directory;
    out = directory.resolve("archive/ivt");
    tool.now = Instant.ofEpochMilli(DAY_MS).plusSeconds(2 * 86_400);
  }

  /** Events of this host, at ms after midnight. Returns the event's id. */
  String event(EventKind kind, String adId, String visitor, long ms) {
    return event(kind, adId, new Visitor(visitor, null), ms);
  }

  private String event(EventKind kind, String adId, Visitor visitor, long ms) {
    boolean isFree = kind == EventKind.IMPRESSION || kind.isFiltered();
    long costMicros = isFree ? 0 : 100_000 + lines.size();
    Judgement judgement = kind.isFiltered() ? Judgement.ofFilter("bots@1") : null;
    AdEvent event =
        new AdEvent(counterId(), next++, kind, adId, DAY_MS + ms, costMicros, judgement);
    lines.add(EventWriter.toLine(event, visitor));
    return event.eventId();
  }

  String click(String adId, String visitor, long ms) {
    return event(EventKind.CLICK, adId, visitor, ms);
  }

  String clickFrom(String country, String adId, long ms) {
    Dimensions dims = Dimensions.of(Map.of("country", country));
    return event(EventKind.CLICK, adId, Visitor.UNKNOWN.with(dims), ms);
  }

  String impression(String adId, String visitor, long ms) {
    return event(EventKind.IMPRESSION, adId, visitor, ms);
  }

  List<String> lines() {
    return lines;
  }

  /** All that was written and is counted. What comes later is of another counter. */
  void write() throws IOException {
    archive();
    tool.counting.receive(lines);
  }

  /** The same, but nothing is counted. */
  void archive() throws IOException {
    nextService();
    EventFiles.write(directory.resolve("archive/hostA.ndjson"), lines);
  }

  /** The service is stopped properly, and started again. */
  void nextService() {
    lines.add(EventWriter.toLine(new Close(counterId(), next, DAY_MS + 86_400_000)));
    services++;
    next = 0;
  }

  private String counterId() {
    return "hostA-%02d".formatted(services);
  }

  /** Verdicts that somebody passed on clicks, the day after. */
  void write(String counterId, String author, EventKind kind, String... clickIds)
      throws IOException {
    List<String> verdicts = new ArrayList<>();
    for (String clickId : clickIds) {
      AdEvent click =
          (AdEvent)
              Lines.of(String.join("\n", lines)).events().stream()
                  .filter(event -> event.eventId().equals(clickId))
                  .findFirst()
                  .orElseThrow();
      verdicts.add(
          EventWriter.toLine(
              new AdEvent(
                  counterId,
                  verdicts.size(),
                  kind,
                  click.adId(),
                  DECIDED_MS,
                  click.amountMicros(),
                  new Judgement("other@1", clickId, author))));
    }
    verdicts.add(EventWriter.toLine(new Close(counterId, verdicts.size(), DECIDED_MS)));
    EventFiles.write(directory.resolve("archive/" + counterId + ".ndjson"), verdicts);
  }

  Path rules(String version, String... rules) throws IOException {
    return Files.writeString(
        directory.resolve(version + ".yaml"),
        "author: ivt\nversion: " + version + "\nbefore: 1h\nrules:\n" + String.join("", rules));
  }

  Result judge(Path rules, Object... options) {
    List<Object> words =
        new ArrayList<>(List.of("archive", "judge", "--day", DAY, "--rules", rules, "--out", out));
    words.addAll(List.of(options));
    words.add(directory.resolve("archive"));
    return tool.run(words.toArray());
  }

  /** By the table that stays, which is beside the archives. */
  Result judgeAll(Path rules, Clock clock) {
    List<Object> words =
        List.of(
            "archive",
            "judge",
            "--day",
            DAY,
            "--rules",
            rules,
            "--out",
            directory.resolve("out"),
            "--set=ops.table=" + directory.resolve("table"),
            "--set=ops.archives=" + directory.resolve("archive"));
    return CommandRun.run(
        terminal -> Clicks.with(Tools.all(terminal, tool.backends(), clock)), words);
  }

  Result run(Object... words) {
    return tool.run(words);
  }

  Tool tool() {
    return tool;
  }

  /** What a run wrote: kind, click and reason of each verdict. */
  List<String> verdicts(String counterId) throws IOException {
    List<String> verdicts = new ArrayList<>();
    for (Object event :
        Lines.of(String.join("\n", EventFiles.read(out.resolve(counterId + ".ndjson")))).all()) {
      if (event instanceof AdEvent verdict) {
        verdicts.add(
            verdict.kind().type()
                + " "
                + verdict.judgement().clickId()
                + " "
                + verdict.judgement().reason());
      }
    }
    return verdicts;
  }

  /** The names of all files that runs wrote. */
  List<String> files() throws IOException {
    if (!Files.exists(out)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(out)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}
