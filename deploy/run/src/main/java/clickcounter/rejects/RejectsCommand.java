package clickcounter.rejects;

import clickcounter.cli.Progress;
import clickcounter.cli.Texts;
import clickcounter.event.RejectReason;
import clickcounter.jms.RejectedLine;
import clickcounter.jms.RejectsReader;
import clickcounter.jms.RejectsReader.Received;
import clickcounter.tools.common.ResultCommand;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import picocli.CommandLine.Option;

/** A command about rejected lines, all of them or those that its options name. */
abstract class RejectsCommand extends ResultCommand {
  @Option(
      names = "--reason",
      paramLabel = "LABEL",
      description = "Only lines rejected for this reason, such as document-blocked; repeatable")
  private Set<String> reasons = new LinkedHashSet<>();

  @Option(
      names = "--counter",
      paramLabel = "ID",
      description = "Only lines of this counter; repeatable")
  private Set<String> counters = new LinkedHashSet<>();

  /** Whether the options name some lines. */
  final boolean isFiltered() {
    return !reasons.isEmpty() || !counters.isEmpty();
  }

  /**
   * Opens the queue.
   *
   * @throws IllegalArgumentException if an option names an unknown reason
   */
  final RejectsReader open() throws IOException {
    List<String> known = Arrays.stream(RejectReason.values()).map(RejectReason::label).toList();
    for (String reason : reasons) {
      require(known.contains(reason), "--reason: expected one of %s, found '%s'", known, reason);
    }
    return RejectsReader.open(settings.broker());
  }

  /**
   * Gives each line that is meant to the sink.
   *
   * @return how many lines were read
   */
  final long read(RejectsReader reader, Consumer<Received> sink) throws IOException {
    long read = 0;
    try (Progress progress = Progress.of(terminal, "rejects", "lines", 0)) {
      for (Received next = reader.next(); next != null; next = reader.next()) {
        read++;
        progress.step(1);
        if (isMeant(next.line())) {
          sink.accept(next);
        }
      }
    }
    if (reader.isAtMost()) {
      warn(
          "rejects: only the first "
              + Texts.number(RejectsReader.MOST_LINES)
              + " lines of the queue were read. Send these again or remove them; then run the"
              + " same command again");
    }
    return read;
  }

  private boolean isMeant(RejectedLine line) {
    return (reasons.isEmpty() || reasons.contains(line.reason()))
        && (counters.isEmpty() || counters.contains(line.counterId()));
  }
}
