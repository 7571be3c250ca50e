package clickcounter.rejects;

import clickcounter.cli.Progress;
import clickcounter.cli.Terminal;
import clickcounter.cli.Texts;
import clickcounter.event.RejectReason;
import clickcounter.jms.RejectedLine;
import clickcounter.jms.RejectsReader;
import clickcounter.tools.common.ResultCommand;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import picocli.CommandLine.Option;

/** A command about rejected lines. */
abstract class RejectsCommand extends ResultCommand {
  RejectsCommand(Terminal terminal) {
    super(terminal);
  }

  /** Options that say which rejected lines are meant. */
  static final class Meant {
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

    Predicate<RejectedLine> filter() {
      List<String> known = Arrays.stream(RejectReason.values()).map(RejectReason::label).toList();
      for (String reason : reasons) {
        if (!known.contains(reason)) {
          throw new IllegalArgumentException(
              "--reason: expected one of " + known + ", found '" + reason + "'");
        }
      }
      return line ->
          (reasons.isEmpty() || reasons.contains(line.reason()))
              && (counters.isEmpty() || counters.contains(line.counterId()));
    }
  }

  final Progress progress() {
    return Progress.of(terminal, "rejects", "lines", 0); // their number is not known
  }

  /** Gives all lines to the sink; whether the queue may have more. */
  final boolean read(Consumer<RejectedLine> sink) throws IOException {
    try (Progress progress = progress()) {
      Consumer<RejectedLine> counted = line -> progress.step(1);
      return RejectsReader.read(settings.broker(), counted.andThen(sink));
    }
  }

  final void warnIfCutShort(boolean isCutShort) {
    if (isCutShort) {
      warn(
          "rejects: only the first "
              + Texts.number(RejectsReader.MOST_LINES)
              + " lines of the queue were read. Send these again or remove them; then run the"
              + " same command again");
    }
  }
}
