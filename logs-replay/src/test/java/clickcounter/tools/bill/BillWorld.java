package clickcounter.tools.bill;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.CommandRun.Result;
import clickcounter.cli.ExitCode;
import clickcounter.event.AdEvent;
import clickcounter.event.Close;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import clickcounter.event.Judgement;
import clickcounter.tools.EventFiles;
import clickcounter.tools.Tool;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Archives, their table, what is counted of them, and closed months. */
final class BillWorld {
  final Tool tool = new Tool();
  final Path directory;
  final Path table;
  final Path months;
  private int files;

  BillWorld(Path directory) {
    this.directory = directory;
    this.table = directory.resolve("table");
    this.months = directory.resolve("months");
  }

  static long ms(String time) {
    return Instant.parse(time).toEpochMilli();
  }

  static String event(
      String counter, long sequence, EventKind kind, String adId, String time, long micros) {
    Judgement judgement = kind.isFiltered() ? Judgement.ofFilter(kind.filterClass() + "@1") : null;
    return EventWriter.toLine(
        new AdEvent(counter, sequence, kind, adId, ms(time), micros, judgement));
  }

  static String click(String counter, long sequence, String adId, String time) {
    return event(counter, sequence, EventKind.CLICK, adId, time, 250_000);
  }

  static String verdict(
      String counter, long sequence, EventKind kind, String adId, String time, String clickId) {
    return EventWriter.toLine(
        new AdEvent(
            counter,
            sequence,
            kind,
            adId,
            ms(time),
            250_000,
            new Judgement("ivt@r7", clickId, counter.substring(0, counter.indexOf('-')))));
  }

  static String close(String counter, long sequence, String time) {
    return EventWriter.toLine(new Close(counter, sequence, ms(time)));
  }

  void archive(List<String> lines) throws IOException {
    EventFiles.write(directory.resolve("archive").resolve("f" + files++ + ".ndjson"), lines);
  }

  void count(List<String> lines) throws IOException {
    archive(lines);
    tool.counting.receive(lines);
  }

  Result run(Object... words) {
    List<Object> all = new ArrayList<>(Arrays.asList(words));
    for (String setting :
        List.of(
            "ops.archives=" + directory.resolve("archive"),
            "ops.archive=" + directory.resolve("ops"),
            "ops.table=" + table,
            "ops.months=" + months)) {
      all.addAll(List.of("--set", setting));
    }
    return tool.run(all.toArray());
  }

  /** Runs a command that must succeed. */
  Result done(Object... words) {
    Result result = run(words);
    assertThat(result.status())
        .as("%s%n%s%s", Arrays.toString(words), result.out(), result.err())
        .isEqualTo(ExitCode.OK);
    return result;
  }

  /** Imports what is archived, and closes a month. */
  Result close(String month) {
    done("archive", "import");
    return run("series", "close", month);
  }
}
