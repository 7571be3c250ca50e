package clickcounter.tools.rejects;

import clickcounter.cli.Progress;
import clickcounter.cli.Terminal;
import clickcounter.jms.BrokerSettings;
import clickcounter.tools.common.RejectedLine;
import clickcounter.tools.common.ResultCommand;
import clickcounter.tools.common.Texts;
import java.io.IOException;
import java.util.function.Consumer;

/** A command about rejected lines. */
abstract class RejectsCommand extends ResultCommand {
  RejectsCommand(Terminal terminal) {
    super(terminal);
  }

  final Progress progress() {
    return Progress.of(terminal, "rejects", "lines", 0); // their number is not known
  }

  /** Gives all lines to the sink; whether the queue may have more. */
  final boolean read(BrokerSettings broker, Consumer<RejectedLine> sink) throws IOException {
    try (Progress progress = progress()) {
      Consumer<RejectedLine> counted = line -> progress.step(1);
      return RejectsReader.read(broker, counted.andThen(sink));
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
