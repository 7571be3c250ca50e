package clickcounter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

class CommandLogTest {
  private static String logged(Level level, String message, Throwable thrown) {
    LogRecord entry = new LogRecord(level, message);
    entry.setLoggerName("clickcounter.riak.Node");
    entry.setThrown(thrown);
    return new CommandLog().format(entry);
  }

  @Test
  void entryIsOneLineWhateverItsTextIs() {
    assertThat(logged(Level.WARNING, "node a\nEQUAL", null))
        .matches("\\d\\d:\\d\\d:\\d\\d WARN  Node: node a\\\\nEQUAL\n");
    assertThat(logged(Level.SEVERE, "not {0} read", new IllegalStateException("x\ry")))
        .endsWith(" ERROR Node: not {0} read: java.lang.IllegalStateException: x\\ry\n");
  }
}
